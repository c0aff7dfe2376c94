// What the cards of xiangqi and jieqi share.
import type { GameCard } from './module.ts';

export const easternCard = {
  size: { width: 9, height: 10 },
  face: 'kd-xq',
  rim: true,
  notationFor: (language) => ({ vi: 'vi', en: 'wxf', 'zh-Hans': 'zh', 'zh-Hant': 'zh-hant' })[language],
} as const satisfies Partial<GameCard>;
