// Rows of the move list: the first side's move, then the second's.
import type { Ply } from '../wire/index.ts';

export interface Row {
  number: number;
  /** Ply count after the move in each column. */
  first?: number;
  second?: number;
}

/** Groups plies into rows. The second side may begin, and a side may move twice: gaps stay empty. */
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
