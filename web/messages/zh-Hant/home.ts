// The home page.
import type vi from '../vi/home.ts';
import type { Texts } from '../texts.ts';

export default {
  home_lead: '一切就緒：點「開始對弈」，或在下面修改選項。',
  home_title: '下一盤棋',
  just_played: '最近對局',
  quick_blitz: '快棋 3 + 2',
  quick_blitz_text: '對{name}，隨機先後',
  quick_here: '兩人同機',
  quick_here_text: '直接開局，不計時',
  quick_watch: '觀看電腦對戰',
  quick_watch_text: '{one}對{other}',
  resume: '繼續',
  resume_words: '{game}，對{who}，第 {count} 回合',
  see_all: '查看全部',
} as const satisfies Texts<typeof vi>;
