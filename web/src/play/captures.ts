// Men that are off the board or face down: what was captured, who is ahead, what may still lie there.
import type { GameName } from '../lib/settings.svelte.ts';
import type { Ply, Side } from '../wire/index.ts';

/** Common values, to say who is ahead in men; the machine weighs its own way. */
const VALUES: Record<'chess' | 'eastern', Record<string, number>> = {
  chess: { q: 9, r: 5, b: 3, n: 3, p: 1 },
  eastern: { r: 9, c: 4.5, n: 4, a: 2, b: 2, p: 1 },
};
const ORDER = 'qrcnbap?';

export interface Captured {
  /** As in a FEN: capital for the first side's men. `?` and `x` stand for a man this viewer was not shown. */
  letter: string;
  faceDown: boolean;
}

/** The men that each side has captured after so many plies, dearest first. */
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

/** By how much the first side is ahead in men on this board. Face-down men count for nothing: nobody knows them. */
export function materialOf(game: GameName, position: string): number {
  const values = VALUES[game === 'chess' ? 'chess' : 'eastern'];
  let sum = 0;
  for (const letter of position.split(' ')[0] ?? '') {
    const value = values[letter.toLowerCase()];
    if (value) sum += letter === letter.toLowerCase() ? -value : value;
  }
  return sum;
}

/** The men that may lie face down, by letter, as the viewer of a jieqi position knows it: `R2A2..r1`. */
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

/** What turning one man up is worth on average, in soldiers. */
export function expectedValue(pieces: Record<string, number>): number {
  const total = poolSize(pieces);
  if (total === 0) return 0;
  return Object.entries(pieces).reduce((sum, [role, count]) => sum + count * (VALUES.eastern[role] ?? 0), 0) / total;
}
