// A position being set up: men, turn and what else its text says. It knows letters and squares, no rule of a game.
import type { Piece, Pieces } from 'chessgroundx/types';
import { STARTS } from '../../lib/charts/fen.ts';
import type { GameName } from '../../lib/settings.svelte.ts';
import { cornerOf, keyAt, letterOf, readPieces, sizeOf, writePieces, type Color } from '../../board/squares.ts';

export interface Setup {
  pieces: Pieces;
  turn: Color;
  /** The rights to castle that were chosen, as a FEN writes them; chess only. */
  castling: string;
  /** Men of each letter that may still turn up; jieqi only. `undefined`: all that are not seen. */
  pool: Record<string, number> | undefined;
}

/** How many men of each letter a side's box has. Chess has no such limit but for kings: pawns are promoted. */
const BOX: Record<GameName, Record<string, number>> = {
  xiangqi: { k: 1, a: 2, b: 2, r: 2, n: 2, c: 2, p: 5 },
  jieqi: { k: 1, a: 2, b: 2, r: 2, n: 2, c: 2, p: 5, x: 15 },
  chess: { k: 1, q: 9, r: 10, b: 10, n: 10, p: 8 },
};

/** The letters of a tray, in the order it shows them. */
export const lettersOf = (game: GameName): string[] => Object.keys(BOX[game]);

/** The letters men may turn up as, in the order their pool is written. */
export const HIDDEN = ['r', 'a', 'c', 'p', 'n', 'b'] as const;

export const pieceOf = (letter: string): Piece =>
  ({ role: `${letter.toLowerCase()}-piece`, color: letter === letter.toLowerCase() ? 'black' : 'white' }) as Piece;

export function countOf(pieces: Pieces, letter: string): number {
  let count = 0;
  for (const piece of pieces.values()) if (letterOf(piece) === letter) count += 1;
  return count;
}

/** How many men of this letter are left in the box. */
export const leftOf = (game: GameName, pieces: Pieces, letter: string): number =>
  Math.max(0, (BOX[game][letter.toLowerCase()] ?? 0) - countOf(pieces, letter));

/** The men of jieqi that nobody has seen: all that do not lie open on the board. */
export function unseen(pieces: Pieces): Record<string, number> {
  const pool: Record<string, number> = {};
  for (const letter of HIDDEN)
    for (const one of [letter.toUpperCase(), letter])
      pool[one] = Math.max(0, (BOX.jieqi[letter] ?? 0) - countOf(pieces, one));
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

/** The rights to castle that king and rooks at home leave open. */
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

/** The position as text, in our dialect. */
export function writeSetup(game: GameName, setup: Setup): string {
  const board = writePieces(setup.pieces, sizeOf(game));
  const turn = setup.turn === 'white' ? 'w' : 'b';
  if (game === 'jieqi') return `${board} ${turn} ${writePool(setup.pool ?? unseen(setup.pieces))} 0 1`;
  if (game === 'chess') {
    const rights = [...castlingOf(setup.pieces)].filter((right) => setup.castling.includes(right)).join('');
    return `${board} ${turn} ${rights || '-'} - 0 1`;
  }
  return `${board} ${turn} - - 0 1`;
}

/** What a text says, as far as it can be made out; the server says whether it makes sense. */
export function readSetup(game: GameName, text: string): Setup | undefined {
  const fields = text.trim().split(/\s+/);
  const board = (fields[0] ?? '').replace(/\[.*$/, '');
  const size = sizeOf(game);
  if (board.split('/').length !== size.height) return undefined;
  // Two letters for elephant and horse, and a tilde behind a face-down man.
  const plain =
    game === 'chess'
      ? board
      : board
          .replace(/[a-zA-Z]~/g, (piece) => (piece < 'a' ? 'X' : 'x'))
          .replace(/[eEhH]/g, (one) => ({ e: 'b', E: 'B', h: 'n', H: 'N' })[one]!);
  const known = lettersOf(game);
  const pieces: Pieces = new Map();
  for (const [key, piece] of readPieces(plain)) {
    const [file, rank] = cornerOf(key);
    if (file < size.width && rank >= 0 && rank < size.height && known.includes(piece.role.charAt(0)))
      pieces.set(key, piece);
  }
  return {
    pieces,
    turn: /^b$/i.test(fields[1] ?? '') ? 'black' : 'white',
    castling: game === 'chess' ? (/^[KQkq]+$/.test(fields[2] ?? '') ? fields[2]! : '') : '',
    pool: game === 'jieqi' ? readPool(fields[2]) : undefined,
  };
}

export function startOf(game: GameName): Setup {
  const pieces = readPieces(STARTS[game]);
  return { pieces, turn: 'white', castling: 'KQkq', pool: undefined };
}

export const emptyOf = (turn: Color): Setup => ({ pieces: new Map(), turn, castling: 'KQkq', pool: undefined });

/** Left and right changed. */
export function mirror(game: GameName, setup: Setup): Setup {
  const { width } = sizeOf(game);
  const pieces: Pieces = new Map();
  for (const [key, piece] of setup.pieces) {
    const [file, rank] = cornerOf(key);
    pieces.set(keyAt(width - 1 - file, rank), piece);
  }
  return { ...setup, pieces };
}

const turned = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

/** The sides changed: each man becomes the other side's, seen from there, and so does the turn. */
export function swapSides(game: GameName, setup: Setup): Setup {
  const { height } = sizeOf(game);
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
  };
}
