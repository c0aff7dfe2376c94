// Diagrams of the rules pages: position, visible part, and marks.
import caro from './caro/diagrams.ts';
import type { GameName } from './module.ts';

export interface Diagram {
  game: GameName;
  fen: string;
  /** Visible part: first file, lowest rank, files, ranks. Omitted for the whole board. */
  view?: readonly [file: number, rank: number, files: number, ranks: number];
  /** Target points of a piece. */
  dots?: readonly string[];
  /** Pieces that can be captured. */
  takes?: readonly string[];
  /** Blocked points. */
  barred?: readonly string[];
  arrows?: readonly (readonly [from: string, to: string])[];
  /** General or king in check. */
  check?: string;
}

const xiangqi = (fen: string, rest: Omit<Diagram, 'game' | 'fen'> = {}): Diagram => ({ game: 'xiangqi', fen, ...rest });
const jieqi = (fen: string, rest: Omit<Diagram, 'game' | 'fen'> = {}): Diagram => ({ game: 'jieqi', fen, ...rest });
const chess = (fen: string, rest: Omit<Diagram, 'game' | 'fen'> = {}): Diagram => ({ game: 'chess', fen, ...rest });

export const DIAGRAMS = {
  'xq-start': xiangqi('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'),
  'xq-general': xiangqi('9/9/9/9/9/9/9/9/4K4/9', { view: [2, 0, 5, 4], dots: ['d1', 'f1', 'e0', 'e2'] }),
  'xq-advisor': xiangqi('9/9/9/9/9/9/9/9/4A4/9', { view: [2, 0, 5, 4], dots: ['d0', 'f0', 'd2', 'f2'] }),
  'xq-elephant': xiangqi('9/9/9/9/9/9/3p5/4B4/9/9', {
    view: [1, 0, 7, 6],
    dots: ['c0', 'g0', 'g4'],
    barred: ['c4'],
  }),
  'xq-horse': xiangqi('9/9/9/9/4P4/4N4/9/9/9/9', {
    view: [2, 2, 5, 5],
    dots: ['d2', 'f2', 'c3', 'g3', 'c5', 'g5'],
    barred: ['d6', 'f6'],
  }),
  'xq-chariot': xiangqi('9/9/4n4/9/9/2P1R4/9/9/9/9', {
    view: [1, 2, 7, 6],
    dots: ['e5', 'e6', 'e3', 'e2', 'd4', 'f4', 'g4', 'h4'],
    takes: ['e7'],
  }),
  'xq-cannon': xiangqi('9/9/9/9/9/2C1P1n2/9/9/9/9', {
    view: [1, 2, 7, 5],
    dots: ['c2', 'c3', 'c5', 'c6', 'b4', 'd4'],
    takes: ['g4'],
  }),
  'xq-soldier': xiangqi('9/9/9/9/5P3/9/2P6/9/9/9', {
    view: [1, 2, 7, 6],
    dots: ['c4', 'f6', 'e5', 'g5'],
  }),
  'xq-facing': xiangqi('4k4/9/9/9/9/4N4/9/9/9/4K4', {
    view: [2, 0, 5, 10],
    barred: ['d2', 'f2', 'c3', 'g3', 'c5', 'g5', 'd6', 'f6'],
  }),
  'xq-mate': xiangqi('R3k4/1R7/9/9/9/9/9/9/9/3K5', { view: [0, 6, 9, 4], arrows: [['a9', 'e9']], check: 'e9' }),
  'xq-stalemate': xiangqi('3k5/9/3P5/9/9/9/9/9/9/4K4', { view: [1, 0, 6, 10], barred: ['d8', 'e9'] }),
  'xq-perpetual-check': xiangqi('4k4/9/9/9/4R4/9/9/9/9/5K3', {
    view: [2, 4, 5, 6],
    arrows: [
      ['e5', 'd5'],
      ['e9', 'd9'],
    ],
    check: 'e9',
  }),
  'xq-perpetual-chase': xiangqi('5k3/9/1c7/9/9/1R7/9/9/9/4K4', {
    view: [0, 3, 6, 7],
    arrows: [
      ['b4', 'd4'],
      ['b7', 'd7'],
    ],
  }),
  'jq-start': jieqi('xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX'),
  'jq-dark': jieqi('xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX', {
    view: [0, 0, 9, 10],
    dots: ['b1', 'b3', 'b4', 'b5', 'b6', 'a2', 'c2', 'd2', 'e2', 'f2', 'g2'],
    takes: ['b9'],
  }),
  'jq-turned': jieqi('xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX', {
    view: [0, 0, 9, 4],
    arrows: [['b2', 'e2']],
  }),
  'jq-roaming': jieqi('9/9/9/5A3/9/9/2B6/9/9/9', {
    view: [0, 1, 9, 7],
    dots: ['e5', 'g5', 'e7', 'g7', 'a1', 'a5', 'e1', 'e5'],
  }),
  'jq-advisor': jieqi('9/9/9/9/9/9/9/9/9/3XK4', { view: [1, 0, 6, 4], dots: ['e1'], barred: ['c1'] }),
  'ch-start': chess('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'),
  'ch-king': chess('8/8/8/8/3K4/8/8/8', {
    view: [1, 1, 5, 5],
    dots: ['c3', 'c4', 'c5', 'd3', 'd5', 'e3', 'e4', 'e5'],
  }),
  'ch-queen': chess('8/8/8/8/3Q4/8/8/8', {
    view: [1, 1, 5, 5],
    dots: ['d2', 'd3', 'd5', 'd6', 'b4', 'c4', 'e4', 'f4', 'c3', 'b2', 'e5', 'f6', 'c5', 'b6', 'e3', 'f2'],
  }),
  'ch-rook': chess('8/8/3n4/8/3R1P2/8/8/8', {
    view: [1, 1, 5, 5],
    dots: ['d2', 'd3', 'd5', 'b4', 'c4', 'e4'],
    takes: ['d6'],
  }),
  'ch-bishop': chess('8/8/5p2/8/3B4/8/8/8', {
    view: [1, 1, 5, 5],
    dots: ['b2', 'c3', 'e5', 'b6', 'c5', 'e3', 'f2'],
    takes: ['f6'],
  }),
  'ch-knight': chess('8/8/8/3P4/3N4/8/8/8', {
    view: [1, 1, 5, 5],
    dots: ['b3', 'b5', 'c2', 'c6', 'e2', 'e6', 'f3', 'f5'],
  }),
  'ch-pawn': chess('8/8/8/8/2n1p3/3P4/8/8', { view: [1, 1, 5, 5], dots: ['d4'], takes: ['c4', 'e4'] }),
  'ch-castling': chess('8/8/8/8/8/8/5PPP/4K2R', { view: [3, 0, 5, 3], dots: ['f1'], arrows: [['e1', 'g1']] }),
  'ch-en-passant': chess('8/8/8/3Pp3/8/8/8/8', {
    view: [1, 3, 5, 5],
    dots: ['e6'],
    takes: ['e5'],
    arrows: [
      ['e7', 'e5'],
      ['d5', 'e6'],
    ],
  }),
  'ch-promotion': chess('8/2P5/8/8/8/8/8/8', { view: [0, 4, 5, 4], arrows: [['c7', 'c8']] }),
  'ch-mate': chess('R5k1/5ppp/8/8/8/8/8/6K1', { view: [0, 4, 8, 4], arrows: [['a8', 'g8']], check: 'g8' }),
  'ch-stalemate': chess('7k/5Q2/6K1/8/8/8/8/8', { view: [3, 3, 5, 5], barred: ['g8', 'g7', 'h7'] }),
  ...caro,
} as const satisfies Record<string, Diagram>;

export type DiagramName = keyof typeof DIAGRAMS;
