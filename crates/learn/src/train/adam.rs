//! How the numbers follow their slopes: Adam with decay apart (Loshchilov and Hutter, 2017).

/// The memory of earlier slopes.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// Mean slopes.
    pub first: Vec<f32>,
    /// Mean squares of slopes.
    pub second: Vec<f32>,
    /// Steps made.
    pub steps: u64,
}

const FIRST_MEMORY: f32 = 0.9;
const SECOND_MEMORY: f32 = 0.999;
const TINY: f32 = 1e-8;
/// Numbers are held within this, so that they and their sums fit where they are kept when they play.
pub const MOST: f32 = 1.98;

impl Adam {
    pub fn new(count: usize) -> Self {
        Adam { first: vec![0.0; count], second: vec![0.0; count], steps: 0 }
    }

    /// One step along the slopes, which are summed over threads and `positions`. Numbers nobody needs fade by `decay`.
    pub fn step(
        &mut self,
        numbers: &mut [f32],
        slopes: &mut [&mut [f32]],
        positions: usize,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let steps = i32::try_from(self.steps.min(100_000)).unwrap_or(i32::MAX);
        let first_left = 1.0 - FIRST_MEMORY.powi(steps);
        let second_left = 1.0 - SECOND_MEMORY.powi(steps);
        let part = 1.0 / positions.max(1) as f32;
        let Some((sum, others)) = slopes.split_first_mut() else { return };
        for other in others {
            for (sum, slope) in sum.iter_mut().zip(other.iter_mut()) {
                *sum += *slope;
                *slope = 0.0;
            }
        }
        let memory = self.first.iter_mut().zip(&mut self.second);
        for ((number, sum), (first, second)) in numbers.iter_mut().zip(sum.iter_mut()).zip(memory) {
            let slope = *sum * part;
            *sum = 0.0;
            *first = FIRST_MEMORY * *first + (1.0 - FIRST_MEMORY) * slope;
            *second = SECOND_MEMORY * *second + (1.0 - SECOND_MEMORY) * slope * slope;
            let pull = *first / first_left / ((*second / second_left).sqrt() + TINY);
            *number = (*number - rate * (pull + decay * *number)).clamp(-MOST, MOST);
        }
    }
}
