// The notations a record can be read in, by game, in the order they are offered.
import type { GameName } from '../lib/settings.svelte.ts';

const EASTERN = ['vi', 'vi-words', 'wxf', 'zh', 'zh-hant', 'uci'];

export const notationsFor = (game: GameName): readonly string[] =>
  game === 'chess' ? ['san', 'san-vi', 'uci'] : EASTERN;
