// Tree of a recorded search: decoded from the server's columns, with parents, children and sizes.

export const KIND = { stopped: 0, over: 1, evaluated: 2, known: 3, all: 4, cut: 5, chance: 6 } as const;
export const PASS = { full: 0, scout: 1, second: 2 } as const;

const MAGIC = 0x424c594b;
const VERSION = 1;
const ROOT = 0xffffffff;
/** Bounds of the full window. */
export const INFINITE = 32_000;
const HIDDEN = 0;
const KNOWN = 1;

/** Growth of a Monte Carlo tree. */
export interface Growth {
  /** Edge that leads to the position of each edge; -1 at the root. */
  parent: Int32Array;
  prior: Float32Array;
  text: Uint16Array;
  /** Last edge of each simulation, and its value for the side that made that move. */
  edge: Uint32Array;
  value: Float32Array;
}

/** Recorded search in columns; rows are in the order in which the search entered them. */
export interface SearchTree {
  rows: number;
  alpha: Int16Array;
  beta: Int16Array;
  value: Int16Array;
  text: Uint16Array;
  moves: Uint16Array;
  searched: Uint16Array;
  level: Uint8Array;
  depth: Uint8Array;
  kind: Uint8Array;
  pass: Uint8Array;
  probe: Uint8Array;
  /** Row of the parent; -1 for the root of an iteration. */
  parent: Int32Array;
  /** Row behind the last row of the subtree. */
  end: Int32Array;
  /** Positions in the subtree, kept or only counted. */
  size: Float64Array;
  /** Positions below a row that were counted but not kept. */
  hidden: ReadonlyMap<number, number>;
  /** Row that the value of a table hit comes from. */
  known: ReadonlyMap<number, number>;
  /** Weight of a chance outcome. */
  weight: ReadonlyMap<number, number>;
  texts: readonly string[];
  growth: Growth | undefined;
}

/** Decodes a tree; throws for anything else. */
export function decodeTree(buffer: ArrayBuffer): SearchTree {
  const head = new DataView(buffer);
  if (buffer.byteLength < 28 || head.getUint32(0, true) !== MAGIC || head.getUint32(4, true) !== VERSION)
    throw new Error('not a tree of the Lab');
  const count = (place: number) => head.getUint32(4 * place, true);
  const [rows, entries, edges, simulations, bytes] = [count(2), count(3), count(4), count(5), count(6)];
  let at = 28;
  const column = <T>(
    make: (buffer: ArrayBuffer, at: number, length: number) => T,
    length: number,
    width: number,
  ): T => {
    const made = make(buffer, at, length);
    at += Math.ceil((length * width) / 4) * 4;
    return made;
  };
  const i16 = () => column((...from) => new Int16Array(...from), rows, 2);
  const u16 = (length = rows) => column((...from) => new Uint16Array(...from), length, 2);
  const u8 = () => column((...from) => new Uint8Array(...from), rows, 1);
  const u32 = (length: number) => column((...from) => new Uint32Array(...from), length, 4);
  const f32 = (length: number) => column((...from) => new Float32Array(...from), length, 4);
  const [alpha, beta, value] = [i16(), i16(), i16()];
  const [text, moves, searched] = [u16(), u16(), u16()];
  const [level, depth, flags] = [u8(), u8(), u8()];
  const sparse = u32(entries * 3);
  const growthParent = u32(edges);
  const prior = f32(edges);
  const growthText = u16(edges);
  const edge = u32(simulations);
  const outcome = f32(simulations);
  const said = new TextDecoder().decode(new Uint8Array(buffer, at, bytes));
  const maps = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()] as const;
  for (let entry = 0; entry < entries; entry += 1)
    maps[sparse[3 * entry + 1] as 0 | 1 | 2]?.set(sparse[3 * entry]!, sparse[3 * entry + 2]!);
  const kind = flags.map((one) => one & 7);
  const pass = flags.map((one) => (one >> 3) & 3);
  const { parent, end } = shapeOf(level);
  const size = new Float64Array(rows);
  for (let row = rows - 1; row >= 0; row -= 1) {
    const counts = level[row]! > 0 && kind[row] !== KIND.chance && pass[row] !== PASS.second;
    size[row]! += (counts ? 1 : 0) + (maps[HIDDEN].get(row) ?? 0);
    if (parent[row]! >= 0) size[parent[row]!]! += size[row]!;
  }
  return {
    rows,
    alpha,
    beta,
    value,
    text,
    moves,
    searched,
    level,
    depth,
    kind,
    pass,
    probe: flags.map((one) => (one >> 5) & 1),
    parent,
    end,
    size,
    hidden: maps[HIDDEN],
    known: maps[KNOWN],
    weight: maps[2],
    texts: said === '' ? [] : said.split('\n'),
    growth: edges
      ? {
          parent: Int32Array.from(growthParent, (one) => (one === ROOT ? -1 : one)),
          prior,
          text: growthText,
          edge,
          value: outcome,
        }
      : undefined,
  };
}

/** Parents and ends of subtrees, from levels in preorder. */
function shapeOf(level: Uint8Array): { parent: Int32Array; end: Int32Array } {
  const parent = new Int32Array(level.length).fill(-1);
  const end = new Int32Array(level.length);
  const open: number[] = [];
  for (let row = 0; row <= level.length; row += 1) {
    const here = level[row] ?? 0;
    while (open.length > here) end[open.pop()!] = row;
    if (row === level.length) break;
    parent[row] = open.at(-1) ?? -1;
    open.push(row);
  }
  return { parent, end };
}

/** Children of a row, in the order in which they were searched. */
export function childrenOf(tree: SearchTree, row: number): number[] {
  const out: number[] = [];
  for (let child = row + 1; child < tree.end[row]!; child = tree.end[child]!) out.push(child);
  return out;
}

/** Roots: one for each iteration. */
export function rootsOf(tree: SearchTree): number[] {
  const out: number[] = [];
  for (let row = 0; row < tree.rows; row = tree.end[row]!) out.push(row);
  return out;
}

/** Rows from the root of the iteration to a row. */
export function pathTo(tree: SearchTree, row: number): number[] {
  const out: number[] = [];
  for (let here = row; here >= 0; here = tree.parent[here]!) out.push(here);
  return out.reverse();
}

/** Moves from the root to a row. The move of a chance node is that of its outcome. */
export function movesTo(tree: SearchTree, row: number): string[] {
  const path = pathTo(tree, row).slice(1);
  return path
    .filter((one, index) => tree.kind[one] !== KIND.chance || index === path.length - 1)
    .map((one) => tree.texts[tree.text[one]!] ?? '');
}

/** Score from the view of the side to move at the root, for one that is from the view of a row's side to move. */
export function fromRoot(tree: SearchTree, row: number, score: number): number {
  return sideOf(tree, row) % 2 === 0 ? score : -score;
}

/** Plies from the root; a chance node counts with its move, its outcomes do not count again. */
export function sideOf(tree: SearchTree, row: number): number {
  let plies = 0;
  for (let here = row; tree.parent[here]! >= 0; here = tree.parent[here]!)
    if (tree.kind[tree.parent[here]!] !== KIND.chance) plies += 1;
  return plies;
}

/** The child that gave a row its value; -1 without children. A second search replaces the first. */
export function bestChild(tree: SearchTree, row: number): number {
  let best = -1;
  for (let child = row + 1; child < tree.end[row]!; child = tree.end[child]!)
    if (tree.value[child] === -tree.value[row]! && tree.probe[child] === tree.probe[row] && !repeated(tree, child))
      if (best < 0) best = child;
  return best;
}

/** True for a zero-window search that a second search of the same move follows. */
export function repeated(tree: SearchTree, row: number): boolean {
  const next = tree.end[row]!;
  return next < tree.rows && tree.pass[next] === PASS.second && tree.parent[next] === tree.parent[row];
}

/** Fault of a recording: the row, and what does not hold there. */
export interface Fault {
  row: number;
  what: string;
}

/**
 * Replays every window of a search without a beam and verifies every value and cut; the first fault, or none. `plain`:
 * minimax, whose windows are always full.
 */
export function verify(tree: SearchTree, plain = false): Fault | undefined {
  for (let row = 0; row < tree.rows; row += 1) {
    const kind = tree.kind[row];
    if (tree.hidden.has(row)) continue;
    if (kind === KIND.chance) {
      const fault = verifyMean(tree, row);
      if (fault) return fault;
      continue;
    }
    if (kind !== KIND.all && kind !== KIND.cut) {
      if (tree.end[row]! > row + 1) return { row, what: 'a leaf has no children' };
      continue;
    }
    const beta = tree.beta[row]!;
    let alpha = tree.alpha[row]!;
    let best = -INFINITE;
    let tried = 0;
    for (const child of childrenOf(tree, row)) {
      if (alpha >= beta) return { row: child, what: 'nothing is searched after a cut' };
      const upper = tree.pass[child] === PASS.scout ? alpha + 1 : beta;
      const lower = plain ? tree.alpha[row]! : alpha;
      if (tree.alpha[child] !== -upper || tree.beta[child] !== -lower)
        return { row: child, what: 'the window is that of the parent, turned round' };
      if (tree.pass[child] !== PASS.second) tried += 1;
      const score = -tree.value[child]!;
      if (repeated(tree, child)) {
        if (score <= alpha || score >= beta) return { row: child, what: 'a second search needs a reason' };
        continue;
      }
      best = Math.max(best, score);
      alpha = Math.max(alpha, best);
    }
    if (tree.value[row] !== best) return { row, what: 'the value is that of the best move' };
    if (tree.searched[row] !== tried) return { row, what: 'the moves searched are counted' };
    if (kind === KIND.cut ? best < beta : tried !== tree.moves[row])
      return { row, what: 'moves are left out only where one reached beta' };
  }
  return undefined;
}

/** The value of a chance node lies between its outcomes, and is their mean where none is decided. */
function verifyMean(tree: SearchTree, row: number): Fault | undefined {
  const outcomes = childrenOf(tree, row);
  const values = outcomes.map((one) => tree.value[one]!);
  const value = tree.value[row]!;
  if (value < Math.min(...values) || value > Math.max(...values))
    return { row, what: 'a mean lies between its outcomes' };
  if (values.some((one) => Math.abs(one) > 25_000)) return undefined;
  const weights = outcomes.map((one) => tree.weight.get(one) ?? 1);
  const sum = values.reduce((total, one, index) => total + one * weights[index]!, 0);
  const mean = Math.trunc(sum / weights.reduce((total, one) => total + one, 0));
  return mean === value ? undefined : { row, what: 'a chance node has the mean of its outcomes' };
}
