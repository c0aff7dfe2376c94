// Jieqi in lists of games.
import { easternCard } from '../eastern-card.ts';
import back from '../../look/art/xiangqi/back/r-back.svg?url';
import type { GameCard } from '../module.ts';

export default {
  ...easternCard,
  name: 'jieqi',
  title: 'game_jieqi',
  about: 'game_about_jieqi',
  emblem: 'X',
  image: () => back,
} satisfies GameCard;
