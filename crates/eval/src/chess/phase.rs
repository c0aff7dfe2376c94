//! How far a game has gone, what pieces are worth in exchange, and what a score means in chances.

use chess::cozy_chess::Piece;

use crate::chances::Chances;

/// Phase of the start position: queens count 4, rooks 2, knights and bishops 1.
pub const FULL: i32 = 2 * (4 + 2 * 2 + 4);

/// What a piece adds to the phase, by the index observers hear.
#[inline]
pub fn phase_of(piece: usize) -> i32 {
    const BY_PIECE: [i32; 16] = [0, 1, 1, 2, 4, 0, 0, 1, 1, 2, 4, 0, 0, 0, 0, 0];
    BY_PIECE[piece & 15]
}

/// What a piece is worth in an exchange.
pub fn exchange_value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 335,
        Piece::Rook => 510,
        Piece::Queen => 980,
        Piece::King => 20_000,
    }
}

/// What a score means in chances, fitted to games.
pub(super) const CHANCES: Chances = Chances { scale: 150.0, drawish: 0.8 };
