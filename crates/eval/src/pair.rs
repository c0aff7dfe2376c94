//! A value for the middle game and one for the endgame, blended by how many men are left.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values, hundredths of a soldier each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair {
    /// With all men on the board.
    pub middle: i32,
    /// With few left.
    pub end: i32,
}

impl Pair {
    /// Nothing.
    pub const ZERO: Pair = Pair::new(0, 0);

    /// These two.
    pub const fn new(middle: i32, end: i32) -> Self {
        Pair { middle, end }
    }

    /// The blend at a phase from 0 (few men left) to `full` (all there).
    #[inline]
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        let phase = if phase > full { full } else { phase };
        (self.middle * phase + self.end * (full - phase)) / full
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair::new(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair::new(self.middle - other.middle, self.end - other.end)
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        Pair::new(-self.middle, -self.end)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, count: i32) -> Pair {
        Pair::new(self.middle * count, self.end * count)
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
