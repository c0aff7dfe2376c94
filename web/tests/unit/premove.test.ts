// Premove targets.
import assert from 'node:assert/strict';
import test from 'node:test';
import { homeRole } from '../../src/games/home.ts';
import { moduleOf, openGame } from '../../src/games/index.svelte.ts';
import type { GameName } from '../../src/games/module.ts';
import { keyOf, readPieces, squareOf } from '../../src/board/squares.ts';

function plan(game: GameName, fen: string, square: string, roams = true): string[] {
  const from = keyOf(game, square);
  assert.ok(from);
  return moduleOf(game)
    .premove(readPieces(fen), from, roams)
    .map((key) => squareOf(game, key))
    .sort();
}
await Promise.all(['xiangqi', 'jieqi', 'chess'].map((game) => openGame(game)));
const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR';

test('an elephant stays on its bank and an advisor in its palace', () => {
  assert.deepEqual(plan('xiangqi', START, 'c0'), ['a2', 'e2']);
  assert.deepEqual(plan('xiangqi', START, 'd9'), ['e8']);
  assert.deepEqual(plan('xiangqi', '9/9/9/9/9/2B6/9/9/9/9', 'c4'), ['a2', 'e2']);
});

test('a soldier turns aside only beyond the river, on either side', () => {
  assert.deepEqual(plan('xiangqi', START, 'e3'), ['e4']);
  assert.deepEqual(plan('xiangqi', '9/9/9/9/4P4/9/9/9/9/9', 'e5'), ['d5', 'e6', 'f5']);
  assert.deepEqual(plan('xiangqi', '9/9/9/9/9/4p4/9/9/9/9', 'e4'), ['d4', 'e3', 'f4']);
});

test('a face-down piece is planned by its home square, on both sides', () => {
  const dark = 'xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX';
  assert.deepEqual(plan('jieqi', dark, 'b0'), ['a2', 'c2', 'd1']);
  assert.deepEqual(plan('jieqi', dark, 'b9'), ['a7', 'c7', 'd8']);
  assert.equal(plan('jieqi', dark, 'h7').length, 17);
  assert.equal(homeRole(4, 4), undefined);
  assert.equal(homeRole(1, 3), undefined);
});

test('a turned-up elephant roams at jieqi where the rules let it', () => {
  const fen = '9/9/9/9/2B6/9/9/9/9/9';
  assert.deepEqual(plan('jieqi', fen, 'c5'), ['a3', 'a7', 'e3', 'e7']);
  assert.deepEqual(plan('jieqi', fen, 'c5', false), ['a3', 'e3']);
});

test('a chess king may plan to castle, a pawn to take', () => {
  assert.deepEqual(plan('chess', '8/8/8/8/8/8/4P3/4K3', 'e2'), ['d3', 'e3', 'e4', 'f3']);
  const king = plan('chess', '8/8/8/8/8/8/8/4K2R', 'e1');
  assert.ok(king.includes('g1') && king.includes('c1') && king.includes('h1'));
});
