// Who is better and by how much, in words.
import { sideName } from '../board/words.ts';
import { num, t } from '../lib/i18n/index.svelte.ts';
import type { GameName } from '../lib/settings.svelte.ts';
import type { Worth } from '../wire/index.ts';
import { standingOf } from './score.ts';

export function standingWords(game: GameName, worth: Worth | undefined): string {
  if (!worth) return t('play_eval_none');
  const standing = standingOf(worth);
  if (standing.kind === 'even') return t('play_eval_even');
  const side = sideName(game, standing.side === 'first' ? 'white' : 'black');
  if (standing.kind === 'won') return t('play_eval_won', { side });
  return standing.kind === 'mate'
    ? t('play_eval_mate', { side, moves: standing.moves })
    : t('play_eval_better', { side, amount: num(standing.amount, 1) });
}
