// Positions of the Lab: its small starter, and those of its lessons, small games first.

/** A game small enough for a full search: minimax to this depth visits all 549,946 positions. */
export const STARTER = { game: 'caro', fen: '3/3/3 w 3', depth: 9 } as const;

export const EXAMPLES = {
  tree: { game: 'toy', moves: [] },
  minimax: { game: 'toy', moves: ['a1', 'b2', 'a2'] },
  alphabeta: { game: 'xiangqi', moves: [] },
  ordering: { game: 'xiangqi', moves: [] },
  table: { game: 'toy', moves: [] },
  deepening: { game: 'xiangqi', moves: [] },
  mcts: { game: 'toy', moves: ['a1', 'b2', 'a2'] },
  chance: { game: 'jieqi', moves: [] },
  evaluation: { game: 'chess', moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'g8f6', 'f3g5'] },
  learning: { game: 'xiangqi', moves: ['h2e2', 'h9g7', 'h0g2', 'i9h9'] },
} as const;
