// Xiangqi in lists of games.
import { easternCard } from '../eastern-card.ts';
import type { GameCard } from '../module.ts';

const kings = import.meta.glob('../../look/art/xiangqi/*/r-king.svg', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Record<string, string>;
const king = (set: string) => kings[`../../look/art/xiangqi/${set}/r-king.svg`];

export default {
  ...easternCard,
  name: 'xiangqi',
  title: 'game_xiangqi',
  about: 'game_about_xiangqi',
  emblem: 'K',
  image: (_, set) => king(set.replace('-contrast', '')) ?? king('trad'),
} satisfies GameCard;
