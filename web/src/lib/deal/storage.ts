// What this browser remembers of deals: the seal it saw before anything was added, and what it added itself.
import type { DealView, Side } from '../../wire/index.ts';
import { toHex } from './scheme.ts';

export interface Kept {
  /** The seal, as it was first seen. */
  commitment: string;
  /** When. */
  at: number;
  own: Partial<Record<Side, string>>;
}

const NAME = 'kydai.deals';
/** Older ones are forgotten. */
const MOST = 200;

function readAll(): Record<string, Kept> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    return typeof read === 'object' && read !== null ? (read as Record<string, Kept>) : {};
  } catch {
    return {};
  }
}

function write(room: string, kept: Kept): void {
  const all = { ...readAll(), [room]: kept };
  const newest = Object.entries(all)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, MOST);
  try {
    localStorage.setItem(NAME, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // A browser that keeps nothing still plays; it only cannot compare afterwards.
  }
}

/** What this browser kept of a game; nothing where it was not there. */
export function keptOf(room: string): Kept | undefined {
  const kept = readAll()[room];
  return kept && typeof kept.commitment === 'string' ? { ...kept, own: kept.own ?? {} } : undefined;
}

/** Remembers the seal of a game that is not over, the first time it is seen. */
export function keepSeal(room: string, deal: DealView): void {
  if (!deal.seed && !keptOf(room)) write(room, { commitment: deal.commitment, at: Date.now(), own: {} });
}

/** What this browser adds to a deal: drawn once, kept before it is sent, and the same when it must be sent again. */
export function partOf(room: string, side: Side, deal: DealView): string {
  const kept = keptOf(room) ?? { commitment: deal.commitment, at: Date.now(), own: {} };
  const known = kept.own[side];
  if (known) return known;
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
  write(room, { ...kept, own: { ...kept.own, [side]: nonce } });
  return nonce;
}
