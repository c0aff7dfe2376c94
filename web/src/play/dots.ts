// The small round sign of a side: never told by hue alone.
import type { GameName } from '../lib/settings.svelte.ts';
import type { Side } from '../wire/index.ts';

/** Solid red and hollow at xiangqi; hollow and solid black at chess. */
export const dotOf = (game: GameName, side: Side): 'r' | 'b' | 'w' | 'k' =>
  game === 'chess' ? (side === 'first' ? 'w' : 'k') : side === 'first' ? 'r' : 'b';
