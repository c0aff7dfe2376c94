// Dates below a line chart: evenly spread, each written once.

export interface Tick {
  game: number;
  label: string;
}

/**
 * Labels below a chart. Games of one day share one date, so a date is written where it first applies; few games
 * have few labels. `dateOf` is the text below a game.
 */
export function ticksOf(first: number, last: number, count: number, dateOf: (game: number) => string): Tick[] {
  const steps = Math.min(count, last - first + 1);
  const ticks: Tick[] = [];
  for (let index = 0; index < steps; index += 1) {
    const game = steps === 1 ? first : first + Math.round(((last - first) * index) / (steps - 1));
    const label = dateOf(game);
    if (ticks.at(-1)?.label !== label) ticks.push({ game, label });
  }
  return ticks;
}
