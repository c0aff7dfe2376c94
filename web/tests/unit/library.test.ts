// Printing of move trees in the library.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathTo, printed } from '../../src/pages/library/tree.ts';
import type { LibraryNode } from '../../src/wire/index.ts';

const node = (
  after: number | null,
  text: string,
  number: number,
  side: 'first' | 'second',
  more: Partial<LibraryNode> = {},
): LibraryNode => ({
  after,
  text,
  number,
  side,
  varies: false,
  mv: text,
  squares: [0, 1],
  position: '',
  check: null,
  comment: '',
  glyphs: [],
  ...more,
});
const NODES = [
  node(null, 'a', 1, 'first'),
  node(0, 'b', 1, 'second', { comment: 'hay' }),
  node(1, 'c', 2, 'first'),
  node(0, 'x', 1, 'second', { varies: true }),
  node(3, 'y', 2, 'first'),
  node(3, 'z', 2, 'first', { varies: true }),
];

function text(nodes: readonly LibraryNode[]): string {
  return printed(nodes)
    .map((piece) => {
      if (piece.kind === 'open') return '(';
      if (piece.kind === 'close') return ')';
      return piece.kind === 'comment' ? `{${piece.text}}` : piece.number + (nodes[piece.node]?.text ?? '');
    })
    .join(' ');
}

test('variations stand behind the move they replace, inside one another', () => {
  assert.equal(text(NODES), '1.a b {hay} ( 1…x 2.y ( 2.z ) ) 2.c');
});

test('a record without moves prints nothing', () => {
  assert.equal(text([]), '');
});

test('the way to a move begins at the start', () => {
  assert.deepEqual(pathTo(NODES, 5), [0, 3, 5]);
});

test('a very deep record is printed without recursion', () => {
  const deep = Array.from({ length: 5000 }, (_, index) =>
    node(index ? index - 1 : null, 'm', 1 + (index >> 1), index % 2 ? 'second' : 'first'),
  );
  assert.equal(printed(deep, 10_000).length, 5000);
});
