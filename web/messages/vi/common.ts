// Words that many pages use: games, sides, levels, algorithms, results.
export default {
  game_chess: 'Cờ vua',
  game_jieqi: 'Cờ úp',
  game_xiangqi: 'Cờ tướng',
} as const;
