// Chess: the rules in English.
import type { RulesText } from '../text.ts';

export default {
  lead: 'Two sides, White and Black, sixteen men each on 64 squares. Whoever checkmates the other king wins.',
  sections: [
    {
      id: 'board',
      title: 'The board',
      body: [
        {
          board: 'ch-start',
          text: 'White moves first. The corner at your right hand is a light square, and each queen stands on her own color. Files are a to h, ranks 1 to 8. A man that moves onto an enemy man captures it.',
        },
      ],
    },
    {
      id: 'men',
      title: 'How the men move',
      body: [
        { board: 'ch-king', text: 'The **king** goes one square in any direction, but never onto an attacked square.' },
        { board: 'ch-queen', text: 'The **queen** goes straight or diagonally, any distance.' },
        { board: 'ch-rook', text: 'The **rook** goes straight, any distance, without jumping.' },
        { board: 'ch-bishop', text: 'The **bishop** goes diagonally, any distance, and stays on one color.' },
        {
          board: 'ch-knight',
          text: 'The **knight** goes in an L and jumps: nothing can hobble it, unlike the horse of xiangqi.',
        },
        {
          board: 'ch-pawn',
          text: 'The **pawn** steps one square ahead, from its first place also two, and captures diagonally ahead. It never takes straight and never goes back.',
        },
      ],
    },
    {
      id: 'special',
      title: 'Three special moves',
      body: [
        {
          board: 'ch-castling',
          text: '**Castling**: the king goes two squares towards a rook, the rook jumps to its other side. Allowed when neither has moved, nothing stands between them, and the king is not in check and neither crosses nor reaches an attacked square.',
        },
        {
          board: 'ch-en-passant',
          text: '**En passant**: an enemy pawn that has just gone two squares and stands beside yours may be taken as if it had gone one. Only at once.',
        },
        {
          board: 'ch-promotion',
          text: '**Promotion**: a pawn on the last rank becomes a queen, rook, bishop or knight, as you choose.',
        },
      ],
    },
    {
      id: 'end',
      title: 'Check, checkmate, stalemate',
      body: [
        '**Check** must be met at once: move the king, take the checking man or step in between.',
        {
          board: 'ch-mate',
          text: '**Checkmate**: in check with no way out, and the game is lost. The rook checks on the last rank; the king’s own pawns shut it in.',
        },
        {
          board: 'ch-stalemate',
          text: '**Stalemate**: not in check, but without a legal move, is a **draw**, unlike xiangqi. Here it is Black’s turn.',
        },
      ],
    },
    {
      id: 'draws',
      title: 'Draws',
      body: [
        [
          'Stalemate, or both sides agree.',
          'The same position for the third time: the side to move may claim a draw. The fifth time it is a draw by itself.',
          'Fifty moves by each side without a capture or a pawn move: a draw may be claimed. After seventy-five it is one by itself.',
          'Nobody has the men to mate, for instance king and knight against king.',
          'Time runs out, but the opponent has not the men to win.',
        ],
      ],
    },
    {
      id: 'notation',
      title: 'Writing moves down',
      body: [
        'Algebraic notation: the man’s letter, x for a capture, the square it reaches; + is check, # mate, O-O castling on the king’s side, O-O-O on the queen’s. Pawns have no letter.',
        {
          table: [
            ['Notation', 'Knight out', 'Pawn takes', 'Queen, with check'],
            ['International (SAN)', 'Nf3', 'exd5', 'e8=Q+'],
            ['Vietnamese', 'Mf3', 'exd5', 'e8=H+'],
            ['Coordinates', 'g1f3', 'e4d5', 'e7e8q'],
          ],
        },
      ],
    },
  ],
} satisfies RulesText;
