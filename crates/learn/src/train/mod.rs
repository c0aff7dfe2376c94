//! Training of a network on self-play games.
//!
//! The target of a quiet position is the search score of the game, averaged over the following plies ([`td_lambda`]), mixed
//! with the result of the game. The loss is the mean squared error of win probabilities; its gradients ([`model`])
//! are followed by AdamW ([`adam`]) with a learning rate that falls along a cosine.

mod adam;
mod chart;
mod checkpoint;
mod export;
mod kernel;
mod model;
mod prepare;
mod samples;
mod shards;
mod td_lambda;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use eval::nnue::{Features, KingLayout, Network};
use game::{Game, Message, Random};

use crate::file_error;
use adam::AdamW;
use checkpoint::Checkpoint;
pub use export::QuantizationError;
use model::{Shape, TargetModel, Worker};
pub use prepare::DatasetStats;
pub(crate) use prepare::root;
use samples::{InputMap, Samples};
use shards::ShardSet;

/// Training options (hyperparameters).
#[derive(Clone, PartialEq, Debug)]
pub struct TrainOptions {
    /// Size of the hidden layer for each view.
    pub hidden: usize,
    /// King buckets; 1 for none.
    pub king_buckets: usize,
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions in a batch.
    pub batch: usize,
    /// Initial learning rate; it falls along a cosine to a hundredth.
    pub learning_rate: f32,
    /// Weight decay as a multiple of the learning rate: it keeps the network from overfitting.
    pub weight_decay: f32,
    /// Share of the game result in the target, from 0 to 1, in the first epoch and in the last.
    pub result_share: [f32; 2],
    /// λ of TD(λ): weight of the score one ply later, from 0 (the position's own score only) to 1.
    pub lambda: f32,
    /// True if the network corrects the hand-crafted evaluation instead of replacing it.
    pub corrects_hce: bool,
    /// Sigmoid scale in centipawns; fitted to the results of the games if not given.
    pub scale: Option<f32>,
    /// Threads.
    pub threads: usize,
    /// Seed of the initial weights and the order of positions.
    pub seed: u64,
}

/// Loss of an epoch: mean squared error of the win probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLoss {
    /// Number of the epoch, from 1.
    pub number: usize,
    /// Training loss, averaged while the weights changed.
    pub training: f64,
    /// Validation loss: over the positions held out, after the epoch.
    pub validation: f64,
}

/// Progress of a training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrainEvent {
    /// The games are read.
    DatasetRead(DatasetStats),
    /// The sigmoid scale is fitted.
    ScaleFitted(f32),
    /// The run resumes from a checkpoint after this many epochs.
    Resumed(usize),
    /// A batch is done.
    Step {
        /// The epoch, from 1.
        epoch: usize,
        /// Positions done in the epoch.
        done: usize,
        /// Positions of the epoch.
        total: usize,
    },
    /// An epoch is done.
    EpochDone(EpochLoss),
}

/// Result of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainReport {
    /// Games and positions that were read.
    pub stats: DatasetStats,
    /// Loss of every epoch.
    pub curve: Vec<EpochLoss>,
    /// Sigmoid scale in centipawns.
    pub scale: f32,
    /// Difference between the quantized network and the trained one.
    pub quantization: QuantizationError,
    /// Size of the network file in bytes.
    pub bytes: usize,
}

/// Largest mean quantization error that is accepted, in centipawns.
const MAX_MEAN_ERROR: f64 = 12.0;

pub use prepare::count;

/// Trains a network on folders of games and writes the network of the epoch with the lowest validation loss to a file.
///
/// Beside it are written the prepared samples (a folder, reused by the next training on the same games), a checkpoint and a
/// chart of the loss.
pub fn train<F: Features>(
    folders: &[PathBuf],
    out: &Path,
    options: &TrainOptions,
    report: &mut dyn FnMut(&TrainEvent),
) -> Result<TrainReport, Message> {
    let hidden = options.hidden.max(kernel::TILE).next_multiple_of(kernel::TILE);
    let kings = king_layout::<F>(options.king_buckets)?;
    let shape = Shape { rows: InputMap::rows::<F>(kings), hidden, buckets: F::BUCKETS };
    let set = prepare::prepare::<F>(folders, &out.with_extension("samples"), options.lambda, options.scale)?;
    let (stats, scale) = (set.stats, set.scale);
    let validation_set = set.validation()?;
    report(&TrainEvent::DatasetRead(stats));
    if set.len() == 0 || validation_set.len() == 0 {
        return Err(Message::new("learn_empty"));
    }
    report(&TrainEvent::ScaleFitted(scale));
    let [result_share, _] = options.result_share;
    let target = TargetModel { scale, result_share, corrects_hce: options.corrects_hce };
    let map = InputMap::new::<F>(kings);
    let checkpoint_path = checkpoint::path(out);
    let id = identity(options, &stats);
    let mut state = match Checkpoint::load(&checkpoint_path, id, shape.count()) {
        Some(found) => {
            report(&TrainEvent::Resumed(found.curve.len()));
            found
        }
        None => {
            let own_rows = if kings.count > 1 { kings.count * F::INPUTS } else { 0 };
            let parameters = shape.random_parameters(&mut Random::new(options.seed), own_rows);
            let (best, optimizer) = (parameters.clone(), AdamW::new(shape.count()));
            Checkpoint { identity: id, parameters, best, optimizer, curve: Vec::new() }
        }
    };
    let workers = (0..options.threads.max(1)).map(|_| Worker::new(shape)).collect();
    let mut run = Run { options, target, map: &map, workers };
    for number in state.curve.len() + 1..=options.epochs {
        run.target.result_share = result_share_of(options, number);
        let training = run.epoch(&mut state, &set, number, report)?;
        let validation = run.loss(&state.parameters, &validation_set);
        let epoch = EpochLoss { number, training, validation };
        if state.curve.iter().all(|earlier| validation < earlier.validation) {
            state.best.clone_from(&state.parameters);
        }
        state.curve.push(epoch);
        report(&TrainEvent::EpochDone(epoch));
        state.save(&checkpoint_path).map_err(|error| file_error(&checkpoint_path, &error))?;
        let chart = out.with_extension("svg");
        let title = format!("{}: {hidden} hidden, {} positions", F::Game::spec().name, stats.kept);
        fs::write(&chart, chart::draw(&title, &state.curve)).map_err(|error| file_error(&chart, &error))?;
    }
    let network = export::quantize::<F>(shape, kings, &state.best, scale, options.corrects_hce);
    let own_rows = InputMap::new::<F>(kings).without_shared();
    let quantization = export::compare(shape, &state.best, &network, &validation_set, [&map, &own_rows]);
    if quantization.mean > MAX_MEAN_ERROR {
        return Err(Message::new("learn_disagree").text("mean", format!("{:.1}", quantization.mean)));
    }
    let bytes = network.to_bytes::<F>();
    debug_assert_eq!(Network::from_bytes::<F>(&bytes).as_ref(), Ok(&network));
    fs::write(out, &bytes).map_err(|error| file_error(out, &error))?;
    Ok(TrainReport { stats, curve: state.curve, scale, quantization, bytes: bytes.len() })
}

/// Layout of a game with this many king buckets.
fn king_layout<F: Features>(count: usize) -> Result<KingLayout, Message> {
    KingLayout::of::<F>(count).ok_or_else(|| {
        let known: Vec<String> = std::iter::once(1)
            .chain(F::KING_LAYOUTS.iter().map(|layout| layout.count))
            .map(|count| count.to_string())
            .collect();
        Message::new("learn_king_buckets").number("count", count).text("known", known.join(", "))
    })
}

/// Share of the game result in an epoch, from 1: it changes evenly from the first to the last.
fn result_share_of(options: &TrainOptions, epoch: usize) -> f32 {
    let [first, last] = options.result_share;
    let progress = (epoch - 1) as f32 / options.epochs.saturating_sub(1).max(1) as f32;
    first + (last - first) * progress
}

/// Hash of everything that identifies a training: a checkpoint with another hash is not resumed.
fn identity(options: &TrainOptions, stats: &DatasetStats) -> u64 {
    let text = identity_text(options, stats);
    text.bytes().fold(0, |sum, byte| Random::new(sum ^ u64::from(byte)).bits())
}

/// Returns the text that is hashed. It is part of the checkpoint format and keeps the names of its first version, so
/// that renaming a field does not invalidate checkpoints.
fn identity_text(options: &TrainOptions, stats: &DatasetStats) -> String {
    let TrainOptions { hidden, epochs, batch, learning_rate, weight_decay, .. } = options;
    let TrainOptions { result_share: [result_share, last_share], lambda, corrects_hce, scale, .. } = options;
    let TrainOptions { threads, seed, king_buckets, .. } = options;
    let DatasetStats { games, broken, results, positions, dropped, kept } = stats;
    let scale = scale.map_or(String::new(), |scale| format!(" scale: {scale:?}"));
    let kings = if *king_buckets > 1 { format!(" kings: {king_buckets}") } else { String::new() };
    let last_share =
        if last_share == result_share { String::new() } else { format!(" last_share: {last_share:?}") };
    format!(
        "Train {{ hidden: {hidden:?}, epochs: {epochs:?}, batch: {batch:?}, rate: {learning_rate:?}, \
         decay: {weight_decay:?}, result_share: {result_share:?}, lambda: {lambda:?}, corrects: {corrects_hce:?}, \
         threads: {threads:?}, seed: {seed:?} }} Counted {{ games: {games:?}, broken: {broken:?}, \
         results: {results:?}, positions: {positions:?}, dropped: {dropped:?}, kept: {kept:?} }}{scale}{kings}{last_share}"
    )
}

/// Shuffles a slice (Fisher and Yates).
fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

/// A training in progress: what its epochs share.
struct Run<'a> {
    options: &'a TrainOptions,
    target: TargetModel,
    map: &'a InputMap,
    workers: Vec<Worker>,
}

impl Run<'_> {
    /// Trains on every position once, in random order; returns the mean training loss. The next shard is loaded while one is
    /// trained on.
    fn epoch(
        &mut self,
        state: &mut Checkpoint,
        set: &ShardSet,
        number: usize,
        report: &mut dyn FnMut(&TrainEvent),
    ) -> Result<f64, Message> {
        let mut random = Random::new(self.options.seed ^ (number as u64) << 20);
        let mut shards: Vec<usize> = (0..set.lengths().len()).collect();
        shuffle(&mut shards, &mut random);
        let batch_size = self.options.batch.max(1);
        let batches: usize = set.lengths().iter().map(|length| length.div_ceil(batch_size)).sum();
        let total_steps = batches * self.options.epochs;
        let (mut loss, mut done) = (0.0, 0);
        std::thread::scope(|scope| {
            let (sender, loaded) = mpsc::sync_channel(1);
            scope.spawn(move || shards.into_iter().all(|shard| sender.send(set.load(shard)).is_ok()));
            for shard in loaded {
                let shard = shard?;
                let mut order: Vec<u32> = (0..shard.len() as u32).collect();
                shuffle(&mut order, &mut random);
                for batch in order.chunks(batch_size) {
                    loss += self.step(state, total_steps, &shard, batch);
                    done += batch.len();
                    report(&TrainEvent::Step { epoch: number, done, total: set.len() });
                }
            }
            Ok(loss / set.len().max(1) as f64)
        })
    }

    /// One step of the optimizer; returns the sum of the losses of the batch.
    fn step(&mut self, state: &mut Checkpoint, total_steps: usize, shard: &Samples, batch: &[u32]) -> f64 {
        let loss = self.process(&state.parameters, shard, batch, true);
        // Cosine schedule of the learning rate, from 1 to 0.01 of the initial rate.
        let progress = state.optimizer.steps as f64 / total_steps.max(1) as f64;
        let factor = 0.505 + 0.495 * (std::f64::consts::PI * progress.min(1.0)).cos();
        let learning_rate = self.options.learning_rate * factor as f32;
        let mut gradients: Vec<&mut [f32]> =
            self.workers.iter_mut().map(|worker| worker.gradients.as_mut_slice()).collect();
        let decay = self.options.weight_decay;
        state.optimizer.step(&mut state.parameters, &mut gradients, batch.len(), learning_rate, decay);
        loss
    }

    /// Returns the mean loss over a set, without training.
    fn loss(&mut self, parameters: &[f32], set: &Samples) -> f64 {
        let all: Vec<u32> = (0..set.len() as u32).collect();
        self.process(parameters, set, &all, false) / all.len().max(1) as f64
    }

    /// Distributes positions among the threads; returns the sum of their losses.
    fn process(&mut self, parameters: &[f32], set: &Samples, part: &[u32], with_gradients: bool) -> f64 {
        let (target, map) = (self.target, self.map);
        let share = part.len().div_ceil(self.workers.len()).max(1);
        let mut shares = part.chunks(share);
        std::thread::scope(|scope| {
            for worker in &mut self.workers {
                worker.loss = 0.0;
                let share = shares.next().unwrap_or(&[]);
                scope.spawn(move || worker.process(parameters, set, map, share, &target, with_gradients));
            }
        });
        self.workers.iter().map(|worker| worker.loss).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_of_a_training_keeps_the_text_of_earlier_versions() {
        let options = TrainOptions {
            hidden: 32,
            king_buckets: 1,
            epochs: 6,
            batch: 256,
            learning_rate: 0.002,
            weight_decay: 0.1,
            result_share: [0.3; 2],
            lambda: 0.5,
            corrects_hce: false,
            scale: None,
            threads: 2,
            seed: 3,
        };
        let stats = DatasetStats {
            games: 7,
            broken: 1,
            results: [1, 2, 3],
            positions: 99,
            dropped: [4, 5, 6, 7],
            kept: 77,
        };
        assert_eq!(
            identity_text(&options, &stats),
            "Train { hidden: 32, epochs: 6, batch: 256, rate: 0.002, decay: 0.1, result_share: 0.3, lambda: 0.5, \
             corrects: false, threads: 2, seed: 3 } Counted { games: 7, broken: 1, results: [1, 2, 3], \
             positions: 99, dropped: [4, 5, 6, 7], kept: 77 }"
        );
    }

    #[test]
    fn the_share_of_the_result_changes_evenly() {
        let options = TrainOptions {
            hidden: 32,
            king_buckets: 1,
            epochs: 5,
            batch: 256,
            learning_rate: 0.002,
            weight_decay: 0.1,
            result_share: [0.0, 0.4],
            lambda: 0.5,
            corrects_hce: false,
            scale: None,
            threads: 2,
            seed: 3,
        };
        let shares: Vec<f32> = (1..=5).map(|epoch| result_share_of(&options, epoch)).collect();
        assert_eq!(shares, [0.0, 0.1, 0.2, 0.3, 0.4]);
        let once = TrainOptions { epochs: 1, ..options };
        assert_eq!(result_share_of(&once, 1), 0.0);
    }
}
