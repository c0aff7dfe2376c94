//! Ordered edge weights: wide two's complement integers whose fields hold the pairing criteria, most important first.

use std::cmp::Ordering;

/// Signed integer of `L` 64-bit limbs, least significant limb first. Arithmetic wraps; the layout leaves headroom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight<const L: usize>([u64; L]);

impl<const L: usize> Weight<L> {
    /// Zero.
    pub const ZERO: Self = Self([0; L]);

    /// A small non-negative value.
    pub fn from_u64(value: u64) -> Self {
        let mut limbs = [0; L];
        limbs[0] = value;
        Self(limbs)
    }

    /// Adds `value << shift`.
    pub fn add_shifted(&mut self, value: u64, shift: usize) {
        let (limb, bit) = (shift / 64, shift % 64);
        let low = value << bit;
        let high = if bit == 0 { 0 } else { value >> (64 - bit) };
        let mut carry = self.add_limb(limb, low);
        if limb + 1 < L {
            let (sum, first) = self.0[limb + 1].overflowing_add(high);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            self.0[limb + 1] = sum;
            carry = first || second;
            let mut next = limb + 2;
            while carry && next < L {
                carry = self.add_limb(next, 1);
                next += 1;
            }
        }
    }

    fn add_limb(&mut self, limb: usize, value: u64) -> bool {
        let (sum, carry) = self.0[limb].overflowing_add(value);
        self.0[limb] = sum;
        carry
    }

    /// Returns the sum.
    #[inline]
    pub fn plus(&self, other: &Self) -> Self {
        let mut result = [0; L];
        let mut carry = false;
        for (limb, slot) in result.iter_mut().enumerate() {
            let (sum, first) = self.0[limb].overflowing_add(other.0[limb]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *slot = sum;
            carry = first || second;
        }
        Self(result)
    }

    /// Returns the difference.
    #[inline]
    pub fn minus(&self, other: &Self) -> Self {
        let mut result = [0; L];
        let mut borrow = false;
        for (limb, slot) in result.iter_mut().enumerate() {
            let (difference, first) = self.0[limb].overflowing_sub(other.0[limb]);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            *slot = difference;
            borrow = first || second;
        }
        Self(result)
    }

    /// Returns twice the value.
    #[inline]
    pub fn doubled(&self) -> Self {
        self.plus(self)
    }

    /// Returns half of an even value.
    #[inline]
    pub fn halved(&self) -> Self {
        let mut result = [0; L];
        for (limb, slot) in result.iter_mut().enumerate() {
            let above = if limb + 1 < L { self.0[limb + 1] << 63 } else { self.0[limb] & (1 << 63) };
            *slot = (self.0[limb] >> 1) | above;
        }
        Self(result)
    }

    /// Returns true for odd values.
    #[inline]
    pub fn is_odd(&self) -> bool {
        self.0[0] & 1 == 1
    }

    /// Returns true for zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|&limb| limb == 0)
    }
}

impl<const L: usize> Ord for Weight<L> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let (mine, theirs) = (self.0[L - 1].cast_signed(), other.0[L - 1].cast_signed());
        mine.cmp(&theirs).then_with(|| {
            for limb in (0..L - 1).rev() {
                match self.0[limb].cmp(&other.0[limb]) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                }
            }
            Ordering::Equal
        })
    }
}

impl<const L: usize> PartialOrd for Weight<L> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i128) -> Weight<2> {
        let bits = value.cast_unsigned();
        Weight([bits as u64, (bits >> 64) as u64])
    }

    #[test]
    fn arithmetic_and_order_agree_with_i128() {
        let samples = [0, 1, -1, 5, -6, 1 << 64, (1 << 64) - 1, -(1 << 64), 1 << 100, -(1 << 90) + 2];
        for a in samples {
            for b in samples {
                assert_eq!(number(a).plus(&number(b)), number(a + b));
                assert_eq!(number(a).minus(&number(b)), number(a - b));
                assert_eq!(number(a).cmp(&number(b)), a.cmp(&b));
            }
            assert_eq!(number(2 * a).halved(), number(a));
            assert_eq!(number(a).doubled(), number(2 * a));
            assert_eq!(number(a).is_odd(), a % 2 != 0);
        }
    }

    #[test]
    fn shifted_addition_carries_across_limbs() {
        let mut weight = number((1 << 64) - 1);
        weight.add_shifted(1, 0);
        assert_eq!(weight, number(1 << 64));
        let mut weight = Weight::<2>::ZERO;
        weight.add_shifted(5, 62);
        assert_eq!(weight, number(5 << 62));
    }
}
