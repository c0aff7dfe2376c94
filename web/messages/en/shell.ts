// Navigation, theme and errors around every page.
import type vi from '../vi/shell.ts';
import type { Texts } from '../texts.ts';

export default {
  lab_title: 'Lab',
  language: 'Language',
  nav_analysis: 'Analysis',
  nav_games: 'Games',
  nav_label: 'Pages',
  nav_more: 'More',
  nav_play: 'Play',
  nav_puzzles: 'Puzzles',
  nav_rules: 'Rules',
  nav_settings: 'Settings',
  nav_stats: 'Statistics',
  page_unavailable: 'This page could not be loaded. Reload it to try again.',
  missing_note: 'There is nothing at {address}.',
  missing_title: 'Page not found',
  page_outdated: 'The server has been updated. Reload the page to continue.',
  page_reload: 'Reload',
  skip_to_content: 'Skip to content',
  theme_dark: 'Dark',
  theme_light: 'Light',
  theme_toggle: 'Switch between light and dark',
  tour_title: 'Tournaments',
  turns_badge: 'Your turn in {count} {count?game|games}',
} as const satisfies Texts<typeof vi>;
