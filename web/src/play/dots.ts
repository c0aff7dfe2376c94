// Dot of a side, distinguished by shape as well as color.
import { moduleOf } from '../games/index.svelte.ts';
import type { Dot, GameName } from '../games/module.ts';
import type { Side } from '../wire/index.ts';

/** Solid red and hollow in xiangqi; hollow and solid black in chess. */
export const dotOf = (game: GameName, side: Side): Dot => moduleOf(game).dots[side === 'first' ? 0 : 1];
