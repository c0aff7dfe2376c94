// The games of this page: the main ones at once, more games when they are opened, unknown ones as a plain board.
import type { GameInfo } from '../wire/index.ts';
import chess from './chess/index.ts';
import jieqi from './jieqi/index.ts';
import type { GameModule, GameName } from './module.ts';
import { plainModule } from './plain.ts';
import xiangqi from './xiangqi/index.ts';

export type { GameModule, GameName };

const MAIN: readonly GameModule[] = [xiangqi, jieqi, chess];

/** Games offered first, in display order. */
export const GAMES: readonly GameName[] = MAIN.map((one) => one.name);
/** Game of a first visit. */
export const DEFAULT_GAME: GameName = xiangqi.name;
/** Game whose deals are verified. */
export const HIDDEN_GAME: GameName = jieqi.name;

/** Games whose module is loaded when they are opened. */
const MORE: Readonly<Record<GameName, () => Promise<{ default: GameModule }>>> = {
  caro: () => import('./caro/index.ts'),
  toy: () => import('./toy/index.ts'),
};

const loaded = new Map<GameName, GameModule>(MAIN.map((one) => [one.name, one]));
/** Number of games ready to be shown; reading it makes a lookup reactive. */
let count = $state(MAIN.filter((one) => !one.styles).length);
const plain = new Map<GameName, GameModule>();
/** Games whose style sheets and art are loaded too. */
const ready = new Set<GameName>(MAIN.filter((one) => !one.styles).map((one) => one.name));

/** Module of a game; a plain board if it is not known or not loaded yet. */
export function moduleOf(name: GameName): GameModule {
  void count;
  const found = loaded.get(name) ?? plain.get(name);
  if (found) return found;
  const made = plainModule(name);
  plain.set(name, made);
  return made;
}

/** True if the game's module is loaded, with its style sheets. */
export const isLoaded = (name: GameName): boolean => count >= 0 && ready.has(name);

/** Loads a game's module and its style sheets; `infoOf` asks the server about a game without one. */
export async function openGame(
  name: GameName,
  infoOf: () => Promise<GameInfo | undefined> = async () => undefined,
): Promise<GameModule> {
  const known = loaded.get(name);
  if (known && ready.has(name)) return known;
  const module = known ?? (await MORE[name]?.())?.default ?? plainModule(name, await infoOf());
  await module.styles?.();
  loaded.set(name, module);
  ready.add(name);
  count = ready.size;
  return module;
}
