// Prints the moves of a record: the main line, with variations in brackets after the move they replace.
import type { LibraryNode } from '../../wire/index.ts';

export type Piece =
  | { kind: 'move'; node: number; number: string; main: boolean }
  | { kind: 'comment'; node: number; text: string; main: boolean }
  | { kind: 'open'; node: number }
  | { kind: 'close'; node: number };

/** Children of every move; those of the start are at -1. */
export function childrenOf(nodes: readonly LibraryNode[]): Map<number, number[]> {
  const children = new Map<number, number[]>();
  nodes.forEach((node, index) => {
    const after = node.after ?? -1;
    const list = children.get(after);
    if (list) list.push(index);
    else children.set(after, [index]);
  });
  return children;
}

/** Printed tokens in order. Iterative, because a record may be arbitrarily deep. */
export function printed(nodes: readonly LibraryNode[], most = 3000): Piece[] {
  const children = childrenOf(nodes);
  const out: Piece[] = [];
  type Task = { node: number; numbered: boolean; depth: number; opens: boolean } | { close: number };
  const tasks: Task[] = [];
  const begin = children.get(-1)?.[0];
  if (begin !== undefined) tasks.push({ node: begin, numbered: true, depth: 0, opens: false });
  while (tasks.length && out.length < most) {
    const task = tasks.pop();
    if (!task) break;
    if ('close' in task) {
      out.push({ kind: 'close', node: task.close });
      continue;
    }
    const node = nodes[task.node];
    if (!node) continue;
    const main = task.depth === 0;
    if (task.opens) out.push({ kind: 'open', node: task.node });
    const number = node.side === 'first' ? `${node.number}.` : task.numbered ? `${node.number}…` : '';
    out.push({ kind: 'move', node: task.node, number, main });
    if (node.comment) out.push({ kind: 'comment', node: task.node, text: node.comment, main });
    const siblings = task.opens ? [] : (children.get(node.after ?? -1) ?? []).slice(1);
    const next = children.get(task.node)?.[0];
    // The stack is last in, first out: the variations in their order, then the rest of the line.
    if (next !== undefined)
      tasks.push({ node: next, numbered: !!node.comment || siblings.length > 0, depth: task.depth, opens: false });
    for (const sibling of siblings.reverse()) {
      tasks.push({ close: sibling });
      tasks.push({ node: sibling, numbered: true, depth: task.depth + 1, opens: true });
    }
  }
  return out;
}

/** Path from the start to a move, inclusive. */
export function pathTo(nodes: readonly LibraryNode[], node: number): number[] {
  const path: number[] = [];
  let at: number | null | undefined = node;
  while (at !== null && at !== undefined && at >= 0) {
    path.push(at);
    at = nodes[at]?.after;
  }
  return path.reverse();
}

const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];
export const glyphsOf = (node: LibraryNode): string => node.glyphs.map((glyph) => GLYPHS[glyph] ?? '').join('');
