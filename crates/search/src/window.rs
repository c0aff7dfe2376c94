//! The window of scores that still matter, with its own algebra.

use std::ops::Neg;

use game::Score;

/// Scores strictly between `alpha` and `beta` matter exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The side to move already has this much elsewhere.
    pub alpha: Score,
    /// The other side will not allow this much.
    pub beta: Score,
}

impl Window {
    /// Everything matters.
    pub const FULL: Window = Window { alpha: Score::from_raw(-32_000), beta: Score::INFINITE };

    /// A window around a score.
    pub fn around(score: Score, margin: i32) -> Self {
        Window { alpha: score - margin, beta: score + margin }
    }

    /// Only asks whether more than `alpha` can be had.
    #[inline]
    #[must_use]
    pub fn scout(self) -> Self {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// A scout just below a bound.
    #[inline]
    pub fn below(bound: Score) -> Self {
        Window { alpha: bound - 1, beta: bound }
    }

    /// Whether it asks only yes or no.
    #[inline]
    pub fn is_scout(self) -> bool {
        self.beta.raw() - self.alpha.raw() <= 1
    }

    /// Whether it asks for nothing but a win or a loss.
    #[inline]
    pub fn is_among_wins(self) -> bool {
        self.alpha.is_decided()
            && self.beta.is_decided()
            && (self.alpha > Score::DRAW) == (self.beta > Score::DRAW)
    }

    /// Raises the lower end; whether nothing is left in between.
    #[inline]
    pub fn raise(&mut self, score: Score) -> bool {
        self.alpha = self.alpha.max(score);
        self.alpha >= self.beta
    }

    /// Lowers the upper end; whether nothing is left in between.
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
