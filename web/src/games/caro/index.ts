// Cờ caro (gomoku): X and O on squared paper or a blackboard, stones on wood.
import type { GameModule } from '../module.ts';
import o from './art/o.svg?url';
import x from './art/x.svg?url';
import card from './card.ts';

const { height, width } = card.size;
const START = Array<string>(height).fill(String(width)).join('/');
const WINS: Readonly<Record<string, string>> = { free: '', exact: 'x', vietnamese: 'v' };

export default {
  ...card,
  resizable: true,
  firstRank: 1,
  start: START,
  startFen: `${START} w 5`,
  sides: ['side_x', 'side_o'],
  dots: ['r', 'b'],
  firstWins: 'play_end_x',
  secondWins: 'play_end_o',
  look: 'caro',
  characters: false,
  image: (letter) => (letter === letter.toUpperCase() ? x : o),
  styles: () => import('./caro.css'),
  roles: { s: 'piece_caro_stone' },
  unknown: 'piece_caro_stone',
  hidden: false,
  values: {},
  box: { s: 113 },
  counted: false,
  fields: [],
  fenTail: '5',
  rulesText: {
    read(tail) {
      const [, line = '5', win = '', blocks = ''] = /^(\d)?([xv]?)(b?)/.exec(tail) ?? [];
      const named = Object.keys(WINS).find((one) => WINS[one] === win);
      return { line, win: named ?? 'free', edge: blocks ? 'blocks' : 'open' };
    },
    write: ({ line = '5', win = '', edge }) =>
      line + (WINS[win] ?? '') + (win === 'vietnamese' && edge === 'blocks' ? 'b' : ''),
  },
  promotions: [],
  castles: false,
  givesTurn: false,
  placed: 's',
  premove: () => [],
  notations: ['uci'],
  examples: { uci: 'h8' },
  fileNotation: 'uci',
  formats: ['psq'],
  plainPgn: false,
  rules: true,
  optionValues: {
    'win.free': 'rule_win_free',
    'win.exact': 'rule_win_exact',
    'win.vietnamese': 'rule_win_vietnamese',
    'edge.open': 'rule_edge_open',
    'edge.blocks': 'rule_edge_blocks',
  },
} satisfies GameModule;
