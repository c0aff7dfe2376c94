// Dates below a line chart.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ticksOf } from '../../src/lib/charts/ticks.ts';

test('games of one day have one date', () => {
  assert.deepEqual(
    ticksOf(3, 12, 4, () => '5/6'),
    [{ game: 3, label: '5/6' }],
  );
});

test('dates are spread evenly, and each is written once', () => {
  const days = ['1/6', '1/6', '1/6', '2/6', '2/6', '3/6', '4/6'];
  assert.deepEqual(
    ticksOf(0, 6, 4, (game) => days[game] ?? ''),
    [
      { game: 0, label: '1/6' },
      { game: 4, label: '2/6' },
      { game: 6, label: '4/6' },
    ],
  );
});

test('two games have at most two dates', () => {
  assert.equal(ticksOf(0, 1, 4, String).length, 2);
  assert.equal(ticksOf(0, 0, 4, String).length, 1);
});
