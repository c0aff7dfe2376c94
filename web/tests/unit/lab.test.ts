// The Lab: decoding of trees, the checker of windows and cuts, steps, icicle, growth of a Monte Carlo tree, specifications.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readSpec, specOf, usual } from '../../src/lab/algorithm.ts';
import { countsAt, positionsByParent, positionsOf, selectionOf, termsOf } from '../../src/lab/growth.ts';
import { blockAt, layout, shadeOf } from '../../src/lab/icicle.ts';
import { lineOf, stateOf, Steps } from '../../src/lab/steps.ts';
import {
  bestChild,
  childrenOf,
  decodeTree,
  INFINITE,
  KIND,
  movesTo,
  PASS,
  pathTo,
  rootsOf,
  sideOf,
  verify,
  type SearchTree,
} from '../../src/lab/tree.ts';

interface Row {
  level: number;
  kind: number;
  value: number;
  window?: [number, number];
  pass?: number;
  moves?: number;
  searched?: number;
  text?: number;
}
interface Extra {
  sparse?: number[][];
  texts?: string[];
  edges?: { parent: number; prior: number; text: number }[];
  simulations?: [number, number][];
}

/** Encodes rows as the server does. */
function encode(rows: Row[], { sparse = [], texts = [], edges = [], simulations = [] }: Extra = {}): ArrayBuffer {
  const parts: Uint8Array[] = [];
  const put = (values: ArrayLike<number>, make: new (values: number[]) => ArrayBufferView) => {
    const view = new make([...Array.from(values)]);
    const bytes = new Uint8Array(Math.ceil(view.byteLength / 4) * 4);
    bytes.set(new Uint8Array(view.buffer as ArrayBuffer));
    parts.push(bytes);
  };
  const said = new TextEncoder().encode(texts.join('\n'));
  put([0x424c594b, 1, rows.length, sparse.length, edges.length, simulations.length, said.length], Uint32Array);
  put(
    rows.map((row) => row.window?.[0] ?? -INFINITE),
    Int16Array,
  );
  put(
    rows.map((row) => row.window?.[1] ?? INFINITE),
    Int16Array,
  );
  put(
    rows.map((row) => row.value),
    Int16Array,
  );
  put(
    rows.map((row) => row.text ?? 0),
    Uint16Array,
  );
  put(
    rows.map((row) => row.moves ?? 0),
    Uint16Array,
  );
  put(
    rows.map((row) => row.searched ?? row.moves ?? 0),
    Uint16Array,
  );
  put(
    rows.map((row) => row.level),
    Uint8Array,
  );
  put(
    rows.map(() => 1),
    Uint8Array,
  );
  put(
    rows.map((row) => row.kind | ((row.pass ?? 0) << 3)),
    Uint8Array,
  );
  put(sparse.flat(), Uint32Array);
  put(
    edges.map((edge) => edge.parent >>> 0),
    Uint32Array,
  );
  put(
    edges.map((edge) => edge.prior),
    Float32Array,
  );
  put(
    edges.map((edge) => edge.text),
    Uint16Array,
  );
  put(
    simulations.map(([edge]) => edge),
    Uint32Array,
  );
  put(
    simulations.map(([, value]) => value),
    Float32Array,
  );
  parts.push(said);
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out.buffer;
}

const leaf = (value: number, window: [number, number], text = 0): Row => ({
  level: 2,
  kind: KIND.evaluated,
  value,
  window,
  text,
});

/** The tree of the textbooks, leaves 3 12 8, 2 (cut), 14 5 2: alpha-beta leaves two leaves out. */
const textbook = (): Row[] => [
  { level: 0, kind: KIND.all, value: 3, moves: 3 },
  { level: 1, kind: KIND.all, value: -3, moves: 3, text: 0 },
  leaf(3, [-INFINITE, INFINITE], 3),
  leaf(12, [-INFINITE, 3], 4),
  leaf(8, [-INFINITE, 3], 5),
  { level: 1, kind: KIND.cut, value: -2, window: [-INFINITE, -3], moves: 3, searched: 1, text: 1 },
  leaf(2, [3, INFINITE], 3),
  { level: 1, kind: KIND.cut, value: -2, window: [-INFINITE, -3], moves: 3, text: 2 },
  leaf(14, [3, INFINITE], 3),
  leaf(5, [3, 14], 4),
  leaf(2, [3, 5], 5),
];
const TEXTS = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'];
const read = (rows: Row[], extra: Extra = {}): SearchTree => decodeTree(encode(rows, { texts: TEXTS, ...extra }));

test('a tree is decoded with parents, sizes, paths and moves', () => {
  const tree = read(textbook());
  assert.equal(tree.rows, 11);
  assert.deepEqual([...tree.parent], [-1, 0, 1, 1, 1, 0, 5, 0, 7, 7, 7]);
  assert.deepEqual(childrenOf(tree, 0), [1, 5, 7]);
  assert.deepEqual(rootsOf(tree), [0]);
  assert.deepEqual(pathTo(tree, 9), [0, 7, 9]);
  assert.deepEqual(movesTo(tree, 9), ['a3', 'b2']);
  assert.equal(tree.size[0], 10);
  assert.equal(sideOf(tree, 9), 2);
  assert.equal(bestChild(tree, 0), 1);
  assert.throws(() => decodeTree(new ArrayBuffer(40)));
  assert.throws(() => decodeTree(new ArrayBuffer(3)));
});

test('positions that were only counted belong to their node', () => {
  const tree = read(textbook(), {
    sparse: [
      [5, 0, 40],
      [6, 1, 2],
    ],
  });
  assert.equal(tree.hidden.get(5), 40);
  assert.equal(tree.known.get(6), 2);
  assert.equal(tree.size[5], 42);
  assert.equal(tree.size[0], 50);
});

test('the checker accepts a true search and finds every wrong row', () => {
  assert.equal(verify(read(textbook())), undefined);
  const wrong = (row: number, change: Partial<Row>): number | undefined =>
    verify(read(textbook().map((one, index) => (index === row ? { ...one, ...change } : one))))?.row;
  assert.equal(wrong(2, { value: 4 }), 3);
  assert.equal(wrong(3, { window: [-INFINITE, 4] }), 3);
  assert.equal(wrong(5, { kind: KIND.all }), 5);
  assert.equal(wrong(5, { value: -4 }), 7);
  assert.equal(wrong(7, { searched: 2 }), 7);
  assert.equal(wrong(0, { value: 4 }), 0);
  assert.equal(wrong(10, { value: 9 }), 7);
  // Leaving a move out without a cut is found.
  const short = textbook();
  short.splice(4, 1);
  assert.equal(verify(read(short))?.row, 1);
});

test('minimax searches every move with the full window', () => {
  const rows: Row[] = [
    { level: 0, kind: KIND.all, value: 3, moves: 2 },
    { level: 1, kind: KIND.evaluated, value: -3, text: 0 },
    { level: 1, kind: KIND.evaluated, value: -2, text: 1 },
  ];
  assert.equal(verify(read(rows), true), undefined);
  assert.equal(verify(read(rows))?.row, 2, 'alpha-beta would have raised alpha');
  assert.equal(verify(read(rows.slice(0, 2)), true)?.row, 0);
});

test('second searches of PVS are checked: only after a zero window that was exceeded', () => {
  const rows: Row[] = [
    { level: 0, kind: KIND.all, value: 5, moves: 2 },
    { level: 1, kind: KIND.evaluated, value: -3, text: 0 },
    { level: 1, kind: KIND.evaluated, value: -5, window: [-4, -3], pass: PASS.scout, text: 1 },
    { level: 1, kind: KIND.evaluated, value: -5, window: [-INFINITE, -3], pass: PASS.second, text: 1 },
  ];
  const tree = read(rows);
  assert.equal(verify(tree), undefined);
  assert.equal(tree.size[0], 2, 'a second search is no new position');
  assert.equal(bestChild(tree, 0), 3, 'the second search gave the value');
  assert.equal(verify(read(rows.map((one, index) => (index === 2 ? { ...one, value: -2 } : one))))?.row, 2);
});

test('a chance node is the weighted mean of its outcomes', () => {
  const rows: Row[] = [
    { level: 0, kind: KIND.all, value: -10, moves: 1 },
    { level: 1, kind: KIND.chance, value: 10 },
    { level: 2, kind: KIND.evaluated, value: 30 },
    { level: 2, kind: KIND.evaluated, value: 0 },
  ];
  const extra = { sparse: [[3, 2, 2]] };
  assert.equal(verify(read(rows, extra)), undefined);
  assert.equal(verify(read(rows))?.row, 1, 'without the weight the mean is 15');
  assert.equal(read(rows, extra).size[0], 2, 'a chance node is no position');
  assert.equal(sideOf(read(rows, extra), 3), 1);
});

test('the stepper enters and leaves every node, with the window of the moment', () => {
  const tree = read(textbook());
  const steps = new Steps(tree, 0);
  assert.equal(steps.count, 22);
  const order = Array.from({ length: 22 }, (_, index) => steps.at(index)).map(
    (step) => (step.kind === 'enter' ? '+' : '-') + step.row,
  );
  assert.equal(order.join(' '), '+0 +1 +2 -2 +3 -3 +4 -4 -1 +5 +6 -6 -5 +7 +8 -8 +9 -9 +10 -10 -7 -0');
  assert.equal(steps.find(9), 16);
  assert.equal(steps.find(9, 'leave'), 17);
  assert.deepEqual(stateOf(tree, 0, 5, false), { alpha: 3, beta: INFINITE, best: 3, done: 1 });
  assert.deepEqual(stateOf(tree, 7, 9, true), { alpha: -5, beta: -3, best: -5, done: 2 });
  assert.equal(lineOf(tree, { row: 5, kind: 'leave' }), 'cut');
  assert.equal(lineOf(tree, { row: 2, kind: 'enter' }), 'leaf');
  assert.equal(lineOf(tree, { row: 1, kind: 'leave' }), 'done');
});

test('the icicle gives width by positions and merges what is below a pixel', () => {
  const tree = read(textbook());
  const blocks = layout(tree, { root: 0, width: 1000 });
  assert.equal(blocks.length, 11);
  assert.equal(blocks.find((one) => one.row === 1)?.width, 400);
  assert.equal(shadeOf(tree, 5), 'cut');
  assert.equal(shadeOf(tree, 2), 'leaf');
  assert.equal(blockAt(blocks, 450, 1)?.row, 5);
  // 200,000 leaves below one node: as many rectangles as pixels, not as leaves.
  const many: Row[] = [{ level: 0, kind: KIND.all, value: 0, moves: 200_000 }];
  for (let index = 0; index < 199_999; index += 1) many.push({ level: 1, kind: KIND.evaluated, value: 0 });
  const large = layout(read(many), { root: 0, width: 1000 });
  assert.ok(large.length < 2100, String(large.length));
});

test('the growth of a Monte Carlo tree is replayed simulation by simulation', () => {
  const tree = read([], {
    edges: [
      { parent: -1, prior: 0.7, text: 0 },
      { parent: -1, prior: 0.3, text: 1 },
      { parent: 0, prior: 1, text: 3 },
    ],
    simulations: [
      [0, 0.6],
      [1, 0.5],
      [2, 0.9],
    ],
  });
  const growth = tree.growth!;
  assert.deepEqual([...growth.parent], [-1, -1, 0]);
  const positions = positionsOf(growth);
  assert.deepEqual(positions, [
    { first: 0, end: 2 },
    { first: 2, end: 3 },
  ]);
  const plain = selectionOf('mcts:mode=classic');
  assert.deepEqual([...countsAt(growth, positions, 2, plain).visits], [1, 1, 0]);
  const counts = countsAt(growth, positions, 3, plain);
  assert.deepEqual([...counts.visits], [2, 1, 1]);
  // 0.9 for the reply is 0.1 for the move before it.
  assert.ok(Math.abs(counts.mean[0]! - 0.35) < 1e-6);
  assert.deepEqual(positionsByParent(growth, positions).get(-1), [{ first: 0, end: 2 }]);
  const ucb = termsOf(growth, counts, positions[0]!, plain);
  assert.ok(Math.abs(ucb[0]!.total - (0.35 + Math.SQRT2 * Math.sqrt(Math.log(3) / 2))) < 1e-6);
  const early = termsOf(growth, countsAt(growth, positions, 1, plain), positions[0]!, plain);
  assert.deepEqual([early[1]!.value, early[1]!.total], [undefined, Infinity]);
});

test('the terms of PUCT are those of the search: best replies, first-play urgency, proofs', () => {
  const tree = read([], {
    edges: [
      { parent: -1, prior: 0.7, text: 0 },
      { parent: -1, prior: 0.2, text: 1 },
      { parent: -1, prior: 0.1, text: 2 },
      { parent: 0, prior: 0.5, text: 3 },
      { parent: 0, prior: 0.5, text: 4 },
    ],
    simulations: [
      [0, 0.5],
      [1, 0.25],
      [3, 0.75],
    ],
  });
  const growth = tree.growth!;
  const positions = positionsOf(growth);
  const how = selectionOf('mcts:c=2');
  assert.deepEqual(how, { mode: 'puct', constant: 2, weight: 0.3, proves: true });
  const [first, second, third] = termsOf(growth, countsAt(growth, positions, 3, how), positions[0]!, how);
  // Mean of 0.5 and 0.25; the best reply is worth 0.75 for the opponent.
  const value = 0.375 + 0.3 * (0.25 - 0.375);
  assert.ok(Math.abs(first!.value! - value) < 1e-6);
  assert.ok(Math.abs(first!.total - (value + (2 * 0.7 * 2) / 3)) < 1e-6);
  assert.ok(Math.abs(second!.total - (0.25 + (2 * 0.2 * 2) / 2)) < 1e-6);
  // Not tried: the mean of the others, less a tenth of the square root of their priors.
  const urgency = (2 * value + 0.25) / 3 - 0.1 * Math.sqrt(0.9);
  assert.ok(Math.abs(third!.value! - urgency) < 1e-6);
  assert.ok(Math.abs(third!.total - (urgency + 2 * 0.1 * 2)) < 1e-6);
  // A reply that wins proves that the move loses.
  growth.value[2] = 1;
  const lost = countsAt(growth, positions, 3, how);
  assert.deepEqual([...lost.proof], [-1, 0, 0, 1, 0]);
  assert.equal(termsOf(growth, lost, positions[0]!, how)[0]!.total, -Infinity);
  // Hidden pieces: neither best replies nor proofs.
  assert.deepEqual([...countsAt(growth, positions, 3, selectionOf('mcts', true)).proof], [0, 0, 0, 0, 0]);
});

test('outcomes of a reveal are positions of their own below one move', () => {
  const edge = (parent: number, text: number) => ({ parent, prior: 0.5, text });
  const tree = read([], {
    edges: [edge(-1, 0), edge(-1, 1), edge(0, 2), edge(0, 3), edge(0, 2), edge(0, 3), edge(1, 2)],
    simulations: [[2, 0.5]],
  });
  const growth = tree.growth!;
  const below = positionsByParent(growth, positionsOf(growth));
  assert.deepEqual(below.get(0), [
    { first: 2, end: 4 },
    { first: 4, end: 6 },
  ]);
  assert.deepEqual(below.get(1), [{ first: 6, end: 7 }]);
});

test('the selection of a specification', () => {
  assert.deepEqual(selectionOf('mcts:sims=50,c=0.5,mode=classic'), {
    mode: 'ucb1',
    constant: 0.5,
    weight: 0,
    proves: false,
  });
  assert.deepEqual(selectionOf('mcts:sims=50,minimax=0'), { mode: 'puct', constant: 1, weight: 0, proves: true });
  assert.deepEqual(selectionOf('mcts:sims=50', true), { mode: 'puct', constant: 1, weight: 0, proves: false });
});

test('an algorithm is written as a specification and read again', () => {
  const options = ['depth', 'eval', 'ordering', 'table', 'pv', 'deepening', 'beam', 'time'].map((name) => ({
    name,
    kind: 'integer' as const,
    least: 1,
    most: 9,
    values: [],
    default: null,
  }));
  const engines = [{ name: 'alphabeta', options }];
  const spec = specOf(usual(3)[1]!, engines);
  assert.equal(spec, 'alphabeta:depth=3,ordering=off,table=off,pv=off,deepening=off');
  assert.deepEqual(readSpec(spec), usual(3)[1]);
  assert.equal(specOf({ engine: 'alphabeta', params: { time: '5' } }, engines), 'alphabeta:depth=3');
  const own = 'alphabeta:depth=2,eval=custom,queen=1200,mobility=3';
  assert.equal(specOf(readSpec(own), engines), own, 'weights of a link are kept');
  assert.deepEqual(readSpec('greedy'), { engine: 'greedy', params: {} });
});
