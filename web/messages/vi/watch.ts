// Games that anybody may watch.
export default {
  watch_all: 'Tất cả',
  watch_delay: 'Người xem thấy chậm',
  watch_delay_none: 'Không',
  watch_delay_note: 'Để không ai nhắc nước được cho ván đang chơi.',
  watch_delay_plies: '{count} nước đi',
  watch_empty: 'Hiện chưa có ván nào đang diễn ra.',
  watch_empty_note:
    'Ván ở sảnh chờ, ván tính điểm và ván giải đấu hiện ở đây. Bạn có thể tự mở một ván, hoặc xem ván của kỳ thủ.',
  watch_featured: 'Ván tiêu điểm',
  watch_game: '{game}: {first} – {second}',
  watch_listed: 'Hiện ở mục Đang chơi',
  watch_listed_note: 'Ai cũng có thể vào xem. Ai có đường dẫn của ván thì luôn xem được.',
  watch_machines: 'Cho hai máy đấu nhau',
  watch_masters: 'Ván của kỳ thủ',
  watch_more: 'Còn {count} ván khác.',
  watch_total: '{count} ván đang chơi',
  watch_unlisted: 'Không hiện ván của tôi ở mục Đang chơi',
  watch_unlisted_note: 'Người có đường dẫn của ván vẫn xem được.',
} as const;
