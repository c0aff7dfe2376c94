// The frame of the rules pages; the rules themselves are beside the page.
import type vi from '../vi/rules.ts';
import type { Texts } from '../texts.ts';

export default {
  rules_choose_game: 'Choose a game',
  rules_contents: 'On this page',
  rules_diagram: 'Diagram: {text}',
  fair_title: 'Rated games and fair play',
  fair_alone: 'You play by yourself: no engine, no help from others.',
  fair_closed:
    'While your rated game runs, hints, analysis, the solver, the library and the Lab refuse its positions on every device where you are signed in; the same holds for your opponent.',
  fair_limits:
    'Said openly: the server cannot see another device where you are not signed in, or another program. Whoever uses them cheats, and can be banned from rated games.',
  fair_first:
    'Each side makes its first move within 30 seconds in quick games and a minute in slow ones; in correspondence games within the time of a move. Otherwise the game is aborted and does not count. Before that, either player may abort it.',
  fair_left: 'If your opponent is away for a minute, you may claim a win or a draw; not in correspondence games.',
  fair_lag: 'Network delay that the server measures is given back to the clock, within a small quota.',
} as const satisfies Texts<typeof vi>;
