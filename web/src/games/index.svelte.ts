// The games of this page: cards of the main ones at once, modules when a game is opened, unknown ones as a plain board.
import type { GameInfo } from '../wire/index.ts';
import caro from './caro/card.ts';
import chess from './chess/card.ts';
import jieqi from './jieqi/card.ts';
import type { GameCard, GameModule, GameName } from './module.ts';
import { plainModule } from './plain.ts';
import xiangqi from './xiangqi/card.ts';

export type { GameModule, GameName };

const MAIN: readonly GameCard[] = [xiangqi, jieqi, chess, caro];

/** Games offered first, in display order. */
export const GAMES: readonly GameName[] = MAIN.map((one) => one.name);
/** Game of a first visit. */
export const DEFAULT_GAME: GameName = xiangqi.name;
/** Game whose deals are verified. */
export const HIDDEN_GAME: GameName = jieqi.name;

const MODULES: Readonly<Record<GameName, () => Promise<{ default: GameModule }>>> = {
  xiangqi: () => import('./xiangqi/index.ts'),
  jieqi: () => import('./jieqi/index.ts'),
  chess: () => import('./chess/index.ts'),
  caro: () => import('./caro/index.ts'),
  toy: () => import('./toy/index.ts'),
};

/** Modules that are loaded, with their style sheets. */
const loaded = new Map<GameName, GameModule>();
/** Number of modules that are loaded; reading it makes a lookup reactive. */
let count = $state(0);
/** Modules that stand for a game that is not loaded. */
const standing = new Map<GameName, GameModule>();
const opening = new Map<GameName, Promise<GameModule>>();

/** Name of a game this page has a module of; undefined for any other name. */
export const knownGame = (name: string | null | undefined): GameName | undefined =>
  name && (Object.hasOwn(MODULES, name) || loaded.has(name)) ? name : undefined;

/** Module of a game. One that is not loaded yet is a plain board, and known ones begin to load. */
export function moduleOf(name: GameName): GameModule {
  void count;
  const found = loaded.get(name);
  if (found) return found;
  if (Object.hasOwn(MODULES, name)) void openGame(name).catch(() => undefined);
  return standIn(name);
}

/** What lists show of a game; this does not load it. */
export function cardOf(name: GameName): GameCard {
  void count;
  return loaded.get(name) ?? MAIN.find((one) => one.name === name) ?? standIn(name);
}

function standIn(name: GameName): GameModule {
  let made = standing.get(name);
  if (!made) {
    made = { ...plainModule(name), ...MAIN.find((one) => one.name === name) };
    standing.set(name, made);
  }
  return made;
}

/** True if the game's module is loaded, with its style sheets. */
export const isLoaded = (name: GameName): boolean => count >= 0 && loaded.has(name);

/** Loads a game's module and its style sheets; `infoOf` asks the server about a game without one. */
export function openGame(
  name: GameName,
  infoOf: () => Promise<GameInfo | undefined> = async () => undefined,
): Promise<GameModule> {
  const known = loaded.get(name);
  if (known) return Promise.resolve(known);
  // A plain board is made again, since the first caller may not have known the server's answer.
  if (!Object.hasOwn(MODULES, name)) return load(name, infoOf);
  let under = opening.get(name);
  if (!under) {
    under = load(name, infoOf).finally(() => opening.delete(name));
    opening.set(name, under);
  }
  return under;
}

async function load(name: GameName, infoOf: () => Promise<GameInfo | undefined>): Promise<GameModule> {
  const module = (await MODULES[name]?.())?.default ?? plainModule(name, await infoOf());
  await module.styles?.();
  loaded.set(name, module);
  count = loaded.size;
  return module;
}
