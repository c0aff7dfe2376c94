// The frame of the rules pages; the rules themselves are beside the page.
import type vi from '../vi/rules.ts';
import type { Texts } from '../texts.ts';

export default {
  rules_choose_game: '選擇棋種',
  rules_contents: '本頁內容',
  rules_diagram: '圖示：{text}',
} as const satisfies Texts<typeof vi>;
