// Position editing: parsing, writing, mirroring, swapping, counting.
import assert from 'node:assert/strict';
import test from 'node:test';
import { keyOf } from '../../src/board/squares.ts';
import { openGame } from '../../src/games/index.svelte.ts';
import {
  castlingOf,
  emptyOf,
  leftOf,
  mirror,
  pieceOf,
  readSetup,
  resized,
  startOf,
  swapSides,
  unseen,
  writeSetup,
} from '../../src/study/editor/setup.ts';

const GAMES = ['xiangqi', 'jieqi', 'chess', 'caro'] as const;
const STARTS = {
  caro: `${'15/'.repeat(14)}15 w 5`,
  xiangqi: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1',
  jieqi: 'xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1',
  chess: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
};

await Promise.all([...GAMES, 'toy'].map((game) => openGame(game)));

test('the start of each game is written as the server writes it, and read again', () => {
  for (const game of GAMES) {
    assert.equal(writeSetup(game, startOf(game)), STARTS[game]);
    const read = readSetup(game, STARTS[game]);
    assert.ok(read);
    assert.equal(writeSetup(game, read), STARTS[game]);
  }
});

test('other letters, other turns and face-down pieces of other programs are read', () => {
  const read = readSetup('xiangqi', 'rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR b');
  assert.ok(read);
  assert.equal(writeSetup('xiangqi', read), STARTS.xiangqi.replace(' w ', ' b '));
  const down = readSetup('jieqi', '4k4/9/9/9/9/9/9/1C~7/9/3K5 w');
  assert.equal(down?.pieces.get(keyOf('jieqi', 'b2')!)?.role, 'x-piece');
});

test('a board of another size is rejected', () => {
  for (const text of ['', 'k 9 4 -1,k 1 5 1,', '9/9/9 w', 'hello', '8/8/8/8/8/8/8/8 w'])
    assert.equal(readSetup('xiangqi', text), undefined, text);
  // Pieces beyond the end of a row are dropped; the server reports the error.
  assert.equal(readSetup('xiangqi', '4k4R/9/9/9/9/9/9/9/9/4K4 w')?.pieces.size, 2);
});

test('mirroring and swapping twice change nothing', () => {
  for (const game of GAMES) {
    const setup = { ...startOf(game), turn: 'black' as const };
    if (game === 'caro') setup.pieces.set(keyOf(game, 'b3')!, pieceOf('S'));
    setup.pieces.delete(keyOf(game, game === 'chess' ? 'a1' : 'a0')!);
    const text = writeSetup(game, setup);
    assert.equal(writeSetup(game, mirror(game, mirror(game, setup))), text);
    assert.equal(writeSetup(game, swapSides(game, swapSides(game, setup))), text);
    assert.notEqual(writeSetup(game, mirror(game, setup)), text);
    assert.match(writeSetup(game, swapSides(game, setup)), / w /);
  }
});

test('the tray has the pieces that are not on the board', () => {
  const { pieces } = startOf('xiangqi');
  assert.equal(leftOf('xiangqi', pieces, 'R'), 0);
  pieces.delete(keyOf('xiangqi', 'a0')!);
  assert.equal(leftOf('xiangqi', pieces, 'R'), 1);
  assert.equal(leftOf('xiangqi', new Map(), 'p'), 5);
});

test('face-up pieces are not in the hidden pool', () => {
  const { pieces } = startOf('jieqi');
  assert.equal(unseen(pieces)['R'], 2);
  pieces.set(keyOf('jieqi', 'e4')!, pieceOf('R'));
  assert.equal(unseen(pieces)['R'], 1);
  assert.match(writeSetup('jieqi', { ...emptyOf('white'), pieces }), / R1A2/);
});

test('castling is open only while king and rook are at home', () => {
  const setup = startOf('chess');
  assert.equal(castlingOf(setup.pieces), 'KQkq');
  setup.pieces.delete(keyOf('chess', 'h1')!);
  assert.match(writeSetup('chess', setup), / Qkq /);
  setup.pieces.delete(keyOf('chess', 'e8')!);
  assert.match(writeSetup('chess', setup), / Q /);
});

test('a position of a game with several sizes keeps its size and rules through every change', () => {
  const text = '5/5/2S2/3s1/5 b 4v';
  const setup = readSetup('caro', text);
  assert.ok(setup);
  assert.equal(writeSetup('caro', setup), text);
  assert.equal(writeSetup('caro', mirror('caro', setup)), '5/5/2S2/1s3/5 b 4v');
  assert.equal(writeSetup('caro', swapSides('caro', setup)), '5/3S1/2s2/5/5 w 4v');
  assert.equal(writeSetup('caro', emptyOf('white', setup)), '5/5/5/5/5 w 4v');
  const wide = resized('caro', setup, { width: 7, height: 7 });
  assert.equal(writeSetup('caro', wide), '7/7/7/3S3/4s2/7/7 b 4v');
  assert.equal(writeSetup('caro', resized('caro', wide, { width: 5, height: 5 })), text);
  // What is beyond the edge of a smaller board is dropped.
  const corner = readSetup('caro', '6S/7/7/7/7/7/7 w 5');
  assert.ok(corner);
  assert.equal(writeSetup('caro', resized('caro', corner, { width: 5, height: 5 })), '5/5/5/5/5 w 5');
  assert.equal(readSetup('caro', `${'16/'.repeat(15)}16 w 5`), undefined, 'no board is larger than 15 by 15');
});

test('rule options are read from the last field of a position and written there', async () => {
  const { rulesText } = await openGame('caro');
  for (const tail of ['5', '4x', '3v', '5vb']) assert.equal(rulesText?.write(rulesText.read(tail)), tail);
  assert.deepEqual(rulesText?.read('5vb'), { line: '5', win: 'vietnamese', edge: 'blocks' });
});
