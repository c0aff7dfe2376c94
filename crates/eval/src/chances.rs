//! What a score means: the chances to win, draw and lose, on one curve for every game.

use game::Score;

/// The logistic curve of a game, fitted to its results.
pub(crate) struct Chances {
    /// Centipawns that make a lead of one.
    pub scale: f32,
    /// How wide the draw lies around the middle.
    pub drawish: f32,
}

impl Chances {
    /// The chances to win, draw and lose with a score.
    pub fn of(&self, score: Score) -> [f32; 3] {
        if score.is_decided() {
            return if score > Score::DRAW { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
        }
        let lead = score.raw() as f32 / self.scale;
        let sigmoid = |x: f32| 1.0 / (1.0 + (-x).exp());
        let (win, loss) = (sigmoid(lead - self.drawish), sigmoid(-lead - self.drawish));
        // Rounding may take what is left below nothing where hardly anything is drawn.
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}
