// Steps of a search for the stepper: entering and leaving each node, in the order of the algorithm.
import { childrenOf, KIND, PASS, type SearchTree } from './tree.ts';

/** Lines of the pseudo-code that a step lights. */
export type CodeLine =
  'enter' | 'over' | 'leaf' | 'known' | 'loop' | 'scout' | 'second' | 'raise' | 'cut' | 'done' | 'chance';

export interface Step {
  row: number;
  kind: 'enter' | 'leave';
}

/** Step at an index: a search of n rows has 2n steps. */
export class Steps {
  readonly count: number;
  /** Row of each step, and the sign of leaving. */
  readonly #at: Int32Array;

  constructor(tree: SearchTree, root: number) {
    const end = tree.end[root]!;
    this.#at = new Int32Array(2 * (end - root));
    let place = 0;
    const open: number[] = [];
    for (let row = root; row <= end; row += 1) {
      while (open.length && (row === end || tree.end[open.at(-1)!]! <= row)) this.#at[place++] = ~open.pop()!;
      if (row === end) break;
      this.#at[place++] = row;
      open.push(row);
    }
    this.count = place;
  }

  at(index: number): Step {
    const one = this.#at[Math.max(0, Math.min(this.count - 1, index))] ?? 0;
    return one >= 0 ? { row: one, kind: 'enter' } : { row: ~one, kind: 'leave' };
  }

  /** Index of the step that enters or leaves a row. */
  find(row: number, kind: Step['kind'] = 'enter'): number {
    return Math.max(0, this.#at.indexOf(kind === 'enter' ? row : ~row));
  }
}

/** State of a node at a step: its window as it is then, and the best value so far. */
export interface NodeState {
  alpha: number;
  beta: number;
  best: number | undefined;
  /** Children searched so far. */
  done: number;
}

/** State of a row on the current path, just before or after its child `until`. */
export function stateOf(tree: SearchTree, row: number, until: number, left: boolean): NodeState {
  let alpha = tree.alpha[row]!;
  const beta = tree.beta[row]!;
  let best: number | undefined;
  let done = 0;
  if (tree.kind[row] === KIND.chance) return { alpha, beta, best, done };
  const children = childrenOf(tree, row);
  for (const child of children) {
    if (child > until || (child === until && !left)) break;
    done += 1;
    const score = -tree.value[child]!;
    const next = tree.end[child]!;
    if (tree.pass[child] === PASS.scout && tree.pass[next] === PASS.second && tree.parent[next] === row) continue;
    if (tree.probe[child] && !tree.probe[row]) continue;
    best = best === undefined ? score : Math.max(best, score);
    alpha = Math.max(alpha, best);
  }
  return { alpha, beta, best, done };
}

/** Line of the pseudo-code that a step lights. */
export function lineOf(tree: SearchTree, step: Step): CodeLine {
  const { row } = step;
  const kind = tree.kind[row]!;
  if (kind === KIND.chance) return 'chance';
  if (step.kind === 'enter') {
    if (kind === KIND.over) return 'over';
    if (kind === KIND.evaluated) return 'leaf';
    if (kind === KIND.known) return 'known';
    if (tree.pass[row] === PASS.scout) return 'scout';
    return tree.pass[row] === PASS.second ? 'second' : 'enter';
  }
  if (kind === KIND.cut) return 'cut';
  return kind === KIND.all ? 'done' : 'raise';
}
