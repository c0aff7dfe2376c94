// Local storage of deals: the commitment first seen, and the random bytes this browser contributed.
import type { DealView, Side } from '../../wire/index.ts';
import { toHex } from './scheme.ts';

export interface Stored {
  /** Commitment as first seen. */
  commitment: string;
  /** Time it was first seen. */
  at: number;
  own: Partial<Record<Side, string>>;
}

const NAME = 'kydai.deals';
/** Maximum number of entries; older ones are dropped. */
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
    // Without storage the game works; only the later comparison is not possible.
  }
}

/** Stored entry of a game; undefined if this browser did not take part. */
export function storedDeal(room: string): Stored | undefined {
  const stored = readAll()[room];
  return stored && typeof stored.commitment === 'string' ? { ...stored, own: stored.own ?? {} } : undefined;
}

/** Stores the commitment of an unfinished game when it is first seen. */
export function storeSeal(room: string, deal: DealView): void {
  if (!deal.seed && !storedDeal(room)) write(room, { commitment: deal.commitment, at: Date.now(), own: {} });
}

/**
 * Random bytes this browser contributes to a deal: generated once, stored before they are sent, and the same when
 * they are sent again.
 */
export function partOf(room: string, side: Side, deal: DealView): string {
  const stored = storedDeal(room) ?? { commitment: deal.commitment, at: Date.now(), own: {} };
  const known = stored.own[side];
  if (known) return known;
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
  write(room, { ...stored, own: { ...stored.own, [side]: nonce } });
  return nonce;
}
