// Last options of each game, stored in the browser.
import { GAMES, restoreChoice, type Choice } from './choice.ts';
import type { GameName } from '../../lib/settings.svelte.ts';

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
  const games = Object.fromEntries(GAMES.map((game) => [game, { ...restoreChoice(stored.games?.[game], game), game }]));
  return {
    last: GAMES.find((game) => game === stored.last) ?? 'xiangqi',
    played: stored.played === true,
    games: games as Record<GameName, Choice>,
  };
}

const memory: Stored = $state(read());

/** Options being edited. */
export const choice = (): Choice => memory.games[memory.last];
export const hasPlayed = (): boolean => memory.played;

/** Switches to another game with its last options. */
export function chooseGame(game: GameName): void {
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
