// What this browser remembers of deals: the seal it saw before anything was added, and what it added itself.
import type { DealView, Side } from '../../wire/index.ts';
import { toHex } from './scheme.ts';

export interface Stored {
  /** The seal, as it was first seen. */
  commitment: string;
  /** When. */
  at: number;
  own: Partial<Record<Side, string>>;
}

const NAME = 'kydai.deals';
/** Older ones are forgotten. */
const MOST = 200;

function readAll(): Record<string, Stored> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    return typeof read === 'object' && read !== null ? (read as Record<string, Stored>) : {};
  } catch {
    return {};
  }
}

function write(room: string, stored: Stored): void {
  const all = { ...readAll(), [room]: stored };
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
export function storedDeal(room: string): Stored | undefined {
  const stored = readAll()[room];
  return stored && typeof stored.commitment === 'string' ? { ...stored, own: stored.own ?? {} } : undefined;
}

/** Remembers the seal of a game that is not over, the first time it is seen. */
export function storeSeal(room: string, deal: DealView): void {
  if (!deal.seed && !storedDeal(room)) write(room, { commitment: deal.commitment, at: Date.now(), own: {} });
}

/** What this browser adds to a deal: drawn once, kept before it is sent, and the same when it must be sent again. */
export function partOf(room: string, side: Side, deal: DealView): string {
  const stored = storedDeal(room) ?? { commitment: deal.commitment, at: Date.now(), own: {} };
  const known = stored.own[side];
  if (known) return known;
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
  write(room, { ...stored, own: { ...stored.own, [side]: nonce } });
  return nonce;
}
