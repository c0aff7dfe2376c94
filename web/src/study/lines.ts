// Converts the server's lines to board states and texts.
import type { Shown } from '../board/Board.svelte';
import { keyOfIndex, readStep, sizeOf } from '../board/squares.ts';
import type { GameName } from '../games/module.ts';
import { notationOf } from '../lib/settings.svelte.ts';
import type { LineView, Ply, Start } from '../wire/index.ts';
import { colorOf } from '../play/room.svelte.ts';

/** Move text in the chosen notation. */
export const textOf = (game: GameName, ply: Ply): string => ply.text[notationOf(game)] ?? ply.text['uci'] ?? ply.mv;

/** Board state after a number of plies of a line, without legal moves. */
export function shownAt(game: GameName, start: Start, plies: readonly Ply[], at: number, before?: string): Shown {
  const ply = at > 0 ? plies[at - 1] : undefined;
  const position = ply?.position ?? start.position;
  const check = ply ? ply.check : start.check;
  const size = sizeOf(game, position);
  const step = !ply && before ? readStep(game, before, size) : undefined;
  return {
    pieces: position.split(' ')[0] ?? '',
    turn: colorOf(ply ? (ply.side === 'first' ? 'second' : 'first') : start.turn),
    ...(check !== null && check !== undefined ? { check: keyOfIndex(game, check) } : {}),
    ...(ply?.squares ? { last: [keyOfIndex(game, ply.squares[0]), keyOfIndex(game, ply.squares[1])] as const } : {}),
    ...(step ? { last: [step.from, step.to] as const } : {}),
    legal: [],
  };
}

/** Board state at the end of a line, with its legal moves. */
export function shownNow(game: GameName, line: LineView, before?: string): Shown {
  return {
    ...shownAt(game, line.start, line.plies, line.plies.length, before),
    legal: line.legal,
    line: line.line.map((index) => keyOfIndex(game, index)),
  };
}

/**
 * Numbered moves as in books: `1. P2-5 M8.7 2. M2.3`; a line begun by Black starts with an ellipsis. `from` is the
 * first move number.
 */
export function numbered(
  game: GameName,
  plies: readonly Ply[],
  from = 1,
): { number: string; text: string; index: number }[] {
  const first = plies[0]?.side === 'second' ? 1 : 0;
  return plies.map((ply, index) => {
    const half = index + first;
    const number = half % 2 === 0 ? `${half / 2 + from}.` : index === 0 ? `${Math.floor(half / 2) + from}…` : '';
    return { number, text: textOf(game, ply), index };
  });
}
