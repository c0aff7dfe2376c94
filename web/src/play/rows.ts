// The record as rows of two: the first side's move, then the second's.
import type { Ply } from '../wire/index.ts';

export interface Row {
  number: number;
  /** How many plies lie behind the move in each column. */
  first?: number;
  second?: number;
}

/** Rows of plies. A game may begin with the second side, and a side may move twice: gaps stay open. */
export function rowsOfPlies(plies: readonly Pick<Ply, 'side'>[]): Row[] {
  const rows: Row[] = [];
  plies.forEach((ply, index) => {
    const last = rows.at(-1);
    const behind = index + 1;
    if (ply.side === 'second' && last && last.second === undefined) last.second = behind;
    else rows.push({ number: rows.length + 1, [ply.side]: behind });
  });
  return rows;
}
