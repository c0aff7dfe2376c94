// Diagrams of the rules of cờ caro.
import type { Diagram } from '../diagrams.ts';

const at = (fen: string, rest: Omit<Diagram, 'game' | 'fen'>): Diagram => ({ game: 'caro', fen, ...rest });

export default {
  'ca-five': at('15/15/15/15/10S4/6s2S5/7sS6/6SsS6/5Ss2s5/15/15/15/15/15/15', { view: [3, 4, 9, 8] }),
  'ca-blocked': at('9/9/9/9/1sSSSSSs1/9/9/9/9', { view: [0, 3, 9, 3] }),
  'ca-four': at('9/9/9/3ss4/2SSSS3/4s4/9/9/9', { view: [0, 2, 9, 5], dots: ['b5', 'g5'] }),
  'ca-three': at('9/9/9/9/3SSS3/4s4/3s5/9/9', { view: [0, 1, 9, 5], dots: ['c5', 'g5', 'b5', 'h5'] }),
} as const satisfies Record<string, Diagram>;
