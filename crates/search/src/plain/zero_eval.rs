//! Evaluation without knowledge: every undecided position is a draw. Works for any game.

use game::{Eval, PieceValues, Position, Score};

/// Evaluation that knows only the rules.
#[derive(Clone, Debug)]
pub struct ZeroEval(PieceValues);

impl ZeroEval {
    /// The evaluation.
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
