// Pieces off the board or face down: captures, material balance, pool of hidden pieces.
import { VALUES } from '../games/eastern.ts';
import { moduleOf } from '../games/index.svelte.ts';
import type { GameName } from '../games/module.ts';
import type { Ply, Side } from '../wire/index.ts';

const ORDER = 'qrcnbap?';

export interface Captured {
  /** FEN letter: upper case for the first side. `?` and `x` are pieces hidden from this viewer. */
  letter: string;
  faceDown: boolean;
}

/** Pieces captured by each side after a number of plies, most valuable first. */
export function capturedBy(plies: readonly Ply[], count: number): Record<Side, Captured[]> {
  const out: Record<Side, Captured[]> = { first: [], second: [] };
  for (const ply of plies.slice(0, count)) {
    if (!ply.took) continue;
    const known = ply.took.letter !== '?';
    const low = known ? ply.took.letter.toLowerCase() : 'x';
    const letter = ply.took.side === 'first' ? low.toUpperCase() : low;
    out[ply.took.side === 'first' ? 'second' : 'first'].push({ letter, faceDown: ply.took.face_down });
  }
  const rank = (one: Captured) => (ORDER.indexOf(one.letter.toLowerCase()) + ORDER.length) % ORDER.length;
  for (const side of ['first', 'second'] as const) out[side].sort((a, b) => rank(a) - rank(b));
  return out;
}

/** Material balance of the first side. Face-down pieces count as zero because they are unknown. */
export function materialOf(game: GameName, position: string): number {
  const { values } = moduleOf(game);
  let sum = 0;
  for (const letter of position.split(' ')[0] ?? '') {
    const value = values[letter.toLowerCase()];
    if (value) sum += letter === letter.toLowerCase() ? -value : value;
  }
  return sum;
}

/** Pool of hidden pieces by letter, as known to the viewer of a jieqi position: `R2A2..r1`. */
export interface Pool {
  first: Record<string, number>;
  second: Record<string, number>;
}

export const FULL: Readonly<Record<string, number>> = { r: 2, c: 2, n: 2, b: 2, a: 2, p: 5 };

export function readPool(position: string): Pool | undefined {
  const field = position.split(' ')[2] ?? '';
  if (!/^([a-zA-Z]\d+)*$/.test(field) && field !== '-') return undefined;
  const pool: Pool = { first: {}, second: {} };
  for (const role of Object.keys(FULL)) pool.first[role] = pool.second[role] = 0;
  for (const [, letter = '', count] of field.matchAll(/([a-zA-Z])(\d+)/g)) {
    const low = letter.toLowerCase();
    if (low in FULL) pool[letter === low ? 'second' : 'first'][low] = Number(count);
  }
  return pool;
}

export const poolSize = (pieces: Record<string, number>): number =>
  Object.values(pieces).reduce((sum, one) => sum + one, 0);

/** Expected value of revealing one piece, in pawns. */
export function expectedValue(pieces: Record<string, number>): number {
  const total = poolSize(pieces);
  if (total === 0) return 0;
  return Object.entries(pieces).reduce((sum, [role, count]) => sum + count * (VALUES[role] ?? 0), 0) / total;
}
