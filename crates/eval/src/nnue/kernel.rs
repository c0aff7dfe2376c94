//! SIMD kernels: the two loops in which a network spends its time, in portable code and in AVX2 instructions.

use super::network::HIDDEN_ONE;

/// Choice of the instruction set. Both give the same results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// True only if the processor has AVX2.
    avx2: bool,
}

impl Kernel {
    /// Portable code, which runs on every processor.
    pub const PORTABLE: Kernel = Kernel { avx2: false };

    /// Returns the fastest kernel this processor supports.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        return Kernel { avx2: is_x86_feature_detected!("avx2") };
        #[cfg(not(target_arch = "x86_64"))]
        Self::PORTABLE
    }

    /// Updates an accumulator: writes `from` plus the weight rows of the added inputs minus those of the removed inputs
    /// to `to`. Rows are as long as `to`.
    #[inline]
    pub fn update(self, from: &[i16], to: &mut [i16], weights: &[i16], added: &[usize], removed: &[usize]) {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the field is true only if `best` has detected AVX2.
            return unsafe { avx2::update(from, to, weights, added, removed) };
        }
        portable::update(from, to, weights, added, removed);
    }

    /// Returns the output sum: both accumulators through the activation (clamped to 0..=1 and squared), times the
    /// output weights.
    #[inline]
    pub fn output(self, own: &[i16], other: &[i16], weights: &[i16]) -> i64 {
        let (own_weights, other_weights) = weights.split_at(own.len().min(weights.len()));
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the field is true only if `best` has detected AVX2.
            return unsafe {
                avx2::weighted_sum(own, own_weights) + avx2::weighted_sum(other, other_weights)
            };
        }
        portable::weighted_sum(own, own_weights) + portable::weighted_sum(other, other_weights)
    }
}

/// Portable implementation.
mod portable {
    use super::HIDDEN_ONE;

    pub fn update(from: &[i16], to: &mut [i16], weights: &[i16], added: &[usize], removed: &[usize]) {
        let width = to.len();
        to.copy_from_slice(from);
        for &input in added {
            let row = &weights[input * width..][..width];
            to.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
        }
        for &input in removed {
            let row = &weights[input * width..][..width];
            to.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_sub(weight));
        }
    }

    pub fn weighted_sum(sums: &[i16], weights: &[i16]) -> i64 {
        let term = |(&sum, &weight): (&i16, &i16)| {
            let clamped = i32::from(sum.clamp(0, HIDDEN_ONE as i16));
            i64::from(clamped * clamped * i32::from(weight))
        };
        sums.iter().zip(weights).map(term).sum()
    }
}

/// AVX2 implementation: sixteen 16-bit values at a time.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_lddqu_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_storeu_si256,
        _mm256_sub_epi16, _mm256_xor_si256,
    };

    use super::HIDDEN_ONE;

    /// Values in a register.
    const LANES: usize = 16;
    /// Registers updated together.
    const TILE: usize = 8;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(values: &[i16; LANES]) -> __m256i {
        // Unlike `loadu` this is never split into two loads, as it would be for the base target.
        // SAFETY: the array is 32 readable bytes, and the load is unaligned.
        unsafe { _mm256_lddqu_si256(values.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(values: &mut [i16; LANES], value: __m256i) {
        // SAFETY: the array is 32 writable bytes, and the store is unaligned.
        unsafe { _mm256_storeu_si256(values.as_mut_ptr().cast(), value) }
    }

    #[target_feature(enable = "avx2")]
    pub fn update(from: &[i16], to: &mut [i16], weights: &[i16], added: &[usize], removed: &[usize]) {
        let width = to.len();
        let mut done = 0;
        while width - done >= TILE * LANES {
            tile::<TILE>(from, to, weights, added, removed, done);
            done += TILE * LANES;
        }
        while width - done >= LANES {
            tile::<1>(from, to, weights, added, removed, done);
            done += LANES;
        }
        debug_assert_eq!(done, width, "the hidden size is a multiple of the lanes");
    }

    /// Updates `N` registers of the accumulator, starting at lane `at`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn tile<const N: usize>(
        from: &[i16],
        to: &mut [i16],
        weights: &[i16],
        added: &[usize],
        removed: &[usize],
        at: usize,
    ) {
        let width = to.len();
        // Every slice has a constant length, so that the loops are unrolled and the sums stay in registers.
        let mut sums = [_mm256_setzero_si256(); N];
        for (sum, lanes) in sums.iter_mut().zip(from[at..][..N * LANES].as_chunks::<LANES>().0) {
            *sum = load(lanes);
        }
        for &input in added {
            let row = &weights[input * width + at..][..N * LANES];
            for (sum, lanes) in sums.iter_mut().zip(row.as_chunks::<LANES>().0) {
                *sum = _mm256_add_epi16(*sum, load(lanes));
            }
        }
        for &input in removed {
            let row = &weights[input * width + at..][..N * LANES];
            for (sum, lanes) in sums.iter_mut().zip(row.as_chunks::<LANES>().0) {
                *sum = _mm256_sub_epi16(*sum, load(lanes));
            }
        }
        for (sum, lanes) in sums.iter().zip(to[at..][..N * LANES].as_chunks_mut::<LANES>().0) {
            store(lanes, *sum);
        }
    }

    #[target_feature(enable = "avx2")]
    pub fn weighted_sum(sums: &[i16], weights: &[i16]) -> i64 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_ONE as i16));
        let (ones, half) = (_mm256_set1_epi16(1), _mm256_set1_epi16(i16::MIN));
        // A square needs all 16 bits, but `madd` multiplies signed values: 2^15 is subtracted from each square and
        // added back at the end, times the sum of the weights. Each 32-bit lane adds two products of at most
        // 32768 * 1023 for each register: 512 hidden values do not overflow.
        let (mut total, mut weight) = (zero, zero);
        for (lanes, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
            let clamped = _mm256_min_epi16(_mm256_max_epi16(load(lanes), zero), one);
            let square = _mm256_xor_si256(_mm256_mullo_epi16(clamped, clamped), half);
            let weights = load(weights);
            total = _mm256_add_epi32(total, _mm256_madd_epi16(square, weights));
            weight = _mm256_add_epi32(weight, _mm256_madd_epi16(weights, ones));
        }
        horizontal_sum(total) + (horizontal_sum(weight) << 15)
    }

    /// Returns the sum of the eight 32-bit lanes of a register.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn horizontal_sum(register: __m256i) -> i64 {
        let mut lanes = [0; LANES];
        store(&mut lanes, register);
        let (pairs, _) = lanes.as_chunks::<2>();
        pairs.iter().map(|&[low, high]| i64::from(i32::from(low as u16) | i32::from(high) << 16)).sum()
    }
}

#[cfg(test)]
mod tests {
    use game::Random;

    use super::*;
    use crate::nnue::network::MAX_OUTPUT_WEIGHT;

    #[test]
    fn both_kernels_give_the_same_results() {
        let mut random = Random::new(5);
        for hidden in [16, 32, 48, 64, 128, 144, 256, 512] {
            let mut values = |count: usize, most: i16| -> Vec<i16> {
                (0..count).map(|_| random.below(2 * most as usize + 1) as i16 - most).collect()
            };
            let (from, weights) = (values(hidden, 2000), values(40 * hidden, 505));
            let out = values(2 * hidden, MAX_OUTPUT_WEIGHT);
            for (added, removed) in [(&[3, 7, 39][..], &[0, 1][..]), (&[], &[5]), (&[2], &[]), (&[], &[])] {
                let run = |kernel: Kernel| {
                    let mut to = vec![1; hidden];
                    kernel.update(&from, &mut to, &weights, added, removed);
                    let sum = kernel.output(&to, &from, &out);
                    (to, sum)
                };
                assert_eq!(run(Kernel::best()), run(Kernel::PORTABLE), "{hidden} {added:?} {removed:?}");
            }
            let full = vec![i16::MAX; hidden];
            for weight in [MAX_OUTPUT_WEIGHT, -MAX_OUTPUT_WEIGHT] {
                let out = vec![weight; 2 * hidden];
                let expected = 2 * hidden as i64 * 255 * 255 * i64::from(weight);
                assert_eq!(Kernel::best().output(&full, &full, &out), expected);
                assert_eq!(Kernel::PORTABLE.output(&full, &full, &out), expected);
            }
        }
    }
}
