// Result statistics: rates with and without draws, their error, trends, and performance rating.
import type { Side, StatResult, StatRow } from '../../wire/index.ts';

export interface Score {
  wins: number;
  draws: number;
  losses: number;
}

export const NONE: Score = { wins: 0, draws: 0, losses: 0 };
export const games = (score: Score): number => score.wins + score.draws + score.losses;
/** Win rate over all games. */
export const withDraws = (score: Score): number | undefined => ratio(score.wins, games(score));
/** Win rate over decisive games. */
export const withoutDraws = (score: Score): number | undefined => ratio(score.wins, score.wins + score.losses);

function ratio(part: number, whole: number): number | undefined {
  return whole > 0 ? part / whole : undefined;
}

/** Half width of the 95 % Wilson interval of a rate: it does not vanish at 0 and 1. */
export function errorOf(share: number, count: number): number {
  const z = 1.96;
  return (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
}

export function add(one: Score, other: Score): Score {
  return { wins: one.wins + other.wins, draws: one.draws + other.draws, losses: one.losses + other.losses };
}

export const scoreOf = (results: readonly StatResult[]): Score => ({
  wins: results.filter((one) => one.result === 'win').length,
  draws: results.filter((one) => one.result === 'draw').length,
  losses: results.filter((one) => one.result === 'loss').length,
});

/** Row restricted to games since a given time; the whole row if none is given. */
export function since(row: StatRow, moment: number | undefined): StatRow {
  if (moment === undefined) return row;
  const results = row.results.filter((one) => one.at >= moment);
  return { ...row, results, ...scoreOf(results) };
}

/** Row without the games that had hints, takebacks, given turns, a handicap or a set-up. */
export const unaided = (row: StatRow): StatRow => ({
  ...row,
  ...row.unaided,
  results: row.results.filter((one) => one.aids.length === 0),
});

/** Row from the opponent's side. */
export function flipped(row: StatRow): StatRow {
  const turned = { win: 'loss', loss: 'win', draw: 'draw' } as const;
  return {
    ...row,
    wins: row.losses,
    losses: row.wins,
    unaided: { ...row.unaided, wins: row.unaided.losses, losses: row.unaided.wins },
    one_ms: row.other_ms,
    other_ms: row.one_ms,
    results: row.results.map((one) => ({
      ...one,
      result: turned[one.result],
      side: one.side === 'first' ? 'second' : 'first',
    })),
  };
}

export type Group = 'mine' | 'here' | 'machines';

/** Category of a row: the user's own games, two people at one device, or two engines. */
export function groupOf(row: StatRow): Group {
  if (row.one.kind === 'machine') return 'machines';
  return row.other.kind === 'here' ? 'here' : 'mine';
}

/** Results of several rows, oldest first. */
export const timeline = (rows: readonly StatRow[]): StatResult[] =>
  rows.flatMap((row) => row.results).sort((one, other) => one.at - other.at);

export interface Point {
  /** Number of games. */
  game: number;
  at: number;
  share: number;
}

/** Moving averages of the two rates, starting with the first full window. */
export function rates(results: readonly StatResult[], most = 20): { window: number; with: Point[]; without: Point[] } {
  const window = Math.max(1, Math.min(most, Math.ceil(results.length / 2)));
  const out = { window, with: [] as Point[], without: [] as Point[] };
  for (let end = window; end <= results.length; end += 1) {
    const score = scoreOf(results.slice(end - window, end));
    const at = results[end - 1]?.at ?? 0;
    const all = withDraws(score);
    const won = withoutDraws(score);
    if (all !== undefined) out.with.push({ game: end, at, share: all });
    if (won !== undefined) out.without.push({ game: end, at, share: won });
  }
  return out;
}

export const bySide = (results: readonly StatResult[], side: Side): Score =>
  scoreOf(results.filter((one) => one.side === side));

/** Mean thinking time of rows, weighted by games. */
export function meanTime(rows: readonly StatRow[], whose: 'one_ms' | 'other_ms'): number | undefined {
  let time = 0;
  let count = 0;
  for (const row of rows) {
    const ms = row[whose];
    if (ms === null) continue;
    time += ms * games(row);
    count += games(row);
  }
  return ratio(time, count);
}

/** Performance rating against rated opponents, with its 95 % error. */
export function strength(rows: readonly StatRow[]): { elo: number; error: number; games: number } | undefined {
  const rated = rows.flatMap((row) => (row.other.elo === null ? [] : [{ ...row, elo: row.other.elo }]));
  const count = rated.reduce((sum, row) => sum + games(row), 0);
  if (count < 10) return undefined;
  // Half a point added to both sides keeps the estimate finite for perfect scores.
  const middle = rated.reduce((sum, row) => sum + row.elo * games(row), 0) / count;
  const points = rated.reduce((sum, row) => sum + row.wins + row.draws / 2, 0) + 0.5;
  const chance = (elo: number, rival: number) => 1 / (1 + 10 ** ((rival - elo) / 400));
  const expected = (elo: number) =>
    rated.reduce((sum, row) => sum + games(row) * chance(elo, row.elo), 0) + chance(elo, middle);
  let low = middle - 1200;
  let high = middle + 1200;
  for (let round = 0; round < 40; round += 1) {
    const half = (low + high) / 2;
    if (expected(half) < points) low = half;
    else high = half;
  }
  const elo = (low + high) / 2;
  const information = rated.reduce(
    (sum, row) => sum + games(row) * chance(elo, row.elo) * (1 - chance(elo, row.elo)),
    0,
  );
  const error = (1.96 * 400) / Math.LN10 / Math.sqrt(Math.max(information, 1e-6));
  return { elo: Math.round(elo), error: Math.round(error), games: count };
}

/** Number of games by ending, most frequent first. Games stored without a reason are left out. */
export function endings(results: readonly { at: number; reason?: string }[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of results) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count);
}
