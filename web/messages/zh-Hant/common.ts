// Words that many pages use: games, sides, levels, algorithms, results.
import type vi from '../vi/common.ts';
import type { Texts } from '../texts.ts';

export default {
  game_chess: '西洋棋',
  game_jieqi: '揭棋',
  game_xiangqi: '象棋',
} as const satisfies Texts<typeof vi>;
