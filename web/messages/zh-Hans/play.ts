// The game screen.
import type vi from '../vi/play.ts';
import type { Texts } from '../texts.ts';

export default {
  board_empty: '空',
  board_face_down: '暗子',
  board_not_there: '不能走到那里',
  board_picked: '已选 {what}',
  board_promotion: '升变为',
  board_released: '已取消',
  board_target: '可走',
} as const satisfies Texts<typeof vi>;
