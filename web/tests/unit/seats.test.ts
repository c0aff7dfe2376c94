// Titles of engines in the statistics.
import assert from 'node:assert/strict';
import test from 'node:test';
import { speak } from '../../src/lib/i18n/index.svelte.ts';
import { seatTitle } from '../../src/lib/seats.ts';

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
