// The home page.
export default {
  home_lead: 'Mọi thứ đã sẵn sàng: bấm Chơi ngay, hoặc đổi lựa chọn bên dưới.',
  home_title: 'Chơi một ván',
  just_played: 'Ván gần đây',
  quick_blitz: 'Cờ chớp 3 + 2',
  quick_blitz_text: 'Gặp {name}, bốc thăm bên',
  quick_here: 'Hai người một máy',
  quick_here_text: 'Vào bàn ngay, không tính giờ',
  quick_watch: 'Xem máy đấu máy',
  quick_watch_text: '{one} gặp {other}',
  resume: 'Chơi tiếp',
  resume_words: '{game} gặp {who}, nước {count}',
  see_all: 'Xem tất cả',
} as const;
