// Piece images for lists and buttons; the board takes them from theme.css.
import type { GameName } from './settings.svelte.ts';

const files = import.meta.glob(['../look/art/xiangqi/*/*.svg', '../look/art/chess/*.svg'], {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;

const XIANGQI: Record<string, string> = {
  k: 'king',
  a: 'advisor',
  b: 'elephant',
  n: 'knight',
  r: 'rook',
  c: 'cannon',
  p: 'pawn',
  x: 'back',
};
const CHESS: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

const SETS: Record<string, readonly string[]> = {
  trad: ['trad'],
  simp: ['simp', 'trad'],
  intl: ['intl'],
  vi: ['vi'],
  latin: ['latin'],
  'trad-contrast': ['trad-contrast', 'trad'],
  'simp-contrast': ['simp-contrast', 'trad-contrast', 'simp', 'trad'],
};

/** Image of a piece. `letter` as in a FEN, upper case for the first side; `set` is the class of the piece set. */
export function pieceImage(game: GameName, letter: string, set: string): string {
  const first = letter !== letter.toLowerCase();
  const low = letter.toLowerCase();
  if (game === 'chess') return files[`../look/art/chess/${first ? 'w' : 'b'}-${CHESS[low]}.svg`] ?? '';
  const side = first ? 'r' : 'b';
  const wanted = low === 'x' ? ['back'] : set === 'simp-contrast' && first ? ['simp', 'trad'] : (SETS[set] ?? ['trad']);
  for (const one of wanted) {
    const found = files[`../look/art/xiangqi/${one}/${side}-${XIANGQI[low]}.svg`];
    if (found) return found;
  }
  return '';
}
