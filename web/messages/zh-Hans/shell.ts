// Navigation, theme and errors around every page.
import type vi from '../vi/shell.ts';
import type { Texts } from '../texts.ts';

export default {
  lab_title: '实验室',
  language: '语言',
  nav_analysis: '分析',
  nav_games: '棋局',
  nav_label: '页面',
  nav_more: '更多',
  nav_play: '对弈',
  nav_puzzles: '排局',
  nav_rules: '规则',
  nav_settings: '设置',
  nav_stats: '统计',
  page_unavailable: '无法加载此页，请刷新重试。',
  missing_note: '这里没有 {address}。',
  missing_title: '找不到页面',
  page_outdated: '服务器已更新，请重新加载页面后继续。',
  page_reload: '重新加载',
  skip_to_content: '跳到正文',
  theme_dark: '深色',
  theme_light: '浅色',
  theme_toggle: '切换明暗',
  tour_title: '比赛',
  turns_badge: '{count} 局轮到您走',
} as const satisfies Texts<typeof vi>;
