// Series of games between two engines: score so far, kept for the tab; colors are swapped after each game.
import type { MatchOutcome, Side } from '../wire/index.ts';

export interface Series {
  /** Number of games. */
  of: number;
  /** Number of this game, from 1. */
  number: number;
  /** Points of the engine that began as the first side, and of the other, before this game. */
  points: [number, number];
  /** Side of the former in this game. */
  one: Side;
}

const key = (room: string) => `kydai.series.${room}`;

function save(room: string, series: Series): void {
  try {
    sessionStorage.setItem(key(room), JSON.stringify(series));
  } catch {
    // Without storage the series ends after this game.
  }
}

export const beginSeries = (room: string, of: number): void =>
  save(room, { of, number: 1, points: [0, 0], one: 'first' });

/** Series a room belongs to. */
export function seriesOf(room: string): Series | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key(room)) ?? 'null') as Series | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Points including the result of this game. */
export function pointsAfter(series: Series, outcome: Pick<MatchOutcome, 'winner'> | null): [number, number] {
  const [one, other] = series.points;
  if (!outcome) return [one, other];
  if (outcome.winner === null) return [one + 0.5, other + 0.5];
  return outcome.winner === series.one ? [one + 1, other] : [one, other + 1];
}

/** Enters the next game of a series; colors are swapped. */
export const continueSeries = (room: string, series: Series, points: [number, number]): void =>
  save(room, {
    ...series,
    number: series.number + 1,
    points,
    one: series.one === 'first' ? 'second' : 'first',
  });
