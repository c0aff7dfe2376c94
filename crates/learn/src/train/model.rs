//! The network in training: its parameters in one vector, the forward pass, the loss, and the gradients (backward pass).

use std::ops::Range;

use game::Random;

use super::kernel::{Kernel, TILE, Tile};
use super::samples::{InputMap, MAX_ROWS, Samples};

/// Positions processed together: their hidden values stay in the cache.
const GROUP_SIZE: usize = 128;

/// Layer sizes of a network, and the layout of its parameters in one vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of weight rows: inputs, times king buckets and one more for the rows they share.
    pub rows: usize,
    /// Size of the hidden layer for each view; a multiple of [`TILE`].
    pub hidden: usize,
    /// Number of output buckets.
    pub buckets: usize,
}

impl Shape {
    fn tiles(self) -> usize {
        self.hidden / TILE
    }

    /// Range of the hidden weights of a tile: one row of [`TILE`] weights for each row.
    pub fn tile_rows(self, tile: usize) -> Range<usize> {
        let length = self.rows * TILE;
        tile * length..(tile + 1) * length
    }

    /// Range of the hidden bias.
    pub fn bias(self) -> Range<usize> {
        let begin = self.rows * self.hidden;
        begin..begin + self.hidden
    }

    /// Range of the output weights of a bucket.
    pub fn output_weights(self, bucket: usize) -> Range<usize> {
        let begin = self.bias().end + bucket * 2 * self.hidden;
        begin..begin + 2 * self.hidden
    }

    /// Index of the output bias of a bucket.
    pub fn output_bias(self, bucket: usize) -> usize {
        self.bias().end + self.buckets * 2 * self.hidden + bucket
    }

    /// Number of parameters.
    pub fn count(self) -> usize {
        self.output_bias(self.buckets)
    }

    /// Returns random initial parameters. The first `zero_rows` weight rows begin at zero: those of the king buckets, which
    /// begin as what they share.
    pub fn random_parameters(self, random: &mut Random, zero_rows: usize) -> Vec<f32> {
        let mut parameters = vec![0.0; self.count()];
        let mut fill = |range: Range<usize>, bound: f32| {
            for parameter in &mut parameters[range] {
                *parameter = (random.below(20_001) as f32 / 10_000.0 - 1.0) * bound;
            }
        };
        fill(0..self.rows * self.hidden, 0.1);
        fill(self.bias(), 0.1);
        (0..self.buckets)
            .for_each(|bucket| fill(self.output_weights(bucket), 0.5 / (self.hidden as f32).sqrt()));
        (0..self.tiles()).for_each(|tile| parameters[self.tile_rows(tile)][..zero_rows * TILE].fill(0.0));
        parameters
    }
}

/// Computation of the training target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetModel {
    /// Sigmoid scale in centipawns.
    pub scale: f32,
    /// Share of the game result in the target; the rest is the search score.
    pub result_share: f32,
    /// True if the network corrects the hand-crafted evaluation.
    pub corrects_hce: bool,
}

impl TargetModel {
    /// Returns the target win probability of a position, and the hand-crafted evaluation the output is added to.
    #[inline]
    fn of(&self, samples: &Samples, index: usize) -> (f32, f32) {
        let head = samples.head(index);
        let search = logistic(f32::from(head.score) / self.scale);
        let result = f32::from(head.result) / 2.0;
        let base = if self.corrects_hce { f32::from(head.hce) / self.scale } else { 0.0 };
        (search + self.result_share * (result - search), base)
    }
}

/// Logistic function (sigmoid).
#[inline]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Buffers of one training thread: activations, gradients and loss.
pub struct Worker {
    shape: Shape,
    kernel: Kernel,
    /// For each position the hidden values of both views; the backward pass replaces them by their gradients.
    hidden: Vec<f32>,
    rows: Vec<[[u16; MAX_ROWS]; 2]>,
    counts: Vec<u8>,
    /// Gradients of all parameters, summed over the batch.
    pub gradients: Vec<f32>,
    /// Sum of the squared errors.
    pub loss: f64,
}

impl Worker {
    pub fn new(shape: Shape) -> Self {
        Worker {
            shape,
            kernel: Kernel::best(),
            hidden: vec![0.0; GROUP_SIZE * 2 * shape.hidden],
            rows: vec![[[0; MAX_ROWS]; 2]; GROUP_SIZE],
            counts: vec![0; GROUP_SIZE],
            gradients: vec![0.0; shape.count()],
            loss: 0.0,
        }
    }

    /// Processes some positions: adds their loss and, with `with_gradients`, their gradients.
    pub fn process(
        &mut self,
        parameters: &[f32],
        samples: &Samples,
        map: &InputMap,
        batch: &[u32],
        target: &TargetModel,
        with_gradients: bool,
    ) {
        for group in batch.chunks(GROUP_SIZE) {
            self.forward(parameters, samples, map, group);
            for (slot, &index) in group.iter().enumerate() {
                self.output_loss(parameters, samples, slot, index as usize, target, with_gradients);
            }
            if with_gradients {
                self.backward(group.len());
            }
        }
    }

    /// Returns the output of the network for a position, before the logistic function.
    pub fn predict(&mut self, parameters: &[f32], samples: &Samples, map: &InputMap, index: usize) -> f32 {
        self.forward(parameters, samples, map, &[index as u32]);
        self.output(parameters, 0, usize::from(samples.head(index).bucket))
    }

    /// Forward pass of the hidden layer for a group of positions.
    fn forward(&mut self, parameters: &[f32], samples: &Samples, map: &InputMap, group: &[u32]) {
        for (slot, &index) in group.iter().enumerate() {
            let [own, _] = samples.rows(index as usize, map, &mut self.rows[slot]);
            self.counts[slot] = own.len() as u8;
        }
        let bias = parameters[self.shape.bias()].as_chunks::<TILE>().0;
        for (tile, bias) in bias.iter().enumerate() {
            let rows = parameters[self.shape.tile_rows(tile)].as_chunks::<TILE>().0;
            for slot in 0..group.len() {
                for side in 0..2 {
                    let inputs = &self.rows[slot][side][..usize::from(self.counts[slot])];
                    let begin = (slot * 2 + side) * self.shape.hidden + tile * TILE;
                    if let Some(out) = self.hidden[begin..].first_chunk_mut::<TILE>() {
                        self.kernel.hidden_forward(bias, rows, inputs, out);
                    }
                }
            }
        }
    }

    /// Forward pass of the output layer for one position of the group.
    fn output(&self, parameters: &[f32], slot: usize, bucket: usize) -> f32 {
        let width = 2 * self.shape.hidden;
        let hidden = &self.hidden[slot * width..][..width];
        let weights = &parameters[self.shape.output_weights(bucket)];
        self.kernel.output_forward(hidden, weights) + parameters[self.shape.output_bias(bucket)]
    }

    /// Adds the loss of a position and, with `with_gradients`, runs the backward pass of the output layer.
    fn output_loss(
        &mut self,
        parameters: &[f32],
        samples: &Samples,
        slot: usize,
        index: usize,
        target: &TargetModel,
        with_gradients: bool,
    ) {
        let bucket = usize::from(samples.head(index).bucket);
        let (target, base) = target.of(samples, index);
        let predicted = logistic(self.output(parameters, slot, bucket) + base);
        let error = predicted - target;
        self.loss += f64::from(error * error);
        if with_gradients {
            let delta = 2.0 * error * predicted * (1.0 - predicted);
            let width = 2 * self.shape.hidden;
            let hidden = &mut self.hidden[slot * width..][..width];
            let range = self.shape.output_weights(bucket);
            let weights = &parameters[range.clone()];
            self.kernel.output_backward(delta, hidden, weights, &mut self.gradients[range]);
            self.gradients[self.shape.output_bias(bucket)] += delta;
        }
    }

    /// Backward pass of the hidden layer: adds the gradients of its weights and bias.
    fn backward(&mut self, count: usize) {
        let shape = self.shape;
        let (rows, rest) = self.gradients.split_at_mut(shape.bias().start);
        let bias = rest[..shape.hidden].as_chunks_mut::<TILE>().0;
        for (tile, bias) in bias.iter_mut().enumerate().take(shape.tiles()) {
            let rows = rows[shape.tile_rows(tile)].as_chunks_mut::<TILE>().0;
            for slot in 0..count {
                for side in 0..2 {
                    let begin = (slot * 2 + side) * shape.hidden + tile * TILE;
                    let Some(gradient) = self.hidden[begin..].first_chunk::<TILE>() else { continue };
                    let gradient: &Tile = gradient;
                    // All units of the tile are clamped: their gradients are zero.
                    if gradient.iter().all(|&gradient| gradient == 0.0) {
                        continue;
                    }
                    bias.iter_mut().zip(gradient).for_each(|(sum, gradient)| *sum += gradient);
                    let inputs = &self.rows[slot][side][..usize::from(self.counts[slot])];
                    self.kernel.hidden_backward(gradient, rows, inputs);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameter_ranges_do_not_overlap_and_cover_everything() {
        let shape = Shape { rows: 5, hidden: 2 * TILE, buckets: 3 };
        let mut taken = vec![0; shape.count()];
        let ranges = [
            shape.tile_rows(0),
            shape.tile_rows(1),
            shape.bias(),
            shape.output_weights(0),
            shape.output_weights(1),
            shape.output_weights(2),
        ];
        ranges.into_iter().flatten().for_each(|slot| taken[slot] += 1);
        (0..3).for_each(|bucket| taken[shape.output_bias(bucket)] += 1);
        assert!(taken.iter().all(|&count| count == 1));
    }
}
