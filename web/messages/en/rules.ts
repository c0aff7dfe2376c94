// The frame of the rules pages; the rules themselves are beside the page.
import type vi from '../vi/rules.ts';
import type { Texts } from '../texts.ts';

export default {
  rules_choose_game: 'Choose a game',
  rules_contents: 'On this page',
  rules_diagram: 'Diagram: {text}',
} as const satisfies Texts<typeof vi>;
