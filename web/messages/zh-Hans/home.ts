// The home page.
import type vi from '../vi/home.ts';
import type { Texts } from '../texts.ts';

export default {
  home_lead: '一切就绪：点“开始对弈”，或在下面修改选项。',
  home_title: '下一盘棋',
  just_played: '最近对局',
  quick_blitz: '快棋 3 + 2',
  quick_blitz_text: '对{name}，随机先后',
  quick_here: '两人同机',
  quick_here_text: '直接开局，不计时',
  quick_watch: '观看电脑对战',
  quick_watch_text: '{one}对{other}',
  resume: '继续',
  resume_words: '{game}，对{who}，第 {count} 回合',
  see_all: '查看全部',
} as const satisfies Texts<typeof vi>;
