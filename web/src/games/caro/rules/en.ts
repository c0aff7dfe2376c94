// Cờ caro: the rules in English.
import type { RulesText } from '../../../pages/rules/text.ts';

export default {
  lead: 'Two players, X and O, mark empty squares in turn. Whoever gets five in a row wins: across, down or diagonally.',
  sections: [
    {
      id: 'board',
      title: 'The board',
      body: [
        {
          board: 'ca-five',
          text: 'X begins, usually in the middle of the 15 by 15 squares. A mark never moves and is never taken away. Squares are named by letter and number, a1 to o15.',
        },
      ],
    },
    {
      id: 'win',
      title: 'Which lines win',
      body: [
        'Three rules are in use; choose one when you start a game.',
        [
          '**Free**: five or more in a row win.',
          '**Exactly the full length**: five win, six or more do not.',
          '**Vietnamese**: five win unless both ends are blocked by the opponent; six or more always win. The edge of the board does not block, unless you choose so.',
        ],
        {
          board: 'ca-blocked',
          text: 'Vietnamese rule: X has five in a row, but O stands at both ends. The game goes on.',
        },
        'If the board is full and nobody has a line, the game is a draw.',
      ],
    },
    {
      id: 'threats',
      title: 'Threats',
      body: [
        {
          board: 'ca-four',
          text: 'A **four** threatens to win with the next move and must be answered at once. With both ends free nobody can stop it.',
        },
        {
          board: 'ca-three',
          text: 'An **open three** becomes an open four next. Block one end, or play a four of your own.',
        },
        'Most games are won by two threats at once: two fours, a four and an open three, or two open threes.',
      ],
    },
    {
      id: 'small',
      title: 'Small boards',
      body: [
        'Size and length of the line can be chosen. On 3 by 3 with three in a row this is tic-tac-toe; with good play nobody wins.',
      ],
    },
  ],
} satisfies RulesText;
