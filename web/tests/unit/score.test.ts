// Display of evaluations; captured and hidden pieces.
import assert from 'node:assert/strict';
import test from 'node:test';
import { capturedBy, expectedValue, materialOf, poolSize, readPool } from '../../src/play/captures.ts';
import { barShare, curveHeight, curveOf, markOf, advantageOf, scoreOfEnd } from '../../src/play/score.ts';
import type { Ply, Score } from '../../src/wire/index.ts';
import { openGame } from '../../src/games/index.svelte.ts';

await Promise.all(['xiangqi', 'jieqi', 'chess'].map((game) => openGame(game)));

const score = (cp: number | null, chance: number, mate: number | null = null): Score => ({ cp, chance, mate });

test('an advantage names its side and its size', () => {
  assert.deepEqual(advantageOf(score(-80, 0.4)), { kind: 'better', side: 'second', amount: 0.8 });
  assert.deepEqual(advantageOf(score(10, 0.51)), { kind: 'even' });
  assert.deepEqual(advantageOf(score(null, 0, -3)), { kind: 'mate', side: 'second', moves: 3 });
});

test('the bar follows the chance, is full only at a mate, and stands in the middle before anything is known', () => {
  assert.equal(barShare(undefined), 50);
  assert.equal(barShare(score(-80, 0.42)), 42);
  assert.equal(barShare(score(2000, 1)), 97);
  assert.equal(barShare(score(null, 1, 2)), 100);
});

test('the graph leaves out plies without an evaluation and keeps to its bounds', () => {
  const points = curveOf([score(0, 0.5), undefined, score(9000, 1), score(null, 0, -1)]);
  assert.deepEqual(
    points.map((one) => one.ply),
    [0, 2, 3],
  );
  assert.equal(points[0]?.height, 0);
  assert.ok((points[1]?.height ?? 0) <= 1);
  assert.equal(points[2]?.height, -1);
});

test('a move is marked by what it lost for its own side only', () => {
  assert.equal(markOf(score(100, 0.6), score(-300, 0.25), 'first'), '??');
  assert.equal(markOf(score(100, 0.6), score(-300, 0.25), 'second'), '');
  assert.equal(markOf(score(0, 0.5), score(0, 0.38), 'first'), '?!');
  assert.equal(markOf(undefined, score(0, 0.1), 'first'), '');
});

const took = (side: 'first' | 'second', letter: string, faceDown = false) =>
  ({ took: { side, letter, face_down: faceDown } }) as Ply;

test('captured pieces are listed by captor, most valuable first, and only those captured so far', () => {
  const plies = [took('second', 'P'), took('first', 'R'), took('second', 'R'), took('second', '?', true)];
  const { first, second } = capturedBy(plies, 4);
  assert.deepEqual(
    first.map((one) => one.letter),
    ['r', 'p', 'x'],
  );
  assert.deepEqual(
    second.map((one) => one.letter),
    ['R'],
  );
  assert.deepEqual(capturedBy(plies, 1).second, []);
});

test('material is counted from the board alone, and a face-down piece counts as zero', () => {
  assert.equal(materialOf('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w'), -5);
  assert.equal(materialOf('jieqi', 'xxxxkxxxx/9/9/9/9/9/9/9/9/4K4 w'), 0);
});

test('the pool of unseen pieces is read from the position', () => {
  const pool = readPool('xxxxkxxxx/9/9/9/9/9/9/9/9/4K4 w R2A1P5r1c2 0 1');
  assert.ok(pool);
  assert.equal(poolSize(pool.first), 8);
  assert.equal(pool.second.c, 2);
  assert.equal(pool.second.p, 0);
  assert.equal(expectedValue({ r: 1, p: 1 }), 5);
  assert.equal(expectedValue({}), 0);
  assert.equal(readPool('4k4/9/9/9/9/9/9/9/9/4K4 w KQkq - 0 1'), undefined);
});

test('a finished game is evaluated as won by its winner, although mate in 0 has no sign', () => {
  for (const side of ['first', 'second'] as const) {
    const score = scoreOfEnd({ winner: side, reason: 'checkmate' });
    assert.ok(score);
    assert.deepEqual(advantageOf(score), { kind: 'won', side });
    assert.equal(barShare(score), side === 'first' ? 100 : 0);
    assert.equal(curveHeight(score), side === 'first' ? 1 : -1);
  }
  assert.equal(scoreOfEnd({ winner: 'first', reason: 'resignation' }), undefined, 'the position is score what it was');
});
