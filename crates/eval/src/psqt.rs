//! Piece-square tables (PSQT): a bonus for each piece on each square.

mod chess;
mod xiangqi;

use crate::TaperedScore;
use crate::material::Material;

/// Piece-square tables and game phase of a game.
pub trait PieceSquares: Material {
    /// Game phase of the starting position; it falls to 0 as pieces leave the board.
    const MAX_PHASE: i32;

    /// Returns the weight of a piece in the game phase.
    fn phase(piece: usize) -> i32;

    /// Returns the bonus of a piece on a square, beyond its material value.
    fn square_bonus(piece: usize, square: usize) -> TaperedScore;
}
