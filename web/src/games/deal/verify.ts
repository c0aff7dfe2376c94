// Verifies a deal in the browser, without the server.
import type { DealProof } from '../../wire/index.ts';
import {
  commitmentOf,
  dealPieces,
  fromHex,
  keyOf,
  readStart,
  SCHEME,
  SEED_BYTES,
  START_POSITION,
  toHex,
  wordsOf,
  writeBoard,
} from './scheme.ts';
import type { Stored } from './storage.ts';

export type Check =
  | { name: 'seal' | 'pieces'; holds: boolean }
  | { name: 'moves'; holds: true; count: number }
  | { name: 'moves'; holds: false; number: number; move: string; real: string }
  | { name: 'stored'; holds: boolean; at: number }
  | { name: 'own'; holds: boolean };

/** Reason why there is nothing to verify. */
export type Unreadable = 'json' | 'fields' | 'scheme' | 'bytes' | 'start';

export interface Verified {
  holds: boolean;
  checks: Check[];
  /** Piece placement with every piece face up, as dealt from these numbers. */
  board: string;
  proof: DealProof;
}

/** Parses pasted game data. */
export function readProof(text: string): DealProof | Unreadable {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return 'json';
  }
  if (typeof read !== 'object' || read === null) return 'fields';
  const proof = read as Partial<DealProof>;
  const texts = [
    proof.game,
    proof.scheme,
    proof.commitment,
    proof.seed,
    ...(Array.isArray(proof.nonces) ? proof.nonces : []),
  ];
  if (texts.length !== 6 || !texts.every((one) => typeof one === 'string')) return 'fields';
  const moves = proof.moves ?? [];
  if (!Array.isArray(moves) || !moves.every((one) => typeof one === 'string')) return 'fields';
  // Proofs saved by earlier versions say `men` for `pieces`, and `house` for `server`.
  const pieces = proof.pieces ?? (proof as { men?: unknown }).men ?? null;
  if (![proof.start, pieces, proof.room].every((one) => one === undefined || one === null || typeof one === 'string'))
    return 'fields';
  const origins: unknown[] = Array.isArray(proof.by) && proof.by.length === 2 ? proof.by : [null, null];
  const by = origins.map((one) => (one === 'house' ? 'server' : one));
  return { room: null, options: {}, start: null, ...proof, pieces, by, moves } as DealProof;
}

/** Recomputes the deal of a game. `stored` is this browser's own entry. */
export async function verifyDeal(proof: DealProof, stored?: Stored): Promise<Verified | Unreadable> {
  if (proof.scheme !== SCHEME) return 'scheme';
  const [seed, sealed, first, second] = [proof.seed, proof.commitment, ...proof.nonces].map(fromHex);
  if (!seed || !sealed || !first || !second || seed.length !== SEED_BYTES) return 'bytes';
  const start = readStart(proof.start ?? START_POSITION);
  if (!start) return 'start';
  const commitment = toHex(await commitmentOf(seed));
  const dealt = dealPieces(start, wordsOf(await keyOf(seed, [first, second])));
  const board = writeBoard(start.open, dealt);
  const checks: Check[] = [{ name: 'seal', holds: commitment === toHex(sealed) }];
  if (proof.pieces) checks.push({ name: 'pieces', holds: proof.pieces.split(' ')[0] === board });
  if (proof.moves.length > 0) checks.push(checkMoves(proof.moves, dealt));
  if (stored) {
    checks.push({ name: 'stored', holds: stored.commitment === toHex(sealed), at: stored.at });
    const own = (['first', 'second'] as const).flatMap((side, index) =>
      stored.own[side] ? [stored.own[side] === proof.nonces[index]] : [],
    );
    if (own.length > 0) checks.push({ name: 'own', holds: own.every(Boolean) });
  }
  return { holds: checks.every((one) => one.holds), checks, board, proof };
}

/** Every piece that was revealed, or captured face down and disclosed, must match the deal. */
function checkMoves(moves: readonly string[], dealt: ReadonlyMap<string, string>): Check {
  const dark = new Map(dealt);
  for (const [index, move] of moves.entries()) {
    if (move === '--') continue;
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    const turned = dark.get(from) ?? '';
    const taken = dark.get(to) ?? '';
    const real = from + to + turned + taken;
    // Viewers who were not shown a captured piece have no letter for it.
    if (move !== real && move !== from + to + turned)
      return { name: 'moves', holds: false, number: index + 1, move, real };
    dark.delete(from);
    dark.delete(to);
  }
  return { name: 'moves', holds: true, count: moves.length };
}
