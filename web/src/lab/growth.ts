// Monte Carlo tree after a number of simulations, replayed from the recording: visits, means, terms of selection.
import type { Growth } from './tree.ts';

export interface Counts {
  visits: Uint32Array;
  /** Sum of values for the side that made the move. */
  sum: Float64Array;
}

/** Visits and values of every edge after the first simulations. */
export function countsAt(growth: Growth, simulations: number): Counts {
  const visits = new Uint32Array(growth.parent.length);
  const sum = new Float64Array(growth.parent.length);
  for (let index = 0; index < Math.min(simulations, growth.edge.length); index += 1) {
    let value = growth.value[index]!;
    for (let edge = growth.edge[index]!; edge >= 0; edge = growth.parent[edge]!) {
      visits[edge]! += 1;
      sum[edge]! += value;
      value = 1 - value;
    }
  }
  return { visits, sum };
}

/** Edges below each edge; under -1 those of the root. */
export function edgesByParent(growth: Growth): ReadonlyMap<number, readonly number[]> {
  const out = new Map<number, number[]>();
  for (let edge = 0; edge < growth.parent.length; edge += 1) {
    const parent = growth.parent[edge]!;
    const list = out.get(parent);
    if (list) list.push(edge);
    else out.set(parent, [edge]);
  }
  return out;
}

/** Terms of an edge in selection. */
export interface Terms {
  mean: number;
  explore: number;
  total: number;
}

/**
 * UCB1: mean + c · √(ln N / n). PUCT: mean + c · prior · √(N + 1) / (1 + n). An edge that was never followed has no
 * mean; UCB1 follows it at once, so that its term is infinite.
 */
export function termsOf(
  mode: 'ucb1' | 'puct',
  constant: number,
  all: number,
  visits: number,
  sum: number,
  prior: number,
): Terms {
  const mean = visits > 0 ? sum / visits : mode === 'puct' ? 0.5 : 0;
  const explore =
    mode === 'puct'
      ? (constant * prior * Math.sqrt(all + 1)) / (1 + visits)
      : visits > 0
        ? constant * Math.sqrt(Math.log(Math.max(1, all)) / visits)
        : Infinity;
  return { mean, explore, total: mean + explore };
}

/** Mode and constant of a specification: `mcts:sims=500,c=1.4,mode=classic`. */
export function modeOf(spec: string): { mode: 'ucb1' | 'puct'; constant: number } {
  const classic = /[:,]mode=classic(,|$)/.test(spec);
  const said = /[:,]c=([\d.]+)/.exec(spec)?.[1];
  return { mode: classic ? 'ucb1' : 'puct', constant: said ? Number(said) : classic ? Math.SQRT2 : 1 };
}
