// The page an invitation opens.
import type vi from '../vi/join.ts';
import type { Texts } from '../texts.ts';

export default {
  join_ask: '{name}邀请你下{game}',
  join_gone: '邀请已失效',
  join_handicap: '让子',
  join_note: '入座后对局开始。此链接只能用一次。',
  join_own: '这是你自己的邀请',
  join_own_game: '另下一盘',
  join_own_note: '请把链接发给朋友，须在另一个浏览器或设备上打开。',
  join_rules: '规则',
  join_rules_usual: '通用规则',
  join_set_up: '预先摆好的局面',
  join_side: '你执{side}。',
  join_start: '开局',
  join_sit: '入座',
  join_title: '邀请',
  join_unreachable: '无法打开邀请',
  join_watch: '只观战',
} as const satisfies Texts<typeof vi>;
