// The lessons: their order, their figures, and how an answer is checked. Texts are in one file for each language.
import { EXAMPLES } from '../../games/lessons.ts';
import type { GameName } from '../../games/module.ts';
import type { EvalView, LabRunView, LabTally } from '../../wire/index.ts';
import { childrenOf, KIND, type SearchTree } from '../tree.ts';

export type LessonId =
  'tree' | 'minimax' | 'alphabeta' | 'ordering' | 'table' | 'deepening' | 'mcts' | 'chance' | 'evaluation' | 'learning';

/** Text of a lesson. */
export interface LessonText {
  title: string;
  /** Paragraphs before the figure. */
  text: readonly string[];
  task: string;
  /** Explanation, shown after the right answer. */
  why: string;
}

/** What the figure has found: the searches, their trees as far as they are loaded, or the evaluation. */
export interface Found {
  runs: readonly LabRunView[];
  tree: SearchTree | undefined;
  evaluation: EvalView | undefined;
}

/** Right answer: a number with a tolerance, a move in any of its texts, or the name of an evaluation's term. */
export type Expected = { number: number; within: number } | { texts: readonly string[] } | { term: string };

export interface Lesson {
  id: LessonId;
  game: GameName;
  moves: readonly string[];
  /** Algorithms of the figure; none for an evaluation. */
  engines: readonly string[];
  /** Evaluation of the figure. */
  evaluation?: string;
  /** Algorithm whose tree is shown. */
  shown: number;
  kind: 'number' | 'move' | 'term';
  /** Right answer, once the figure has run. */
  expected: (found: Found) => Expected | undefined;
}

const OFF = 'ordering=off,table=off,pv=off,deepening=off';
const nodes = (found: Found, run: number): number | undefined => found.runs[run]?.result?.nodes;
const sum = (plies: readonly LabTally[]): number => plies.reduce((total, one) => total + one.nodes, 0);

function ratio(found: Found, of: (first: number, second: number) => number, within: number): Expected | undefined {
  const [first, second] = [nodes(found, 0), nodes(found, 1)];
  return first && second ? { number: of(first, second), within } : undefined;
}

export const LESSONS: readonly Lesson[] = [
  {
    id: 'tree',
    ...EXAMPLES.tree,
    engines: ['minimax:depth=2'],
    shown: 0,
    kind: 'number',
    expected: (found) => {
      const count = nodes(found, 0);
      return count === undefined ? undefined : { number: count, within: 0 };
    },
  },
  {
    id: 'minimax',
    ...EXAMPLES.minimax,
    engines: ['minimax:depth=3'],
    shown: 0,
    kind: 'move',
    expected: (found) => {
      const move = found.runs[0]?.result?.line[0];
      return move ? { texts: [move] } : undefined;
    },
  },
  {
    id: 'alphabeta',
    ...EXAMPLES.alphabeta,
    engines: ['minimax:depth=3', `alphabeta:depth=3,${OFF}`],
    shown: 1,
    kind: 'number',
    expected: (found) => ratio(found, (all, cut) => all / cut, 0.5),
  },
  {
    id: 'ordering',
    ...EXAMPLES.ordering,
    engines: [`alphabeta:depth=3,${OFF}`, 'alphabeta:depth=3,table=off,pv=off,deepening=off'],
    shown: 1,
    kind: 'number',
    expected: (found) => ratio(found, (before, after) => 100 * (1 - after / before), 1.5),
  },
  {
    id: 'table',
    ...EXAMPLES.table,
    engines: ['alphabeta:depth=6,table=off,pv=off,deepening=off', 'alphabeta:depth=6,pv=off,deepening=off'],
    shown: 1,
    kind: 'number',
    expected: (found) => {
      const hits = found.runs[1]?.result?.table_hits;
      return hits === undefined ? undefined : { number: hits, within: 0 };
    },
  },
  {
    id: 'deepening',
    ...EXAMPLES.deepening,
    engines: ['alphabeta:depth=4'],
    shown: 0,
    kind: 'number',
    expected: (found) => {
      const iterations = found.runs[0]?.result?.iterations ?? [];
      const all = iterations.reduce((total, one) => total + sum(one.plies), 0);
      const last = iterations.at(-1);
      return last && all ? { number: (100 * sum(last.plies)) / all, within: 2 } : undefined;
    },
  },
  {
    id: 'mcts',
    ...EXAMPLES.mcts,
    engines: ['mcts:sims=400,mode=classic'],
    shown: 0,
    kind: 'move',
    expected: (found) => {
      const move = found.runs[0]?.result?.line[0];
      return move ? { texts: [move] } : undefined;
    },
  },
  {
    id: 'chance',
    ...EXAMPLES.chance,
    engines: ['alphabeta:depth=1'],
    shown: 0,
    kind: 'number',
    expected: ({ tree }) => {
      const row = tree ? tree.kind.indexOf(KIND.chance) : -1;
      return tree && row >= 0 ? { number: childrenOf(tree, row).length, within: 0 } : undefined;
    },
  },
  {
    id: 'evaluation',
    ...EXAMPLES.evaluation,
    engines: [],
    evaluation: 'full',
    shown: 0,
    kind: 'term',
    expected: ({ evaluation }) => {
      const largest = [...(evaluation?.terms ?? [])].sort((a, b) => Math.abs(b.cp) - Math.abs(a.cp))[0];
      return largest ? { term: largest.name } : undefined;
    },
  },
  {
    id: 'learning',
    ...EXAMPLES.learning,
    engines: [],
    evaluation: 'network',
    shown: 0,
    kind: 'number',
    expected: ({ evaluation }) => {
      const learned = evaluation?.terms.find((term) => term.name === 'network');
      return evaluation ? { number: (learned?.cp ?? 0) / 100, within: 0.011 } : undefined;
    },
  },
];

/**
 * Numbers that an answer may mean, with a comma or a point for the fraction: `7.240` is seven or seven thousand. What
 * follows a number, such as `%` or a word, does not matter.
 */
export function readAnswer(text: string): number[] {
  const plain = text
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/(?<=\d)\s+(?=\d{3}(?!\d))/g, '')
    .replace(/^([-+]?)\s+/, '$1');
  const found = /^[-+]?(\d+([.,]\d+)*|[.,]\d+)(?![\d.,]*\d)/.exec(plain)?.[0];
  if (!found) return [];
  const out: number[] = [];
  if (/^[-+]?[1-9]\d{0,2}([.,]\d{3})+$/.test(found)) out.push(Number(found.replace(/[.,]/g, '')));
  const fraction = Number(found.replace(',', '.'));
  if (!Number.isNaN(fraction)) out.push(fraction);
  return out;
}

const written = (text: string) => text.replace(/[−–]/g, '-').replace(/\s+/g, '').toLowerCase();

/** Returns true if an answer is right. */
export function isRight(answer: string, expected: Expected): boolean {
  if ('texts' in expected) return expected.texts.some((text) => written(text) === written(answer));
  if ('term' in expected) return answer === expected.term;
  return readAnswer(answer).some((number) => Math.abs(number - expected.number) <= expected.within + 1e-9);
}
