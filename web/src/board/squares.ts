// Squares by their three names: the board widget's keys, the server's coordinates, and columns and rows on the screen.
import type { Color, Key, Piece, Pieces } from 'chessgroundx/types';
import type { GameName } from '../lib/settings.svelte.ts';

export type { Color, Key };

export interface Size {
  width: number;
  height: number;
}

export const sizeOf = (game: GameName): Size => (game === 'chess' ? { width: 8, height: 8 } : { width: 9, height: 10 });

/** The widget's key of a file and rank, both from zero at the first side's left. Rank ten is `:`. */
export const keyAt = (file: number, rank: number): Key =>
  (String.fromCharCode(97 + file) + String.fromCharCode(49 + rank)) as Key;

/** File and rank of a key, both from zero. */
export const cornerOf = (key: Key): [number, number] => [key.charCodeAt(0) - 97, key.charCodeAt(1) - 49];

/** The server counts the ranks of a xiangqi board from zero, of a chess board from one. */
const firstRank = (game: GameName): number => (game === 'chess' ? 49 : 48);

/** A square as the server writes it, from a key: `e:` becomes `e9`. */
export const squareOf = (game: GameName, key: Key): string =>
  key.charAt(0) + String.fromCharCode(key.charCodeAt(1) - 49 + firstRank(game));

/** The key of a square as the server writes it; none for what is not on the board. */
export function keyOf(game: GameName, square: string): Key | undefined {
  const size = sizeOf(game);
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - firstRank(game);
  if (!(file >= 0 && file < size.width && rank >= 0 && rank < size.height)) return undefined;
  return keyAt(file, rank);
}

/** The key of the server's square number: rank times files, plus file. */
export function keyOfIndex(game: GameName, index: number): Key {
  const { width } = sizeOf(game);
  return keyAt(index % width, Math.floor(index / width));
}

export interface Step {
  from: Key;
  to: Key;
  /** The letter a pawn becomes, small. */
  promotion?: string;
}

/** A move of the server's coordinates taken apart; what follows the squares (a promotion, a man turned up) is read loosely. */
export function readStep(game: GameName, move: string): Step | undefined {
  const from = keyOf(game, move.slice(0, 2));
  const to = keyOf(game, move.slice(2, 4));
  if (!from || !to) return undefined;
  const promotion = game === 'chess' ? move.slice(4, 5).toLowerCase() : '';
  return promotion ? { from, to, promotion } : { from, to };
}

/** A move as the server reads it. */
export const writeStep = (game: GameName, step: Step): string =>
  squareOf(game, step.from) + squareOf(game, step.to) + (step.promotion ?? '');

/** Where each man may go. */
export function targetsOf(game: GameName, legal: readonly string[]): Map<Key, Key[]> {
  const out = new Map<Key, Key[]>();
  for (const move of legal) {
    const step = readStep(game, move);
    if (!step) continue;
    const known = out.get(step.from);
    if (!known) out.set(step.from, [step.to]);
    else if (!known.includes(step.to)) known.push(step.to);
  }
  return out;
}

/** What a pawn may become on this step, in the order a chooser shows it; empty where nothing is to be chosen. */
export function promotionsOf(game: GameName, legal: readonly string[], from: Key, to: Key): string[] {
  const found = new Set<string>();
  for (const move of legal) {
    const step = readStep(game, move);
    if (step?.promotion && step.from === from && step.to === to) found.add(step.promotion);
  }
  return ['q', 'n', 'r', 'b'].filter((letter) => found.has(letter));
}

/** Rows of keys as they lie on the screen, top to bottom. */
export function rowsOf(size: Size, orientation: Color): Key[][] {
  return Array.from({ length: size.height }, (_, y) =>
    Array.from({ length: size.width }, (_, x) =>
      orientation === 'white' ? keyAt(x, size.height - 1 - y) : keyAt(size.width - 1 - x, y),
    ),
  );
}

/** Column and row of a key on the screen, from the top left. */
export function cellOf(size: Size, orientation: Color, key: Key): [number, number] {
  const [file, rank] = cornerOf(key);
  return orientation === 'white' ? [file, size.height - 1 - rank] : [size.width - 1 - file, rank];
}

/** The key under a point of the board, given as shares of its width and height. */
export function keyUnder(size: Size, orientation: Color, x: number, y: number): Key | undefined {
  if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) return undefined;
  return rowsOf(size, orientation)[Math.floor(y * size.height)]?.[Math.floor(x * size.width)];
}

/** Men by key, from the first field of a FEN; `X` and `x` lie face down. */
export function readPieces(fen: string): Pieces {
  const out: Pieces = new Map();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((row, index) => {
    const rank = ranks.length - 1 - index;
    let file = 0;
    let number = 0;
    for (const letter of row) {
      if (letter >= '0' && letter <= '9') {
        number = number * 10 + Number(letter);
        continue;
      }
      file += number;
      number = 0;
      const low = letter.toLowerCase();
      out.set(keyAt(file, rank), { role: `${low}-piece`, color: letter === low ? 'black' : 'white' } as Piece);
      file += 1;
    }
  });
  return out;
}

/** The letter of a man as a FEN writes it. */
export function letterOf(piece: Piece): string {
  const low = piece.role.charAt(0);
  return piece.color === 'white' ? low.toUpperCase() : low;
}

/** The first field of a FEN, from men by key. */
export function writePieces(pieces: Pieces, size: Size): string {
  const rows = rowsOf(size, 'white').map((row) => {
    let text = '';
    let empty = 0;
    for (const key of row) {
      const piece = pieces.get(key);
      if (!piece) {
        empty += 1;
        continue;
      }
      text += (empty || '') + letterOf(piece);
      empty = 0;
    }
    return text + (empty || '');
  });
  return rows.join('/');
}
