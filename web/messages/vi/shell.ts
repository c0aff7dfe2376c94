// Navigation, theme and errors around every page.
export default {
  language: 'Ngôn ngữ',
  nav_analysis: 'Phân tích',
  nav_games: 'Ván đã chơi',
  nav_label: 'Các trang',
  nav_more: 'Thêm',
  nav_play: 'Chơi',
  nav_puzzles: 'Cờ thế',
  nav_rules: 'Luật chơi',
  nav_settings: 'Cài đặt',
  nav_stats: 'Thống kê',
  page_unavailable: 'Không tải được trang này. Hãy tải lại.',
  skip_to_content: 'Tới nội dung chính',
  theme_dark: 'Tối',
  theme_light: 'Sáng',
  theme_toggle: 'Đổi giao diện sáng, tối',
} as const;
