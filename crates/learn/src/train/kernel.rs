//! The two loops training spends its time in, twice: in plain code, and for processors with AVX2.
//!
//! Hidden numbers are worked on in tiles, so that a tile's sums stay in registers while the rows of a position's inputs
//! go by, and a tile's rows of all inputs stay in the cache.

/// Hidden numbers in a tile.
pub const TILE: usize = 32;

/// A tile of hidden numbers.
pub type Tile = [f32; TILE];

/// Which code does the arithmetic. Both give the same numbers to the last bit: the order of additions is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// Set only where the processor was asked and has AVX2.
    avx2: bool,
}

impl Kernel {
    /// The plain code, which runs everywhere.
    #[cfg(test)]
    pub const PLAIN: Kernel = Kernel { avx2: false };

    /// The fastest this processor can run.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        return Kernel { avx2: is_x86_feature_detected!("avx2") };
        #[cfg(not(target_arch = "x86_64"))]
        Kernel { avx2: false }
    }

    /// The sum of a start and the rows of some inputs.
    #[inline]
    pub fn sum(self, start: &Tile, rows: &[Tile], inputs: &[u16], out: &mut Tile) {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the field is set only in `best`, where the processor said that it has AVX2.
            return unsafe { avx2::sum(start, rows, inputs, out) };
        }
        plain::sum(start, rows, inputs, out);
    }

    /// Adds a slope to the rows of some inputs.
    #[inline]
    pub fn scatter(self, slope: &Tile, rows: &mut [Tile], inputs: &[u16]) {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the field is set only in `best`, where the processor said that it has AVX2.
            return unsafe { avx2::scatter(slope, rows, inputs) };
        }
        plain::scatter(slope, rows, inputs);
    }

    /// The hidden numbers of a side held between 0 and 1, squared and weighed.
    #[inline]
    pub fn weigh(self, hidden: &[f32], weights: &[f32]) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the field is set only in `best`, where the processor said that it has AVX2.
            return unsafe { avx2::weigh(hidden, weights) };
        }
        plain::weigh(hidden, weights)
    }

    /// Turns hidden numbers into their slopes, and adds the slopes of the weights they were weighed by.
    #[inline]
    pub fn descend(self, pull: f32, hidden: &mut [f32], weights: &[f32], slopes: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the field is set only in `best`, where the processor said that it has AVX2.
            return unsafe { avx2::descend(pull, hidden, weights, slopes) };
        }
        plain::descend(pull, hidden, weights, slopes);
    }
}

/// What runs everywhere. Always put into its caller, so that it becomes the caller's kind of code.
mod plain {
    use super::Tile;

    #[inline(always)]
    pub fn sum(start: &Tile, rows: &[Tile], inputs: &[u16], out: &mut Tile) {
        let mut sums = *start;
        for &input in inputs {
            let row = &rows[usize::from(input)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        *out = sums;
    }

    #[inline(always)]
    pub fn scatter(slope: &Tile, rows: &mut [Tile], inputs: &[u16]) {
        for &input in inputs {
            let row = &mut rows[usize::from(input)];
            row.iter_mut().zip(slope).for_each(|(sum, slope)| *sum += slope);
        }
    }

    #[inline(always)]
    pub fn weigh(hidden: &[f32], weights: &[f32]) -> f32 {
        let mut lanes = [0.0; 16];
        for (hidden, weights) in hidden.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
            for lane in 0..16 {
                let held = hidden[lane].clamp(0.0, 1.0);
                lanes[lane] += held * held * weights[lane];
            }
        }
        lanes.iter().sum()
    }

    #[inline(always)]
    pub fn descend(pull: f32, hidden: &mut [f32], weights: &[f32], slopes: &mut [f32]) {
        for ((hidden, weight), slope) in hidden.iter_mut().zip(weights).zip(slopes) {
            let held = hidden.clamp(0.0, 1.0);
            *slope += pull * held * held;
            let inside = if *hidden > 0.0 && *hidden < 1.0 { 2.0 * pull } else { 0.0 };
            *hidden = inside * held * weight;
        }
    }
}

/// The same for processors with AVX2.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{__m256, _mm256_add_ps, _mm256_loadu_ps, _mm256_setzero_ps, _mm256_storeu_ps};

    use super::{TILE, Tile, plain};

    const LANES: usize = 8;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(numbers: &[f32; LANES]) -> __m256 {
        // SAFETY: the array is 32 bytes that may be read, and the load asks for no alignment.
        unsafe { _mm256_loadu_ps(numbers.as_ptr()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(numbers: &mut [f32; LANES], value: __m256) {
        // SAFETY: the array is 32 bytes that may be written, and the store asks for no alignment.
        unsafe { _mm256_storeu_ps(numbers.as_mut_ptr(), value) }
    }

    #[target_feature(enable = "avx2")]
    pub fn sum(start: &Tile, rows: &[Tile], inputs: &[u16], out: &mut Tile) {
        let mut sums = [_mm256_setzero_ps(); TILE / LANES];
        for (sum, lanes) in sums.iter_mut().zip(start.as_chunks::<LANES>().0) {
            *sum = load(lanes);
        }
        for &input in inputs {
            let row = &rows[usize::from(input)];
            for (sum, lanes) in sums.iter_mut().zip(row.as_chunks::<LANES>().0) {
                *sum = _mm256_add_ps(*sum, load(lanes));
            }
        }
        for (sum, lanes) in sums.iter().zip(out.as_chunks_mut::<LANES>().0) {
            store(lanes, *sum);
        }
    }

    #[target_feature(enable = "avx2")]
    pub fn scatter(slope: &Tile, rows: &mut [Tile], inputs: &[u16]) {
        plain::scatter(slope, rows, inputs);
    }

    #[target_feature(enable = "avx2")]
    pub fn weigh(hidden: &[f32], weights: &[f32]) -> f32 {
        plain::weigh(hidden, weights)
    }

    #[target_feature(enable = "avx2")]
    pub fn descend(pull: f32, hidden: &mut [f32], weights: &[f32], slopes: &mut [f32]) {
        plain::descend(pull, hidden, weights, slopes);
    }
}

#[cfg(test)]
mod tests {
    use game::Random;

    use super::*;

    #[test]
    fn both_kernels_give_the_same_numbers_to_the_last_bit() {
        let mut random = Random::new(11);
        let mut tile = || -> Tile { std::array::from_fn(|_| random.below(4001) as f32 / 1999.0 - 1.0) };
        let rows: Vec<Tile> = (0..50).map(|_| tile()).collect();
        let (start, slope, weights) = (tile(), tile(), tile());
        let inputs = [3, 49, 0, 7, 7, 21];
        let run = |kernel: Kernel| {
            let mut sums = [0.0; TILE];
            kernel.sum(&start, &rows, &inputs, &mut sums);
            let weighed = kernel.weigh(&sums, &weights);
            let mut slopes = slope;
            kernel.descend(0.37, &mut sums, &weights, &mut slopes);
            let mut rows = rows.clone();
            kernel.scatter(&sums, &mut rows, &inputs);
            (sums, weighed, slopes, rows)
        };
        assert_eq!(run(Kernel::best()), run(Kernel::PLAIN));
    }
}
