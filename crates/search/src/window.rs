//! Search window of alpha-beta.

use std::ops::Neg;

use game::Score;

/// Search window: scores strictly between `alpha` and `beta` are needed exactly, others only as bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Lower bound: the side to move already has this much elsewhere.
    pub alpha: Score,
    /// Upper bound: the opponent will not allow this much.
    pub beta: Score,
}

impl Window {
    /// The full window.
    pub const FULL: Window = Window { alpha: Score::from_raw(-32_000), beta: Score::INFINITE };

    /// Aspiration window around a score.
    pub fn around(score: Score, margin: i32) -> Self {
        Window { alpha: score - margin, beta: score + margin }
    }

    /// Zero window at `alpha`: asks only if the score is above it.
    #[inline]
    #[must_use]
    pub fn zero(self) -> Self {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// Zero window just below a bound: asks only if the score reaches it.
    #[inline]
    pub fn zero_below(bound: Score) -> Self {
        Window { alpha: bound - 1, beta: bound }
    }

    /// Returns true for a zero window.
    #[inline]
    pub fn is_zero(self) -> bool {
        self.beta.raw() - self.alpha.raw() <= 1
    }

    /// Returns true if both bounds are decided scores for the same side: only a forced win, or loss, is in question.
    #[inline]
    pub fn is_decided_one_way(self) -> bool {
        self.alpha.is_decided()
            && self.beta.is_decided()
            && (self.alpha > Score::DRAW) == (self.beta > Score::DRAW)
    }

    /// Raises alpha; returns true if the window is now empty.
    #[inline]
    pub fn raise(&mut self, score: Score) -> bool {
        self.alpha = self.alpha.max(score);
        self.alpha >= self.beta
    }

    /// Lowers beta; returns true if the window is now empty.
    #[inline]
    pub fn lower(&mut self, score: Score) -> bool {
        self.beta = self.beta.min(score);
        self.alpha >= self.beta
    }
}

impl Neg for Window {
    type Output = Window;
    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
