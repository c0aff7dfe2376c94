// Pseudo-code of the algorithms, each line with the steps that light it. Code is the same in every language.
import type { CodeLine } from './steps.ts';

export interface Line {
  id: number;
  text: string;
  on: readonly CodeLine[];
}

const MINIMAX: readonly (readonly [string, ...CodeLine[]])[] = [
  ['minimax(position, depth):', 'enter'],
  ['  if game over: return result', 'over'],
  ['  if depth = 0: return evaluate(position)', 'leaf'],
  ['  best ← −∞', 'enter'],
  ['  for each move:'],
  ['    reveal: average over all outcomes', 'chance'],
  ['    value ← −minimax(position + move, depth − 1)', 'raise'],
  ['    best ← max(best, value)', 'raise'],
  ['  return best', 'done'],
];

const ALPHABETA: readonly (readonly [string, ...CodeLine[]])[] = [
  ['search(position, depth, α, β):', 'enter'],
  ['  if game over: return result', 'over'],
  ['  if depth = 0: return evaluate(position)', 'leaf'],
  ['  if table knows enough: return it', 'known'],
  ['  for each move, best guess first:', 'enter'],
  ['    reveal: average over all outcomes', 'chance'],
  ['    PVS: zero window (−α−1, −α) after the first', 'scout'],
  ['    PVS: more than α? search again (−β, −α)', 'second'],
  ['    value ← −search(position + move, depth − 1, −β, −α)', 'raise'],
  ['    best ← max(best, value);  α ← max(α, best)', 'raise'],
  ['    if α ≥ β: return best            — cut', 'cut'],
  ['  return best', 'done'],
];

/** Lines of the algorithm's code. */
export function codeOf(plain: boolean): Line[] {
  return (plain ? MINIMAX : ALPHABETA).map(([text, ...on], id) => ({ id, text, on }));
}
