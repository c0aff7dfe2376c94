// Square names, move parsing, FEN piece placement.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  cornerOf,
  keyAt,
  keyOf,
  keyOfIndex,
  keyUnder,
  cellOf,
  promotionsOf,
  readPieces,
  readStep,
  rowsOf,
  sizeOf,
  squareOf,
  targetsOf,
  writePieces,
  writeStep,
} from '../../src/board/squares.ts';
import { openGame } from '../../src/games/index.svelte.ts';
import { shownAt } from '../../src/study/lines.ts';
import type { Ply } from '../../src/wire/index.ts';

await Promise.all(['xiangqi', 'jieqi', 'chess'].map((game) => openGame(game)));

test('the tenth rank of xiangqi is 9 to the server and a colon to the widget', () => {
  assert.equal(keyOf('xiangqi', 'e9'), 'e:');
  assert.equal(squareOf('xiangqi', 'e:'), 'e9');
  assert.equal(keyOf('xiangqi', 'a0'), 'a1');
  assert.equal(keyOf('chess', 'e4'), 'e4');
});

test('every square survives the way to a key and back', () => {
  for (const game of ['xiangqi', 'jieqi', 'chess'] as const) {
    const { width, height } = sizeOf(game);
    for (let index = 0; index < width * height; index += 1) {
      const key = keyOfIndex(game, index);
      assert.equal(keyOf(game, squareOf(game, key)), key);
      assert.equal(keyAt(...cornerOf(key)), key);
    }
  }
});

test('the server numbers the squares of a small board by the largest one', async () => {
  await openGame('caro');
  const position = '9/9/9/3s5/2s6/2SSSS3/9/9/9 b 5';
  // f4: fifteen squares a rank.
  assert.equal(keyOfIndex('caro', 50), keyOf('caro', 'f4', sizeOf('caro', position)));
  const start = { position, turn: 'first', check: null } as const;
  const ply = {
    mv: 'f4',
    side: 'first',
    text: { uci: 'f4' },
    squares: [50, 50],
    position,
    check: null,
  } as unknown as Ply;
  assert.deepEqual(shownAt('caro', start, [ply], 1).last, ['f4', 'f4']);
});

test('what is not on the board has no key', () => {
  for (const square of ['', 'e', 'j5', 'e:', 'E5', '55', 'a/'])
    assert.equal(keyOf('xiangqi', square), undefined, square);
  for (const square of ['e0', 'e9', 'i4']) assert.equal(keyOf('chess', square), undefined, square);
  assert.equal(readStep('xiangqi', '--'), undefined);
});

test('a move is taken apart, promotion and all', () => {
  assert.deepEqual(readStep('xiangqi', 'h2e2'), { from: 'h3', to: 'e3' });
  assert.deepEqual(readStep('chess', 'e7e8q'), { from: 'e7', to: 'e8', promotion: 'q' });
  assert.deepEqual(readStep('jieqi', 'a0a4=r'), { from: 'a1', to: 'a5' });
  assert.equal(writeStep('chess', { from: 'e7', to: 'e8', promotion: 'n' }), 'e7e8n');
  assert.equal(writeStep('xiangqi', { from: 'e:', to: 'e9' }), 'e9e8');
});

test('targets are gathered by piece and named once', () => {
  const targets = targetsOf('chess', ['e7e8q', 'e7e8n', 'e7d8q', 'a2a3']);
  assert.deepEqual(targets.get('e7'), ['e8', 'd8']);
  assert.deepEqual(targets.get('a2'), ['a3']);
  assert.equal(targets.size, 2);
});

test('a chooser shows what the rules allow, queen first, and nothing for an ordinary move', () => {
  const legal = ['e7e8b', 'e7e8q', 'e7e8n', 'e7e8r', 'a2a3'];
  assert.deepEqual(promotionsOf('chess', legal, 'e7', 'e8'), ['q', 'n', 'r', 'b']);
  assert.deepEqual(promotionsOf('chess', legal, 'a2', 'a3'), []);
});

test('pieces read from a FEN are written back the same', () => {
  for (const [game, fen] of [
    ['xiangqi', 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'],
    ['jieqi', 'x1xxkxxxx/9/2n1r2x1/x1x3x1x/4p4/2P3P2/X3X3X/1X2R4/9/XXXXKXXXX'],
    ['chess', 'r1bqk2r/pppp1Qpp/2n2n2/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR'],
  ] as const)
    assert.equal(writePieces(readPieces(`${fen} w - - 0 1`), sizeOf(game)), fen);
  assert.deepEqual(readPieces('x8/9/9/9/9/9/9/9/9/8X').get('a:'), { role: 'x-piece', color: 'black' });
});

test('a flipped board swaps corners, and a point maps to the key drawn there', () => {
  const size = sizeOf('xiangqi');
  assert.equal(rowsOf(size, 'white')[0]?.[0], 'a:');
  assert.equal(rowsOf(size, 'black')[0]?.[0], 'i1');
  for (const side of ['white', 'black'] as const)
    for (const row of rowsOf(size, side))
      for (const key of row) {
        const [x, y] = cellOf(size, side, key);
        assert.equal(keyUnder(size, side, (x + 0.5) / 9, (y + 0.5) / 10), key);
      }
  assert.equal(keyUnder(size, 'white', 1, 0.5), undefined);
  assert.equal(keyUnder(size, 'white', -0.01, 0.5), undefined);
});
