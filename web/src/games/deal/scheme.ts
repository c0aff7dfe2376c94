// The jieqi-v1 deal scheme, implemented independently for the browser; specified byte by byte in docs/fair-deals.md.
import { sha256 } from './hash.ts';

export const SCHEME = 'jieqi-v1';
export const SEED_BYTES = 32;

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Decodes hexadecimal digits; undefined if malformed. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(2 * index, 2 * index + 2), 16));
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Commitment published before the game. */
export const commitmentOf = (seed: Uint8Array): Promise<Uint8Array> =>
  sha256(joined([utf8('kydai/jieqi-v1/commit'), seed]));

/** Stream key: each field preceded by its length in eight bytes, little-endian. */
export function keyOf(seed: Uint8Array, nonces: readonly [Uint8Array, Uint8Array]): Promise<Uint8Array> {
  const fields = [utf8('kydai/jieqi-v1'), seed, ...nonces];
  const framed = fields.flatMap((field) => {
    const length = new Uint8Array(8);
    new DataView(length.buffer).setUint32(0, field.length, true);
    return [length, field];
  });
  return sha256(joined(framed));
}

/** Key stream of ChaCha20 (RFC 8439): zero nonce, counter from zero, as 32-bit words. */
export function* wordsOf(key: Uint8Array): Generator<number, never> {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  for (let index = 0; index < 8; index += 1) start[4 + index] = view.getUint32(4 * index, true);
  for (;;) {
    const x = Uint32Array.from(start);
    for (let round = 0; round < 10; round += 1) {
      quarter(x, 0, 4, 8, 12);
      quarter(x, 1, 5, 9, 13);
      quarter(x, 2, 6, 10, 14);
      quarter(x, 3, 7, 11, 15);
      quarter(x, 0, 5, 10, 15);
      quarter(x, 1, 6, 11, 12);
      quarter(x, 2, 7, 8, 13);
      quarter(x, 3, 4, 9, 14);
    }
    for (let index = 0; index < 16; index += 1) yield (x[index]! + start[index]!) >>> 0;
    start[12] = start[12]! + 1;
  }
}

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  const mix = (to: number, by: number, from: number, bits: number) => {
    x[to] = x[to]! + x[by]!;
    const word = x[from]! ^ x[to]!;
    x[from] = (word << bits) | (word >>> (32 - bits));
  };
  mix(a, b, d, 16);
  mix(c, d, b, 12);
  mix(a, b, d, 8);
  mix(c, d, b, 7);
}

/** Uniform number below a limit by rejection sampling: words past the last whole multiple are discarded. */
export function below(limit: number, words: Iterator<number, never>): number {
  const whole = Math.floor(2 ** 32 / limit) * limit;
  for (;;) {
    const word = words.next().value;
    if (word < whole) return word % limit;
  }
}

/** Order of the pieces before the shuffle. */
const ORDER = 'RACPNB';

export interface Start {
  /** Points of the face-down pieces in the order a0, b0 .. i9: Red's and Black's. */
  points: [string[], string[]];
  /** Pieces to be dealt, Red's and Black's, in the order they are shuffled from. */
  pieces: [string[], string[]];
  /** Pieces that start face up. */
  open: Map<string, string>;
}

/**
 * Parses a jieqi position in our own format: the board, then the pool of hidden pieces; undefined for anything else.
 */
export function readStart(position: string): Start | undefined {
  const [board = '', , pool = ''] = position.trim().split(/\s+/);
  const rows = board.split('/');
  if (rows.length !== 10 || !/^(-|([A-Za-z]\d+)*)$/.test(pool)) return undefined;
  const start: Start = { points: [[], []], pieces: [[], []], open: new Map() };
  for (let rank = 0; rank < 10; rank += 1) {
    let file = 0;
    for (const letter of rows[9 - rank] ?? '') {
      if (/\d/.test(letter)) {
        file += Number(letter);
        continue;
      }
      const square = String.fromCharCode(97 + file) + rank;
      if (letter === 'X') start.points[0].push(square);
      else if (letter === 'x') start.points[1].push(square);
      else start.open.set(square, letter);
      file += 1;
    }
    if (file !== 9) return undefined;
  }
  const counts = new Map([...pool.matchAll(/([A-Za-z])(\d+)/g)].map(([, letter, count]) => [letter!, Number(count)]));
  for (const letter of ORDER) {
    start.pieces[0].push(...Array<string>(counts.get(letter) ?? 0).fill(letter));
    start.pieces[1].push(...Array<string>(counts.get(letter.toLowerCase()) ?? 0).fill(letter.toLowerCase()));
  }
  return start.pieces.every((pieces, side) => pieces.length >= start.points[side]!.length && pieces.length <= 15)
    ? start
    : undefined;
}

/** Deals the pieces: the piece on each face-down point. */
export function dealPieces(start: Start, words: Iterator<number, never>): Map<string, string> {
  const out = new Map<string, string>();
  for (const side of [0, 1] as const) {
    const pieces = [...start.pieces[side]];
    for (let last = pieces.length - 1; last >= 1; last -= 1) {
      const place = below(last + 1, words);
      [pieces[last], pieces[place]] = [pieces[place]!, pieces[last]!];
    }
    start.points[side].forEach((square, index) => out.set(square, pieces[index]!));
  }
  return out;
}

/** Piece placement with every piece face up, as the first field of a FEN. */
export function writeBoard(open: ReadonlyMap<string, string>, dealt: ReadonlyMap<string, string>): string {
  const rows: string[] = [];
  for (let rank = 9; rank >= 0; rank -= 1) {
    let [row, empty] = ['', 0];
    for (let file = 0; file < 9; file += 1) {
      const square = String.fromCharCode(97 + file) + rank;
      const piece = dealt.get(square) ?? open.get(square);
      if (!piece) {
        empty += 1;
        continue;
      }
      row += (empty || '') + piece;
      empty = 0;
    }
    rows.push(row + (empty || ''));
  }
  return rows.join('/');
}

export const START_POSITION =
  'xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1';
