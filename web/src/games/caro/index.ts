// Cờ caro (gomoku): X and O on squared paper or a blackboard, stones on wood.
import type { GameModule } from '../module.ts';
import o from './art/o.svg?url';
import x from './art/x.svg?url';

const SIDE = 15;
const START = Array<string>(SIDE).fill(String(SIDE)).join('/');

export default {
  name: 'caro',
  title: 'game_caro',
  about: 'game_about_caro',
  size: { width: SIDE, height: SIDE },
  resizable: true,
  firstRank: 1,
  start: START,
  startFen: `${START} w 5`,
  sides: ['side_x', 'side_o'],
  dots: ['r', 'b'],
  firstWins: 'play_end_x',
  secondWins: 'play_end_o',
  face: 'kd-caro',
  look: 'caro',
  rim: false,
  emblem: 'S',
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
  promotions: [],
  castles: false,
  givesTurn: false,
  placed: 's',
  premove: () => [],
  notations: ['uci'],
  examples: { uci: 'h8' },
  notationFor: () => 'uci',
  fileNotation: 'uci',
  formats: [],
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
