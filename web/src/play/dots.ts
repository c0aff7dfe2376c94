// Dot of a side, distinguished by shape as well as color.
import type { GameName } from '../lib/settings.svelte.ts';
import type { Side } from '../wire/index.ts';

/** Solid red and hollow in xiangqi; hollow and solid black in chess. */
export const dotOf = (game: GameName, side: Side): 'r' | 'b' | 'w' | 'k' =>
  game === 'chess' ? (side === 'first' ? 'w' : 'k') : side === 'first' ? 'r' : 'b';
