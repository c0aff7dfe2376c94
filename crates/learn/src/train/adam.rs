//! AdamW optimizer: Adam with decoupled weight decay (Loshchilov and Hutter, 2017).

/// State of the optimizer: running moments of the gradient of each parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    /// First moments: running means of the gradients.
    pub first: Vec<f32>,
    /// Second moments: running means of the squared gradients.
    pub second: Vec<f32>,
    /// Steps done.
    pub steps: u64,
}

/// Decay rate of the first moments.
const BETA1: f32 = 0.9;
/// Decay rate of the second moments.
const BETA2: f32 = 0.999;
/// Keeps the division from overflowing.
const EPSILON: f32 = 1e-8;
/// Parameters are clamped to this, so that they and their sums fit into the integers of the quantized network.
pub const MAX_PARAMETER: f32 = 1.98;

impl AdamW {
    pub fn new(count: usize) -> Self {
        AdamW { first: vec![0.0; count], second: vec![0.0; count], steps: 0 }
    }

    /// Makes one step against the gradients, which are summed over the threads and averaged over `positions`; the
    /// gradients are reset to zero.
    pub fn step(
        &mut self,
        parameters: &mut [f32],
        gradients: &mut [&mut [f32]],
        positions: usize,
        learning_rate: f32,
        weight_decay: f32,
    ) {
        self.steps += 1;
        let steps = i32::try_from(self.steps.min(100_000)).unwrap_or(i32::MAX);
        let first_correction = 1.0 - BETA1.powi(steps);
        let second_correction = 1.0 - BETA2.powi(steps);
        let part = 1.0 / positions.max(1) as f32;
        let Some((sum, others)) = gradients.split_first_mut() else { return };
        let scheme = Scheme { part, learning_rate, weight_decay, first_correction, second_correction };
        // Each thread takes a range of the parameters.
        let parameters_len = parameters.len();
        let share = parameters_len.div_ceil(others.len() + 1).max(1);
        let mut others: Vec<_> = others.iter_mut().map(|other| other.chunks_mut(share)).collect();
        std::thread::scope(|scope| {
            let moments = self.first.chunks_mut(share).zip(self.second.chunks_mut(share));
            for ((parameters, sum), (first, second)) in
                parameters.chunks_mut(share).zip(sum.chunks_mut(share)).zip(moments)
            {
                let others: Vec<_> = others.iter_mut().filter_map(Iterator::next).collect();
                let range = move || {
                    for other in others {
                        for (sum, gradient) in sum.iter_mut().zip(other.iter_mut()) {
                            *sum += *gradient;
                            *gradient = 0.0;
                        }
                    }
                    scheme.update(parameters, sum, first, second);
                };
                if share < parameters_len {
                    scope.spawn(range);
                } else {
                    range();
                }
            }
        });
    }
}

/// Factors of one step.
#[derive(Clone, Copy)]
struct Scheme {
    /// One divided by the number of positions.
    part: f32,
    learning_rate: f32,
    weight_decay: f32,
    /// Corrections of the moments for their start at zero.
    first_correction: f32,
    second_correction: f32,
}

impl Scheme {
    /// Updates a range of the parameters.
    fn update(self, parameters: &mut [f32], sum: &mut [f32], first: &mut [f32], second: &mut [f32]) {
        let moments = first.iter_mut().zip(second);
        for ((parameter, sum), (first, second)) in parameters.iter_mut().zip(sum).zip(moments) {
            let gradient = *sum * self.part;
            *sum = 0.0;
            *first = BETA1 * *first + (1.0 - BETA1) * gradient;
            *second = BETA2 * *second + (1.0 - BETA2) * gradient * gradient;
            let direction =
                *first / self.first_correction / ((*second / self.second_correction).sqrt() + EPSILON);
            let update = self.learning_rate * (direction + self.weight_decay * *parameter);
            *parameter = (*parameter - update).clamp(-MAX_PARAMETER, MAX_PARAMETER);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_is_the_same_for_any_number_of_threads() {
        let step = |threads: usize| {
            let mut parameters: Vec<f32> = (0..10).map(|index| index as f32 / 10.0 - 0.4).collect();
            let mut adam = AdamW::new(parameters.len());
            // The gradients of all threads add up to the same sums, exactly.
            let mut gradients = vec![vec![0.0f32; parameters.len()]; threads];
            for index in 0..parameters.len() {
                gradients[index % threads][index] += index as f32 - 3.0;
                gradients[0][index] += 1.0;
            }
            let mut slices: Vec<&mut [f32]> = gradients.iter_mut().map(Vec::as_mut_slice).collect();
            adam.step(&mut parameters, &mut slices, 4, 0.01, 0.1);
            assert!(gradients.iter().flatten().all(|&gradient| gradient == 0.0));
            (parameters, adam)
        };
        let one = step(1);
        assert_ne!(one.0[0], -0.4);
        for threads in [2, 3, 4, 10, 12] {
            assert_eq!(step(threads), one, "{threads}");
        }
    }
}
