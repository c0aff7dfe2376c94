//! A value for the middle game and one for the endgame, blended by how many pieces are left.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values, centipawns of a soldier each, in one word: a sum of pairs is one addition.
///
/// The endgame's value stands in the upper half, the middle game's is added with its sign; whatever it borrows from
/// the upper half is given back when the halves are read.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Pair(i64);

impl Pair {
    /// Nothing.
    pub const ZERO: Pair = Pair::new(0, 0);

    /// These two.
    pub const fn new(middle: i32, end: i32) -> Self {
        Pair(((end as i64) << 32) + middle as i64)
    }

    /// With all pieces on the board.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i32
    }

    /// With few left.
    #[inline]
    pub const fn end(self) -> i32 {
        ((self.0 - self.middle() as i64) >> 32) as i32
    }

    /// The same for the other side; what `-` is where constants are made.
    pub const fn negated(self) -> Self {
        Pair(-self.0)
    }

    /// The blend at a phase from 0 (few pieces left) to `full` (all there).
    #[inline]
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        let phase = if phase > full { full } else { phase };
        (self.middle() * phase + self.end() * (full - phase)) / full
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Pair({}, {})", self.middle(), self.end())
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        self.negated()
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, count: i32) -> Pair {
        Pair(self.0 * i64::from(count))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_up_whatever_their_signs() {
        let samples = [0, 1, -1, 77, -345, 20_000, -20_000];
        for (middle, end) in samples.iter().flat_map(|&a| samples.map(|b| (a, b))) {
            let pair = Pair::new(middle, end);
            assert_eq!((pair.middle(), pair.end()), (middle, end));
            assert_eq!(-pair, Pair::new(-middle, -end));
            for (other, count) in [(Pair::new(-9, 5), -3), (Pair::new(12, -7), 4)] {
                let sum = pair + other * count - pair * 2;
                assert_eq!(sum.middle(), other.middle() * count - middle);
                assert_eq!(sum.end(), other.end() * count - end);
            }
        }
    }
}
