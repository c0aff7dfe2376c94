// Position being edited: pieces, side to move and other FEN fields. It knows letters and squares, no rules.
import type { Piece, Pieces } from 'chessgroundx/types';
import { HIDDEN_GAME, moduleOf } from '../../games/index.svelte.ts';
import type { GameName } from '../../games/module.ts';
import { sizeOfFen } from '../../games/plain.ts';
import {
  cornerOf,
  keyAt,
  letterOf,
  readPieces,
  sizeOf,
  writePieces,
  type Color,
  type Size,
} from '../../board/squares.ts';

export interface Setup {
  pieces: Pieces;
  turn: Color;
  /** Castling rights as in a FEN; chess only. */
  castling: string;
  /** Hidden pieces by letter; jieqi only. `undefined`: all unseen ones. */
  pool: Record<string, number> | undefined;
  /** Fields after the side to move of a game that has its own. */
  tail?: string | undefined;
  /** Size of a board that has several; without it the usual one. */
  size?: Size | undefined;
}

/** Number of pieces of each letter per side. */
const boxOf = (game: GameName): Readonly<Record<string, number>> => moduleOf(game).box ?? {};

/** Letters of a tray, in display order. */
export const lettersOf = (game: GameName): string[] => Object.keys(boxOf(game));

/** Letters a hidden piece may have, in the order of the pool field. */
export const HIDDEN = ['r', 'a', 'c', 'p', 'n', 'b'] as const;

export const pieceOf = (letter: string): Piece =>
  ({ role: `${letter.toLowerCase()}-piece`, color: letter === letter.toLowerCase() ? 'black' : 'white' }) as Piece;

export function countOf(pieces: Pieces, letter: string): number {
  let count = 0;
  for (const piece of pieces.values()) if (letterOf(piece) === letter) count += 1;
  return count;
}

/** Number of pieces of this letter not on the board. */
export const leftOf = (game: GameName, pieces: Pieces, letter: string): number =>
  Math.max(0, (boxOf(game)[letter.toLowerCase()] ?? 0) - countOf(pieces, letter));

/** Unseen pieces of jieqi: all that are not face up on the board. */
export function unseen(pieces: Pieces): Record<string, number> {
  const pool: Record<string, number> = {};
  for (const letter of HIDDEN)
    for (const one of [letter.toUpperCase(), letter])
      pool[one] = Math.max(0, (boxOf(HIDDEN_GAME)[letter] ?? 0) - countOf(pieces, one));
  return pool;
}

function writePool(pool: Record<string, number>): string {
  const part = (letters: readonly string[]) =>
    letters.map((letter) => ((pool[letter] ?? 0) > 0 ? `${letter}${pool[letter]}` : '')).join('');
  return part(HIDDEN.map((letter) => letter.toUpperCase())) + part(HIDDEN) || '-';
}

function readPool(text: string | undefined): Record<string, number> | undefined {
  if (!text || !/^([rancbpRANCBP]\d+)+$|^-$/.test(text)) return undefined;
  const pool: Record<string, number> = {};
  for (const [, letter, count] of text.matchAll(/([a-zA-Z])(\d+)/g)) pool[letter!] = Number(count);
  return pool;
}

/** Castling rights possible with king and rooks on their home squares. */
export function castlingOf(pieces: Pieces): string {
  const at = (file: number, rank: number) => {
    const piece = pieces.get(keyAt(file, rank));
    return piece ? letterOf(piece) : '';
  };
  return [
    at(4, 0) === 'K' && at(7, 0) === 'R' ? 'K' : '',
    at(4, 0) === 'K' && at(0, 0) === 'R' ? 'Q' : '',
    at(4, 7) === 'k' && at(7, 7) === 'r' ? 'k' : '',
    at(4, 7) === 'k' && at(0, 7) === 'r' ? 'q' : '',
  ].join('');
}

/** Writes the position in our FEN dialect. */
export function writeSetup(game: GameName, setup: Setup): string {
  const board = writePieces(setup.pieces, setup.size ?? sizeOf(game));
  const turn = setup.turn === 'white' ? 'w' : 'b';
  const { fields, fenTail } = moduleOf(game);
  if (fields.includes('pool')) return `${board} ${turn} ${writePool(setup.pool ?? unseen(setup.pieces))} 0 1`;
  if (fields.includes('castling')) {
    const rights = [...castlingOf(setup.pieces)].filter((right) => setup.castling.includes(right)).join('');
    return `${board} ${turn} ${rights || '-'} - 0 1`;
  }
  return `${board} ${turn} ${setup.tail ?? fenTail ?? '- - 0 1'}`.trimEnd();
}

/** Parses a FEN as far as possible; the server validates it. */
export function readSetup(game: GameName, text: string): Setup | undefined {
  const words = text.trim().split(/\s+/);
  const { fields, fenTail } = moduleOf(game);
  const board = (words[0] ?? '').replace(/\[.*$/, '');
  const { resizable, size: most } = moduleOf(game);
  const own = resizable ? sizeOfFen(board) : most;
  if (!own || board.split('/').length !== own.height || own.width > most.width || own.height > most.height)
    return undefined;
  const size = own;
  // Alternative letters for elephant and horse, and a tilde after a face-down piece.
  const spellings = moduleOf(game).spellings ?? {};
  const plain = board
    .replace(/[a-zA-Z]~/g, (piece) => (piece < 'a' ? 'X' : 'x'))
    .replace(/[a-zA-Z]/g, (one) => spellings[one] ?? one);
  const known = lettersOf(game);
  const pieces: Pieces = new Map();
  for (const [key, piece] of readPieces(plain)) {
    const [file, rank] = cornerOf(key);
    if (file < size.width && rank >= 0 && rank < size.height && known.includes(piece.role.charAt(0)))
      pieces.set(key, piece);
  }
  return {
    pieces,
    turn: /^b$/i.test(words[1] ?? '') ? 'black' : 'white',
    castling: fields.includes('castling') && /^[KQkq]+$/.test(words[2] ?? '') ? words[2]! : '',
    pool: fields.includes('pool') ? readPool(words[2]) : undefined,
    tail: fenTail === undefined || words.length < 3 ? undefined : words.slice(2).join(' '),
    size: resizable ? size : undefined,
  };
}

export function startOf(game: GameName): Setup {
  const pieces = readPieces(moduleOf(game).start);
  return { pieces, turn: 'white', castling: 'KQkq', pool: undefined };
}

/** The empty board, of the size and with the rules of a position. */
export const emptyOf = (turn: Color, { size, tail }: Partial<Setup> = {}): Setup => ({
  pieces: new Map(),
  turn,
  castling: 'KQkq',
  pool: undefined,
  size,
  tail,
});

/** The position on a board of another size, around the same middle; pieces beyond the edge are dropped. */
export function resized(game: GameName, setup: Setup, size: Size): Setup {
  const before = setup.size ?? sizeOf(game);
  const shift = (from: number, to: number) => Math.trunc((to - from) / 2);
  const [right, up] = [shift(before.width, size.width), shift(before.height, size.height)];
  const pieces: Pieces = new Map();
  for (const [key, piece] of setup.pieces) {
    const [file, rank] = cornerOf(key);
    const [x, y] = [file + right, rank + up];
    if (x >= 0 && x < size.width && y >= 0 && y < size.height) pieces.set(keyAt(x, y), piece);
  }
  return { ...setup, pieces, size };
}

/** Mirrors left and right. */
export function mirror(game: GameName, setup: Setup): Setup {
  const { width } = setup.size ?? sizeOf(game);
  const pieces: Pieces = new Map();
  for (const [key, piece] of setup.pieces) {
    const [file, rank] = cornerOf(key);
    pieces.set(keyAt(width - 1 - file, rank), piece);
  }
  return { ...setup, pieces };
}

const turned = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

/** Swaps the sides: colors, orientation and side to move. */
export function swapSides(game: GameName, setup: Setup): Setup {
  const { height } = setup.size ?? sizeOf(game);
  const pieces: Pieces = new Map();
  for (const [key, piece] of setup.pieces) {
    const [file, rank] = cornerOf(key);
    pieces.set(keyAt(file, height - 1 - rank), pieceOf(turned(letterOf(piece))));
  }
  const pool =
    setup.pool && Object.fromEntries(Object.entries(setup.pool).map(([letter, count]) => [turned(letter), count]));
  return {
    pieces,
    turn: setup.turn === 'white' ? 'black' : 'white',
    castling: [...setup.castling].map(turned).join(''),
    pool,
    size: setup.size,
    tail: setup.tail,
  };
}
