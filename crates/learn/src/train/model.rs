//! A network while it learns: its numbers in one row, what it says of a batch, and how they should change.

use std::ops::Range;

use game::Random;

use super::kernel::{Kernel, TILE, Tile};
use super::samples::{InputMap, MOST_INPUTS, Samples};

/// Positions worked on at once: their hidden numbers stay in the cache.
const GROUP: usize = 128;

/// How large a network is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Inputs.
    pub inputs: usize,
    /// Hidden numbers of each side; a multiple of [`TILE`].
    pub hidden: usize,
    /// Outputs.
    pub buckets: usize,
}

impl Shape {
    fn tiles(self) -> usize {
        self.hidden / TILE
    }

    /// Where the rows of a tile are: one row of [`TILE`] numbers for each input.
    pub fn rows(self, tile: usize) -> Range<usize> {
        let length = self.inputs * TILE;
        tile * length..(tile + 1) * length
    }

    /// Where the start of the hidden numbers is.
    pub fn bias(self) -> Range<usize> {
        let begin = self.inputs * self.hidden;
        begin..begin + self.hidden
    }

    /// Where the weights of an output are.
    pub fn out(self, bucket: usize) -> Range<usize> {
        let begin = self.bias().end + bucket * 2 * self.hidden;
        begin..begin + 2 * self.hidden
    }

    /// Where the start of an output is.
    pub fn out_bias(self, bucket: usize) -> usize {
        self.bias().end + self.buckets * 2 * self.hidden + bucket
    }

    /// How many numbers in all.
    pub fn count(self) -> usize {
        self.out_bias(self.buckets)
    }

    /// Numbers to begin with.
    pub fn draw(self, random: &mut Random) -> Vec<f32> {
        let mut numbers = vec![0.0; self.count()];
        let mut fill = |range: Range<usize>, most: f32| {
            for number in &mut numbers[range] {
                *number = (random.below(20_001) as f32 / 10_000.0 - 1.0) * most;
            }
        };
        fill(0..self.inputs * self.hidden, 0.1);
        fill(self.bias(), 0.1);
        (0..self.buckets).for_each(|bucket| fill(self.out(bucket), 0.5 / (self.hidden as f32).sqrt()));
        numbers
    }
}

/// What the network should say, and from where it starts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aim {
    /// Centipawns that make one on the logistic curve.
    pub scale: f32,
    /// How much of the aim is the game's result; the rest is what the search said.
    pub result_share: f32,
    /// Whether the network corrects the opinion written by hand.
    pub corrects: bool,
}

impl Aim {
    /// What it should say of a position, and what is said before it speaks.
    #[inline]
    fn of(&self, samples: &Samples, index: usize) -> (f32, f32) {
        let head = samples.head(index);
        let said = logistic(f32::from(head.score) / self.scale);
        let result = f32::from(head.result) / 2.0;
        let base = if self.corrects { f32::from(head.classic) / self.scale } else { 0.0 };
        (said + self.result_share * (result - said), base)
    }
}

/// The logistic curve.
#[inline]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// A thread's place to work.
pub struct Bench {
    shape: Shape,
    kernel: Kernel,
    /// For each position both sides' hidden numbers.
    hidden: Vec<f32>,
    inputs: Vec<[[u16; MOST_INPUTS]; 2]>,
    counts: Vec<u8>,
    /// The slopes of all numbers, summed over the batch.
    pub slopes: Vec<f32>,
    /// The sum of the squares of the differences.
    pub loss: f64,
}

impl Bench {
    pub fn new(shape: Shape) -> Self {
        Bench {
            shape,
            kernel: Kernel::best(),
            hidden: vec![0.0; GROUP * 2 * shape.hidden],
            inputs: vec![[[0; MOST_INPUTS]; 2]; GROUP],
            counts: vec![0; GROUP],
            slopes: vec![0.0; shape.count()],
            loss: 0.0,
        }
    }

    /// Works on some positions: adds their loss and, when learning, their slopes.
    pub fn work(
        &mut self,
        numbers: &[f32],
        samples: &Samples,
        map: &InputMap,
        batch: &[u32],
        aim: &Aim,
        learn: bool,
    ) {
        for group in batch.chunks(GROUP) {
            self.forward(numbers, samples, map, group);
            for (place, &index) in group.iter().enumerate() {
                self.judge(numbers, samples, place, index as usize, aim, learn);
            }
            if learn {
                self.backward(group.len());
            }
        }
    }

    /// What the network says of a position, as the number before the logistic curve.
    pub fn say(&mut self, numbers: &[f32], samples: &Samples, map: &InputMap, index: usize) -> f32 {
        self.forward(numbers, samples, map, &[index as u32]);
        self.output(numbers, 0, usize::from(samples.head(index).bucket))
    }

    fn forward(&mut self, numbers: &[f32], samples: &Samples, map: &InputMap, group: &[u32]) {
        for (place, &index) in group.iter().enumerate() {
            let [own, _] = samples.inputs(index as usize, map, &mut self.inputs[place]);
            self.counts[place] = own.len() as u8;
        }
        let bias = numbers[self.shape.bias()].as_chunks::<TILE>().0;
        for (tile, bias) in bias.iter().enumerate() {
            let rows = numbers[self.shape.rows(tile)].as_chunks::<TILE>().0;
            for place in 0..group.len() {
                for side in 0..2 {
                    let inputs = &self.inputs[place][side][..usize::from(self.counts[place])];
                    let begin = (place * 2 + side) * self.shape.hidden + tile * TILE;
                    if let Some(out) = self.hidden[begin..].first_chunk_mut::<TILE>() {
                        self.kernel.sum(bias, rows, inputs, out);
                    }
                }
            }
        }
    }

    fn output(&self, numbers: &[f32], place: usize, bucket: usize) -> f32 {
        let width = 2 * self.shape.hidden;
        let hidden = &self.hidden[place * width..][..width];
        self.kernel.weigh(hidden, &numbers[self.shape.out(bucket)]) + numbers[self.shape.out_bias(bucket)]
    }

    /// Compares with the aim; when learning, the hidden numbers become their slopes.
    fn judge(
        &mut self,
        numbers: &[f32],
        samples: &Samples,
        place: usize,
        index: usize,
        aim: &Aim,
        learn: bool,
    ) {
        let bucket = usize::from(samples.head(index).bucket);
        let (aimed, base) = aim.of(samples, index);
        let said = logistic(self.output(numbers, place, bucket) + base);
        let off = said - aimed;
        self.loss += f64::from(off * off);
        if learn {
            let pull = 2.0 * off * said * (1.0 - said);
            let width = 2 * self.shape.hidden;
            let hidden = &mut self.hidden[place * width..][..width];
            let out = self.shape.out(bucket);
            self.kernel.descend(pull, hidden, &numbers[out.clone()], &mut self.slopes[out]);
            self.slopes[self.shape.out_bias(bucket)] += pull;
        }
    }

    fn backward(&mut self, count: usize) {
        let shape = self.shape;
        let (rows, rest) = self.slopes.split_at_mut(shape.bias().start);
        let bias = rest[..shape.hidden].as_chunks_mut::<TILE>().0;
        for (tile, bias) in bias.iter_mut().enumerate().take(shape.tiles()) {
            let rows = rows[shape.rows(tile)].as_chunks_mut::<TILE>().0;
            for place in 0..count {
                for side in 0..2 {
                    let begin = (place * 2 + side) * shape.hidden + tile * TILE;
                    let Some(slope) = self.hidden[begin..].first_chunk::<TILE>() else { continue };
                    let slope: &Tile = slope;
                    // Where every number of a tile is held at its bounds nothing is to be learnt.
                    if slope.iter().all(|&slope| slope == 0.0) {
                        continue;
                    }
                    bias.iter_mut().zip(slope).for_each(|(sum, slope)| *sum += slope);
                    let inputs = &self.inputs[place][side][..usize::from(self.counts[place])];
                    self.kernel.scatter(slope, rows, inputs);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_place() {
        let shape = Shape { inputs: 5, hidden: 2 * TILE, buckets: 3 };
        let mut taken = vec![0; shape.count()];
        let ranges = [shape.rows(0), shape.rows(1), shape.bias(), shape.out(0), shape.out(1), shape.out(2)];
        ranges.into_iter().flatten().for_each(|place| taken[place] += 1);
        (0..3).for_each(|bucket| taken[shape.out_bias(bucket)] += 1);
        assert!(taken.iter().all(|&count| count == 1));
    }
}
