// Names of pieces and squares, for screen readers.
import type { Piece } from 'chessgroundx/types';
import { t, word } from '../lib/i18n/index.svelte.ts';
import { homeRole } from '../games/home.ts';
import { moduleOf } from '../games/index.svelte.ts';
import type { GameName } from '../games/module.ts';
import { cornerOf, squareOf, type Color, type Key } from './squares.ts';

/** Name of a role, by its FEN letter. */
export function roleName(game: GameName, letter: string): string {
  const { roles, unknown } = moduleOf(game);
  return word(roles[letter.toLowerCase()] ?? unknown);
}

/** Name of a side, by the widget's color. */
export const sideName = (game: GameName, color: Color): string => word(moduleOf(game).sides[color === 'white' ? 0 : 1]);

/** Role letter a face-down piece moves like on this square; undefined once it has left its home square. */
export function homeLetter(piece: Piece, key: Key): string | undefined {
  const [file, rank] = cornerOf(key);
  return homeRole(file, piece.color === 'white' ? rank : 9 - rank);
}

/** Name of a piece on its square: "red cannon, face down". */
export function pieceName(game: GameName, piece: Piece, key: Key): string {
  if (piece.role !== 'x-piece')
    return t('board_piece', { piece: roleName(game, piece.role.charAt(0)), side: sideName(game, piece.color) });
  const home = homeLetter(piece, key);
  const name = home ? word(moduleOf(game).faceDown?.[home] ?? '') : t('board_face_down');
  return t('board_piece', { piece: name, side: sideName(game, piece.color) });
}

/** Square name with the piece on it. */
export function squareName(game: GameName, key: Key, piece: Piece | undefined): string {
  return `${squareOf(game, key)}, ${piece ? pieceName(game, piece, key) : t('board_empty')}`;
}
