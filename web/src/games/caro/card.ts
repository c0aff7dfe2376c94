// Cờ caro in lists of games.
import type { GameCard } from '../module.ts';
import x from './art/x.svg?url';

export default {
  name: 'caro',
  title: 'game_caro',
  about: 'game_about_caro',
  size: { width: 15, height: 15 },
  face: 'kd-caro',
  rim: false,
  emblem: 'S',
  image: () => x,
  notationFor: () => 'uci',
} satisfies GameCard;
