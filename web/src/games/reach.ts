// Movement patterns of pieces on an empty board, for premoves.
import type { Key, Pieces } from 'chessgroundx/types';
import type { Size } from './module.ts';

/** True if a piece goes by (dx, dy) to (x, y), seen from its own side. */
export type Reach = (dx: number, dy: number, x: number, y: number) => boolean;

export const straight: Reach = (dx, dy) => dx === 0 || dy === 0;
export const diagonal: Reach = (dx, dy) => Math.abs(dx) === Math.abs(dy);
export const leap: Reach = (dx, dy) => Math.abs(dx * dy) === 2;
export const wazir: Reach = (dx, dy) => Math.abs(dx) + Math.abs(dy) === 1;

/** Squares within reach of the piece on a square; the pattern is chosen by role, file and rank seen from its side. */
export function reached(
  { width, height }: Size,
  pieces: Pieces,
  from: Key,
  patternOf: (role: string, file: number, rank: number) => Reach | undefined,
): Key[] {
  const piece = pieces.get(from);
  if (!piece) return [];
  const own = (rank: number) => (piece.color === 'white' ? rank : height - 1 - rank);
  const [file, rank] = [from.charCodeAt(0) - 97, from.charCodeAt(1) - 49];
  const reach = patternOf(piece.role.charAt(0), file, own(rank));
  const out: Key[] = [];
  if (!reach) return out;
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      const [dx, dy] = [x - file, own(y) - own(rank)];
      if ((dx || dy) && reach(dx, dy, x, own(y)))
        out.push((String.fromCharCode(97 + x) + String.fromCharCode(49 + y)) as Key);
    }
  return out;
}
