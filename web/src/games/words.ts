// Names of games, sides and pieces in the user's language.
import { capital, knows, t, word } from '../lib/i18n/index.svelte.ts';
import { cardOf } from './index.svelte.ts';
import type { GameName } from './module.ts';

/** Title of a game. */
export function gameTitle(game: GameName): string {
  const { title } = cardOf(game);
  if (title) return t(title);
  return capital(knows(`game_${game}`) ? word(`game_${game}`) : game);
}

/** One line about a game. */
export function gameAbout(game: GameName): string {
  const { about } = cardOf(game);
  return about ? t(about) : '';
}
