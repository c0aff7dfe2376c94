// Notations to choose from, each with an example.
import type { GameName } from './settings.svelte.ts';

const EASTERN = ['vi', 'vi-words', 'wxf', 'zh', 'zh-hant', 'uci'] as const;

export const NOTATIONS = {
  xiangqi: EASTERN,
  jieqi: EASTERN,
  chess: ['san', 'san-vi', 'uci'],
} as const satisfies Record<GameName, readonly string[]>;

/** Example move in each notation: the central cannon, the king's knight. */
export const EXAMPLES: Readonly<Record<GameName, Readonly<Record<string, string>>>> = (() => {
  const eastern = {
    vi: 'P2-5',
    'vi-words': 'Pháo 2 bình 5',
    wxf: 'C2=5',
    zh: '炮二平五 马八进七',
    'zh-hant': '炮二平五 馬八進七',
    uci: 'h2e2',
  };
  return { xiangqi: eastern, jieqi: eastern, chess: { san: 'Nf3', 'san-vi': 'Mf3', uci: 'g1f3' } };
})();
