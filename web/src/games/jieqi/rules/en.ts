// Jieqi: the rules in English.
import type { RulesText } from '../../../pages/rules/text.ts';

export default {
  lead: 'Jieqi (cờ úp) is xiangqi with the pieces shuffled and face down. Nobody knows what a piece is before it moves, not even the computer.',
  sections: [
    {
      id: 'board',
      title: 'The start',
      body: [
        {
          board: 'jq-start',
          text: 'The generals start face up on their usual points. The other fifteen pieces of each side are shuffled and placed face down on the fifteen starting points. Red moves first. All rules not mentioned here are as in xiangqi.',
        },
      ],
    },
    {
      id: 'dark',
      title: 'Face-down pieces move by their point',
      body: [
        {
          board: 'jq-dark',
          text: 'A face-down piece moves, captures and checks like the piece **that starts on its point** in xiangqi. On a cannon’s point it moves like a cannon, whatever it really is.',
        },
        {
          board: 'jq-turned',
          text: 'After its first move it is **turned over** and from then on moves as what it really is. The piece that moved like a cannon turned out to be a chariot and now moves like a chariot.',
        },
        {
          board: 'jq-advisor',
          text: 'A face-down piece on an advisor’s point has only one move: to the middle of the palace. On an elephant’s point it stays on its side of the river.',
        },
      ],
    },
    {
      id: 'turned',
      title: 'After it is turned over',
      body: [
        {
          board: 'jq-roaming',
          text: '**Advisors and elephants move over the whole board** once turned over: advisors one step diagonally, elephants two if the point in between is free. They can give check. You can turn this off when you create a game.',
        },
        [
          'A soldier moves on from where it was turned over: in its own half only forward, across the river also sideways, on the last rank only sideways.',
          'The general stays in its palace, and the generals may not face each other.',
          'Whether a move leaves your general safe is known before the piece is turned over. Whether it gives check is often known only afterwards.',
        ],
      ],
    },
    {
      id: 'knowledge',
      title: 'Who knows what',
      body: [
        'Both sides see the pieces that have been turned over. A piece captured face down is shown **only to the capturing side**; its owner does not learn what was lost. When you create a game you can choose that both sides see it, or neither.',
        'Kỳ Đài counts the pieces still hidden and shows how likely each one is. The odds come from what **you** have not seen, never from the real pieces. The computer knows only what a player on its side may know.',
        'The shuffle is random and sealed: a hash of it is published before the game and the shuffle itself afterwards, so that anyone can check it.',
        'By default, a move that revealed a piece cannot be taken back. Where takebacks are allowed, what was seen stays known.',
      ],
    },
    {
      id: 'end',
      title: 'Winning, losing, drawing',
      body: [
        [
          'Checkmate wins. A side without a legal move loses.',
          'Repetition is judged as in xiangqi, face-down pieces counting as the piece of their point. A reveal or a capture makes a new position, so only moves of face-up pieces can repeat.',
          'Sixty moves by each side without a capture are a draw (adjustable).',
          'The game is drawn if neither side can win. Advisors and elephants that move over the whole board can win, so they must be gone too.',
        ],
      ],
    },
    {
      id: 'notation',
      title: 'Notation',
      body: [
        'A face-down piece is named after its point with the mark **u**. After = comes the piece revealed, after x the face-down piece captured; ? is a piece you may not see.',
        {
          table: [
            ['Notation', 'Moves, reveals a chariot', 'Also captures a face-down piece'],
            ['WXF', 'Cu2=5=R', 'Cu2+7=RxP'],
            ['Vietnamese', 'Pu2-5=X', 'Pu2.7=XxB'],
            ['Vietnamese words', 'Pháo úp 2 bình 5=Xe', 'Pháo úp 2 tiến 7=Xe×Binh'],
            ['Chinese', '暗炮二平五=車', '暗炮二進七=車×卒'],
            ['Coordinates', 'h2e2R', 'h2h9Rp'],
          ],
        },
      ],
    },
  ],
} satisfies RulesText;
