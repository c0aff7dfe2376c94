// Monte Carlo tree after a number of simulations, replayed from the recording: visits, values, terms of selection.
import type { Growth } from './tree.ts';

/** How the search selects: its formula, its constant, and how far the best reply counts against the mean. */
export interface Selection {
  mode: 'ucb1' | 'puct';
  constant: number;
  /** Weight of the best reply against the mean of all (implicit minimax), only in PUCT without hidden pieces. */
  weight: number;
  /** True if wins and losses are proven up the tree. */
  proves: boolean;
}

/** Edges that belong to one position: from `first` up to `end`. */
export interface Edges {
  first: number;
  end: number;
}

export interface Counts {
  visits: Uint32Array;
  /** Mean value for the side that made the move. */
  mean: Float64Array;
  /** Value of the move by the best reply instead of the mean. */
  best: Float64Array;
  /** 1 for a proven win of the side that made the move, -1 for a proven loss. */
  proof: Int8Array;
}

/**
 * Positions of the tree as ranges of edges. The edges of a position follow each other; several positions below one edge
 * are the outcomes of a reveal, told apart by a move that comes again.
 */
export function positionsOf(growth: Growth): Edges[] {
  const out: Edges[] = [];
  let seen = new Set<number>();
  for (let edge = 0; edge < growth.parent.length; edge += 1) {
    if (edge === 0 || growth.parent[edge] !== growth.parent[edge - 1] || seen.has(growth.text[edge]!)) {
      out.push({ first: edge, end: edge });
      seen = new Set();
    }
    seen.add(growth.text[edge]!);
    out.at(-1)!.end = edge + 1;
  }
  return out;
}

/** Positions below each edge; under -1 the root. */
export function positionsByParent(growth: Growth, positions: readonly Edges[]): ReadonlyMap<number, Edges[]> {
  const out = new Map<number, Edges[]>();
  for (const one of positions) {
    const parent = growth.parent[one.first]!;
    const list = out.get(parent);
    if (list) list.push(one);
    else out.set(parent, [one]);
  }
  return out;
}

/** Visits and values of every edge after the first simulations, as the search has them. */
export function countsAt(
  growth: Growth,
  positions: readonly Edges[],
  simulations: number,
  how: Pick<Selection, 'weight' | 'proves'>,
): Counts {
  const count = growth.parent.length;
  const visits = new Uint32Array(count);
  const mean = new Float64Array(count);
  const best = new Float64Array(count);
  const proof = new Int8Array(count);
  const home = new Uint32Array(count);
  positions.forEach(({ first, end }, index) => home.fill(index, first, end));
  for (let index = 0; index < Math.min(simulations, growth.edge.length); index += 1) {
    let value = growth.value[index]!;
    /** Value of the position behind the edge, for the side to move there. */
    let reply = 1 - value;
    let proven = how.proves && (value === 0 || value === 1) ? (value === 1 ? 1 : -1) : 0;
    for (let edge = growth.edge[index]!; edge >= 0; edge = growth.parent[edge]!) {
      visits[edge]! += 1;
      mean[edge]! += (value - mean[edge]!) / visits[edge]!;
      value = 1 - value;
      if (how.weight === 0 && !how.proves) continue;
      best[edge] = 1 - reply;
      if (proven) proof[edge] = proven;
      const { first, end } = positions[home[edge]!]!;
      reply = 0;
      let lost = true;
      let won = false;
      for (let other = first; other < end; other += 1) {
        if (visits[other]) reply = Math.max(reply, best[other]!);
        lost &&= proof[other]! < 0;
        won ||= proof[other]! > 0;
      }
      if (proven) proven = won ? -1 : lost ? 1 : 0;
    }
  }
  return { visits, mean, best, proof };
}

/** Terms of an edge in selection. */
export interface Terms {
  edge: number;
  visits: number;
  prior: number;
  /** Mean, or in PUCT partly the best reply; unknown where no move of the position was followed yet. */
  value: number | undefined;
  explore: number;
  /** What selection compares: infinite for a move that is followed at once, or that is proven. */
  total: number;
  proof: number;
}

/** Reduction of the value of a move that was never followed, by the square root of the visited priors. */
const FPU_REDUCTION = 0.1;

/**
 * Terms of the edges of a position. UCB1: mean + c · √(ln N / n), and a move that was never followed comes first. PUCT:
 * value + c · prior · √(N + 1) / (1 + n), where a move that was never followed has a little less than the mean of the
 * others; a proven win is always followed, a proven loss never.
 */
export function termsOf(growth: Growth, counts: Counts, { first, end }: Edges, how: Selection): Terms[] {
  const edges = Array.from({ length: end - first }, (_, index) => first + index);
  const visits = (edge: number) => counts.visits[edge]!;
  const valued = (edge: number) =>
    how.mode === 'puct'
      ? counts.mean[edge]! + how.weight * (counts.best[edge]! - counts.mean[edge]!)
      : counts.mean[edge]!;
  const all = edges.reduce((sum, edge) => sum + visits(edge), 0);
  const tried = edges.reduce((sum, edge) => sum + (visits(edge) ? growth.prior[edge]! : 0), 0);
  const urgency =
    all > 0
      ? edges.reduce((sum, edge) => sum + (visits(edge) ? valued(edge) * visits(edge) : 0), 0) / all -
        FPU_REDUCTION * Math.sqrt(tried)
      : undefined;
  return edges.map((edge) => {
    const count = visits(edge);
    const prior = growth.prior[edge]!;
    const proof = counts.proof[edge]!;
    const value = count > 0 ? valued(edge) : how.mode === 'puct' ? urgency : undefined;
    const explore =
      how.mode === 'puct'
        ? (how.constant * prior * Math.sqrt(all + 1)) / (1 + count)
        : count > 0
          ? how.constant * Math.sqrt(Math.log(Math.max(1, all)) / count)
          : Infinity;
    const total = proof ? proof * Infinity : (value ?? 0) + explore;
    return { edge, visits: count, prior, value, explore, total, proof };
  });
}

/** Selection of a specification: `mcts:sims=500,c=1.4,mode=classic`. `hidden`: a game with hidden pieces. */
export function selectionOf(spec: string, hidden = false): Selection {
  const classic = /[:,]mode=classic(,|$)/.test(spec);
  const said = (name: string) => new RegExp(`[:,]${name}=([\\d.]+)`).exec(spec)?.[1];
  const constant = said('c');
  const plain = classic || hidden;
  return {
    mode: classic ? 'ucb1' : 'puct',
    constant: constant ? Number(constant) : classic ? Math.SQRT2 : 1,
    weight: plain ? 0 : Number(said('minimax') ?? 0.3),
    proves: !plain,
  };
}
