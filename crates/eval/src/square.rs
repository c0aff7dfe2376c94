//! Where pieces stand well: a table of the board for each piece.

mod chess;
mod xiangqi;

use crate::Pair;
use crate::material::Pieces;

/// What a game tells of good squares.
pub trait Placed: Pieces {
    /// The phase of the start position; it shrinks to 0 as pieces leave the board.
    const FULL_PHASE: i32;

    /// What a piece adds to the phase.
    fn phase(piece: usize) -> i32;

    /// What a piece gains by standing on a square, beyond its value.
    fn place(piece: usize, square: usize) -> Pair;
}
