// Chess.
import type { GameModule } from '../module.ts';
import card from './card.ts';
import { diagonal, leap, reached, straight, type Reach } from '../reach.ts';

const files = import.meta.glob('../../look/art/chess/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;
const FILES: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

function pattern(role: string, file: number, rank: number): Reach | undefined {
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
      return undefined;
  }
}

export default {
  ...card,
  resizable: false,
  firstRank: 1,
  start: START,
  startFen: `${START} w KQkq - 0 1`,
  sides: ['side_white', 'side_black'],
  dots: ['w', 'k'],
  firstWins: 'play_end_white',
  look: 'chess',
  picture: 'chess',
  characters: false,
  image(letter) {
    const first = letter !== letter.toLowerCase();
    return files[`../../look/art/chess/${first ? 'w' : 'b'}-${FILES[letter.toLowerCase()]}.svg`];
  },
  roles: Object.fromEntries(Object.entries(FILES).map(([letter, name]) => [letter, `piece_chess_${name}`])),
  unknown: 'piece_chess_pawn',
  hidden: false,
  values: { q: 9, r: 5, b: 3, n: 3, p: 1 },
  // Only the kings are limited, because pawns are promoted.
  box: { k: 1, q: 9, r: 10, b: 10, n: 10, p: 8 },
  counted: false,
  fields: ['castling'],
  promotions: ['q', 'n', 'r', 'b'],
  castles: true,
  givesTurn: true,
  premove: (pieces, from) => reached(card.size, pieces, from, pattern),
  notations: ['san', 'san-vi', 'uci'],
  examples: { san: 'Nf3', 'san-vi': 'Mf3', uci: 'g1f3' },
  fileNotation: 'san',
  formats: [],
  plainPgn: true,
  rules: true,
} satisfies GameModule;
