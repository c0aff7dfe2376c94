//! The door for opinions: what a position is worth. Rules state facts; an evaluation listens and judges.

use crate::{Observer, Position, Score};

/// An opinion on positions of a game, kept up to date move by move.
pub trait Eval<P: Position>: Send {
    /// What one move changed, as an observer heard it.
    type Step: Observer + Default;

    /// Starts anew at this position.
    fn reset(&mut self, here: &P);

    /// A move was played.
    fn push(&mut self, step: Self::Step);

    /// The last move was taken back.
    fn pop(&mut self);

    /// What the position is worth to the side to move.
    fn score(&mut self, here: &P) -> Score;

    /// The values of pieces, by the index observers hear, for exchanges and the order of captures.
    fn piece_values(&self) -> &PieceValues;

    /// The chances of the side to move to win, draw and lose at this score, fitted from games.
    fn chances(&self, score: Score) -> [f32; 3];
}

/// Values of pieces by the index observers hear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceValues(pub [i32; 32]);

impl PieceValues {
    /// The value of a piece.
    #[inline]
    pub fn of(&self, piece: usize) -> i32 {
        self.0[piece & 31]
    }
}
