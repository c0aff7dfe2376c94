// Options of a new game: stored between visits, restored with defaults for invalid parts, converted to a request.
import type {
  EngineInfo,
  ClockChoice,
  GameInfo,
  HandicapChoice,
  NewGame,
  Player,
  UndoChoice,
} from '../../wire/index.ts';
import type { GameName } from '../../games/module.ts';
import { upgradeStored } from './legacy.ts';

/** Computer player, by level or by engine. Both are kept, so that switching between them loses nothing. */
export interface Machine {
  by: 'level' | 'engine';
  level: number;
  engine: string;
  /** Parameters set for each engine. */
  params: Record<string, Record<string, string>>;
}

export interface Choice {
  game: GameName;
  opponent: 'machine' | 'here' | 'link' | 'machines';
  machine: Machine;
  /** Second player of a computer match. */
  second: Machine;
  color: 'first' | 'second' | 'random';
  starts: 'first' | 'second';
  clock: {
    kind: 'off' | 'game' | 'move' | 'days';
    minutes: number;
    increment: number;
    seconds: number;
    /** Days for each move of a game by correspondence. */
    days: number;
    /** True if the opponent has another time. */
    uneven: boolean;
    otherMinutes: number;
    otherIncrement: number;
  };
  handicap: { kind: 'none' | 'moves' | 'odds' | 'setup'; odds: string; moves: number; by: 'one' | 'other' };
  undo: { kind: 'free' | 'limited' | 'never' | 'asked'; times: number };
  /** True for a rated game by link. */
  rated: boolean;
  /** True to list a casual game by link, and not to list a rated one. */
  listed: boolean;
  unlisted: boolean;
  /** Plies by which spectators of a game by link are behind. */
  delay: number;
  options: Record<string, string>;
  setup: string;
  friend: string;
  pace: number;
  /** Games of an engine match, with colors swapped after each. */
  series: number;
}

const machine = (level: number): Machine => ({ by: 'level', level, engine: 'alphabeta', params: {} });

/** Default options of a first visit. */
export function defaultChoice(game: GameName): Choice {
  return {
    game,
    opponent: 'machine',
    machine: machine(3),
    second: machine(4),
    color: 'first',
    starts: 'first',
    clock: {
      kind: 'game',
      minutes: 10,
      increment: 5,
      seconds: 30,
      days: 3,
      uneven: false,
      otherMinutes: 5,
      otherIncrement: 0,
    },
    handicap: { kind: 'none', odds: '', moves: 1, by: 'other' },
    undo: { kind: 'free', times: 10 },
    rated: false,
    listed: false,
    unlisted: false,
    delay: 0,
    options: {},
    setup: '',
    friend: '',
    pace: 800,
    series: 1,
  };
}

/** Restores stored options; missing or invalid values become the defaults. */
export function restoreChoice(stored: unknown, game: GameName): Choice {
  return merge(defaultChoice(game), upgradeStored(stored), {
    opponent: ['machine', 'here', 'link', 'machines'],
    by: ['level', 'engine', 'one', 'other'],
    color: ['first', 'second', 'random'],
    starts: ['first', 'second'],
  });
}

const KINDS: Record<string, readonly string[]> = {
  clock: ['off', 'game', 'move', 'days'],
  handicap: ['none', 'moves', 'odds', 'setup'],
  undo: ['free', 'limited', 'never', 'asked'],
};

function merge<T extends object>(base: T, stored: unknown, words: Record<string, readonly string[]>): T {
  if (typeof stored !== 'object' || stored === null) return base;
  const out = { ...base } as Record<string, unknown>;
  for (const [name, value] of Object.entries(base)) {
    const found = (stored as Record<string, unknown>)[name];
    if (typeof found !== typeof value || found === null) continue;
    if (name === 'options') out[name] = strings(found);
    else if (name === 'params')
      out[name] = Object.fromEntries(Object.entries(found as object).map(([engine, set]) => [engine, strings(set)]));
    else if (typeof value === 'object')
      out[name] = merge(value as object, found, { ...words, kind: KINDS[name] ?? [] });
    else if (typeof value === 'number') out[name] = Number.isFinite(found) ? found : value;
    else if (!words[name] || words[name].includes(found as string)) out[name] = found;
  }
  return out as T;
}

function strings(found: unknown): Record<string, string> {
  return typeof found === 'object' && found !== null
    ? Object.fromEntries(
        Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};
}

/** Engine specification: `alphabeta:depth=4`. */
export function engineSpec(info: EngineInfo | undefined, machine: Machine): string {
  const set = machine.params[machine.engine] ?? {};
  const given = (info?.options ?? [])
    .map((option) => [option.name, set[option.name] ?? option.default ?? ''] as const)
    .filter(
      ([name, value]) =>
        value !== '' && (value !== 'on' || info?.options.find((one) => one.name === name)?.kind !== 'switch'),
    );
  const text = given.map(([name, value]) => `${name}=${value}`).join(',');
  return text ? `${machine.engine}:${text}` : machine.engine;
}

export function player(info: GameInfo | undefined, machine: Machine): Player {
  if (machine.by === 'level' && (info?.levels.length ?? 1) > 0) return { kind: 'level', level: machine.level };
  return {
    kind: 'engine',
    engine: engineSpec(
      info?.engines.find((one) => one.name === machine.engine),
      machine,
    ),
  };
}

function clock(choice: Choice['clock']): ClockChoice {
  if (choice.kind === 'off') return { kind: 'off' };
  if (choice.kind === 'move') return { kind: 'move', allowance_ms: Math.round(choice.seconds * 1000) };
  if (choice.kind === 'days') return { kind: 'move', allowance_ms: Math.round(choice.days) * 86_400_000 };
  return {
    kind: 'game',
    initial_ms: Math.round(choice.minutes * 60_000),
    increment_ms: Math.round(choice.increment * 1000),
  };
}

/** Handicap, if the game offers the chosen one. */
function handicap(choice: Choice, info: GameInfo | undefined): HandicapChoice | undefined {
  const { kind, odds, moves, by } = choice.handicap;
  if (kind === 'moves' && info?.can_give_turn !== false) return { by, moves };
  if (kind === 'odds' && info?.odds.some((one) => one.name === odds)) return { by, odds };
  return undefined;
}

/** Takeback policy: by consent between people; free or limited otherwise. */
export function undoOf(choice: Choice): UndoChoice {
  const { kind, times } = choice.undo;
  if (kind === 'never') return { kind: 'never' };
  if (choice.opponent === 'link') return { kind: 'asked' };
  return kind === 'limited' ? { kind: 'limited', times } : { kind: 'free' };
}

/** Rule options that differ from the game's defaults. */
export function optionsOf(choice: Choice, info: GameInfo | undefined): Record<string, string> {
  const known = info?.options ?? [];
  return Object.fromEntries(
    known.flatMap((one) => {
      const set = choice.options[one.name];
      return set !== undefined && set !== one.default ? [[one.name, set]] : [];
    }),
  );
}

/** Who may watch a game by link: rated games are listed unless they are kept out, others only if they are put in. */
function watched({ rated, listed, unlisted, delay }: Choice): Pick<NewGame, 'listed' | 'delay'> {
  const list = rated ? unlisted && { listed: false } : listed && { listed: true };
  return { ...(list || {}), ...(delay > 0 ? { delay: Math.min(20, Math.round(delay)) } : {}) };
}

/** Request for a new game. */
export function toNewGame(choice: Choice, info: GameInfo | undefined): NewGame {
  const watching = choice.opponent === 'machines';
  const other: Player =
    choice.opponent === 'here'
      ? { kind: 'here', ...(choice.friend.trim() ? { name: choice.friend.trim() } : {}) }
      : choice.opponent === 'link'
        ? { kind: 'link' }
        : player(info, watching ? choice.second : choice.machine);
  const odds = handicap(choice, info);
  const options = optionsOf(choice, info);
  const setup = choice.handicap.kind === 'setup' ? choice.setup.trim() : '';
  return {
    game: choice.game,
    one: watching ? player(info, choice.machine) : { kind: 'me' },
    other,
    color: watching || choice.opponent === 'here' ? 'first' : choice.color,
    clock: clock(choice.clock),
    ...(choice.clock.kind === 'game' && choice.clock.uneven
      ? {
          other_clock: clock({
            ...choice.clock,
            minutes: choice.clock.otherMinutes,
            increment: choice.clock.otherIncrement,
          }),
        }
      : {}),
    ...(choice.opponent === 'link' && choice.rated
      ? { rated: true, undo: { kind: 'never' as const } }
      : { undo: undoOf(choice) }),
    ...(choice.opponent === 'link' ? watched(choice) : {}),
    ...(choice.starts === 'second' && !setup ? { starts: 'second' as const } : {}),
    ...(odds ? { handicap: odds } : {}),
    ...(Object.keys(options).length ? { options } : {}),
    ...(setup ? { setup } : {}),
    ...(watching ? { pace_ms: choice.pace } : {}),
  };
}
