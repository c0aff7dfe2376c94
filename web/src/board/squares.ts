// Square names: the widget's keys, the server's coordinates, and columns and rows on the screen.
import type { Color, Key, Piece, Pieces } from 'chessgroundx/types';
import { moduleOf } from '../games/index.svelte.ts';
import type { GameName, Size } from '../games/module.ts';
import { sizeOfFen } from '../games/plain.ts';

export type { Color, Key, Size };

/** Size of a game's board: that of the position, if one is given. */
export function sizeOf(game: GameName, position = ''): Size {
  const { resizable, size } = moduleOf(game);
  return (resizable && sizeOfFen(position)) || size;
}

/** Widget key of a file and rank, both zero-based from the first side's left. Rank ten is `:`. */
export const keyAt = (file: number, rank: number): Key =>
  (String.fromCharCode(97 + file) + String.fromCharCode(49 + rank)) as Key;

/** File and rank of a key, zero-based. */
export const cornerOf = (key: Key): [number, number] => [key.charCodeAt(0) - 97, key.charCodeAt(1) - 49];

/** Converts a key to the server's coordinates: `e:` becomes `e9` at xiangqi, whose ranks count from 0. */
export const squareOf = (game: GameName, key: Key): string =>
  key.charAt(0) + String(key.charCodeAt(1) - 49 + moduleOf(game).firstRank);

/** Key of a square in the server's coordinates; undefined if it is not on the board. */
export function keyOf(game: GameName, square: string, size = sizeOf(game)): Key | undefined {
  if (!/^[a-p]\d{1,2}$/.test(square)) return undefined;
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square.slice(1)) - moduleOf(game).firstRank;
  if (!(file < size.width && rank >= 0 && rank < size.height)) return undefined;
  return keyAt(file, rank);
}

/** Key of the server's square number: rank times files, plus file, with the files of the game's largest board. */
export function keyOfIndex(game: GameName, index: number): Key {
  const { width } = moduleOf(game).size;
  return keyAt(index % width, Math.floor(index / width));
}

/** Move on the board. A piece that is placed has the same square twice. */
export interface Step {
  from: Key;
  to: Key;
  /** Promotion letter, lower case. */
  promotion?: string;
}

/** Parses a move in coordinates. Suffixes after the squares (promotion, revealed piece) are not validated. */
export function readStep(game: GameName, move: string, size = sizeOf(game)): Step | undefined {
  const [, one = '', other = '', suffix = ''] = /^([a-p]\d+)([a-p]\d+)?(.*)$/.exec(move) ?? [];
  const from = keyOf(game, one, size);
  const to = other ? keyOf(game, other, size) : from;
  if (!from || !to) return undefined;
  const promotion = moduleOf(game).promotions.length > 0 ? suffix.slice(0, 1).toLowerCase() : '';
  return promotion ? { from, to, promotion } : { from, to };
}

/** Formats a move in the server's coordinates; a placed piece has one square. */
export const writeStep = (game: GameName, step: Step): string =>
  (step.from === step.to ? '' : squareOf(game, step.from)) + squareOf(game, step.to) + (step.promotion ?? '');

/** Squares on which a piece may be placed. */
export function placesOf(game: GameName, legal: readonly string[], size = sizeOf(game)): Set<Key> {
  const out = new Set<Key>();
  for (const move of legal) {
    const step = readStep(game, move, size);
    if (step && step.from === step.to) out.add(step.to);
  }
  return out;
}

/** Legal move that passes the turn: it names no square. */
export const passOf = (legal: readonly string[]): string | undefined => legal.find((move) => !/^[a-p]\d/.test(move));

/** Target squares by source square. */
export function targetsOf(game: GameName, legal: readonly string[], size = sizeOf(game)): Map<Key, Key[]> {
  const out = new Map<Key, Key[]>();
  for (const move of legal) {
    const step = readStep(game, move, size);
    if (!step || step.from === step.to) continue;
    const known = out.get(step.from);
    if (!known) out.set(step.from, [step.to]);
    else if (!known.includes(step.to)) known.push(step.to);
  }
  return out;
}

/** Promotion choices of a step, in display order; empty if there is no choice. */
export function promotionsOf(game: GameName, legal: readonly string[], from: Key, to: Key): string[] {
  const found = new Set<string>();
  for (const move of legal) {
    const step = readStep(game, move);
    if (step?.promotion && step.from === from && step.to === to) found.add(step.promotion);
  }
  return moduleOf(game).promotions.filter((letter) => found.has(letter));
}

/** Keys by screen row, top to bottom. */
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

/** Key at a point of the board, given as fractions of its width and height. */
export function keyUnder(size: Size, orientation: Color, x: number, y: number): Key | undefined {
  if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) return undefined;
  return rowsOf(size, orientation)[Math.floor(y * size.height)]?.[Math.floor(x * size.width)];
}

/** Pieces by key, from the first field of a FEN; `X` and `x` are face-down pieces. */
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

/** FEN letter of a piece. */
export function letterOf(piece: Piece): string {
  const low = piece.role.charAt(0);
  return piece.color === 'white' ? low.toUpperCase() : low;
}

/** First field of a FEN, from pieces by key. */
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
