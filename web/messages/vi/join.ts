// The page an invitation opens.
export default {
  join_ask: '{name} mời bạn chơi {game}',
  join_gone: 'Lời mời này không còn hiệu lực',
  join_handicap: 'Chấp',
  join_note: 'Vào bàn là ván bắt đầu. Liên kết chỉ dùng được một lần.',
  join_own: 'Đây là lời mời của bạn',
  join_own_game: 'Chơi một ván khác',
  join_own_note: 'Hãy gửi liên kết cho bạn của bạn. Phải mở bằng trình duyệt khác hoặc trên máy khác.',
  join_rules: 'Luật',
  join_rules_usual: 'thông thường',
  join_set_up: 'thế cờ xếp sẵn',
  join_side: 'Bạn sẽ cầm {side}.',
  join_start: 'Bắt đầu',
  join_sit: 'Vào bàn',
  join_title: 'Lời mời',
  join_unreachable: 'Không mở được lời mời',
  join_watch: 'Chỉ xem',
} as const;
