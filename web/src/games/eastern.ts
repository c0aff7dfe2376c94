// What xiangqi and jieqi share: board, images, names, notations, movement patterns.
import type { Key, Pieces } from 'chessgroundx/types';
import { homeRole } from './home.ts';
import { reached, straight, leap, wazir, type Reach } from './reach.ts';
import { easternCard } from './eastern-card.ts';
import type { GameModule } from './module.ts';

const files = import.meta.glob('../look/art/xiangqi/*/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;

const FILES: Record<string, string> = {
  k: 'king',
  a: 'advisor',
  b: 'elephant',
  n: 'knight',
  r: 'rook',
  c: 'cannon',
  p: 'pawn',
  x: 'back',
};

/** Directories of each piece set, the first one with the image counts. */
const SETS: Record<string, readonly string[]> = {
  trad: ['trad'],
  simp: ['simp', 'trad'],
  intl: ['intl'],
  vi: ['vi'],
  latin: ['latin'],
  'trad-contrast': ['trad-contrast', 'trad'],
  'simp-contrast': ['simp-contrast', 'trad-contrast', 'simp', 'trad'],
};

function image(letter: string, set: string): string | undefined {
  const first = letter !== letter.toLowerCase();
  const low = letter.toLowerCase();
  const wanted = low === 'x' ? ['back'] : set === 'simp-contrast' && first ? ['simp', 'trad'] : (SETS[set] ?? ['trad']);
  for (const one of wanted) {
    const found = files[`../look/art/xiangqi/${one}/${first ? 'r' : 'b'}-${FILES[low]}.svg`];
    if (found) return found;
  }
  return undefined;
}

/** Movement patterns, relative to the piece's own side: rank 0 is its back rank, (x, y) the target square. */
function pattern(role: string, roams: boolean): Reach {
  const palace = (x: number, y: number) => x >= 3 && x <= 5 && y <= 2;
  switch (role) {
    case 'k':
      return (dx, dy, x, y) => wazir(dx, dy, x, y) && palace(x, y);
    case 'a':
      return (dx, dy, x, y) => Math.abs(dx) === 1 && Math.abs(dy) === 1 && (roams || palace(x, y));
    case 'b':
      return (dx, dy, _x, y) => Math.abs(dx) === 2 && Math.abs(dy) === 2 && (roams || y <= 4);
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

/** Conventional piece values; engines use their own. */
export const VALUES: Readonly<Record<string, number>> = { r: 9, c: 4.5, n: 4, a: 2, b: 2, p: 1 };

export const eastern = {
  resizable: false,
  firstRank: 0,
  sides: ['side_red', 'side_black'],
  dots: ['r', 'b'],
  firstWins: 'play_end_red',
  picture: 'xiangqi',
  characters: true,
  image,
  roles: {
    k: 'piece_xiangqi_general',
    a: 'piece_xiangqi_advisor',
    b: 'piece_xiangqi_elephant',
    n: 'piece_xiangqi_horse',
    r: 'piece_xiangqi_chariot',
    c: 'piece_xiangqi_cannon',
    p: 'piece_xiangqi_soldier',
  },
  unknown: 'piece_xiangqi_unknown',
  spellings: { e: 'b', h: 'n', E: 'B', H: 'N' },
  counted: true,
  promotions: [],
  castles: false,
  givesTurn: true,
  premove(pieces: Pieces, from: Key, roams: boolean): Key[] {
    return reached(easternCard.size, pieces, from, (role, file, rank) => {
      const dark = role === 'x';
      const letter = dark ? homeRole(file, rank) : role;
      return letter ? pattern(letter, roams && !dark) : undefined;
    });
  },
  notations: ['vi', 'vi-words', 'wxf', 'zh', 'zh-hant', 'uci'],
  examples: {
    vi: 'P2-5',
    'vi-words': 'Pháo 2 bình 5',
    wxf: 'C2=5',
    zh: '炮二平五 马八进七',
    'zh-hant': '炮二平五 馬八進七',
    uci: 'h2e2',
  },
  fileNotation: 'wxf',
  plainPgn: false,
  rules: true,
} as const satisfies Partial<GameModule>;
