//! No opinion at all: every position that is not decided is level. Any game can be thought about with it.

use game::{Eval, PieceValues, Position, Score};

/// The opinion of somebody who only knows the rules.
#[derive(Clone, Debug)]
pub struct ZeroEval(PieceValues);

impl ZeroEval {
    /// Knows nothing.
    pub const fn new() -> Self {
        ZeroEval(PieceValues([0; 32]))
    }
}

impl Default for ZeroEval {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Position> Eval<P> for ZeroEval {
    type Step = ();

    fn reset(&mut self, _here: &P) {}

    fn push(&mut self, (): ()) {}

    fn pop(&mut self) {}

    fn score(&mut self, _here: &P) -> Score {
        Score::DRAW
    }

    fn piece_values(&self) -> &PieceValues {
        &self.0
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        match score.is_decided() {
            true if score > Score::DRAW => [1.0, 0.0, 0.0],
            true => [0.0, 0.0, 1.0],
            false => [1.0 / 3.0; 3],
        }
    }
}
