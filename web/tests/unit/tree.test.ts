// Move tree of the analysis board: variations, annotations, text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { drawn } from '../../src/study/analysis/reveal.ts';
import {
  ROOT,
  addMove,
  childrenOf,
  emptyTree,
  firstNumber,
  isMain,
  lineTo,
  mainFrom,
  note,
  promote,
  remove,
  toggleGlyph,
  treeOf,
  variationOf,
  type Tree,
} from '../../src/study/analysis/tree.ts';
import { rowsOfTree, shapesOf, toPgn, withShapes, words } from '../../src/study/analysis/tree-text.ts';
import type { Ply, TreeView } from '../../src/wire/index.ts';
import { openGame } from '../../src/games/index.svelte.ts';

await Promise.all(['xiangqi', 'jieqi', 'chess'].map((game) => openGame(game)));

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';

function ply(mv: string, side: 'first' | 'second'): Ply {
  return {
    mv,
    side,
    text: { uci: mv },
    squares: null,
    position: `${mv} ${side === 'first' ? 'b' : 'w'} - - 0 1`,
    check: null,
    took: null,
    turned: null,
    ms: null,
    computed_ms: null,
    clock_ms: null,
    evaluation: null,
  };
}

/** Builds a tree from lines, each a list of moves from the root. */
function grow(...lines: string[][]): Tree {
  let tree = emptyTree('xiangqi', { position: START, turn: 'first', check: null }, false);
  for (const line of lines) {
    let at = ROOT;
    line.forEach((mv, index) => {
      [tree, at] = addMove(tree, at, ply(mv, index % 2 === 0 ? 'first' : 'second'));
    });
  }
  return tree;
}
const find = (tree: Tree, mv: string): number => [...tree.moves.values()].find((one) => one.ply?.mv === mv)?.id ?? -1;

test('a move that is there already is found, another one begins a variation', () => {
  const tree = grow(['h2e2', 'h9g7'], ['h2e2', 'b9c7']);
  assert.equal(tree.moves.size, 4);
  assert.deepEqual(childrenOf(tree, find(tree, 'h2e2')), [find(tree, 'h9g7'), find(tree, 'b9c7')]);
  assert.deepEqual(mainFrom(tree, ROOT), [find(tree, 'h2e2'), find(tree, 'h9g7')]);
  assert.ok(!isMain(tree, find(tree, 'b9c7')));
  assert.deepEqual(lineTo(tree, find(tree, 'b9c7')), ['h2e2', 'b9c7']);
});

test('a variation is promoted where it branches off, or to the main line', () => {
  const tree = grow(['h2e2', 'h9g7', 'h0g2'], ['c3c4', 'c6c5'], ['c3c4', 'h7e7', 'h0g2x']);
  const deep = find(tree, 'h0g2x');
  const once = promote(tree, deep);
  assert.deepEqual(childrenOf(once, find(once, 'c3c4')), [find(once, 'h7e7'), find(once, 'c6c5')]);
  assert.ok(!isMain(once, deep));
  assert.ok(isMain(promote(tree, deep, true), deep));
  assert.equal(variationOf(tree, find(tree, 'h9g7')), undefined);
});

test('removing a move removes what follows, and the old tree is unchanged', () => {
  const tree = grow(['h2e2', 'h9g7', 'h0g2'], ['h2e2', 'b9c7']);
  const less = remove(tree, find(tree, 'h9g7'));
  assert.equal(less.moves.size, 3);
  assert.deepEqual(
    mainFrom(less, ROOT).map((id) => less.moves.get(id)?.ply?.mv),
    ['h2e2', 'b9c7'],
  );
  assert.equal(tree.moves.size, 5);
  assert.equal(remove(tree, ROOT), tree);
});

test('numbers of moves are never used twice', () => {
  const tree = grow(['h2e2']);
  const [one, first] = addMove(tree, ROOT, ply('c3c4', 'first'));
  const [, second] = addMove(remove(one, first), ROOT, ply('g3g4', 'first'));
  assert.notEqual(first, second);
});

test('move glyphs replace one another, other glyphs stay', () => {
  let tree = grow(['h2e2']);
  const id = find(tree, 'h2e2');
  tree = note(tree, id, { glyphs: [16, 1] });
  tree = toggleGlyph(tree, id, 4);
  assert.deepEqual(tree.moves.get(id)?.glyphs, [4, 16]);
  tree = toggleGlyph(tree, id, 4);
  assert.deepEqual(tree.moves.get(id)?.glyphs, [16]);
});

test('the text holds variations, signs, arrows and comments, and nothing that would end them', () => {
  let tree = grow(['h2e2', 'h9g7', 'h0g2'], ['h2e2', 'b9c7', 'c3c4'], ['c3c4']);
  tree = note(tree, find(tree, 'h9g7'), { comment: 'hay {thật} [%clk 1]', glyphs: [1], marks: ['cal Gh2e2'] });
  tree = note(tree, ROOT, { comment: 'mở đầu' });
  const text = toPgn({ ...tree, tags: [['Red', 'An "A"']], result: '1-0' });
  assert.match(text, /^\[Game "xiangqi"\]\n\[Red "An \\"A\\""\]\n\[Result "1-0"\]\n\n/);
  assert.ok(
    text.endsWith(
      '{mở đầu} 1. h2e2 ( 1. c3c4 ) 1... h9g7 $1 {[%cal Gh2e2] hay (thật) [clk 1]} ( 1... b9c7 2. c3c4 ) 2. h0g2 1-0\n',
    ),
    text,
  );
});

test('arrows and circles are read from commands and written back, the others untouched', () => {
  const marks = ['eval 0.3', 'cal Gh2e2,Rb9c7', 'csl Ye4,Qe5'];
  const shapes = shapesOf(marks);
  assert.deepEqual(shapes, [
    { from: 'h2', to: 'e2', brush: 'green' },
    { from: 'b9', to: 'c7', brush: 'red' },
    { from: 'e4', brush: 'yellow' },
  ]);
  assert.deepEqual(withShapes(marks, shapes), ['eval 0.3', 'csl Ye4', 'cal Gh2e2,Rb9c7']);
  assert.deepEqual(withShapes(marks, []), ['eval 0.3']);
});

test('the main line is in rows of two, interrupted by comments and variations', () => {
  let tree = grow(['h2e2', 'h9g7', 'h0g2', 'i9h9'], ['h2e2', 'b9c7']);
  tree = note(tree, find(tree, 'h0g2'), { comment: 'lên mã' });
  const rows = rowsOfTree(tree, mainFrom(tree, ROOT)).map((row) =>
    row.kind === 'row'
      ? [row.number, row.first !== undefined, row.second !== undefined]
      : [row.comment, row.variations.length],
  );
  assert.deepEqual(rows, [
    [1, true, true],
    ['', 1],
    [2, true, false],
    ['lên mã', 0],
    [2, false, true],
  ]);
  assert.deepEqual(
    words(tree, find(tree, 'b9c7')).map((word) => (word.kind === 'move' ? word.number : word.kind)),
    ['1…'],
  );
});

test("the server's tree is converted", () => {
  const node = (after: number | null, mv: string, side: 'first' | 'second') => ({
    after,
    ply: ply(mv, side),
    comment: '',
    glyphs: [],
    marks: [],
  });
  const view: TreeView = {
    game: 'xiangqi',
    tags: [],
    result: '*',
    set_up: false,
    start: { position: START, turn: 'first', check: null },
    comment: '',
    marks: [],
    more: false,
    nodes: [
      node(null, 'h2e2', 'first'),
      node(0, 'h9g7', 'second'),
      node(0, 'b9c7', 'second'),
      node(null, 'c3c4', 'first'),
    ],
  };
  const tree = treeOf(view);
  assert.deepEqual(childrenOf(tree, ROOT), [1, 4]);
  assert.deepEqual(lineTo(tree, 3), ['h2e2', 'b9c7']);
});

test('a piece is drawn as often as there are of its kind', () => {
  const pool = { r: 1, p: 3, a: 0 };
  assert.equal(
    drawn(pool, () => 0),
    'r',
  );
  assert.equal(
    drawn(pool, () => 0.3),
    'p',
  );
  assert.equal(
    drawn(pool, () => 0.999),
    'p',
  );
  assert.equal(
    drawn({ a: 0 }, () => 0.5),
    undefined,
  );
});

test('moves are counted from the last field of a FEN, but not from the rules of a game', () => {
  assert.equal(firstNumber(START), 1);
  assert.equal(firstNumber('4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 23'), 23);
  assert.equal(firstNumber('3/1S1/3 b 3'), 1);
});
