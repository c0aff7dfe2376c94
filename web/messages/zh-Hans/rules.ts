// The frame of the rules pages; the rules themselves are beside the page.
import type vi from '../vi/rules.ts';
import type { Texts } from '../texts.ts';

export default {
  rules_choose_game: '选择棋种',
  rules_contents: '本页内容',
  rules_diagram: '图示：{text}',
} as const satisfies Texts<typeof vi>;
