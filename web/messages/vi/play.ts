// The game screen.
export default {
  board_empty: 'trống',
  board_face_down: 'quân úp',
  board_not_there: 'Không đi được vào đó',
  board_picked: 'Đã chọn {what}',
  board_promotion: 'Tốt phong thành',
  board_released: 'Đã bỏ chọn',
  board_target: 'đi được',
} as const;
