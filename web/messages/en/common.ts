// Words used on several pages: games, seats, engines, results, copying.
import type vi from '../vi/common.ts';
import type { Texts } from '../texts.ts';

export default {
  engine_depth: 'depth {count}',
  engine_nodes: '{count} nodes',
  engine_seconds: '{seconds} s',
  engine_sims: '{count} simulations',
  copied: 'Copied.',
  copy: 'Copy',
  copy_by_hand: 'Your browser does not allow copying. Select the text and copy it yourself.',
  game_chess: 'Chess',
  game_caro: 'Caro (gomoku)',
  game_jieqi: 'Jieqi',
  game_xiangqi: 'Xiangqi',
  level_number: 'level {level}',
  moves_count: '{count} {count?move|moves}',
  result_aborted: 'Aborted',
  result_draw: 'Draw',
  result_loss: 'Lost',
  result_win: 'Won',
  result_won_by: '{name} won',
  seat_empty: 'Waiting for a friend',
  seat_guest: 'Guest',
  seat_here: 'Friend on this device',
  seat_here_note: 'on this device',
  seat_you: 'You',
  server_unreachable: 'The server cannot be reached. Check your connection and try again.',
  share: 'Share',
  try_again: 'Try again',
  under_way: 'in progress',
} as const satisfies Texts<typeof vi>;
