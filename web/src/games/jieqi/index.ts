// Jieqi: xiangqi with hidden pieces.
import { eastern } from '../eastern.ts';
import type { GameModule } from '../module.ts';
import card from './card.ts';

const START = 'xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX';

export default {
  ...card,
  ...eastern,
  look: 'jieqi',
  start: START,
  startFen: `${START} w - - 0 1`,
  hidden: true,
  faceDown: {
    a: 'piece_jieqi_face_down_advisor',
    b: 'piece_jieqi_face_down_elephant',
    n: 'piece_jieqi_face_down_horse',
    r: 'piece_jieqi_face_down_chariot',
    c: 'piece_jieqi_face_down_cannon',
    p: 'piece_jieqi_face_down_soldier',
  },
  // Face-down pieces make the balance unknown.
  values: {},
  box: { k: 1, a: 2, b: 2, r: 2, n: 2, c: 2, p: 5, x: 15 },
  fields: ['pool'],
  formats: [],
} satisfies GameModule;
