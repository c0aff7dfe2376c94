//! What a position of chess tells a search: checks, captures, the pass.

use cozy_chess::{BitBoard, Piece, PieceMoves, Rank};
use game::{MoveList, Tactics};

use crate::position::push_moves;
use crate::{Move, Position};

impl Position {
    /// The targets of this man's moves that change material: captures and promotions.
    fn noisy_targets(&self, moves: &PieceMoves) -> BitBoard {
        let us = self.board().side_to_move();
        let captures = self.board().colors(!us);
        if moves.piece != Piece::Pawn {
            return moves.to & captures;
        }
        // A pawn leaves its file only to capture, also en passant.
        moves.to & (captures | Rank::Eighth.relative_to(us).bitboard() | !moves.from.file().bitboard())
    }
}

impl Tactics for Position {
    #[inline]
    fn in_check(&self) -> bool {
        !self.board().checkers().is_empty()
    }

    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        self.captured_on(mv).is_some()
    }

    fn pass(&self) -> Option<Self> {
        self.passed()
    }

    fn noisy_moves(&self, out: &mut MoveList<Move>) {
        self.board().generate_moves(|moves| {
            push_moves(PieceMoves { to: self.noisy_targets(&moves), ..moves }, out);
            false
        });
    }

    fn quiet_moves(&self, out: &mut MoveList<Move>) {
        self.board().generate_moves(|moves| {
            push_moves(PieceMoves { to: moves.to & !self.noisy_targets(&moves), ..moves }, out);
            false
        });
    }
}
