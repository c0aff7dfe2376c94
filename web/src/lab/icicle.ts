// Layout of an icicle: every row of a search as a rectangle, its width by the positions below it. What is narrower
// than a pixel is merged, so that the work depends on the width of the screen and not on the size of the tree.
import { INFINITE, KIND, type SearchTree } from './tree.ts';

/** Group that decides a rectangle's color. */
export type Shade = 'pv' | 'cut' | 'all' | 'leaf' | 'known' | 'chance' | 'merged' | 'hidden';

export interface Block {
  /** Row; for merged ones the first. */
  row: number;
  x: number;
  width: number;
  level: number;
  shade: Shade;
}

/** Part of the tree that is shown: a row as the root of the picture. */
export interface View {
  root: number;
  width: number;
}

/** Shade of a row. */
export function shadeOf(tree: SearchTree, row: number): Shade {
  const kind = tree.kind[row]!;
  if (kind === KIND.chance) return 'chance';
  if (kind === KIND.known) return 'known';
  if (kind === KIND.cut) return 'cut';
  const value = tree.value[row]!;
  const exact = value > tree.alpha[row]! && value < tree.beta[row]!;
  // Minimax has the full window everywhere: there exact says nothing.
  const narrow = tree.alpha[row]! > -INFINITE || tree.beta[row]! < INFINITE;
  if (kind === KIND.all) return exact && narrow ? 'pv' : 'all';
  return 'leaf';
}

/** Rectangles of the visible part, widest first by level. A rectangle below a pixel is merged with its neighbors. */
export function layout(tree: SearchTree, view: View): Block[] {
  const out: Block[] = [];
  const total = Math.max(1, tree.size[view.root]!);
  const scale = view.width / total;
  const base = tree.level[view.root]!;
  // A stack instead of recursion; each entry is a row with its left edge.
  const waiting: [number, number][] = [[view.root, 0]];
  while (waiting.length) {
    const [row, x] = waiting.pop()!;
    const width = tree.size[row]! * scale;
    const level = tree.level[row]! - base;
    out.push({ row, x, width, level, shade: shadeOf(tree, row) });
    const counts = row !== view.root || tree.level[row]! > 0 ? 1 : 0;
    let left = x + Math.min(counts * scale, width);
    let merged: Block | undefined;
    for (let child = row + 1; child < tree.end[row]!; child = tree.end[child]!) {
      const wide = tree.size[child]! * scale;
      if (wide >= 1) {
        waiting.push([child, left]);
        merged = undefined;
      } else if (merged) merged.width = left + wide - merged.x;
      else {
        merged = { row: child, x: left, width: wide, level: level + 1, shade: 'merged' };
        out.push(merged);
      }
      left += wide;
    }
    const hidden = (tree.hidden.get(row) ?? 0) * scale;
    if (hidden >= 1) out.push({ row, x: left, width: hidden, level: level + 1, shade: 'hidden' });
  }
  return out;
}

/** Block under a point. */
export function blockAt(blocks: readonly Block[], x: number, level: number): Block | undefined {
  return blocks.find((one) => one.level === level && x >= one.x && x < one.x + Math.max(1, one.width));
}
