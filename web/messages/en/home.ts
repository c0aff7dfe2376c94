// The home page.
import type vi from '../vi/home.ts';
import type { Texts } from '../texts.ts';

export default {
  home_lead: 'Everything is chosen already. One click and you are at the board.',
  home_title: 'Play a game',
  just_played: 'Just played',
  quick_blitz: 'Blitz 3 + 2',
  quick_blitz_text: 'Against {name}, random side',
  quick_here: 'Two at one device',
  quick_here_text: 'Straight to the board, no clock',
  quick_watch: 'Watch two machines',
  quick_watch_text: '{one} against {other}',
  resume: 'Resume',
  resume_words: '{game} against {who}, move {count}',
  see_all: 'See all',
} as const satisfies Texts<typeof vi>;
