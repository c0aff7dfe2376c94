// Premove targets: movement patterns of the pieces, ignoring blockers.
import type { BoardState, Key, Piece } from 'chessgroundx/types';
import type { GameName } from '../lib/settings.svelte.ts';
import { cornerOf, keyAt, sizeOf } from './squares.ts';

type Reach = (dx: number, dy: number, x: number, y: number) => boolean;

const straight: Reach = (dx, dy) => dx === 0 || dy === 0;
const diagonal: Reach = (dx, dy) => Math.abs(dx) === Math.abs(dy);
const leap: Reach = (dx, dy) => Math.abs(dx * dy) === 2;
const wazir: Reach = (dx, dy) => Math.abs(dx) + Math.abs(dy) === 1;

/** Movement of a face-down piece: that of the piece whose home square it is on. Ranks are relative to its side. */
export function homeRole(file: number, rank: number): string | undefined {
  if (rank === 0) return 'rnbakabnr'[file];
  if (rank === 2) return file === 1 || file === 7 ? 'c' : undefined;
  if (rank === 3) return file % 2 === 0 ? 'p' : undefined;
  return undefined;
}

/** Xiangqi movement patterns, relative to the piece's own side: rank 0 is its back rank, (x, y) the target square. */
function eastern(role: string, dark: boolean, roams: boolean): Reach {
  const palace = (x: number, y: number) => x >= 3 && x <= 5 && y <= 2;
  switch (role) {
    case 'k':
      return (dx, dy, x, y) => wazir(dx, dy, x, y) && palace(x, y);
    case 'a':
      return (dx, dy, x, y) => Math.abs(dx) === 1 && Math.abs(dy) === 1 && ((roams && !dark) || palace(x, y));
    case 'b':
      return (dx, dy, _x, y) => Math.abs(dx) === 2 && Math.abs(dy) === 2 && ((roams && !dark) || y <= 4);
    case 'n':
      return leap;
    case 'r':
    case 'c':
      return straight;
    case 'p':
      return (dx, dy, _x, y) => (dx === 0 && dy === 1) || (dy === 0 && Math.abs(dx) === 1 && y >= 5);
    default:
      return () => false;
  }
}

function western(role: string, rank: number, file: number): Reach {
  switch (role) {
    case 'k':
      return (dx, dy, x) =>
        Math.max(Math.abs(dx), Math.abs(dy)) === 1 ||
        (dy === 0 && rank === 0 && file === 4 && [0, 2, 6, 7].includes(x));
    case 'q':
      return (dx, dy, x, y) => straight(dx, dy, x, y) || diagonal(dx, dy, x, y);
    case 'r':
      return straight;
    case 'b':
      return diagonal;
    case 'n':
      return leap;
    case 'p':
      return (dx, dy) => (dy === 1 && Math.abs(dx) <= 1) || (dy === 2 && dx === 0 && rank === 1);
    default:
      return () => false;
  }
}

/** Premove targets of a piece. `roams`: revealed advisors and elephants may go anywhere. */
export function premoveTargets(game: GameName, pieces: Map<Key, Piece>, from: Key, roams: boolean): Key[] {
  const piece = pieces.get(from);
  if (!piece) return [];
  const { width, height } = sizeOf(game);
  const own = (rank: number) => (piece.color === 'white' ? rank : height - 1 - rank);
  const [file, rank] = cornerOf(from);
  const dark = piece.role === 'x-piece';
  const letter = dark ? homeRole(file, own(rank)) : piece.role.charAt(0);
  if (!letter) return [];
  const reach = game === 'chess' ? western(letter, own(rank), file) : eastern(letter, dark, roams && game === 'jieqi');
  const out: Key[] = [];
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      const [dx, dy] = [x - file, own(y) - own(rank)];
      if ((dx || dy) && reach(dx, dy, x, own(y))) out.push(keyAt(x, y));
    }
  return out;
}

/** Adapter with the signature the board widget expects. */
export const premover =
  (game: GameName, roams: () => boolean) =>
  (state: BoardState, key: Key): Key[] =>
    premoveTargets(game, state.pieces, key, roams());
