// An evaluation as people read it: who is better and by how much, the height of the bar, the points of the curve.
import type { MatchOutcome, Side, Worth } from '../wire/index.ts';

/** Who is better, and by what: `mate` in moves, else hundredths. */
export type Advantage =
  | { kind: 'won'; side: Side }
  | { kind: 'mate'; side: Side; moves: number }
  | { kind: 'better'; side: Side; amount: number }
  | { kind: 'even' };

/** Less than this many hundredths is nobody's advantage. */
const EVEN = 15;

/** Whose the forced end is. Once it has come no moves are left to have a sign: then the share of the point says it. */
const winnerOf = (worth: Worth): Side => ((worth.mate || worth.chance - 0.5) >= 0 ? 'first' : 'second');

/** Ends that nothing on the board brought about: what the position is worth stays as it is. */
const OFF_THE_BOARD = ['resignation', 'time_forfeit', 'time_without_material', 'agreement', 'aborted'];

/** What a position is worth in which the game has ended by its rules. */
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

/** The first side's share of the bar, in percent; never quite nothing before the end. */
export function barShare(worth: Worth | undefined): number {
  if (!worth) return 50;
  if (worth.mate !== null) return winnerOf(worth) === 'first' ? 100 : 0;
  return Math.min(97, Math.max(3, worth.chance * 100));
}

/** The height on the curve, -1 (second side) to 1. */
export function curveHeight(worth: Worth): number {
  if (worth.mate !== null) return winnerOf(worth) === 'first' ? 1 : -1;
  return Math.tanh((worth.cp ?? 0) / 190);
}

export interface CurvePoint {
  ply: number;
  height: number;
}

/** The curve's points, oldest first; plies nobody weighed are left out. */
export function curveOf(worths: readonly (Worth | undefined)[]): CurvePoint[] {
  const out: CurvePoint[] = [];
  worths.forEach((worth, ply) => {
    if (worth) out.push({ ply, height: curveHeight(worth) });
  });
  return out;
}

export type Mark = '' | '?!' | '?' | '??';

/** How bad a move was, by what it lost of its own side's chances: a tenth is doubtful, two a mistake, three a blunder. */
export function markOf(before: Worth | undefined, after: Worth | undefined, mover: Side): Mark {
  if (!before || !after) return '';
  const sign = mover === 'first' ? 1 : -1;
  const lost = sign * (before.chance - after.chance) * 2;
  if (lost >= 0.6) return '??';
  if (lost >= 0.4) return '?';
  if (lost >= 0.2) return '?!';
  return '';
}
