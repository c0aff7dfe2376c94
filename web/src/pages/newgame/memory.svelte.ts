// Last options of each game, stored in the browser.
import { DEFAULT_GAME, GAMES } from '../../games/index.svelte.ts';
import { defaultChoice, restoreChoice, type Choice } from './choice.ts';
import type { GameName } from '../../games/module.ts';

const KEY = 'kydai.newgame';

interface Stored {
  last: GameName;
  /** True if a game was started before: only then is there a "last time". */
  played: boolean;
  games: Record<GameName, Choice>;
}

function read(): Stored {
  let stored: { last?: unknown; played?: unknown; games?: Record<string, unknown> } = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    // Unreadable data is ignored.
  }
  const names = new Set([...GAMES, ...Object.keys(stored.games ?? {})]);
  const games = Object.fromEntries(
    [...names].map((game) => [game, { ...restoreChoice(stored.games?.[game], game), game }]),
  );
  const last = typeof stored.last === 'string' && names.has(stored.last) ? stored.last : DEFAULT_GAME;
  return { last, played: stored.played === true, games };
}

const memory: Stored = $state(read());

/** Options being edited. */
export const choice = (): Choice => memory.games[memory.last] ?? defaultChoice(memory.last);
export const hasPlayed = (): boolean => memory.played;

/** Switches to another game with its last options. */
export function chooseGame(game: GameName): void {
  memory.games[game] ??= defaultChoice(game);
  memory.last = game;
  keep();
}

export function keep(started = false): void {
  if (started) memory.played = true;
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}
