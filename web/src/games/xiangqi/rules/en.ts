// Xiangqi: the rules in English.
import type { RulesText } from '../../../pages/rules/text.ts';

export default {
  lead: 'Two sides, Red and Black, sixteen pieces each, on the points of a board with nine files and ten ranks. Whoever checkmates the other general wins.',
  sections: [
    {
      id: 'board',
      title: 'The board',
      body: [
        {
          board: 'xq-start',
          text: 'Red moves first, then the sides take turns. Across the middle runs the **river**. The square with two diagonals at each end is the **palace**, which the general and the advisors never leave. A piece that moves onto an enemy piece captures it. Files are numbered 1 to 9, and each side counts from its own right.',
        },
      ],
    },
    {
      id: 'men',
      title: 'How the pieces move',
      body: [
        { board: 'xq-general', text: 'The **general** steps one point along a line and never leaves the palace.' },
        {
          board: 'xq-advisor',
          text: 'The **advisor** steps one point diagonally inside the palace. It can only reach five points.',
        },
        {
          board: 'xq-elephant',
          text: 'The **elephant** goes exactly two points diagonally and never crosses the river. A piece on the point in between (the elephant’s eye) blocks it: here the black soldier blocks the way up to the left.',
        },
        {
          board: 'xq-horse',
          text: 'The **horse** goes one point straight, then one diagonally outward. A piece on that first point blocks it (the horse’s leg): the soldier in front takes two moves from this horse. So a horse may attack another horse that cannot capture it in return.',
        },
        {
          board: 'xq-chariot',
          text: 'The **chariot** goes straight as far as it likes, stops before its own pieces and captures enemy pieces.',
        },
        {
          board: 'xq-cannon',
          text: 'The **cannon** moves like a chariot, but captures only by jumping over exactly one piece, the **screen**, of either side. Here the red soldier is the screen for taking the horse.',
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
          text: 'The two generals may not stand on one file with nothing between them. So a single piece between them is pinned: this horse cannot move at all. A general that controls an open file also helps in many mates.',
        },
      ],
    },
    {
      id: 'end',
      title: 'Check, checkmate, stalemate',
      body: [
        'A threat to take the general is **check**, and must be met at once: move the general, capture the checking piece, or step in between (against a cannon you may also remove the screen, against a horse block its leg). You may not leave your general in check.',
        {
          board: 'xq-mate',
          text: '**Checkmate**: the side in check has no way out and loses. One chariot checks along the rank, the other holds the next one.',
        },
        {
          board: 'xq-stalemate',
          text: '**Stalemate**: a side that is not in check but has no legal move **also loses**, unlike in chess. Here the soldier would capture the general if it stepped down, and stepping sideways would make the generals face each other.',
        },
      ],
    },
    {
      id: 'repetition',
      title: 'Repetition',
      body: [
        'When the same position (same pieces, same side to move) occurs for the **third time** since the last capture, the repeated moves are judged by the Asian rules. You are warned at the second occurrence, with every repeated move explained, so there is always time to deviate.',
        {
          board: 'xq-perpetual-check',
          text: '**Perpetual check**: if every repeated move of one side gives check, that side loses. The red chariot checks to and fro while the general only moves away: Red must deviate. If both sides check perpetually, the game is drawn.',
        },
        {
          board: 'xq-perpetual-chase',
          text: '**Perpetual chase**: if every move newly threatens to win the same unprotected piece, the chaser loses. The red chariot keeps chasing the cannon: Red must deviate.',
        },
        [
          'Generals and soldiers may chase. Soldiers that have not crossed the river may be chased.',
          'A truly protected piece (the capturing piece could be recaptured) does not count as chased, except a chariot chased by a horse or cannon, and a chariot, horse or cannon chased by an advisor or elephant.',
          'Two pieces of the same kind that can capture each other offer an exchange, which is not a chase.',
          'Alternating check and chase, chasing different pieces in turn, repeated mate threats, repeated offers of exchange and repeated blocking are allowed; the third occurrence is a draw.',
          'If one side checks perpetually and the other chases perpetually, the checking side loses.',
        ],
      ],
    },
    {
      id: 'draws',
      title: 'Draws',
      body: [
        [
          'Both sides agree. The computer also answers draw offers, based on its evaluation of the position.',
          'Threefold repetition without a rule violation.',
          'Sixty moves by each side without a capture. Of each side’s checks only the first ten count. The number can be changed when you set up a game.',
          'Neither side can win, for example when only generals, advisors and elephants are left.',
        ],
      ],
    },
    {
      id: 'notation',
      title: 'Notation',
      body: [
        'A move is written as the piece, the file it is on, the direction, and the file it reaches or the number of points it goes. Advisors, elephants and horses always name the file they reach; the others name the number of points when they go forward or back.',
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
        'WXF letters are K general, A advisor, E elephant, H horse, R chariot, C cannon, P soldier; + is forward, - back, = sideways. Of two pieces of the same kind on a file, the front one is written R+ and the rear one R-. You can change the notation at any time, even during a game.',
      ],
    },
  ],
} satisfies RulesText;
