// Jieqi: reveals (chance outcomes) of moves on the analysis board.
import { HIDDEN_GAME } from '../../games/index.svelte.ts';
import type { Pieces } from 'chessgroundx/types';
import { keyOf, letterOf } from '../../board/squares.ts';
import type { Ply } from '../../wire/index.ts';

/** Draws a letter of a pool, weighted by the number of pieces. */
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
  const key = keyOf(HIDDEN_GAME, square);
  return !!key && pieces.get(key)?.role === 'x-piece';
};

/** Tells if a move reveals its piece, and if it captures a face-down piece. */
export function revealOf(pieces: Pieces, mv: string): { turns: boolean; takes: boolean } {
  return { turns: isDark(pieces, mv.slice(0, 2)), takes: isDark(pieces, mv.slice(2, 4)) };
}

/** Adds the reveals of a known deal to a move: the revealed piece, then the piece captured face down. */
export function withReveals(deal: Pieces, pieces: Pieces, mv: string): string {
  const { turns, takes } = revealOf(pieces, mv);
  const at = (square: string) => {
    const key = keyOf(HIDDEN_GAME, square);
    const piece = key && deal.get(key);
    return piece ? letterOf(piece) : '?';
  };
  return mv.slice(0, 4) + (turns ? at(mv.slice(0, 2)) : '') + (takes ? at(mv.slice(2, 4)) : '');
}

/** Adds the reveals to a played ply, which names what it revealed and captured. */
export function revealedPly(deal: Pieces, ply: Ply): string {
  const at = (square: string) => {
    const key = keyOf(HIDDEN_GAME, square);
    const piece = key && deal.get(key);
    return piece ? letterOf(piece) : '?';
  };
  const mv = ply.mv.slice(0, 4);
  return mv + (ply.turned ? at(mv.slice(0, 2)) : '') + (ply.took?.face_down ? at(mv.slice(2, 4)) : '');
}
