//! Tactics of chess: checks, captures, static exchange evaluation, null moves.

use cozy_chess::{
    BitBoard, Color, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};
use game::{MoveList, Observer, PieceClass, PieceValues, Side, Tactics};

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

/// Squares a piece attacks.
#[inline]
fn attacks(color: Color, piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

impl Tactics for Position {
    // Stalemate is a draw.
    const STALEMATE_MAY_WIN: bool = false;

    #[inline]
    fn piece_class(piece: usize) -> (Side, PieceClass) {
        let side = if piece < 6 { Side::First } else { Side::Second };
        let class = match piece % 6 {
            0 => PieceClass::Pawn,
            1 | 2 => PieceClass::Minor,
            3 | 4 => PieceClass::Major,
            _ => PieceClass::King,
        };
        (side, class)
    }

    fn report_pieces(&self, observer: &mut impl Observer) {
        for square in self.board().occupied() {
            if let (Some(color), Some(piece)) = (self.board().color_on(square), self.board().piece_on(square))
            {
                observer.put(square as usize, piece_index(color, piece));
            }
        }
    }

    fn threats(&self) -> u128 {
        let (board, them) = (self.board(), !self.board().side_to_move());
        let mut threats = BitBoard::EMPTY;
        for piece in Piece::ALL {
            for square in board.colored_pieces(them, piece) {
                threats |= attacks(them, piece, square, board.occupied());
            }
        }
        u128::from(threats.0)
    }

    fn gives_check(&self, mv: Move) -> bool {
        let board = self.board();
        let us = board.side_to_move();
        let (from, to) = (mv.from_square(), mv.to_square());
        let Some(mover) = board.piece_on(from) else { return false };
        let en_passant = mover == Piece::Pawn && from.file() != to.file() && !board.occupied().has(to);
        if en_passant || self.is_castling(mv) {
            // Two pieces leave their squares: rare, so the move is simply played.
            let mut after = board.clone();
            after.play_unchecked(mv.cozy());
            return !after.checkers().is_empty();
        }
        let king = board.king(!us);
        let occupied = (board.occupied() - from.bitboard()) | to.bitboard();
        let piece = mv.promotion().unwrap_or(mover);
        if piece != Piece::King && attacks(us, piece, to, occupied).has(king) {
            return true;
        }
        // Discovered check: the piece leaves the line between a slider and the enemy king.
        if !(get_rook_rays(king) | get_bishop_rays(king)).has(from) {
            return false;
        }
        let sliders = board.colors(us) - from.bitboard();
        let queens = board.pieces(Piece::Queen);
        let straight = get_rook_moves(king, occupied) & (board.pieces(Piece::Rook) | queens);
        let slanted = get_bishop_moves(king, occupied) & (board.pieces(Piece::Bishop) | queens);
        !((straight | slanted) & sliders).is_empty()
    }

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
