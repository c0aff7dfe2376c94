// SHA-256: the browser's implementation if available, else ours. Browsers disable theirs on plain http pages.

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const subtle = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : hash(bytes);
}

/** SHA-256 constants: first 32 fractional bits of roots of the first primes. */
function constants(count: number, root: number): Uint32Array {
  const out = new Uint32Array(count);
  let found = 0;
  for (let number = 2; found < count; number += 1) {
    let prime = true;
    for (let by = 2; by * by <= number; by += 1) if (number % by === 0) prime = false;
    if (!prime) continue;
    out[found] = fraction(BigInt(number), BigInt(root));
    found += 1;
  }
  return out;
}

/** 32 fractional bits of a square or cube root, in integer arithmetic to avoid rounding. */
function fraction(number: bigint, root: bigint): number {
  const wanted = number << (32n * root);
  let [low, high] = [0n, 1n << 40n];
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** root <= wanted) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffffffffn);
}

const START = constants(8, 2);
const ROUND = constants(64, 3);
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** SHA-256 as in FIPS 180-4. */
export function hash(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = ((message.length + 8) >> 6) * 64 + 64;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(length - 4, message.length << 3);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const large = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16]! + small + w[i - 7]! + large;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = state[index]! + word));
  }
  const out = new Uint8Array(32);
  const words = new DataView(out.buffer);
  state.forEach((word, index) => words.setUint32(4 * index, word));
  return out;
}
