// Games that anybody may watch.
import type vi from '../vi/watch.ts';
import type { Texts } from '../texts.ts';

export default {
  watch_all: '全部',
  watch_delay: '觀眾延後',
  watch_delay_none: '不延後',
  watch_delay_note: '防止有人給正在進行的對局支招。',
  watch_delay_plies: '{count} 步',
  watch_empty: '現在沒有正在進行的對局。',
  watch_empty_note: '大廳對局、計分對局和比賽對局會顯示在這裡。您可以自己開一局，或看看名手對局。',
  watch_featured: '焦點對局',
  watch_game: '{game}：{first} – {second}',
  watch_listed: '顯示在「正在對局」',
  watch_listed_note: '任何人都可以觀看。有本局連結的人始終可以觀看。',
  watch_machines: '讓兩台電腦對弈',
  watch_masters: '名手對局',
  watch_more: '還有 {count} 局。',
  watch_total: '正在進行 {count} 局',
  watch_unlisted: '不在「正在對局」中顯示我的對局',
  watch_unlisted_note: '有對局連結的人仍可觀看。',
} as const satisfies Texts<typeof vi>;
