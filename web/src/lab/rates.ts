// Shares of the results of an engine.

/** Shares of won, drawn and lost games, and the share of wins among the decided games. */
export function rates(one: { wins: number; draws: number; losses: number }): {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  decided: number | undefined;
} {
  const games = one.wins + one.draws + one.losses;
  const share = (count: number) => (games ? count / games : 0);
  const settled = one.wins + one.losses;
  return {
    games,
    wins: share(one.wins),
    draws: share(one.draws),
    losses: share(one.losses),
    score: share(one.wins + one.draws / 2),
    decided: settled ? one.wins / settled : undefined,
  };
}
