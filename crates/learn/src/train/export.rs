//! Export of a trained network: quantization to integers, and the error that quantization makes.

use eval::nnue::{Features, HIDDEN_ONE, KingLayout, Network, OUTPUT_ONE};

use super::kernel::TILE;
use super::model::{Shape, Worker};
use super::samples::{InputMap, MAX_ROWS, Samples};

/// Number of positions the two networks are compared on.
const COMPARED: usize = 20_000;

/// Difference between the quantized network and the trained one.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QuantizationError {
    /// Positions compared.
    pub positions: usize,
    /// Mean difference in centipawns.
    pub mean: f64,
    /// Largest difference in centipawns.
    pub max: f64,
}

/// Quantizes trained parameters. The shared rows are added to those of each king bucket.
pub fn quantize<F: Features>(
    shape: Shape,
    kings: KingLayout,
    parameters: &[f32],
    scale: f32,
    corrects_hce: bool,
) -> Network {
    let mut network = Network::empty_with_kings::<F>(shape.hidden, kings, scale, corrects_hce);
    let round = |parameter: f32, one: i32| (parameter * one as f32).round() as i32;
    for tile in 0..shape.hidden / TILE {
        let rows = parameters[shape.tile_rows(tile)].as_chunks::<TILE>().0;
        let (own, shared) = rows.split_at(kings.count * F::INPUTS);
        for (index, row) in own.iter().enumerate() {
            let common = shared.get(index % F::INPUTS).copied().unwrap_or([0.0; TILE]);
            let to = &mut network.weights[index * shape.hidden + tile * TILE..][..TILE];
            for ((to, own), common) in to.iter_mut().zip(row).zip(common) {
                *to = round(own + common, HIDDEN_ONE) as i16;
            }
        }
    }
    let bias = &parameters[shape.bias()];
    network.bias.iter_mut().zip(bias).for_each(|(to, &bias)| *to = round(bias, HIDDEN_ONE) as i16);
    for bucket in 0..shape.buckets {
        let to = &mut network.output_weights[bucket * 2 * shape.hidden..][..2 * shape.hidden];
        let from = &parameters[shape.output_weights(bucket)];
        to.iter_mut().zip(from).for_each(|(to, &weight)| *to = round(weight, OUTPUT_ONE) as i16);
        network.output_bias[bucket] = round(parameters[shape.output_bias(bucket)], HIDDEN_ONE * OUTPUT_ONE);
    }
    network
}

/// Compares the outputs of the trained and the quantized network, which has no shared rows.
pub fn compare(
    shape: Shape,
    parameters: &[f32],
    network: &Network,
    samples: &Samples,
    [map, own_rows]: [&InputMap; 2],
) -> QuantizationError {
    let mut worker = Worker::new(shape);
    let mut buffer = [[0; MAX_ROWS]; 2];
    let mut error = QuantizationError::default();
    let mut sum = 0.0;
    for index in 0..samples.len().min(COMPARED) {
        let trained = f64::from(worker.predict(parameters, samples, map, index) * network.scale);
        let [own, other] = samples
            .rows(index, own_rows, &mut buffer)
            .map(|rows| rows.iter().map(|&row| usize::from(row)).collect::<Vec<_>>());
        let bucket = usize::from(samples.head(index).bucket);
        let quantized = f64::from(network.evaluate_rows(&own, &other, bucket));
        let difference = (trained - quantized).abs();
        sum += difference;
        error.max = error.max.max(difference);
        error.positions += 1;
    }
    error.mean = sum / error.positions.max(1) as f64;
    error
}
