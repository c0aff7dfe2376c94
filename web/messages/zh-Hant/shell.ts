// Navigation, theme and errors around every page.
import type vi from '../vi/shell.ts';
import type { Texts } from '../texts.ts';

export default {
  lab_title: '實驗室',
  language: '語言',
  nav_analysis: '分析',
  nav_games: '棋局',
  nav_label: '頁面',
  nav_more: '更多',
  nav_play: '對弈',
  nav_puzzles: '排局',
  nav_rules: '規則',
  nav_settings: '設定',
  nav_stats: '統計',
  page_unavailable: '無法載入此頁，請重新整理。',
  missing_note: '這裡沒有 {address}。',
  missing_title: '找不到頁面',
  page_outdated: '伺服器已更新，請重新載入頁面後繼續。',
  page_reload: '重新載入',
  skip_to_content: '跳到正文',
  theme_dark: '深色',
  theme_light: '淺色',
  theme_toggle: '切換明暗',
  tour_title: '比賽',
  turns_badge: '{count} 局輪到您走',
} as const satisfies Texts<typeof vi>;
