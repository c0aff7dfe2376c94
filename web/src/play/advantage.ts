// Describes an evaluation in words: which side is better and by how much.
import { sideName } from '../board/words.ts';
import { num, t } from '../lib/i18n/index.svelte.ts';
import type { GameName } from '../games/module.ts';
import type { Score } from '../wire/index.ts';
import { advantageOf } from './score.ts';

export function describeAdvantage(game: GameName, score: Score | undefined): string {
  if (!score) return t('play_eval_none');
  const advantage = advantageOf(score);
  if (advantage.kind === 'even') return t('play_eval_even');
  const side = sideName(game, advantage.side === 'first' ? 'white' : 'black');
  if (advantage.kind === 'won') return t('play_eval_won', { side });
  return advantage.kind === 'mate'
    ? t('play_eval_mate', { side, moves: advantage.moves })
    : t('play_eval_better', { side, amount: num(advantage.amount, 1) });
}
