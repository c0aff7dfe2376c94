//! From learning to playing: numbers rounded to whole ones, and a look whether that changed what the network says.

use eval::nnue::{Features, Net, ONE, OUT_ONE};

use super::kernel::TILE;
use super::model::{Bench, Shape};
use super::samples::{InputMap, MOST_INPUTS, Samples};

/// Positions asked both ways.
const ASKED: usize = 20_000;

/// How the whole numbers agree with those that were learnt.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Agreement {
    /// Positions asked.
    pub asked: usize,
    /// The mean difference, in centipawns.
    pub mean: f64,
    /// The largest, in centipawns.
    pub most: f64,
}

/// The network in whole numbers.
pub fn rounded<F: Features>(shape: Shape, numbers: &[f32], scale: f32, corrects: bool) -> Net {
    let mut net = Net::empty::<F>(shape.hidden, scale, corrects);
    let round = |number: f32, one: i32| (number * one as f32).round() as i32;
    for tile in 0..shape.hidden / TILE {
        let rows = numbers[shape.rows(tile)].as_chunks::<TILE>().0;
        for (input, row) in rows.iter().enumerate() {
            let to = &mut net.weights[input * shape.hidden + tile * TILE..][..TILE];
            to.iter_mut().zip(row).for_each(|(to, &number)| *to = round(number, ONE) as i16);
        }
    }
    let bias = &numbers[shape.bias()];
    net.bias.iter_mut().zip(bias).for_each(|(to, &number)| *to = round(number, ONE) as i16);
    for bucket in 0..shape.buckets {
        let to = &mut net.out_weights[bucket * 2 * shape.hidden..][..2 * shape.hidden];
        let from = &numbers[shape.out(bucket)];
        to.iter_mut().zip(from).for_each(|(to, &number)| *to = round(number, OUT_ONE) as i16);
        net.out_bias[bucket] = round(numbers[shape.out_bias(bucket)], ONE * OUT_ONE);
    }
    net
}

/// Asks both networks about positions.
pub fn compare(shape: Shape, numbers: &[f32], net: &Net, samples: &Samples, map: &InputMap) -> Agreement {
    let mut bench = Bench::new(shape);
    let mut space = [[0; MOST_INPUTS]; 2];
    let mut agreement = Agreement::default();
    let mut sum = 0.0;
    for index in 0..samples.len().min(ASKED) {
        let learnt = f64::from(bench.say(numbers, samples, map, index) * net.scale);
        let [own, other] = samples
            .inputs(index, map, &mut space)
            .map(|inputs| inputs.iter().map(|&input| usize::from(input)).collect::<Vec<_>>());
        let plays = f64::from(net.answer(&own, &other, usize::from(samples.head(index).bucket)));
        let off = (learnt - plays).abs();
        sum += off;
        agreement.most = agreement.most.max(off);
        agreement.asked += 1;
    }
    agreement.mean = sum / agreement.asked.max(1) as f64;
    agreement
}
