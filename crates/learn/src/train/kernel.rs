//! SIMD kernels of training: the inner loops in portable code, in AVX2 and in AVX-512 instructions.
//!
//! The hidden layer is processed in tiles: the sums of a tile stay in registers while the rows of a position's inputs are
//! added, and the rows of a tile for all inputs stay in the cache.

/// Hidden units in a tile.
pub const TILE: usize = 32;

/// Values of a tile of hidden units.
pub type Tile = [f32; TILE];

/// Choice of the instruction set. All give the same results to the last bit: the order of additions is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// True only if the processor has AVX2.
    avx2: bool,
    /// True only if the processor has AVX-512F.
    avx512: bool,
}

impl Kernel {
    /// Portable code, which runs on every processor.
    pub const PORTABLE: Kernel = Kernel { avx2: false, avx512: false };

    /// Returns the fastest kernel this processor supports.
    pub fn best() -> Self {
        Self::supported().last().copied().unwrap_or(Self::PORTABLE)
    }

    /// Every kernel this processor supports, the fastest last.
    fn supported() -> Vec<Self> {
        let mut kernels = vec![Self::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kernels.push(Kernel { avx2: true, avx512: false });
            }
            if is_x86_feature_detected!("avx512f") {
                kernels.push(Kernel { avx2: false, avx512: true });
            }
        }
        kernels
    }

    /// Forward pass of the hidden layer: the bias plus the rows of the active inputs.
    #[inline]
    pub fn hidden_forward(self, bias: &Tile, rows: &[Tile], inputs: &[u16], out: &mut Tile) {
        #[cfg(target_arch = "x86_64")]
        if self.avx512 {
            // SAFETY: the field is true only if `supported` has detected AVX-512F.
            return unsafe { avx512::hidden_forward(bias, rows, inputs, out) };
        } else if self.avx2 {
            // SAFETY: the field is true only if `supported` has detected AVX2.
            return unsafe { avx2::hidden_forward(bias, rows, inputs, out) };
        }
        portable::hidden_forward(bias, rows, inputs, out);
    }

    /// Backward pass of the hidden layer: adds a gradient to the rows of the active inputs.
    #[inline]
    pub fn hidden_backward(self, gradient: &Tile, rows: &mut [Tile], inputs: &[u16]) {
        #[cfg(target_arch = "x86_64")]
        if self.avx512 {
            // SAFETY: the field is true only if `supported` has detected AVX-512F.
            return unsafe { avx512::hidden_backward(gradient, rows, inputs) };
        } else if self.avx2 {
            // SAFETY: the field is true only if `supported` has detected AVX2.
            return unsafe { avx2::hidden_backward(gradient, rows, inputs) };
        }
        portable::hidden_backward(gradient, rows, inputs);
    }

    /// Forward pass of the output layer: hidden values clamped to 0..=1 and squared, times the output weights.
    #[inline]
    pub fn output_forward(self, hidden: &[f32], weights: &[f32]) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if self.avx512 {
            // SAFETY: the field is true only if `supported` has detected AVX-512F.
            return unsafe { avx512::output_forward(hidden, weights) };
        } else if self.avx2 {
            // SAFETY: the field is true only if `supported` has detected AVX2.
            return unsafe { avx2::output_forward(hidden, weights) };
        }
        portable::output_forward(hidden, weights)
    }

    /// Backward pass of the output layer: replaces the hidden values by their gradients, and adds the gradients of the
    /// output weights. `delta` is the gradient of the output.
    #[inline]
    pub fn output_backward(self, delta: f32, hidden: &mut [f32], weights: &[f32], gradients: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if self.avx512 {
            // SAFETY: the field is true only if `supported` has detected AVX-512F.
            return unsafe { avx512::output_backward(delta, hidden, weights, gradients) };
        } else if self.avx2 {
            // SAFETY: the field is true only if `supported` has detected AVX2.
            return unsafe { avx2::output_backward(delta, hidden, weights, gradients) };
        }
        portable::output_backward(delta, hidden, weights, gradients);
    }
}

/// Portable implementation. Always inlined, so that it is compiled with the instruction set of its caller.
mod portable {
    use super::Tile;

    #[inline(always)]
    pub fn hidden_forward(bias: &Tile, rows: &[Tile], inputs: &[u16], out: &mut Tile) {
        let mut sums = *bias;
        for &input in inputs {
            let row = &rows[usize::from(input)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        *out = sums;
    }

    #[inline(always)]
    pub fn hidden_backward(gradient: &Tile, rows: &mut [Tile], inputs: &[u16]) {
        for &input in inputs {
            let row = &mut rows[usize::from(input)];
            row.iter_mut().zip(gradient).for_each(|(sum, gradient)| *sum += gradient);
        }
    }

    #[inline(always)]
    pub fn output_forward(hidden: &[f32], weights: &[f32]) -> f32 {
        let mut lanes = [0.0; 16];
        for (hidden, weights) in hidden.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
            for lane in 0..16 {
                let clamped = hidden[lane].clamp(0.0, 1.0);
                lanes[lane] += clamped * clamped * weights[lane];
            }
        }
        lanes.iter().sum()
    }

    #[inline(always)]
    pub fn output_backward(delta: f32, hidden: &mut [f32], weights: &[f32], gradients: &mut [f32]) {
        for ((hidden, weight), gradient) in hidden.iter_mut().zip(weights).zip(gradients) {
            let clamped = hidden.clamp(0.0, 1.0);
            *gradient += delta * clamped * clamped;
            let inside = if *hidden > 0.0 && *hidden < 1.0 { 2.0 * delta } else { 0.0 };
            *hidden = inside * clamped * weight;
        }
    }
}

/// AVX2 implementation.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{__m256, _mm256_add_ps, _mm256_loadu_ps, _mm256_setzero_ps, _mm256_storeu_ps};

    use super::{TILE, Tile, portable};

    const LANES: usize = 8;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(values: &[f32; LANES]) -> __m256 {
        // SAFETY: the array is 32 readable bytes, and the load is unaligned.
        unsafe { _mm256_loadu_ps(values.as_ptr()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(values: &mut [f32; LANES], value: __m256) {
        // SAFETY: the array is 32 writable bytes, and the store is unaligned.
        unsafe { _mm256_storeu_ps(values.as_mut_ptr(), value) }
    }

    #[target_feature(enable = "avx2")]
    pub fn hidden_forward(bias: &Tile, rows: &[Tile], inputs: &[u16], out: &mut Tile) {
        let mut sums = [_mm256_setzero_ps(); TILE / LANES];
        for (sum, lanes) in sums.iter_mut().zip(bias.as_chunks::<LANES>().0) {
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
    pub fn hidden_backward(gradient: &Tile, rows: &mut [Tile], inputs: &[u16]) {
        portable::hidden_backward(gradient, rows, inputs);
    }

    #[target_feature(enable = "avx2")]
    pub fn output_forward(hidden: &[f32], weights: &[f32]) -> f32 {
        portable::output_forward(hidden, weights)
    }

    #[target_feature(enable = "avx2")]
    pub fn output_backward(delta: f32, hidden: &mut [f32], weights: &[f32], gradients: &mut [f32]) {
        portable::output_backward(delta, hidden, weights, gradients);
    }
}

/// AVX-512 implementation.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{__m512, _mm512_add_ps, _mm512_loadu_ps, _mm512_setzero_ps, _mm512_storeu_ps};

    use super::{TILE, Tile, portable};

    const LANES: usize = 16;

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(values: &[f32; LANES]) -> __m512 {
        // SAFETY: the array is 64 readable bytes, and the load is unaligned.
        unsafe { _mm512_loadu_ps(values.as_ptr()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(values: &mut [f32; LANES], value: __m512) {
        // SAFETY: the array is 64 writable bytes, and the store is unaligned.
        unsafe { _mm512_storeu_ps(values.as_mut_ptr(), value) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load_tile(tile: &Tile) -> [__m512; TILE / LANES] {
        let mut registers = [_mm512_setzero_ps(); TILE / LANES];
        for (register, lanes) in registers.iter_mut().zip(tile.as_chunks::<LANES>().0) {
            *register = load(lanes);
        }
        registers
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store_tile(tile: &mut Tile, registers: [__m512; TILE / LANES]) {
        for (register, lanes) in registers.into_iter().zip(tile.as_chunks_mut::<LANES>().0) {
            store(lanes, register);
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn add(mut sums: [__m512; TILE / LANES], tile: &Tile) -> [__m512; TILE / LANES] {
        for (sum, lanes) in sums.iter_mut().zip(load_tile(tile)) {
            *sum = _mm512_add_ps(*sum, lanes);
        }
        sums
    }

    #[target_feature(enable = "avx512f")]
    pub fn hidden_forward(bias: &Tile, rows: &[Tile], inputs: &[u16], out: &mut Tile) {
        let mut sums = load_tile(bias);
        for &input in inputs {
            sums = add(sums, &rows[usize::from(input)]);
        }
        store_tile(out, sums);
    }

    #[target_feature(enable = "avx512f")]
    pub fn hidden_backward(gradient: &Tile, rows: &mut [Tile], inputs: &[u16]) {
        let gradient = load_tile(gradient);
        for &input in inputs {
            let row = &mut rows[usize::from(input)];
            store_tile(row, add(gradient, row));
        }
    }

    #[target_feature(enable = "avx512f")]
    pub fn output_forward(hidden: &[f32], weights: &[f32]) -> f32 {
        portable::output_forward(hidden, weights)
    }

    #[target_feature(enable = "avx512f")]
    pub fn output_backward(delta: f32, hidden: &mut [f32], weights: &[f32], gradients: &mut [f32]) {
        portable::output_backward(delta, hidden, weights, gradients);
    }
}

#[cfg(test)]
mod tests {
    use game::Random;

    use super::*;

    #[test]
    fn all_kernels_give_the_same_results_to_the_last_bit() {
        let mut random = Random::new(11);
        let mut tile = || -> Tile { std::array::from_fn(|_| random.below(4001) as f32 / 1999.0 - 1.0) };
        let rows: Vec<Tile> = (0..50).map(|_| tile()).collect();
        let (bias, gradient, weights) = (tile(), tile(), tile());
        let inputs = [3, 49, 0, 7, 7, 21];
        let run = |kernel: Kernel| {
            let mut sums = [0.0; TILE];
            kernel.hidden_forward(&bias, &rows, &inputs, &mut sums);
            let output = kernel.output_forward(&sums, &weights);
            let mut gradients = gradient;
            kernel.output_backward(0.37, &mut sums, &weights, &mut gradients);
            let mut rows = rows.clone();
            kernel.hidden_backward(&sums, &mut rows, &inputs);
            (sums, output, gradients, rows)
        };
        for kernel in Kernel::supported() {
            assert_eq!(run(kernel), run(Kernel::PORTABLE), "{kernel:?}");
        }
    }
}
