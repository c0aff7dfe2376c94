//! Where men stand well: a table of the board for each man.

mod chess;
mod xiangqi;

use crate::Pair;
use crate::material::Men;

/// What a game tells of good squares.
pub trait Placed: Men {
    /// The phase of the start position; it shrinks to 0 as men leave the board.
    const FULL_PHASE: i32;

    /// What a man adds to the phase.
    fn phase(man: usize) -> i32;

    /// What a man gains by standing on a square, beyond its value.
    fn place(man: usize, square: usize) -> Pair;
}
