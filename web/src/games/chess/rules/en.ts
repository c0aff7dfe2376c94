// Chess: the rules in English.
import type { RulesText } from '../../../pages/rules/text.ts';

export default {
  lead: 'Two sides, White and Black, sixteen pieces each on 64 squares. Whoever checkmates the other king wins.',
  sections: [
    {
      id: 'board',
      title: 'The board',
      body: [
        {
          board: 'ch-start',
          text: 'White moves first. The corner square on your right is light, and each queen starts on a square of her own color. Files are a to h, ranks 1 to 8. A piece that moves onto an enemy piece captures it.',
        },
      ],
    },
    {
      id: 'men',
      title: 'How the pieces move',
      body: [
        {
          board: 'ch-king',
          text: 'The **king** moves one square in any direction, but never onto an attacked square.',
        },
        { board: 'ch-queen', text: 'The **queen** moves straight or diagonally, any distance.' },
        { board: 'ch-rook', text: 'The **rook** moves straight, any distance, without jumping.' },
        { board: 'ch-bishop', text: 'The **bishop** moves diagonally, any distance, and stays on one color.' },
        {
          board: 'ch-knight',
          text: 'The **knight** moves in an L shape and can jump over pieces, unlike the horse of xiangqi.',
        },
        {
          board: 'ch-pawn',
          text: 'The **pawn** moves one square forward, on its first move one or two, and captures one square diagonally forward. It never captures straight ahead and never moves back.',
        },
      ],
    },
    {
      id: 'special',
      title: 'Three special moves',
      body: [
        {
          board: 'ch-castling',
          text: '**Castling**: the king moves two squares towards a rook, and the rook jumps to its other side. Allowed if neither has moved, there is nothing between them, and the king is not in check and neither crosses nor reaches an attacked square.',
        },
        {
          board: 'ch-en-passant',
          text: '**En passant**: an enemy pawn that has just moved two squares and is next to your pawn may be captured as if it had moved one. Only on the very next move.',
        },
        {
          board: 'ch-promotion',
          text: '**Promotion**: a pawn that reaches the last rank becomes a queen, rook, bishop or knight of your choice.',
        },
      ],
    },
    {
      id: 'end',
      title: 'Check, checkmate, stalemate',
      body: [
        '**Check** must be met at once: move the king, capture the checking piece or block the check.',
        {
          board: 'ch-mate',
          text: '**Checkmate**: the side in check has no way out and loses. The rook checks on the last rank; the king is blocked by its own pawns.',
        },
        {
          board: 'ch-stalemate',
          text: '**Stalemate**: if the side to move is not in check but has no legal move, the game is a **draw**, unlike in xiangqi. Here it is Black’s turn.',
        },
      ],
    },
    {
      id: 'draws',
      title: 'Draws',
      body: [
        [
          'Stalemate, or both sides agree.',
          'The same position for the third time: the side to move may claim a draw. At the fifth time the game is drawn automatically.',
          'Fifty moves by each side without a capture or a pawn move: a draw may be claimed. After seventy-five the game is drawn automatically.',
          'Neither side can checkmate, for example king and knight against king.',
          'A player runs out of time, but the opponent does not have enough material to win.',
        ],
      ],
    },
    {
      id: 'notation',
      title: 'Notation',
      body: [
        'Algebraic notation: the letter of the piece, x for a capture, the destination square; + is check, # is checkmate, O-O is kingside castling, O-O-O queenside. Pawns have no letter.',
        {
          table: [
            ['Notation', 'Knight out', 'Pawn takes', 'Promotion with check'],
            ['International (SAN)', 'Nf3', 'exd5', 'e8=Q+'],
            ['Vietnamese', 'Mf3', 'exd5', 'e8=H+'],
            ['Coordinates', 'g1f3', 'e4d5', 'e7e8q'],
          ],
        },
      ],
    },
  ],
} satisfies RulesText;
