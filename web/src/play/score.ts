// Evaluation for display: advantage, height of the bar, points of the graph.
import type { MatchOutcome, Side, Worth } from '../wire/index.ts';

/** Advantage of a side: `mate` in moves, otherwise pawns. */
export type Advantage =
  | { kind: 'won'; side: Side }
  | { kind: 'mate'; side: Side; moves: number }
  | { kind: 'better'; side: Side; amount: number }
  | { kind: 'even' };

/** Below this many centipawns the position counts as even. */
const EVEN = 15;

/** Winning side of a forced mate. A mate in 0 has no sign: then the win probability decides. */
const winnerOf = (worth: Worth): Side => ((worth.mate || worth.chance - 0.5) >= 0 ? 'first' : 'second');

/** Endings not caused by the position: the evaluation of the position stays. */
const OFF_THE_BOARD = ['resignation', 'time_forfeit', 'time_without_material', 'agreement', 'aborted'];

/** Evaluation of a position in which the game has ended by its rules. */
export function worthOfEnd(outcome: Pick<MatchOutcome, 'winner' | 'reason'>): Worth | undefined {
  if (OFF_THE_BOARD.includes(outcome.reason)) return undefined;
  if (outcome.winner === null) return { cp: 0, mate: null, chance: 0.5 };
  return { cp: null, mate: 0, chance: outcome.winner === 'first' ? 1 : 0 };
}

export function advantageOf(worth: Worth): Advantage {
  if (worth.mate === 0) return { kind: 'won', side: winnerOf(worth) };
  if (worth.mate !== null) return { kind: 'mate', side: winnerOf(worth), moves: Math.abs(worth.mate) };
  const cp = worth.cp ?? 0;
  if (Math.abs(cp) < EVEN) return { kind: 'even' };
  return { kind: 'better', side: cp > 0 ? 'first' : 'second', amount: Math.abs(cp) / 100 };
}

/** First side's share of the bar in percent; 0 and 100 only at the end. */
export function barShare(worth: Worth | undefined): number {
  if (!worth) return 50;
  if (worth.mate !== null) return winnerOf(worth) === 'first' ? 100 : 0;
  return Math.min(97, Math.max(3, worth.chance * 100));
}

/** Height on the graph, -1 (second side) to 1. */
export function curveHeight(worth: Worth): number {
  if (worth.mate !== null) return winnerOf(worth) === 'first' ? 1 : -1;
  return Math.tanh((worth.cp ?? 0) / 190);
}

export interface CurvePoint {
  ply: number;
  height: number;
}

/** Points of the graph, oldest first; plies without an evaluation are left out. */
export function curveOf(worths: readonly (Worth | undefined)[]): CurvePoint[] {
  const out: CurvePoint[] = [];
  worths.forEach((worth, ply) => {
    if (worth) out.push({ ply, height: curveHeight(worth) });
  });
  return out;
}

export type Mark = '' | '?!' | '?' | '??';

/** Judgement of a move by the win probability it lost: 0.1 is an inaccuracy, 0.2 a mistake, 0.3 a blunder. */
export function markOf(before: Worth | undefined, after: Worth | undefined, mover: Side): Mark {
  if (!before || !after) return '';
  const sign = mover === 'first' ? 1 : -1;
  const lost = sign * (before.chance - after.chance) * 2;
  if (lost >= 0.6) return '??';
  if (lost >= 0.4) return '?';
  if (lost >= 0.2) return '?!';
  return '';
}
