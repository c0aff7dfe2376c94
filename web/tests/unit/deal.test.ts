// Deal verification: test vectors of the scheme, and detection of changed bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import vectors from '../../../testdata/jieqi/deals.txt?raw';
import game from '../../../testdata/jieqi/proof.json?raw';
import { hash, sha256 } from '../../src/games/deal/hash.ts';
import {
  below,
  commitmentOf,
  dealPieces,
  fromHex,
  keyOf,
  readStart,
  START_POSITION,
  toHex,
  wordsOf,
} from '../../src/games/deal/scheme.ts';
import { readProof, verifyDeal, type Verified } from '../../src/games/deal/verify.ts';
import type { DealProof } from '../../src/wire/index.ts';
import { openGame } from '../../src/games/index.svelte.ts';

await Promise.all(['xiangqi', 'jieqi', 'chess'].map((game) => openGame(game)));

const bytes = (text: string | undefined) => fromHex(!text || text === '-' ? '' : text)!;

const BLOCKS = vectors
  .split('\n\n')
  .filter((block) => !block.startsWith('#'))
  .map((block) =>
    Object.fromEntries(
      block
        .split('\n')
        .filter(Boolean)
        .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
    ),
  );

test('every vector of the scheme is dealt again', async () => {
  assert.equal(BLOCKS.length, 7);
  for (const vector of BLOCKS) {
    const seed = bytes(vector['seed']);
    assert.equal(toHex(await commitmentOf(seed)), vector['commitment']);
    const key = await keyOf(seed, [bytes(vector['first']), bytes(vector['second'])]);
    assert.equal(toHex(key), vector['key']);
    const start = readStart(vector['setup'] ?? START_POSITION)!;
    const dealt = dealPieces(start, wordsOf(key));
    for (const [side, name] of [
      [0, 'red'],
      [1, 'black'],
    ] as const)
      assert.equal(start.points[side].map((square) => dealt.get(square)).join(''), vector[name]!.replace('-', ''));
  }
});

test("our SHA-256 equals the platform's", async () => {
  assert.equal(
    toHex(hash(new TextEncoder().encode('abc'))),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  for (let length = 0; length < 200; length += 1) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255);
    assert.equal(toHex(hash(message)), toHex(await sha256(message)), `${length} bytes`);
  }
});

test('the stream is ChaCha20 of RFC 8439 with a zero nonce, across blocks', () => {
  const words = wordsOf(new Uint8Array(32));
  const block = () =>
    toHex(
      Uint8Array.from(
        Array.from({ length: 16 }, () => words.next().value).flatMap((word) => [
          word & 255,
          (word >> 8) & 255,
          (word >> 16) & 255,
          word >>> 24,
        ]),
      ),
    );
  assert.equal(
    block(),
    '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586',
  );
  assert.equal(
    block(),
    '9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f',
  );
});

test('a word past the last whole multiple is thrown away', () => {
  const from = (...words: number[]) => words[Symbol.iterator]() as unknown as Iterator<number, never>;
  assert.equal(below(15, from(0xffffffff, 16)), 1);
  assert.equal(below(15, from(0xfffffffe)), 14);
  assert.equal(below(7, from(0xffffffff, 0xfffffffc, 0xfffffffb)), 6);
});

const good = (): DealProof => readProof(game) as DealProof;
const verified = async (proof: DealProof, stored?: Parameters<typeof verifyDeal>[1]) =>
  (await verifyDeal(proof, stored)) as Verified;

test('a finished game verifies, and a changed byte anywhere does not', async () => {
  const found = await verified(good());
  assert.deepEqual(
    found.checks.map((check) => [check.name, check.holds]),
    [
      ['seal', true],
      ['pieces', true],
      ['moves', true],
    ],
  );
  assert.equal(found.board, good().pieces);
  const other = (text: string, at: number) => text.slice(0, at) + (text[at] === '7' ? '8' : '7') + text.slice(at + 1);
  for (const at of [0, 13, 31]) {
    assert.equal((await verified({ ...good(), seed: other(good().seed, at) })).holds, false);
    assert.equal((await verified({ ...good(), commitment: other(good().commitment, at) })).holds, false);
    assert.equal((await verified({ ...good(), nonces: [other(good().nonces[0], at), good().nonces[1]] })).holds, false);
    assert.equal((await verified({ ...good(), nonces: [good().nonces[0], other(good().nonces[1], at)] })).holds, false);
  }
  const moves = good().moves.map((move) =>
    move.length > 4 ? move.slice(0, 4) + (move[4] === 'P' ? 'R' : 'P') + move.slice(5) : move,
  );
  const broken = (await verified({ ...good(), moves })).checks.find((check) => check.name === 'moves');
  assert.ok(broken && !broken.holds && 'real' in broken && good().moves.includes(broken.real));
});

test('the stored commitment must equal that of the game', async () => {
  const stored = { commitment: good().commitment, at: 1, own: { first: good().nonces[0] } };
  assert.equal((await verified(good(), stored)).holds, true);
  assert.equal((await verified(good(), { ...stored, commitment: '00'.repeat(32) })).holds, false);
  assert.equal((await verified(good(), { ...stored, own: { first: '00'.repeat(16) } })).holds, false);
});

test('text that is not game data is rejected', async () => {
  assert.equal(readProof('{'), 'json');
  assert.equal(readProof('7'), 'fields');
  assert.equal(readProof('{"game":"jieqi"}'), 'fields');
  assert.equal(await verifyDeal({ ...good(), scheme: 'jieqi-v2' }), 'scheme');
  assert.equal(await verifyDeal({ ...good(), seed: 'zz' }), 'bytes');
  assert.equal(await verifyDeal({ ...good(), seed: good().seed.slice(2) }), 'bytes');
  assert.equal(await verifyDeal({ ...good(), start: 'rnbakabnr w' }), 'start');
});

test('proofs with the field names of earlier versions are read alike', () => {
  const { men, by, ...rest } = JSON.parse(game) as Record<string, unknown>;
  assert.equal(typeof men, 'string');
  const current = (by as (string | null)[]).map((one) => (one === 'house' ? 'server' : one));
  const read = readProof(JSON.stringify({ ...rest, pieces: men, by: current })) as DealProof;
  assert.deepEqual([read.pieces, read.by], [good().pieces, good().by]);
});
