// Jieqi: the rules in English.
import type { RulesText } from '../text.ts';

export default {
  lead: 'Jieqi (cờ úp) is xiangqi with the men face down and shuffled. Nobody knows a man before it moves, not even the computer.',
  sections: [
    {
      id: 'board',
      title: 'The start',
      body: [
        {
          board: 'jq-start',
          text: 'The generals stand face up at home. The other fifteen men of each side are shuffled and laid face down on the fifteen starting points. Red moves first. Whatever is not mentioned here is as in xiangqi.',
        },
      ],
    },
    {
      id: 'dark',
      title: 'A face-down man moves by its point',
      body: [
        {
          board: 'jq-dark',
          text: 'A face-down man moves, captures and checks as the man **whose point it lies on**. On a cannon’s point it moves as a cannon, whatever is underneath.',
        },
        {
          board: 'jq-turned',
          text: 'After that move it is **turned up** and is from then on what it really is. The man that went like a cannon turned out to be a chariot, and moves as one from now on. A man moves face down only once.',
        },
        {
          board: 'jq-advisor',
          text: 'A face-down man on an advisor’s point has one move only: to the middle of the palace. On an elephant’s point it stays on its side of the river.',
        },
      ],
    },
    {
      id: 'turned',
      title: 'Once turned up',
      body: [
        {
          board: 'jq-roaming',
          text: '**Advisors and elephants roam the whole board** once turned up: one step diagonally, or two with the eye free. They give check like any man. If you prefer them at home, choose so when you set up the game.',
        },
        [
          'A soldier moves from where it turned up: on its own half only ahead, beyond the river also sideways, on the last rank only sideways.',
          'The general stays in its palace, and the generals may not face each other.',
          'Whether a move leaves your general safe is known before the man turns up. Whether it gives check is often known only afterwards.',
        ],
      ],
    },
    {
      id: 'knowledge',
      title: 'Who knows what',
      body: [
        'Men turned up are seen by both. A man captured face down is shown **to its captor only**; its owner does not learn what was lost. When you set up a game you can let both see it, or nobody.',
        'Kỳ Đài counts the men still unseen and how likely each is to turn up. The odds come from what **you** have not seen, never from the real men. The computer knows only what the player on its chair may know.',
        'The shuffle is truly random and sealed: the seal is published before the game and opened after it, so that anyone can check the deal.',
        'Taking a move back after a man has turned up would be peeking, so by default it is not allowed. Where it is, what was seen stays known.',
      ],
    },
    {
      id: 'end',
      title: 'Winning, losing, drawing',
      body: [
        [
          'Checkmate wins. Having no move loses.',
          'Repetition is judged as in xiangqi, face-down men counting as the man of their point. A turn-up or a capture makes the position new, so only men face up can repeat.',
          'Sixty moves by each side without a capture are a draw (adjustable).',
          'A draw when nobody can win; roaming advisors and elephants can win here, so they must be gone too.',
        ],
      ],
    },
    {
      id: 'notation',
      title: 'Writing moves down',
      body: [
        'A face-down man bears the name of its point with the mark **u**. After = comes what turned up, after x the face-down man captured; ? is what you were not told.',
        {
          table: [
            ['Notation', 'Moves, turns up a chariot', 'And takes a face-down man'],
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
