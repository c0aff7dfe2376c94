// Cờ úp: what chance adds to a move of the analysis board.
import type { Pieces } from 'chessgroundx/types';
import { keyOf, letterOf } from '../../board/squares.ts';
import type { Ply } from '../../wire/index.ts';

/** One letter of a pool, each as likely as there are men of it. */
export function drawn(pool: Record<string, number>, random = Math.random): string | undefined {
  const total = Object.values(pool).reduce((sum, count) => sum + count, 0);
  let left = random() * total;
  for (const [letter, count] of Object.entries(pool)) {
    if (count > 0 && left < count) return letter;
    left -= count;
  }
  return undefined;
}

const isDark = (pieces: Pieces, square: string): boolean => {
  const key = keyOf('jieqi', square);
  return !!key && pieces.get(key)?.role === 'x-piece';
};

/** Whether a move turns up its man, and whether it takes one face down. */
export function revealOf(pieces: Pieces, mv: string): { turns: boolean; takes: boolean } {
  return { turns: isDark(pieces, mv.slice(0, 2)), takes: isDark(pieces, mv.slice(2, 4)) };
}

/** A move with what a known deal says of it: what turns up, then what was taken face down. */
export function withReveals(deal: Pieces, pieces: Pieces, mv: string): string {
  const { turns, takes } = revealOf(pieces, mv);
  const at = (square: string) => {
    const key = keyOf('jieqi', square);
    const piece = key && deal.get(key);
    return piece ? letterOf(piece) : '?';
  };
  return mv.slice(0, 4) + (turns ? at(mv.slice(0, 2)) : '') + (takes ? at(mv.slice(2, 4)) : '');
}

/** The same of a ply that was played: it says itself what it turned up and took. */
export function revealedPly(deal: Pieces, ply: Ply): string {
  const at = (square: string) => {
    const key = keyOf('jieqi', square);
    const piece = key && deal.get(key);
    return piece ? letterOf(piece) : '?';
  };
  const mv = ply.mv.slice(0, 4);
  return mv + (ply.turned ? at(mv.slice(0, 2)) : '') + (ply.took?.face_down ? at(mv.slice(2, 4)) : '');
}
