//! Win/draw/loss model: probabilities of the results from a score.

use game::Score;

/// Win/draw/loss model of a game: two logistic curves, fitted to results of games.
pub(crate) struct WdlModel {
    /// Sigmoid scale in centipawns.
    pub scale: f32,
    /// Half the width of the draw range, in units of the scale.
    pub draw_margin: f32,
}

impl WdlModel {
    /// Returns the probabilities of a win, a draw and a loss.
    pub fn probabilities(&self, score: Score) -> [f32; 3] {
        if score.is_decided() {
            return if score > Score::DRAW { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
        }
        let lead = score.raw() as f32 / self.scale;
        let sigmoid = |x: f32| 1.0 / (1.0 + libm::expf(-x));
        let (win, loss) = (sigmoid(lead - self.draw_margin), sigmoid(-lead - self.draw_margin));
        // Rounding may make the rest slightly negative where draws are rare.
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}
