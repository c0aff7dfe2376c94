// Names of categories.
import { t } from '../lib/i18n/index.svelte.ts';
import type { TournamentCategory } from '../wire/index.ts';

/** Name of a category; the codes of the presets are named in the language of the reader. */
export function categoryName({ code, name }: TournamentCategory): string {
  if (name) return name;
  return code === 'W' ? t('tour_category_w') : code === 'NCNV' ? t('tour_category_ncnv') : code;
}
