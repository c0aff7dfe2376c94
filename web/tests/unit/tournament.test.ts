// Result grid, exchange of players, reports of a board.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  half,
  isLocalName,
  linkOrigin,
  reports,
  resultOfKey,
  resultText,
  swapPlayers,
} from '../../src/tournament/model.ts';

test('every key of the result grid has its result', () => {
  const entered = ['1', '0', '5', '=', '+', '-', '/', 'x', 'Tab'].map(resultOfKey);
  assert.deepEqual(entered, [
    'first',
    'second',
    'draw',
    'draw',
    'first_by_forfeit',
    'second_by_forfeit',
    'both_absent',
    undefined,
    undefined,
  ]);
  assert.equal(resultText('draw'), '½–½');
  assert.equal(resultText(null), '');
});

test('two players change places, also with the bye', () => {
  const boards = [
    { first: 1, second: 3 },
    { first: 4, second: 2 },
  ];
  assert.deepEqual(swapPlayers(boards, 5, 3, 4).boards, [
    { first: 1, second: 4 },
    { first: 3, second: 2 },
  ]);
  const free = swapPlayers(boards, 5, 5, 1);
  assert.deepEqual([free.boards[0], free.bye], [{ first: 5, second: 3 }, 1]);
});

test('points are written with halves', () => {
  assert.deepEqual([0, 0.5, 3, 3.5].map(half), ['0', '½', '3', '3½']);
});

test('reports of a board agree or differ', () => {
  const board = { board: 1, first: 1, second: 2, result: null, room: null };
  assert.equal(reports({ ...board, proposed: [null, null] }), 'none');
  assert.equal(reports({ ...board, proposed: ['draw', null] }), 'one');
  assert.equal(reports({ ...board, proposed: ['draw', 'draw'] }), 'agree');
  assert.equal(reports({ ...board, proposed: ['first', 'draw'] }), 'differ');
});

test('links lead to the address that the server names, where this one works on this computer only', () => {
  const links = { arbiter: 'a', players: [], boards: [] };
  assert.equal(linkOrigin({ ...links, origin: 'http://192.168.1.7:8410' }), 'http://192.168.1.7:8410');
  for (const local of ['localhost', '127.0.0.1', '[::1]', 'kydai.localhost']) assert.ok(isLocalName(local), local);
  for (const other of ['192.168.1.7', 'kydai.example', 'localhost.example']) assert.ok(!isLocalName(other), other);
});
