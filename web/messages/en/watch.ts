// Games that anybody may watch.
import type vi from '../vi/watch.ts';
import type { Texts } from '../texts.ts';

export default {
  watch_all: 'All',
  watch_delay: 'Spectators see the game later',
  watch_delay_none: 'No',
  watch_delay_note: 'So that nobody can help with the running game.',
  watch_delay_plies: '{count} plies',
  watch_empty: 'No games are being played right now.',
  watch_empty_note:
    'Games from the lobby, rated games and tournament games appear here. Start one yourself, or look at master games.',
  watch_featured: 'Featured game',
  watch_game: '{game}: {first} – {second}',
  watch_listed: 'Show in Now playing',
  watch_listed_note: 'Anybody can watch. Whoever has the link of the game always can.',
  watch_machines: 'Let two computers play',
  watch_masters: 'Master games',
  watch_more: '{count} more {count?game|games}.',
  watch_total: '{count} {count?game|games} running',
  watch_unlisted: 'Keep my games out of Now playing',
  watch_unlisted_note: 'Whoever has the link of a game can still watch it.',
} as const satisfies Texts<typeof vi>;
