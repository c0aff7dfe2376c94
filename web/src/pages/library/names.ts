// How the library's names are shown: as they were written, with the reading a reader of another script can say.
import { spoken, t } from '../../lib/i18n/index.svelte.ts';
import type { LibraryRow, NameOut, OpeningOut } from '../../wire/index.ts';

/** A name; Chinese ones with their Hán-Việt reading, which is no help to readers of Chinese. */
export function nameOf(name: NameOut): string {
  if (!name.text) return t('library_unknown');
  return name.reading && !spoken().startsWith('zh') ? `${name.reading} (${name.text})` : name.text;
}

export const openingOf = (opening: OpeningOut | null): string =>
  opening ? `${opening.code} ${nameOf(opening.name)}` : '';

const RESULTS = { first: '1-0', second: '0-1', draw: '½-½', open: '*' } as const;
export const resultOf = (row: LibraryRow): string => RESULTS[row.result as keyof typeof RESULTS] ?? '*';

/** The tag's color: the side that won is told by the figures themselves. */
export const lookOf = (row: LibraryRow): string =>
  row.result === 'draw' ? 'y' : row.result === 'open' ? '' : row.result === 'first' ? 'r' : 'u';
