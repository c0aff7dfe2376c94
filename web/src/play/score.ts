// Evaluation for display: advantage, height of the bar, points of the graph.
import type { MatchOutcome, Side, Score } from '../wire/index.ts';

/** Advantage of a side: `mate` in moves, otherwise pawns. */
export type Advantage =
  | { kind: 'won'; side: Side }
  | { kind: 'mate'; side: Side; moves: number }
  | { kind: 'better'; side: Side; amount: number }
  | { kind: 'even' };

/** Below this many centipawns the position counts as even. */
const EVEN = 15;

/** Winning side of a forced mate. A mate in 0 has no sign: then the win probability decides. */
const winnerOf = (score: Score): Side => ((score.mate || score.chance - 0.5) >= 0 ? 'first' : 'second');

/** Endings not caused by the position: the evaluation of the position stays. */
const OFF_THE_BOARD = ['resignation', 'time_forfeit', 'time_without_material', 'abandonment', 'agreement', 'aborted'];

/** Evaluation of a position in which the game has ended by its rules. */
export function scoreOfEnd(outcome: Pick<MatchOutcome, 'winner' | 'reason'>): Score | undefined {
  if (OFF_THE_BOARD.includes(outcome.reason)) return undefined;
  if (outcome.winner === null) return { cp: 0, mate: null, chance: 0.5 };
  return { cp: null, mate: 0, chance: outcome.winner === 'first' ? 1 : 0 };
}

export function advantageOf(score: Score): Advantage {
  if (score.mate === 0) return { kind: 'won', side: winnerOf(score) };
  if (score.mate !== null) return { kind: 'mate', side: winnerOf(score), moves: Math.abs(score.mate) };
  const cp = score.cp ?? 0;
  if (Math.abs(cp) < EVEN) return { kind: 'even' };
  return { kind: 'better', side: cp > 0 ? 'first' : 'second', amount: Math.abs(cp) / 100 };
}

/** First side's share of the bar in percent; 0 and 100 only at the end. */
export function barShare(score: Score | undefined): number {
  if (!score) return 50;
  if (score.mate !== null) return winnerOf(score) === 'first' ? 100 : 0;
  return Math.min(97, Math.max(3, score.chance * 100));
}

/** Height on the graph, -1 (second side) to 1. */
export function curveHeight(score: Score): number {
  if (score.mate !== null) return winnerOf(score) === 'first' ? 1 : -1;
  return Math.tanh((score.cp ?? 0) / 190);
}

export interface CurvePoint {
  ply: number;
  height: number;
}

/** Points of the graph, oldest first; plies without an evaluation are left out. */
export function curveOf(scores: readonly (Score | undefined)[]): CurvePoint[] {
  const out: CurvePoint[] = [];
  scores.forEach((score, ply) => {
    if (score) out.push({ ply, height: curveHeight(score) });
  });
  return out;
}

export type Mark = '' | '?!' | '?' | '??';

/** Judgment of a move by the win probability it lost: 0.1 is an inaccuracy, 0.2 a mistake, 0.3 a blunder. */
export function markOf(before: Score | undefined, after: Score | undefined, mover: Side): Mark {
  if (!before || !after) return '';
  const sign = mover === 'first' ? 1 : -1;
  const lost = sign * (before.chance - after.chance) * 2;
  if (lost >= 0.6) return '??';
  if (lost >= 0.4) return '?';
  if (lost >= 0.2) return '?!';
  return '';
}
