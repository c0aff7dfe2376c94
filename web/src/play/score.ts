// An evaluation as people read it: who is better and by how much, the height of the bar, the points of the curve.
import type { Side, Worth } from '../wire/index.ts';

/** Who is better, and by what: `mate` in moves, else hundredths. */
export type Standing =
  | { kind: 'mate'; side: Side; moves: number }
  | { kind: 'better'; side: Side; amount: number }
  | { kind: 'even' };

/** Less than this many hundredths is nobody's advantage. */
const EVEN = 15;

export function standingOf(worth: Worth): Standing {
  if (worth.mate !== null) return { kind: 'mate', side: worth.mate >= 0 ? 'first' : 'second', moves: Math.abs(worth.mate) };
  const cp = worth.cp ?? 0;
  if (Math.abs(cp) < EVEN) return { kind: 'even' };
  return { kind: 'better', side: cp > 0 ? 'first' : 'second', amount: Math.abs(cp) / 100 };
}

/** The first side's share of the bar, in percent; never quite nothing before the end. */
export function barShare(worth: Worth | undefined): number {
  if (!worth) return 50;
  if (worth.mate !== null) return worth.mate >= 0 ? 100 : 0;
  return Math.min(97, Math.max(3, worth.chance * 100));
}

/** The height on the curve, -1 (second side) to 1. */
export function curveHeight(worth: Worth): number {
  if (worth.mate !== null) return worth.mate >= 0 ? 1 : -1;
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
