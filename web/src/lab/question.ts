// A question of a teacher's link, and what an answer is compared with.
import type { LabRunView } from '../wire/index.ts';
import type { Expected } from './lessons/lessons.ts';
import { DECIDED, scoreText } from './words.ts';

/** What the answer is: nothing to check, or a result of the first algorithm. */
export const EXPECTED = ['nodes', 'move', 'score', 'none'] as const;
export type ExpectedKind = (typeof EXPECTED)[number];

export const isKind = (text: string | null): text is ExpectedKind => EXPECTED.some((one) => one === text);

/** Right answer, once the first algorithm has run. A move may be written in coordinates or in the player's notation. */
export function expectedOf(
  kind: ExpectedKind,
  runs: readonly LabRunView[],
  names: ReadonlyMap<string, string> = new Map(),
): Expected | undefined {
  const result = runs[0]?.result;
  if (!result) return undefined;
  if (kind === 'nodes') return { number: result.nodes, within: 0 };
  const mv = result.line[0];
  if (kind === 'move') return mv ? { texts: [mv, names.get(mv) ?? mv] } : undefined;
  if (kind !== 'score' || result.score === null) return undefined;
  // A mate has no number of pawns.
  return Math.abs(result.score) > DECIDED
    ? { texts: [scoreText(result.score)] }
    : { number: result.score / 100, within: 0.011 };
}
