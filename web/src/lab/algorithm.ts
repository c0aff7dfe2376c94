// Algorithms of an experiment: their options as the page keeps them, and the specification that the server reads.
import type { EngineInfo, EngineOption } from '../wire/index.ts';

export interface Algorithm {
  engine: string;
  params: Readonly<Record<string, string>>;
}

/** Options worth changing in an experiment; times are not: results are to be the same everywhere. */
export const OFFERED: readonly string[] = [
  'depth',
  'sims',
  'c',
  'mode',
  'eval',
  'ordering',
  'table',
  'pv',
  'deepening',
  'beam',
];

/** Bounds of a number here, tighter than those of a game. */
export function bounds(option: EngineOption): {
  least: number;
  most: number;
  whole: boolean;
  optional: boolean;
  usual: number | undefined;
} {
  const least = option.name === 'sims' ? 10 : (option.least ?? 0);
  const most = option.name === 'depth' ? 9 : option.name === 'sims' ? 20_000 : (option.most ?? 1e9);
  const usual = option.name === 'depth' ? 3 : option.name === 'sims' ? 1000 : undefined;
  return { least, most, whole: option.kind === 'integer', optional: usual === undefined, usual };
}

/**
 * Specification: `alphabeta:depth=3,table=off`. Options of the engine in their order, empty ones left out, then those
 * that the engine does not list, such as weights of an evaluation of one's own: they come from a link, and the server
 * judges them.
 */
export function specOf(one: Algorithm, engines: readonly EngineInfo[]): string {
  const options = engines.find((known) => known.name === one.engine)?.options ?? [];
  const listed = options
    .filter((option) => OFFERED.includes(option.name))
    .map((option) => [option.name, one.params[option.name] ?? String(bounds(option).usual ?? '')] as const);
  const others = Object.entries(one.params).filter(([name]) => !options.some((option) => option.name === name));
  const said = [...listed, ...others].filter(([, value]) => value !== '');
  return said.length ? `${one.engine}:${said.map(([name, value]) => `${name}=${value}`).join(',')}` : one.engine;
}

/** Algorithm of a specification, for links; unknown options are kept for the server to judge. */
export function readSpec(text: string): Algorithm {
  const [engine = '', rest = ''] = text.split(':', 2);
  const params = rest
    .split(',')
    .map((part) => part.split('=', 2))
    .filter((part): part is [string, string] => part.length === 2);
  return { engine, params: Object.fromEntries(params) };
}

const OFF = { ordering: 'off', table: 'off', pv: 'off', deepening: 'off' } as const;

/** Depth of a first experiment, where it is not too large. */
export const USUAL_DEPTH = 3;

/** Algorithms of a first visit: minimax, alpha-beta without refinements and with all. */
export const usual = (depth: number): Algorithm[] => [
  { engine: 'minimax', params: { depth: String(depth) } },
  { engine: 'alphabeta', params: { depth: String(depth), ...OFF } },
  { engine: 'alphabeta', params: { depth: String(depth) } },
];

/** Rungs of the ladder: one refinement after another; the champion's search and evaluation are its own. */
export const RUNGS = [
  ['minimax', { engine: 'minimax', params: {} }],
  ['alphabeta', { engine: 'alphabeta', params: OFF }],
  ['ordering', { engine: 'alphabeta', params: { ...OFF, ordering: 'on' } }],
  ['table', { engine: 'alphabeta', params: { ...OFF, ordering: 'on', table: 'on' } }],
  ['pv', { engine: 'alphabeta', params: { deepening: 'off' } }],
  ['deepening', { engine: 'alphabeta', params: {} }],
  ['champion', { engine: 'champion', params: {} }],
] as const satisfies readonly (readonly [string, Algorithm])[];
