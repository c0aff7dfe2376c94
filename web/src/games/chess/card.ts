// Chess in lists of games.
import knight from '../../look/art/chess/w-knight.svg?url';
import type { GameCard } from '../module.ts';

export default {
  name: 'chess',
  title: 'game_chess',
  about: 'game_about_chess',
  size: { width: 8, height: 8 },
  face: 'kd-chess',
  rim: false,
  emblem: 'N',
  image: () => knight,
  notationFor: (language) => (language === 'vi' ? 'san-vi' : 'san'),
} satisfies GameCard;
