//! Evaluation interface: an evaluation follows the moves as an observer and scores positions.

use crate::{Observer, Position, Score};

/// Incrementally updated evaluation of the positions of a game.
pub trait Eval<P: Position>: Send {
    /// Changes of one move, recorded as an observer.
    type Step: Observer + Default;

    /// Full refresh at this position.
    fn reset(&mut self, here: &P);

    /// Applies a played move.
    fn push(&mut self, step: Self::Step);

    /// Undoes the last move.
    fn pop(&mut self);

    /// Evaluation from the side to move's point of view.
    fn score(&mut self, here: &P) -> Score;

    /// Piece values by observer index, for exchanges and capture ordering.
    fn piece_values(&self) -> &PieceValues;

    /// Win, draw and loss probabilities of the side to move at this score, fitted to games.
    fn chances(&self, score: Score) -> [f32; 3];
}

/// Piece values by observer index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceValues(pub [i32; 32]);

impl PieceValues {
    /// Value of a piece.
    #[inline]
    pub fn of(&self, piece: usize) -> i32 {
        self.0[piece & 31]
    }
}
