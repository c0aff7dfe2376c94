// Games that anybody may watch.
import type vi from '../vi/watch.ts';
import type { Texts } from '../texts.ts';

export default {
  watch_all: '全部',
  watch_delay: '观众延后',
  watch_delay_none: '不延后',
  watch_delay_note: '防止有人给正在进行的对局支招。',
  watch_delay_plies: '{count} 步',
  watch_empty: '现在没有正在进行的对局。',
  watch_empty_note: '大厅对局、计分对局和比赛对局会显示在这里。您可以自己开一局，或看看名手对局。',
  watch_featured: '焦点对局',
  watch_game: '{game}：{first} – {second}',
  watch_listed: '显示在“正在对局”',
  watch_listed_note: '任何人都可以观看。有本局链接的人始终可以观看。',
  watch_machines: '让两台电脑对弈',
  watch_masters: '名手对局',
  watch_more: '还有 {count} 局。',
  watch_total: '正在进行 {count} 局',
  watch_unlisted: '不在“正在对局”中显示我的对局',
  watch_unlisted_note: '有对局链接的人仍可观看。',
} as const satisfies Texts<typeof vi>;
