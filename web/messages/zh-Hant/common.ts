// Words used on several pages: games, seats, engines, results, copying.
import type vi from '../vi/common.ts';
import type { Texts } from '../texts.ts';

export default {
  engine_depth: '深度 {count}',
  engine_nodes: '{count} 節點',
  engine_seconds: '{seconds} 秒',
  engine_sims: '{count} 次模擬',
  copied: '已複製。',
  copy: '複製',
  copy_by_hand: '瀏覽器不允許複製，請選取文字自行複製。',
  game_chess: '西洋棋',
  game_caro: '五子棋',
  game_jieqi: '揭棋',
  game_xiangqi: '象棋',
  level_number: '{level} 級',
  moves_count: '{count} 回合',
  result_aborted: '中止',
  result_draw: '和',
  result_loss: '負',
  result_win: '勝',
  result_won_by: '{name}勝',
  seat_empty: '等待對手入座',
  seat_guest: '訪客',
  seat_here: '同機棋友',
  seat_here_note: '同機對弈',
  seat_you: '你',
  server_unreachable: '無法連接伺服器，請檢查網路後重試。',
  share: '分享',
  try_again: '重試',
  under_way: '進行中',
} as const satisfies Texts<typeof vi>;
