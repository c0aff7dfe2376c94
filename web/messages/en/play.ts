// The game screen.
import type vi from '../vi/play.ts';
import type { Texts } from '../texts.ts';

export default {
  board_empty: 'empty',
  board_face_down: 'face-down man',
  board_not_there: 'It cannot go there',
  board_picked: 'Picked {what}',
  board_promotion: 'Promote to',
  board_released: 'Let go',
  board_target: 'can go here',
} as const satisfies Texts<typeof vi>;
