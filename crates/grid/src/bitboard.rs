//! Bitboards for boards of up to 128 squares, one bit per square.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Bitboard: a set of squares numbered from 0 to 127.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u128);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// The set of one square.
    #[inline]
    pub const fn of(square: usize) -> Bitboard {
        Bitboard(1 << square)
    }

    /// Returns true if the set contains this square.
    #[inline]
    pub const fn has(self, square: usize) -> bool {
        self.0 >> square & 1 != 0
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the set is not empty.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Number of squares.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set contains two squares or more.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns true if both sets share a square.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Set difference.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// Lowest square.
    #[inline]
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// The squares with numbers strictly between `low` and `high`.
    #[inline]
    pub const fn span(low: usize, high: usize) -> Bitboard {
        Bitboard(((1 << high) - 1) & !((2 << low) - 1))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl IntoIterator for Bitboard {
    type Item = usize;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

impl FromIterator<usize> for Bitboard {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Iterator over the squares of a set, lowest first. Two 64-bit halves iterate faster than one 128-bit number.
#[derive(Clone, Copy)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.low != 0 {
            let square = self.low.trailing_zeros() as usize;
            self.low &= self.low - 1;
            Some(square)
        } else if self.high != 0 {
            let square = 64 + self.high.trailing_zeros() as usize;
            self.high &= self.high - 1;
            Some(square)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.low.count_ones() + self.high.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_in_order_across_both_halves() {
        let squares = [0, 5, 63, 64, 89, 127];
        let set: Bitboard = squares.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len(), 6);
        assert_eq!(set.first(), Some(0));
    }

    #[test]
    fn a_span_excludes_its_ends() {
        assert_eq!(Bitboard::span(3, 7).into_iter().collect::<Vec<_>>(), [4, 5, 6]);
        assert!(Bitboard::span(3, 4).is_empty());
        assert_eq!(Bitboard::span(62, 66).into_iter().collect::<Vec<_>>(), [63, 64, 65]);
    }
}
