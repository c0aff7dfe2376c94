// Rows of the move list.
import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOfPlies } from '../../src/play/rows.ts';

const sides = (text: string) =>
  [...text].map((one) => ({ side: one === '1' ? ('first' as const) : ('second' as const) }));

test('moves go in pairs', () => {
  assert.deepEqual(rowsOfPlies(sides('121')), [
    { number: 1, first: 1, second: 2 },
    { number: 2, first: 3 },
  ]);
});

test('the second side may begin, and a side may move twice', () => {
  assert.deepEqual(rowsOfPlies(sides('212')), [
    { number: 1, second: 1 },
    { number: 2, first: 2, second: 3 },
  ]);
  assert.deepEqual(rowsOfPlies(sides('1122')), [
    { number: 1, first: 1 },
    { number: 2, first: 2, second: 3 },
    { number: 3, second: 4 },
  ]);
});
