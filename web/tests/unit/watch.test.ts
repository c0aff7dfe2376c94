// List of running games: changes are merged, and games keep their places.
import assert from 'node:assert/strict';
import test from 'node:test';
import { merged, ordered } from '../../src/lib/watch.svelte.ts';
import type { LiveGame, LiveGames } from '../../src/wire/index.ts';

function game(room: string, rating?: number, plies = 0): LiveGame {
  const player = { name: null, handle: null, rating: rating ? { rating, deviation: 60, provisional: false } : null };
  return {
    room,
    game: 'xiangqi',
    players: [player, player],
    rated: !!rating,
    clock: { kind: 'off' },
    position: '',
    last_move: null,
    turn: 'first',
    plies,
    delay: 0,
    left_ms: [null, null],
    running: null,
    since: 0,
    watchers: 0,
    outcome: null,
  };
}
const event = (all: boolean, games: LiveGame[], gone: string[] = []): LiveGames => ({
  now: 0,
  all,
  games,
  gone,
  featured: null,
  total: 0,
});

test('changes replace and remove games, and a whole list replaces everything', () => {
  let known = merged(new Map(), event(true, [game('a'), game('b')]));
  known = merged(known, event(false, [game('b', undefined, 5), game('c')], ['a']));
  assert.deepEqual([...known.keys()], ['b', 'c']);
  assert.equal(known.get('b')?.plies, 5);
  assert.deepEqual([...merged(known, event(true, [game('d')])).keys()], ['d']);
});

test('strong games come first, and a move changes no place', () => {
  const rooms = (list: LiveGame[]) => ordered(list).map((one) => one.room);
  assert.deepEqual(rooms([game('z'), game('a', 1500), game('b', 2000), game('y')]), ['b', 'a', 'y', 'z']);
  assert.deepEqual(rooms([game('z', undefined, 9), game('y')]), ['y', 'z']);
});
