// Series of engine games: points and colors.
import assert from 'node:assert/strict';
import test from 'node:test';
import { pointsAfter, type Series } from '../../src/play/series.ts';

test('points follow the engine, not the color', () => {
  const first: Series = { of: 4, number: 1, points: [0, 0], one: 'first' };
  assert.deepEqual(pointsAfter(first, null), [0, 0]);
  assert.deepEqual(pointsAfter(first, { winner: 'first' }), [1, 0]);
  const second: Series = { of: 4, number: 2, points: [1, 0], one: 'second' };
  assert.deepEqual(pointsAfter(second, { winner: 'first' }), [1, 1]);
  assert.deepEqual(pointsAfter(second, { winner: null }), [1.5, 0.5]);
});
