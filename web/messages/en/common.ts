// Words that many pages use: games, sides, levels, algorithms, results.
import type vi from '../vi/common.ts';
import type { Texts } from '../texts.ts';

export default {
  game_chess: 'Chess',
  game_jieqi: 'Jieqi',
  game_xiangqi: 'Xiangqi',
} as const satisfies Texts<typeof vi>;
