// Texts of puzzles: titles, goals, states.
import { capital, num, spoken, t, type PlainKey } from '../../lib/i18n/index.svelte.ts';
import { sideName } from '../../board/words.ts';
import { colorOf } from '../../play/room.svelte.ts';
import type { GameName } from '../../games/module.ts';
import type { PuzzleRow } from '../../wire/index.ts';

/** Title of a puzzle in the current language, else its number. */
export function titleOf(row: PuzzleRow): string {
  const title = row.title;
  if (!title) return t('puzzle_number', { number: num(row.number) });
  switch (spoken()) {
    case 'vi':
      return title.vi;
    case 'en':
      return title.en;
    case 'zh-Hant':
      return title.hant;
    default:
      return title.hans;
  }
}

/** Chinese title beside its reading; empty if it is the title itself. */
export const charactersOf = (row: PuzzleRow): string | undefined =>
  row.title && !spoken().startsWith('zh') ? row.title.hant : undefined;

/** Name and description of each collection. */
const SETS: Readonly<Record<string, readonly [PlainKey, PlainKey]>> = {
  shiqing: ['puzzle_set_shiqing', 'puzzle_about_shiqing'],
  games: ['puzzle_set_games', 'puzzle_about_games'],
  ccpd: ['puzzle_set_ccpd', 'puzzle_about_ccpd'],
  lichess: ['puzzle_set_lichess', 'puzzle_about_lichess'],
  fives: ['puzzle_set_fives', 'puzzle_about_fives'],
};

export const collectionName = (name: string): string => (SETS[name] ? t(SETS[name][0]) : name);

export const collectionNote = (name: string): string => (SETS[name] ? t(SETS[name][1]) : '');

/** Goal: "Red to win in 5". */
export function goalOf(row: PuzzleRow): string {
  const side = capital(sideName(row.game as GameName, colorOf(row.turn)));
  if (row.goal === 'draw') return t('puzzle_goal_draw', { side });
  if (row.goal === 'line') return t('puzzle_goal_line', { side });
  return row.moves === null ? t('puzzle_goal_win_open', { side }) : t('puzzle_goal_win', { side, count: row.moves });
}

/** Result of the solver for the puzzle. */
export function statusOf(row: PuzzleRow): { text: string; look: string } {
  switch (row.status) {
    case 'proven':
      return { text: row.shortest ? t('puzzle_proven') : t('puzzle_proven_most'), look: 'g' };
    case 'drawn':
      return { text: t('puzzle_drawn'), look: 'u' };
    case 'undecided':
      return { text: t('puzzle_undecided'), look: 'y' };
    case 'line':
      return { text: t('puzzle_line'), look: 'u' };
  }
}

export function mineOf(row: PuzzleRow): { text: string; look: string; icon: string } | undefined {
  switch (row.mine) {
    case 'solved':
      return { text: t('puzzle_mine_solved'), look: 'g', icon: 'check' };
    case 'again':
      return { text: t('puzzle_mine_again'), look: 'g', icon: 'check' };
    case 'failed':
      return { text: t('puzzle_mine_failed'), look: 'r', icon: 'x' };
    case 'helped':
      return { text: t('puzzle_mine_helped'), look: 'y', icon: 'hint' };
    default:
      return undefined;
  }
}

export const addressOf = (row: PuzzleRow): string =>
  `/puzzles/${encodeURIComponent(row.collection)}/${encodeURIComponent(row.id)}`;
