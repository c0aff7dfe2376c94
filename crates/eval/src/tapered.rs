//! Tapered score: a middlegame and an endgame value, interpolated by the game phase.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value in centipawns, packed into one word: adding two scores is one addition.
///
/// The endgame value is in the upper half; the middlegame value is added with its sign. What a negative middlegame value
/// borrows from the upper half is corrected when the endgame value is read.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct TaperedScore(i64);

impl TaperedScore {
    /// Zero in both phases.
    pub const ZERO: TaperedScore = TaperedScore::new(0, 0);

    /// Makes a score of these two values.
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        TaperedScore(((endgame as i64) << 32) + middlegame as i64)
    }

    /// Returns the middlegame value.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    /// Returns the endgame value.
    #[inline]
    pub const fn endgame(self) -> i32 {
        ((self.0 - self.middlegame() as i64) >> 32) as i32
    }

    /// Negation for use in constants, where `-` is not available.
    pub const fn negated(self) -> Self {
        TaperedScore(-self.0)
    }

    /// Interpolates between the two values by the phase, from 0 (endgame) to `max_phase` (middlegame).
    #[inline]
    pub const fn taper(self, phase: i32, max_phase: i32) -> i32 {
        let phase = if phase > max_phase { max_phase } else { phase };
        (self.middlegame() * phase + self.endgame() * (max_phase - phase)) / max_phase
    }
}

impl fmt::Debug for TaperedScore {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "TaperedScore({}, {})", self.middlegame(), self.endgame())
    }
}

impl Add for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn add(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0 + other.0)
    }
}

impl Sub for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn sub(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0 - other.0)
    }
}

impl Neg for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn neg(self) -> TaperedScore {
        self.negated()
    }
}

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn mul(self, count: i32) -> TaperedScore {
        TaperedScore(self.0 * i64::from(count))
    }
}

impl AddAssign for TaperedScore {
    #[inline]
    fn add_assign(&mut self, other: TaperedScore) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    #[inline]
    fn sub_assign(&mut self, other: TaperedScore) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_up_whatever_their_signs() {
        let samples = [0, 1, -1, 77, -345, 20_000, -20_000];
        for (middlegame, endgame) in samples.iter().flat_map(|&a| samples.map(|b| (a, b))) {
            let score = TaperedScore::new(middlegame, endgame);
            assert_eq!((score.middlegame(), score.endgame()), (middlegame, endgame));
            assert_eq!(-score, TaperedScore::new(-middlegame, -endgame));
            for (other, count) in [(TaperedScore::new(-9, 5), -3), (TaperedScore::new(12, -7), 4)] {
                let sum = score + other * count - score * 2;
                assert_eq!(sum.middlegame(), other.middlegame() * count - middlegame);
                assert_eq!(sum.endgame(), other.endgame() * count - endgame);
            }
        }
    }
}
