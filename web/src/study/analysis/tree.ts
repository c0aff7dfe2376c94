// Move tree with annotations. Immutable: every change returns a new tree, which makes undo simple.
import type { Ply, Start, TreeView } from '../../wire/index.ts';

export interface TreeMove {
  id: number;
  /** Parent; null at the root. */
  parent: number | null;
  /** Children, main continuation first. */
  children: readonly number[];
  /** Undefined at the root. */
  ply: Ply | undefined;
  comment: string;
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`. */
  glyphs: readonly number[];
  /** Arrows, circles and other PGN commands, name first. */
  marks: readonly string[];
}

export interface Tree {
  game: string;
  tags: readonly (readonly [string, string])[];
  result: string;
  /** True if the start position is not the usual one. */
  setUp: boolean;
  start: Start;
  moves: ReadonlyMap<number, TreeMove>;
  /** True if the record was truncated. */
  cut: boolean;
}

export const ROOT = 0;
/** Maximum number of moves. */
export const MOST_MOVES = 4000;

const bare = (id: number, parent: number | null, ply?: Ply): TreeMove => ({
  id,
  parent,
  children: [],
  ply,
  comment: '',
  glyphs: [],
  marks: [],
});

export function emptyTree(game: string, start: Start, setUp: boolean, tags: Tree['tags'] = [], result = '*'): Tree {
  return { game, tags, result, setUp, start, moves: new Map([[ROOT, bare(ROOT, null)]]), cut: false };
}

/** Converts the server's tree. */
export function treeOf(view: TreeView): Tree {
  const moves = new Map<number, TreeMove>();
  const children = new Map<number, number[]>();
  view.nodes.forEach((node, index) => {
    const parent = node.after === null ? ROOT : node.after + 1;
    const list = children.get(parent);
    if (list) list.push(index + 1);
    else children.set(parent, [index + 1]);
  });
  moves.set(ROOT, {
    ...bare(ROOT, null),
    children: children.get(ROOT) ?? [],
    comment: view.comment,
    marks: view.marks,
  });
  view.nodes.forEach((node, index) => {
    const id = index + 1;
    const { ply, comment, glyphs, marks } = node;
    moves.set(id, {
      id,
      parent: node.after === null ? ROOT : node.after + 1,
      children: children.get(id) ?? [],
      ply,
      comment,
      glyphs,
      marks,
    });
  });
  return {
    game: view.game,
    tags: view.tags,
    result: view.result,
    setUp: view.set_up,
    start: view.start,
    moves,
    cut: view.more,
  };
}

/** Builds a tree with a single line. */
export function lineTree(
  game: string,
  start: Start,
  setUp: boolean,
  plies: readonly Ply[],
  tags: Tree['tags'],
  result: string,
): Tree {
  let tree = emptyTree(game, start, setUp, tags, result);
  let at = ROOT;
  for (const ply of plies) [tree, at] = addMove(tree, at, ply);
  return tree;
}

const change = (tree: Tree, ...changed: readonly TreeMove[]): Tree => {
  const moves = new Map(tree.moves);
  for (const one of changed) moves.set(one.id, one);
  return { ...tree, moves };
};

export const childrenOf = (tree: Tree, id: number): readonly number[] => tree.moves.get(id)?.children ?? [];

/** Child with this move, if any. */
export function childWith(tree: Tree, id: number, mv: string): number | undefined {
  return childrenOf(tree, id).find((child) => tree.moves.get(child)?.ply?.mv === mv);
}

/** Id of the next added move. Ids are never reused, so that cached data cannot be mixed up. */
let fresh = 1_000_000;

/** Adds a child, or finds the existing one. */
export function addMove(tree: Tree, after: number, ply: Ply): [Tree, number] {
  const known = childWith(tree, after, ply.mv);
  const parent = tree.moves.get(after);
  if (known !== undefined) return [tree, known];
  if (!parent || tree.moves.size > MOST_MOVES) return [tree, after];
  const id = fresh;
  fresh += 1;
  return [change(tree, { ...parent, children: [...parent.children, id] }, bare(id, after, ply)), id];
}

/** Path from the root to a move: ids without the root. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at = tree.moves.get(id); at && at.parent !== null; at = tree.moves.get(at.parent)) path.push(at.id);
  return path.reverse();
}

/** Moves in coordinates from the root to a move. */
export const lineTo = (tree: Tree, id: number): string[] =>
  pathTo(tree, id).map((one) => tree.moves.get(one)?.ply?.mv ?? '');

/** Main line from a move to the end. */
export function mainFrom(tree: Tree, id: number): number[] {
  const line: number[] = [];
  for (let next = childrenOf(tree, id)[0]; next !== undefined; next = childrenOf(tree, next)[0]) line.push(next);
  return line;
}

export const isMain = (tree: Tree, id: number): boolean =>
  pathTo(tree, id).every((one) => childrenOf(tree, tree.moves.get(one)?.parent ?? ROOT)[0] === one);

/** Nearest ancestor that is not a main continuation: the start of the variation. */
export function variationOf(tree: Tree, id: number): number | undefined {
  return pathTo(tree, id)
    .reverse()
    .find((one) => childrenOf(tree, tree.moves.get(one)?.parent ?? ROOT)[0] !== one);
}

/** Promotes the variation of a move at its branch point; with `all`, to the main line. */
export function promote(tree: Tree, id: number, all = false): Tree {
  let next = tree;
  for (let branch = variationOf(next, id); branch !== undefined; branch = variationOf(next, id)) {
    const parent = next.moves.get(next.moves.get(branch)?.parent ?? ROOT);
    if (!parent) return next;
    const at = branch;
    next = change(next, { ...parent, children: [at, ...parent.children.filter((one) => one !== at)] });
    if (!all) return next;
  }
  return next;
}

/** Removes a move and all that follow. */
export function remove(tree: Tree, id: number): Tree {
  const gone = tree.moves.get(id);
  const parent = gone && gone.parent !== null ? tree.moves.get(gone.parent) : undefined;
  if (!gone || !parent) return tree;
  const moves = new Map(tree.moves);
  const rest = [id];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    rest.push(...(moves.get(at)?.children ?? []));
    moves.delete(at);
  }
  moves.set(parent.id, { ...parent, children: parent.children.filter((one) => one !== id) });
  return { ...tree, moves };
}

/** Changes the annotations of a move. */
export function note(tree: Tree, id: number, said: Partial<Pick<TreeMove, 'comment' | 'glyphs' | 'marks'>>): Tree {
  const one = tree.moves.get(id);
  return one ? change(tree, { ...one, ...said }) : tree;
}

/** Glyph texts by number. */
export const GLYPHS: readonly string[] = ['', '!', '?', '!!', '??', '!?', '?!'];

/** Toggles one of the six move glyphs; other glyphs stay. */
export function toggleGlyph(tree: Tree, id: number, glyph: number): Tree {
  const had = tree.moves.get(id)?.glyphs ?? [];
  const others = had.filter((one) => one < 1 || one > 6);
  return note(tree, id, { glyphs: had.includes(glyph) ? others : [glyph, ...others] });
}

export const glyphText = (move: Pick<TreeMove, 'glyphs'>): string =>
  move.glyphs.map((one) => GLYPHS[one] ?? '').join('');

/** Number of the first move: the last field of a FEN. A text of three fields ends with the rules of its game. */
export function firstNumber(position: string): number {
  const fields = position.split(/\s+/);
  return (fields.length > 3 && Number(fields.at(-1))) || 1;
}

/** Move number. */
export function numberOf(tree: Tree, id: number): number {
  const before = pathTo(tree, id).length - 1;
  return firstNumber(tree.start.position) + Math.floor((before + (tree.start.turn === 'second' ? 1 : 0)) / 2);
}

/** Side that played the move. */
export const sideOfMove = (tree: Tree, id: number): 'first' | 'second' => tree.moves.get(id)?.ply?.side ?? 'first';

/** Plies of the main line. */
export const mainPlies = (tree: Tree): Ply[] => mainFrom(tree, ROOT).flatMap((id) => tree.moves.get(id)?.ply ?? []);

export const isEmpty = (tree: Tree): boolean => {
  const root = tree.moves.get(ROOT);
  return tree.moves.size === 1 && !root?.comment && (root?.marks.length ?? 0) === 0;
};
