// Parses the pieces of a FEN for small static boards.
import type { GameName } from '../settings.svelte.ts';

export interface FenPiece {
  /** FEN letter: upper case for the first side. */
  letter: string;
  /** File from the left, zero-based. */
  file: number;
  /** Rank from the bottom, zero-based. */
  rank: number;
}

export const SIZES: Record<GameName, readonly [files: number, ranks: number]> = {
  xiangqi: [9, 10],
  jieqi: [9, 10],
  chess: [8, 8],
};

export const STARTS: Record<GameName, string> = {
  xiangqi: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR',
  jieqi: 'xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX',
  chess: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
};

/** Pieces of a position; unknown characters are skipped. */
export function piecesOf(game: GameName, fen: string): FenPiece[] {
  const [files, ranks] = SIZES[game];
  const known = game === 'chess' ? 'kqrbnp' : 'kabnrcpxeh';
  const pieces: FenPiece[] = [];
  const rows = (fen.trim().split(/\s+/)[0] ?? '').split('/');
  for (const [down, row] of rows.slice(0, ranks).entries()) {
    let file = 0;
    for (const letter of row) {
      const low = letter.toLowerCase();
      if (/\d/.test(letter)) file += Number(letter);
      else if (letter === '~') hide(pieces);
      else if (known.includes(low)) {
        if (file < files) pieces.push({ letter: plain(letter), file, rank: ranks - 1 - down });
        file += 1;
      }
    }
  }
  return pieces;
}

/** `e` and `h` are alternative letters for elephant and horse. */
function plain(letter: string): string {
  const other: Record<string, string> = { e: 'b', h: 'n', E: 'B', H: 'N' };
  return other[letter] ?? letter;
}

/** The preceding piece is face down: pychess writes its point's letter and a tilde. */
function hide(pieces: FenPiece[]): void {
  const last = pieces.at(-1);
  if (last) last.letter = last.letter === last.letter.toLowerCase() ? 'x' : 'X';
}

/** File and rank of a square: `e0` in xiangqi (ranks from 0), `e1` in chess (from 1). */
export function squareOf(game: GameName, name: string): readonly [file: number, rank: number] {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - (game === 'chess' ? 1 : 0)];
}
