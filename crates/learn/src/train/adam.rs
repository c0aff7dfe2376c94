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
        for other in others {
            for (sum, gradient) in sum.iter_mut().zip(other.iter_mut()) {
                *sum += *gradient;
                *gradient = 0.0;
            }
        }
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((parameter, sum), (first, second)) in parameters.iter_mut().zip(sum.iter_mut()).zip(moments) {
            let gradient = *sum * part;
            *sum = 0.0;
            *first = BETA1 * *first + (1.0 - BETA1) * gradient;
            *second = BETA2 * *second + (1.0 - BETA2) * gradient * gradient;
            let direction = *first / first_correction / ((*second / second_correction).sqrt() + EPSILON);
            let update = learning_rate * (direction + weight_decay * *parameter);
            *parameter = (*parameter - update).clamp(-MAX_PARAMETER, MAX_PARAMETER);
        }
    }
}
