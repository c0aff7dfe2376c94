// Parses the pieces of a FEN for small static boards.
import { moduleOf } from '../../games/index.svelte.ts';
import type { GameName } from '../../games/module.ts';
import { sizeOf } from '../../board/squares.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export interface FenPiece {
  /** FEN letter: upper case for the first side. */
  letter: string;
  /** File from the left, zero-based. */
  file: number;
  /** Rank from the bottom, zero-based. */
  rank: number;
}

/** Pieces of a position; unknown characters are skipped. */
export function piecesOf(game: GameName, fen: string): FenPiece[] {
  const module = moduleOf(game);
  const { width: files, height: ranks } = sizeOf(game, fen);
  const roles = Object.keys(module.roles).join('');
  // A game without a list of roles shows every letter.
  const known = !roles ? LETTERS : `${roles}${Object.keys(module.spellings ?? {}).join('')}${module.hidden ? 'x' : ''}`;
  const pieces: FenPiece[] = [];
  const rows = (fen.trim().split(/\s+/)[0] ?? '').split('/');
  for (const [down, row] of rows.slice(0, ranks).entries()) {
    let file = 0;
    for (const letter of row.match(/\d+|\D/g) ?? []) {
      const low = letter.toLowerCase();
      if (/\d/.test(letter)) file += Number(letter);
      else if (letter === '~') hide(pieces);
      else if (known.includes(low)) {
        if (file < files) pieces.push({ letter: module.spellings?.[letter] ?? letter, file, rank: ranks - 1 - down });
        file += 1;
      }
    }
  }
  return pieces;
}

/** The preceding piece is face down: pychess writes its point's letter and a tilde. */
function hide(pieces: FenPiece[]): void {
  const last = pieces.at(-1);
  if (last) last.letter = last.letter === last.letter.toLowerCase() ? 'x' : 'X';
}

/** File and rank of a square: `e0` in xiangqi (ranks from 0), `e1` in chess (from 1). */
export function squareOf(game: GameName, name: string): readonly [file: number, rank: number] {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - moduleOf(game).firstRank];
}
