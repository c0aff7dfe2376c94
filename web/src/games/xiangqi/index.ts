// Xiangqi.
import { eastern, VALUES } from '../eastern.ts';
import type { GameModule } from '../module.ts';
import card from './card.ts';

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR';

export default {
  ...card,
  ...eastern,
  look: 'xiangqi',
  start: START,
  startFen: `${START} w - - 0 1`,
  hidden: false,
  values: VALUES,
  box: { k: 1, a: 2, b: 2, r: 2, n: 2, c: 2, p: 5 },
  fields: [],
  premove: (pieces, from) => eastern.premove(pieces, from, false),
  formats: ['xqf', 'dhtmlxq'],
} satisfies GameModule;
