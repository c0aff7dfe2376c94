// The home page.
import type vi from '../vi/home.ts';
import type { Texts } from '../texts.ts';

export default {
  home_lead: 'Ready to play: press Play, or change the settings below.',
  home_title: 'Play a game',
  just_played: 'Recent games',
  quick_blitz: 'Blitz 3 + 2',
  quick_blitz_text: 'Against {name}, random side',
  quick_here: 'Two players, one device',
  quick_here_text: 'Start right away, no clock',
  quick_watch: 'Watch computers play',
  quick_watch_text: '{one} vs {other}',
  resume: 'Resume',
  resume_words: '{game} against {who}, move {count}',
  see_all: 'See all',
} as const satisfies Texts<typeof vi>;
