// The page an invitation opens.
export default {
  join_ask: '{name} mời bạn chơi {game}',
  join_gone: 'Lời mời này không còn nữa',
  join_note: 'Ngồi vào bàn là ván bắt đầu. Liên kết này chỉ dùng được một lần.',
  join_own: 'Đây là lời mời của bạn',
  join_own_game: 'Chơi một ván khác',
  join_own_note: 'Hãy gửi liên kết này cho bạn của bạn; mở bằng trình duyệt khác hoặc máy khác mới ngồi vào được.',
  join_side: 'Bạn sẽ cầm {side}.',
  join_sit: 'Ngồi vào bàn',
  join_title: 'Lời mời',
  join_unreachable: 'Chưa mở được lời mời',
  join_watch: 'Chỉ xem',
} as const;
