//! The two loops a network spends its time in, twice: in plain code, and for processors with AVX2.

use super::net::ONE;

/// Which code does the arithmetic. Both give the same numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// Set only where the processor was asked and has AVX2.
    avx2: bool,
}

impl Kernel {
    /// The plain code, which runs everywhere.
    pub const PLAIN: Kernel = Kernel { avx2: false };

    /// The fastest this processor can run.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        return Kernel { avx2: is_x86_feature_detected!("avx2") };
        #[cfg(not(target_arch = "x86_64"))]
        Self::PLAIN
    }

    /// Writes `from` with the rows of some inputs added and of others taken off to `to`. Rows are as long as `to`.
    #[inline]
    pub fn update(self, from: &[i16], to: &mut [i16], weights: &[i16], added: &[usize], taken: &[usize]) {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the field is set only in `best`, where the processor said that it has AVX2.
            return unsafe { avx2::update(from, to, weights, added, taken) };
        }
        plain::update(from, to, weights, added, taken);
    }

    /// The hidden numbers of both sides, held between 0 and one, squared and weighed.
    #[inline]
    pub fn output(self, own: &[i16], other: &[i16], weights: &[i16]) -> i64 {
        let (own_weights, other_weights) = weights.split_at(own.len().min(weights.len()));
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the field is set only in `best`, where the processor said that it has AVX2.
            return unsafe { avx2::weigh(own, own_weights) + avx2::weigh(other, other_weights) };
        }
        plain::weigh(own, own_weights) + plain::weigh(other, other_weights)
    }
}

/// What runs everywhere.
mod plain {
    use super::ONE;

    pub fn update(from: &[i16], to: &mut [i16], weights: &[i16], added: &[usize], taken: &[usize]) {
        let width = to.len();
        to.copy_from_slice(from);
        for &input in added {
            let row = &weights[input * width..][..width];
            to.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
        }
        for &input in taken {
            let row = &weights[input * width..][..width];
            to.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_sub(weight));
        }
    }

    pub fn weigh(sums: &[i16], weights: &[i16]) -> i64 {
        let term = |(&sum, &weight): (&i16, &i16)| {
            let held = i32::from(sum.clamp(0, ONE as i16));
            i64::from(held * held * i32::from(weight))
        };
        sums.iter().zip(weights).map(term).sum()
    }
}

/// The same for processors with AVX2: sixteen numbers at a time.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_storeu_si256,
        _mm256_sub_epi16, _mm256_xor_si256,
    };

    use super::ONE;

    /// Numbers in a register.
    const LANES: usize = 16;
    /// Registers worked on at once.
    const TILE: usize = 8;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(numbers: &[i16; LANES]) -> __m256i {
        // SAFETY: the array is 32 bytes that may be read, and the load asks for no alignment.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(numbers: &mut [i16; LANES], value: __m256i) {
        // SAFETY: the array is 32 bytes that may be written, and the store asks for no alignment.
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), value) }
    }

    #[target_feature(enable = "avx2")]
    pub fn update(from: &[i16], to: &mut [i16], weights: &[i16], added: &[usize], taken: &[usize]) {
        let width = to.len();
        let mut done = 0;
        while width - done >= TILE * LANES {
            tile::<TILE>(from, to, weights, added, taken, done);
            done += TILE * LANES;
        }
        while width - done >= LANES {
            tile::<1>(from, to, weights, added, taken, done);
            done += LANES;
        }
        debug_assert_eq!(done, width, "hidden numbers come in blocks");
    }

    /// Sums up a few registers' worth of every row, begun at `at`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn tile<const N: usize>(
        from: &[i16],
        to: &mut [i16],
        weights: &[i16],
        added: &[usize],
        taken: &[usize],
        at: usize,
    ) {
        let width = to.len();
        let mut sums = [_mm256_setzero_si256(); N];
        for (sum, lanes) in sums.iter_mut().zip(from[at..].as_chunks::<LANES>().0) {
            *sum = load(lanes);
        }
        for &input in added {
            let row = &weights[input * width + at..][..N * LANES];
            for (sum, lanes) in sums.iter_mut().zip(row.as_chunks::<LANES>().0) {
                *sum = _mm256_add_epi16(*sum, load(lanes));
            }
        }
        for &input in taken {
            let row = &weights[input * width + at..][..N * LANES];
            for (sum, lanes) in sums.iter_mut().zip(row.as_chunks::<LANES>().0) {
                *sum = _mm256_sub_epi16(*sum, load(lanes));
            }
        }
        for (sum, lanes) in sums.iter().zip(to[at..].as_chunks_mut::<LANES>().0) {
            store(lanes, *sum);
        }
    }

    #[target_feature(enable = "avx2")]
    pub fn weigh(sums: &[i16], weights: &[i16]) -> i64 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE as i16));
        let (ones, half) = (_mm256_set1_epi16(1), _mm256_set1_epi16(i16::MIN));
        // A square takes all 16 bits and the products below want signed ones: half of the range is taken off each
        // square, and given back at the end as often as the weights say. Each lane adds two products of at most
        // 32768 * 1023 for each register: 512 hidden numbers fit.
        let (mut total, mut weight) = (zero, zero);
        for (lanes, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
            let held = _mm256_min_epi16(_mm256_max_epi16(load(lanes), zero), one);
            let square = _mm256_xor_si256(_mm256_mullo_epi16(held, held), half);
            let weights = load(weights);
            total = _mm256_add_epi32(total, _mm256_madd_epi16(square, weights));
            weight = _mm256_add_epi32(weight, _mm256_madd_epi16(weights, ones));
        }
        lanes_of(total) + (lanes_of(weight) << 15)
    }

    /// The sum of eight numbers of 32 bits.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn lanes_of(register: __m256i) -> i64 {
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
    use crate::nnue::net::MOST_OUT;

    #[test]
    fn both_kernels_give_the_same_numbers() {
        let mut random = Random::new(5);
        for hidden in [16, 32, 48, 64, 128, 144, 256, 512] {
            let mut numbers = |count: usize, most: i16| -> Vec<i16> {
                (0..count).map(|_| random.below(2 * most as usize + 1) as i16 - most).collect()
            };
            let (from, weights) = (numbers(hidden, 2000), numbers(40 * hidden, 505));
            let out = numbers(2 * hidden, MOST_OUT);
            for (added, taken) in [(&[3, 7, 39][..], &[0, 1][..]), (&[], &[5]), (&[2], &[]), (&[], &[])] {
                let run = |kernel: Kernel| {
                    let mut to = vec![1; hidden];
                    kernel.update(&from, &mut to, &weights, added, taken);
                    let sum = kernel.output(&to, &from, &out);
                    (to, sum)
                };
                assert_eq!(run(Kernel::best()), run(Kernel::PLAIN), "{hidden} {added:?} {taken:?}");
            }
            let full = vec![i16::MAX; hidden];
            for weight in [MOST_OUT, -MOST_OUT] {
                let out = vec![weight; 2 * hidden];
                let expected = 2 * hidden as i64 * 255 * 255 * i64::from(weight);
                assert_eq!(Kernel::best().output(&full, &full, &out), expected);
                assert_eq!(Kernel::PLAIN.output(&full, &full, &out), expected);
            }
        }
    }
}
