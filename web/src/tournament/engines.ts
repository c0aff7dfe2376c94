// Engines as players of a tournament: their choices, and a league as a Swiss.
import { readSpec } from '../lab/algorithm.ts';
import { t, word } from '../lib/i18n/index.svelte.ts';
import type { Entrant, GameInfo, OnlineGames } from '../wire/index.ts';
import { createTournament, pairRound, sendActs } from './api.ts';

const OUTSIDE = 'outside:';

/** Specifications to choose from: levels, algorithms, programs of the operator. */
export function engineKinds(info: GameInfo | undefined, outside: readonly string[]): string[] {
  return [
    ...(info?.levels ?? []).map((level) => `champion:level=${level.level}`),
    ...(info?.engines ?? []).map((one) => one.name),
    ...outside.map((name) => OUTSIDE + name),
  ];
}

/** Name of an engine for people. */
export function engineTitle(engine: string): string {
  if (engine.startsWith(OUTSIDE)) return engine.slice(OUTSIDE.length);
  const spec = readSpec(engine);
  const level = spec.params['level'];
  return level ? t('league_level', { level }) : word(`engine_name_${spec.engine}`);
}

/** Name of an engine with its options. */
export function engineName(engine: string): string {
  const rest = engine.split(':')[1] ?? '';
  return rest && !engine.includes('level=') && !engine.startsWith(OUTSIDE)
    ? `${engineTitle(engine)} (${rest})`
    : engineTitle(engine);
}

/** An engine as a player. */
export const engineEntrant = (name: string, engine: string): Entrant => ({
  name: name.slice(0, 60),
  sex: '',
  title: '',
  rating: 0,
  federation: '',
  identifier: '',
  birth: '',
  team: '',
  categories: [],
  engine,
});

/** Games on this server as a new tournament has them. */
export const usualGames = (game: string): OnlineGames => ({
  game,
  clock: { kind: 'game', initial_ms: 900_000, increment_ms: 10_000 },
  rated: false,
  no_show_seconds: 600,
});

/** A league as a Swiss. */
export interface SwissLeague {
  name: string;
  game: string;
  rounds: number;
  nodes: number;
  engines: readonly { name: string; engine: string }[];
}

/** Creates the tournament of a league and publishes its first round; the server plays the others. Returns its
    identifier. */
export async function beginSwiss(asked: SwissLeague): Promise<string> {
  const made = await createTournament({ name: asked.name, preset: 'club' });
  const section = made.sections[0];
  if (!section) return made.id;
  // Engines without a limit of their own search as many positions as in a league.
  const limited = (engine: string): string => {
    const spec = readSpec(engine);
    if (spec.engine !== 'champion' || spec.params['nodes']) return engine;
    return `${engine}${engine.includes(':') ? ',' : ':'}nodes=${asked.nodes}`;
  };
  const names = asked.engines.map((one) => one.name);
  const unique = (name: string, index: number): string => {
    const before = names.slice(0, index).filter((known) => known === name).length;
    return before === 0 ? name : `${name} #${before + 1}`;
  };
  await sendActs(made.id, [
    {
      type: 'section',
      section: section.id,
      settings: {
        ...section.settings,
        rounds: asked.rounds,
        categories: [],
        online: usualGames(asked.game),
        automatic: true,
      },
    },
    {
      type: 'enter',
      section: section.id,
      players: asked.engines.map((one, index) => engineEntrant(unique(one.name, index), limited(one.engine))),
    },
  ]);
  await pairRound(made.id, section.id);
  await sendActs(made.id, [{ type: 'publish', section: section.id, round: 1, starts_at: null }]);
  return made.id;
}
