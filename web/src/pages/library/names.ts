// Names in the library: as written, with a reading for other scripts.
import { spoken, t } from '../../lib/i18n/index.svelte.ts';
import type { LibraryRow, NameOut, OpeningOut } from '../../wire/index.ts';

/** Name; Chinese names with their Sino-Vietnamese reading or, in English, their pinyin. */
export function nameOf(name: NameOut): string {
  if (!name.text) return t('library_unknown');
  const language = spoken();
  const reading = language === 'vi' ? name.reading : language === 'en' ? name.pinyin : null;
  return reading ? `${reading} (${name.text})` : name.text;
}

export const openingOf = (opening: OpeningOut | null): string =>
  opening ? `${opening.code} ${nameOf(opening.name)}` : '';

const RESULTS = { first: '1-0', second: '0-1', draw: '½-½', open: '*' } as const;
export const resultOf = (row: LibraryRow): string => RESULTS[row.result as keyof typeof RESULTS] ?? '*';

/** Color class of the result tag; the winner is also shown by the figures. */
export const lookOf = (row: LibraryRow): string =>
  row.result === 'draw' ? 'y' : row.result === 'open' ? '' : row.result === 'first' ? 'r' : 'u';
