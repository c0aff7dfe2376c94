// Titles of engines in the statistics.
import assert from 'node:assert/strict';
import test from 'node:test';
import { speak } from '../../src/lib/i18n/index.svelte.ts';
import { duration } from '../../src/play/duration.ts';
import { engineName, seatTitle } from '../../src/lib/seats.ts';

const machine = (engine: string) => ({
  kind: 'machine' as const,
  name: null,
  level: null,
  engine,
  elo: null,
  elo_mark: null,
  handle: null,
});

test('two engines of one kind with different settings have different titles', async () => {
  await speak('en');
  const titles = [
    'alphabeta:depth=3',
    'alphabeta:depth=4',
    'alphabeta:depth=4,table=on',
    'alphabeta:depth=4,table=off',
    'alphabeta:depth=4,table=off,order=off',
  ].map((engine) => seatTitle(machine(engine)));
  assert.equal(new Set(titles).size, titles.length, titles.join(' | '));
  assert.match(titles[0] ?? '', /Alpha-beta.*depth 3/);
});

test('limits of an engine are separated, and short times are in milliseconds', async () => {
  await speak('en');
  assert.equal(engineName('greedy'), 'Greedy');
  assert.match(engineName('alphabeta:depth=4,time=500'), /^Alpha-beta depth 4, 0\.5 s$/);
  assert.deepEqual([0, 7, 999, 1500].map(duration), ['<\u202f1 ms', '7 ms', '999 ms', '1.5 s']);
});
