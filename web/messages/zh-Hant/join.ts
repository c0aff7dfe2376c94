// The page an invitation opens.
import type vi from '../vi/join.ts';
import type { Texts } from '../texts.ts';

export default {
  join_ask: '{name}邀請你下{game}',
  join_gone: '邀請已失效',
  join_handicap: '讓子',
  join_note: '入座後對局開始。此連結只能用一次。',
  join_own: '這是你自己的邀請',
  join_own_game: '另下一盤',
  join_own_note: '請把連結傳給朋友，須在另一個瀏覽器或裝置上開啟。',
  join_rules: '規則',
  join_rules_usual: '通用規則',
  join_set_up: '預先擺好的局面',
  join_side: '你執{side}。',
  join_start: '開局',
  join_sit: '入座',
  join_title: '邀請',
  join_unreachable: '無法開啟邀請',
  join_watch: '只觀戰',
} as const satisfies Texts<typeof vi>;
