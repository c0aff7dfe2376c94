// Fixed phrases that players say to each other.
import { t } from '../lib/i18n/index.svelte.ts';
import type { Phrase } from '../wire/index.ts';

/** In the order in which a game needs them. */
export const PHRASES: readonly Phrase[] = [
  'hello',
  'good_luck',
  'you_too',
  'good_move',
  'oops',
  'sorry',
  'one_moment',
  'thanks',
  'well_played',
  'one_more',
  'must_go',
  'goodbye',
];

export const phraseText = (phrase: Phrase): string => t(`phrase_${phrase}`);
