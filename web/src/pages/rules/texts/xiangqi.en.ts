// Xiangqi: the rules in English.
import type { RulesText } from '../text.ts';

export default {
  lead: 'Two sides, Red and Black, sixteen men each, on the points of a board of nine files and ten ranks. Whoever checkmates the other general wins.',
  sections: [
    {
      id: 'board',
      title: 'The board',
      body: [
        {
          board: 'xq-start',
          text: 'Red moves first, then the sides take turns. Across the middle runs the **river**. The square with two diagonals at each end is the **palace**, where the general and the advisors stay all game. A man that moves onto an enemy man captures it. Files are numbered 1 to 9, each player counting from the own right hand.',
        },
      ],
    },
    {
      id: 'men',
      title: 'How the men move',
      body: [
        { board: 'xq-general', text: 'The **general** steps one point along a line and never leaves the palace.' },
        {
          board: 'xq-advisor',
          text: 'The **advisor** steps one point diagonally inside the palace: there are only five points for it.',
        },
        {
          board: 'xq-elephant',
          text: 'The **elephant** goes exactly two points diagonally and never crosses the river. A man on the point between (its eye) blocks it: here the black soldier bars the way up to the left.',
        },
        {
          board: 'xq-horse',
          text: 'The **horse** goes one point straight, then one diagonally outward. A man on that first point hobbles its leg: the soldier in front costs this horse two moves. So one horse may attack another that cannot strike back.',
        },
        {
          board: 'xq-chariot',
          text: 'The **chariot** goes straight as far as it likes, stops before its own men and captures enemy men.',
        },
        {
          board: 'xq-cannon',
          text: 'The **cannon** moves like a chariot, but captures only by jumping over exactly one man, the **screen**, of either side. Here the red soldier is the screen for taking the horse.',
        },
        {
          board: 'xq-soldier',
          text: 'The **soldier** steps one point ahead; once across the river also one point sideways. It never goes back and never promotes; on the last rank it only goes sideways.',
        },
      ],
    },
    {
      id: 'facing',
      title: 'The generals may not face each other',
      body: [
        {
          board: 'xq-facing',
          text: 'The two generals may not stand on one file with nothing between them. So a lone man between them is pinned: this horse cannot move at all. A general looking down an open file is also a weapon in many mates.',
        },
      ],
    },
    {
      id: 'end',
      title: 'Check, checkmate, stalemate',
      body: [
        'A threat to take the general is **check**, and must be met at once: move the general, take the checking man, or step in between (against a cannon you may also remove the screen, against a horse block its leg). You may not leave your general to be taken.',
        {
          board: 'xq-mate',
          text: '**Checkmate**: in check with no way out, and the game is lost. One chariot checks along the rank, the other holds the next one.',
        },
        {
          board: 'xq-stalemate',
          text: '**Stalemate**: not in check, but no legal move left, is **also a loss**, unlike chess. Stepping down meets the soldier, stepping aside would make the generals face each other.',
        },
      ],
    },
    {
      id: 'repetition',
      title: 'Repetition and the arbiter',
      body: [
        'When the same position (same men, same side to move) appears for the **third time** since the last capture, the arbiter judges the whole cycle by the Asian rule. At the second time you are warned already, with every move of the cycle explained, so there is always time to deviate.',
        {
          board: 'xq-perpetual-check',
          text: '**Perpetual check**: if every move of one side in the cycle gives check, that side loses. The red chariot checks to and fro while the general only runs: Red must deviate. If both sides check all the time, it is a draw.',
        },
        {
          board: 'xq-perpetual-chase',
          text: '**Perpetual chase**: if every move newly threatens to win one and the same unprotected man, the chaser loses. The red chariot keeps chasing the cannon: Red must deviate.',
        },
        [
          'Generals and soldiers may chase as they like. Soldiers that have not crossed the river may be chased by anyone.',
          'A really protected man (its captor could be recaptured) does not count as chased; except a chariot chased by a horse or cannon, and a chariot, horse or cannon chased by an advisor or elephant.',
          'Two men of one kind that can take each other offer an exchange: no chase.',
          'Check and chase in turns, chasing several men in turns, threatening mate again and again, offering exchanges, blocking: all allowed; three times make a draw.',
          'Perpetual check weighs more than perpetual chase: the checking side loses.',
        ],
      ],
    },
    {
      id: 'draws',
      title: 'Draws',
      body: [
        [
          'Both sides agree. The computer answers an offer too, by what it thinks of the position.',
          'Threefold repetition in which neither side broke a rule.',
          'Sixty moves by each side without a capture. Of each side’s checks only the first ten count. The number can be changed when you set up a game.',
          'Nobody has the men to win, for instance only generals, advisors and elephants are left.',
        ],
      ],
    },
    {
      id: 'notation',
      title: 'Writing moves down',
      body: [
        'A move is the man, the file it stands on, the direction, and the file it reaches or the number of points it goes. Advisors, elephants and horses always name the file they reach; the others name the number of points when they go forward or back.',
        {
          table: [
            ['Notation', 'Central cannon', 'Horse out', 'Chariot back one'],
            ['WXF', 'C2=5', 'H8+7', 'R1-1'],
            ['Vietnamese', 'P2-5', 'M8.7', 'X1/1'],
            ['Vietnamese words', 'Pháo 2 bình 5', 'Mã 8 tiến 7', 'Xe 1 thoái 1'],
            ['Chinese', '炮二平五', '馬八進七', '車一退一'],
            ['Coordinates', 'h2e2', 'b0c2', 'i1i0'],
          ],
        },
        'WXF letters are K general, A advisor, E elephant, H horse, R chariot, C cannon, P soldier; + is forward, - back, = sideways. Of two like men on a file the front one is written R+, the rear one R-. You can switch the notation at any time, also during a game.',
      ],
    },
  ],
} satisfies RulesText;
