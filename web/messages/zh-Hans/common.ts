// Words used on several pages: games, seats, engines, results, copying.
import type vi from '../vi/common.ts';
import type { Texts } from '../texts.ts';

export default {
  engine_depth: '深度 {count}',
  engine_nodes: '{count} 节点',
  engine_seconds: '{seconds} 秒',
  engine_sims: '{count} 次模拟',
  copied: '已复制。',
  copy: '复制',
  copy_by_hand: '浏览器不允许复制，请选中文字自行复制。',
  game_chess: '国际象棋',
  game_caro: '五子棋',
  game_jieqi: '揭棋',
  game_xiangqi: '象棋',
  level_number: '{level} 级',
  moves_count: '{count} 回合',
  result_aborted: '中止',
  result_draw: '和',
  result_loss: '负',
  result_win: '胜',
  result_won_by: '{name}胜',
  seat_empty: '等待对手入座',
  seat_guest: '访客',
  seat_here: '同机棋友',
  seat_here_note: '同机对弈',
  seat_you: '你',
  server_unreachable: '无法连接服务器，请检查网络后重试。',
  share: '分享',
  try_again: '重试',
  under_way: '进行中',
} as const satisfies Texts<typeof vi>;
