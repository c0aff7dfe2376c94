// Tree as text: PGN in coordinates, which the server converts to other formats; and arrows from PGN commands.
import { moduleOf } from '../../games/index.svelte.ts';
import { GLYPHS, ROOT, childrenOf, numberOf, sideOfMove, type Tree, type TreeMove } from './tree.ts';

/** Arrow or circle, in the server's coordinates with one of four brushes. */
export interface Shape {
  from: string;
  to?: string;
  brush: Brush;
}
export type Brush = 'green' | 'red' | 'blue' | 'yellow';

const BRUSHES: Record<string, Brush> = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' };
const LETTERS: Record<Brush, string> = { green: 'G', red: 'R', blue: 'B', yellow: 'Y' };

/** Arrows and circles among the PGN commands of a move. */
export function shapesOf(marks: readonly string[]): Shape[] {
  return marks.flatMap((mark) => {
    const [, name, list] = /^(cal|csl)\s+(.*)$/.exec(mark) ?? [];
    if (!name || !list) return [];
    return list.split(',').flatMap((one): Shape[] => {
      const [, letter, from, to] = /^([GRBY])([a-i]\d)([a-i]\d)?$/.exec(one.trim()) ?? [];
      const brush = BRUSHES[letter ?? ''];
      if (!brush || !from || (name === 'cal') !== (to !== undefined)) return [];
      return [to ? { from, to, brush } : { from, brush }];
    });
  });
}

/** PGN commands with the arrows and circles replaced. */
export function withShapes(marks: readonly string[], shapes: readonly Shape[]): string[] {
  const write = (name: string, some: readonly Shape[]) =>
    some.length ? [`${name} ${some.map((one) => LETTERS[one.brush] + one.from + (one.to ?? '')).join(',')}`] : [];
  return [
    ...marks.filter((mark) => !/^(cal|csl)\s/.test(mark)),
    ...write(
      'csl',
      shapes.filter((one) => !one.to),
    ),
    ...write(
      'cal',
      shapes.filter((one) => one.to),
    ),
  ];
}

const quoted = (text: string): string => text.replace(/\s+/g, ' ').replace(/\\/g, '\\\\').replace(/"/g, '\\"');
/** Escapes a comment: braces cannot be nested, and text that looks like a command would become one. */
const said = (text: string): string =>
  text.replace(/\{/g, '(').replace(/\}/g, ')').replace(/\[%/g, '[').replace(/\s+/g, ' ').trim();

function notes(move: TreeMove): string[] {
  const glyphs = move.glyphs.map((one) => `$${one}`);
  const marks = move.marks.map((mark) => `[%${mark.replace(/[[\]{}]/g, '')}]`).join(' ');
  const text = [marks, said(move.comment)].filter(Boolean).join(' ');
  return text ? [...glyphs, `{${text}}`] : glyphs;
}

/** Writes the tree as PGN in coordinates. Iterative, because a tree may be arbitrarily deep. */
export function toPgn(tree: Tree): string {
  const named = tree.tags.some(([name]) => name === 'Game' || name === 'Variant');
  const own = ['Result', 'FEN', 'SetUp', 'Notation'];
  const tags = tree.tags.filter(([name]) => !own.includes(name)).map(([name, value]) => [name, value] as const);
  const head = [
    ...(named || moduleOf(tree.game).plainPgn ? [] : [['Game', tree.game] as const]),
    ...tags,
    ['Result', tree.result] as const,
    ...(tree.setUp ? [['SetUp', '1'] as const, ['FEN', tree.start.position] as const] : []),
  ];
  const words: string[] = [];
  const root = tree.moves.get(ROOT);
  if (root) words.push(...notes(root));
  type Task = { id: number; opens: boolean } | 'close';
  const first = childrenOf(tree, ROOT)[0];
  const tasks: Task[] = first === undefined ? [] : [{ id: first, opens: false }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if (task === 'close') {
      words.push(')');
      continue;
    }
    const move = tree.moves.get(task.id);
    if (!move?.ply) continue;
    if (task.opens) words.push('(');
    words.push(`${numberOf(tree, move.id)}${move.ply.side === 'first' ? '.' : '...'}`, move.ply.mv, ...notes(move));
    const next = move.children[0];
    if (next !== undefined) tasks.push({ id: next, opens: false });
    const siblings = task.opens ? [] : childrenOf(tree, move.parent ?? ROOT).slice(1);
    for (const sibling of [...siblings].reverse()) tasks.push('close', { id: sibling, opens: true });
  }
  words.push(tree.result);
  return `${head.map(([name, value]) => `[${name} "${quoted(value)}"]`).join('\n')}\n\n${words.join(' ')}\n`;
}

/** Token of a printed line. */
export type Word =
  | { kind: 'move'; id: number; number: string }
  | { kind: 'comment'; id: number; text: string }
  | { kind: 'open' | 'close'; id: number };

/** Tokens of a variation in order, its own variations in brackets. */
export function words(tree: Tree, begin: number): Word[] {
  const out: Word[] = [];
  type Task = { id: number; numbered: boolean; opens: boolean } | { close: number };
  const tasks: Task[] = [{ id: begin, numbered: true, opens: false }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ('close' in task) {
      out.push({ kind: 'close', id: task.close });
      continue;
    }
    const move = tree.moves.get(task.id);
    if (!move) continue;
    if (task.opens) out.push({ kind: 'open', id: move.id });
    const first = sideOfMove(tree, move.id) === 'first';
    out.push({
      kind: 'move',
      id: move.id,
      number: first ? `${numberOf(tree, move.id)}.` : task.numbered ? `${numberOf(tree, move.id)}…` : '',
    });
    if (move.comment) out.push({ kind: 'comment', id: move.id, text: move.comment });
    const siblings = task.opens || move.id === begin ? [] : childrenOf(tree, move.parent ?? ROOT).slice(1);
    const next = move.children[0];
    if (next !== undefined) tasks.push({ id: next, numbered: !!move.comment || siblings.length > 0, opens: false });
    for (const sibling of [...siblings].reverse()) {
      tasks.push({ close: sibling });
      tasks.push({ id: sibling, numbered: true, opens: true });
    }
  }
  return out;
}

/** Row of the main line: two moves, interrupted by comments and variations. */
export type Row =
  | { kind: 'row'; key: string; number: number; first?: number; second?: number; gap: boolean }
  | { kind: 'note'; key: string; comment: string; id: number; variations: number[] };

export function rowsOfTree(tree: Tree, line: readonly number[]): Row[] {
  const rows: Row[] = [];
  let open: Extract<Row, { kind: 'row' }> | undefined;
  for (const id of line) {
    const move = tree.moves.get(id);
    if (!move) continue;
    const number = numberOf(tree, id);
    if (sideOfMove(tree, id) === 'second' && open && open.second === undefined) open.second = id;
    else {
      const second = sideOfMove(tree, id) === 'second';
      open = { kind: 'row', key: `r${id}`, number, gap: second, ...(second ? { second: id } : { first: id }) };
      rows.push(open);
    }
    const variations = childrenOf(tree, move.parent ?? ROOT).slice(1);
    if (move.comment || variations.length > 0) {
      rows.push({ kind: 'note', key: `n${id}`, comment: move.comment, id, variations });
      open = undefined;
    } else if (open.second !== undefined) open = undefined;
  }
  return rows;
}

export { GLYPHS };
