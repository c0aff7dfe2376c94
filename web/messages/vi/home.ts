// The home page.
export default {
  home_lead: 'Mọi lựa chọn đã có sẵn. Bấm Chơi ngay là vào bàn.',
  home_title: 'Chơi một ván',
  just_played: 'Vừa chơi',
  quick_blitz: 'Cờ nhanh 3 + 2',
  quick_blitz_text: 'Gặp {name}, bốc thăm',
  quick_here: 'Hai người một máy',
  quick_here_text: 'Vào bàn ngay, không giờ',
  quick_watch: 'Xem máy đấu máy',
  quick_watch_text: '{one} gặp {other}',
  resume: 'Chơi tiếp',
  resume_words: '{game} gặp {who}, nước {count}',
  see_all: 'Xem tất cả',
} as const;
