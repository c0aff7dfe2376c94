//! Tactics of chess: checks, captures, static exchange evaluation, null moves.

use cozy_chess::{BitBoard, Piece, PieceMoves, Rank};
use game::{MoveList, PieceValues, Tactics};

use crate::position::{piece_index, push_moves};
use crate::{Move, Position, see};

impl Position {
    /// Targets of a piece's moves that change material: captures and promotions.
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
    // Stalemate is a draw.
    const STALEMATE_MAY_WIN: bool = false;

    #[inline]
    fn in_check(&self) -> bool {
        !self.board().checkers().is_empty()
    }

    #[inline]
    fn mover(&self, mv: Move) -> usize {
        let us = self.board().side_to_move();
        self.board().piece_on(mv.from_square()).map_or(0, |piece| piece_index(us, piece))
    }

    #[inline]
    fn victim(&self, mv: Move) -> Option<usize> {
        let them = !self.board().side_to_move();
        let piece = self.board().piece_on(self.captured_on(mv)?)?;
        Some(piece_index(them, piece))
    }

    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        self.captured_on(mv).is_some()
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.promotion().is_some() || self.is_capture(mv)
    }

    #[inline]
    fn arrival(&self, mv: Move) -> usize {
        match mv.promotion() {
            Some(piece) => piece_index(self.board().side_to_move(), piece),
            None => self.mover(mv),
        }
    }

    #[inline]
    fn is_underpromotion(&self, mv: Move) -> bool {
        mv.promotion().is_some_and(|piece| piece != Piece::Queen)
    }

    #[inline]
    fn gain(&self, mv: Move, worth: &PieceValues) -> i32 {
        let captured = self.victim(mv).map_or(0, |piece| worth.of(piece));
        match mv.promotion() {
            Some(_) => captured + worth.of(self.arrival(mv)) - worth.of(self.mover(mv)),
            None => captured,
        }
    }

    fn see_ge(&self, mv: Move, margin: i32, worth: &PieceValues) -> bool {
        see::see_ge(self, mv, margin, worth)
    }

    fn is_null_move_safe(&self) -> bool {
        let board = self.board();
        let simple = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        !(board.colors(board.side_to_move()) - simple).is_empty()
    }

    fn is_dead(&self) -> bool {
        self.is_dead_by_material()
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
