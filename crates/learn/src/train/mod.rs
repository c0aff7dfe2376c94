//! Fitting a network to games: what it says of quiet positions should be what a search says, and how the game ends.

mod adam;
mod chart;
mod checkpoint;
mod export;
mod hindsight;
mod kernel;
mod model;
mod samples;

use std::fs;
use std::path::Path;

use eval::nnue::{Features, Net};
use game::{Game, Message, Random};

use adam::Adam;
use checkpoint::Checkpoint;
pub use export::Agreement;
use hindsight::hindsight;
use model::{Aim, Bench, Shape};
pub use samples::Counted;
use samples::{InputMap, Samples};

/// How to train.
#[derive(Clone, PartialEq, Debug)]
pub struct Train {
    /// Hidden numbers of each side.
    pub hidden: usize,
    /// Times every position is looked at.
    pub epochs: usize,
    /// Positions in a step.
    pub batch: usize,
    /// How far a step goes at the beginning; it falls along a cosine to a hundredth of it.
    pub rate: f32,
    /// How fast numbers nobody needs fade, in parts of the rate: what keeps it from learning the games by heart.
    pub decay: f32,
    /// How much of the aim is the game's result, from 0 to 1.
    pub result_share: f32,
    /// How much what was said a ply later counts beside what was said before it, from 0 (not at all) to 1.
    pub lambda: f32,
    /// Whether the network corrects the opinion written by hand instead of replacing it.
    pub corrects: bool,
    /// Threads.
    pub threads: usize,
    /// Everything random grows from this.
    pub seed: u64,
}

/// How it stands after an epoch: mean squares of the difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Which, from 1.
    pub number: usize,
    /// Over the positions it learns from, on the way.
    pub learnt: f64,
    /// Over the positions held out, at the end.
    pub held_out: f64,
}

/// What is told on the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum News {
    /// The games are read.
    Read(Counted),
    /// The scale of the curve is found.
    Scale(f32),
    /// An earlier run is taken up after so many epochs.
    Resumed(usize),
    /// So many positions of an epoch are done.
    Step {
        /// The epoch, from 1.
        epoch: usize,
        /// Positions done.
        done: usize,
        /// Positions in all.
        all: usize,
    },
    /// An epoch is over.
    Epoch(Epoch),
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// What was read.
    pub counted: Counted,
    /// Every epoch.
    pub curve: Vec<Epoch>,
    /// Centipawns that make one on the logistic curve.
    pub scale: f32,
    /// How the whole numbers agree with those learnt.
    pub agreement: Agreement,
    /// Bytes of the network.
    pub bytes: usize,
}

/// A mean difference beyond this is no rounding: something is wrong.
const WORST_MEAN: f64 = 12.0;

fn failed(path: &Path, error: &std::io::Error) -> Message {
    Message::new("learn_file").text("file", path.display().to_string()).text("why", error.to_string())
}

/// Counts what a folder holds.
pub fn count<F: Features>(folder: &Path) -> Result<Counted, Message> {
    samples::read::<F>(folder, &|record| vec![0; record.plies.len()]).map(|(_, counted)| counted)
}

/// Trains a network on a folder of games and writes it, as it was after its best epoch, to a file; a checkpoint and a
/// chart lie beside it.
pub fn train<F: Features>(
    folder: &Path,
    out: &Path,
    ask: &Train,
    news: &mut dyn FnMut(&News),
) -> Result<Trained, Message> {
    let hidden = ask.hidden.max(kernel::TILE).next_multiple_of(kernel::TILE);
    let shape = Shape { inputs: F::INPUTS, hidden, buckets: F::BUCKETS };
    let scale = hindsight::fit_scale::<F>(folder)?;
    let (sets, counted) = samples::read::<F>(folder, &|record| hindsight(record, scale, ask.lambda))?;
    news(&News::Read(counted));
    if sets[0].len() == 0 || sets[1].len() == 0 {
        return Err(Message::new("learn_empty"));
    }
    news(&News::Scale(scale));
    let aim = Aim { scale, result_share: ask.result_share, corrects: ask.corrects };
    let map = InputMap::new::<F>();
    let aside = checkpoint::path(out);
    let id = identity(ask, &counted);
    let mut state = match Checkpoint::load(&aside, id, shape.count()) {
        Some(found) => {
            news(&News::Resumed(found.curve.len()));
            found
        }
        None => {
            let numbers = shape.draw(&mut Random::new(ask.seed));
            let (best, adam) = (numbers.clone(), Adam::new(shape.count()));
            Checkpoint { ask: id, numbers, best, adam, curve: Vec::new() }
        }
    };
    let mut run =
        Run { ask, aim, map: &map, benches: (0..ask.threads.max(1)).map(|_| Bench::new(shape)).collect() };
    for number in state.curve.len() + 1..=ask.epochs {
        let learnt = run.epoch(&mut state, &sets[0], number, news);
        let held_out = run.loss(&state.numbers, &sets[1]);
        let epoch = Epoch { number, learnt, held_out };
        if state.curve.iter().all(|earlier| held_out < earlier.held_out) {
            state.best.clone_from(&state.numbers);
        }
        state.curve.push(epoch);
        news(&News::Epoch(epoch));
        state.save(&aside).map_err(|error| failed(&aside, &error))?;
        let chart = out.with_extension("svg");
        let title = format!("{}: {hidden} hidden, {} positions", F::Game::spec().name, counted.kept);
        fs::write(&chart, chart::draw(&title, &state.curve)).map_err(|error| failed(&chart, &error))?;
    }
    let net = export::rounded::<F>(shape, &state.best, scale, ask.corrects);
    let agreement = export::compare(shape, &state.best, &net, &sets[1], &map);
    if agreement.mean > WORST_MEAN {
        return Err(Message::new("learn_disagree").text("mean", format!("{:.1}", agreement.mean)));
    }
    let bytes = net.to_bytes::<F>();
    debug_assert_eq!(Net::from_bytes::<F>(&bytes).as_ref(), Ok(&net));
    fs::write(out, &bytes).map_err(|error| failed(out, &error))?;
    Ok(Trained { counted, curve: state.curve, scale, agreement, bytes: bytes.len() })
}

/// One number for all that makes two trainings the same.
fn identity(ask: &Train, counted: &Counted) -> u64 {
    let text = format!("{ask:?} {counted:?}");
    text.bytes().fold(0, |sum, byte| Random::new(sum ^ u64::from(byte)).bits())
}

struct Run<'a> {
    ask: &'a Train,
    aim: Aim,
    map: &'a InputMap,
    benches: Vec<Bench>,
}

impl Run<'_> {
    /// Looks at every position once; the mean loss on the way.
    fn epoch(
        &mut self,
        state: &mut Checkpoint,
        set: &Samples,
        number: usize,
        news: &mut dyn FnMut(&News),
    ) -> f64 {
        let mut order: Vec<u32> = (0..set.len() as u32).collect();
        let mut random = Random::new(self.ask.seed ^ (number as u64) << 20);
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let batch = self.ask.batch.max(1);
        let steps = (order.len().div_ceil(batch) * self.ask.epochs) as f64;
        let mut loss = 0.0;
        let mut done = 0;
        for part in order.chunks(batch) {
            loss += self.work(&state.numbers, set, part, true);
            let way = state.adam.steps as f64 / steps;
            let fall = 0.505 + 0.495 * (std::f64::consts::PI * way.min(1.0)).cos();
            let mut slopes: Vec<&mut [f32]> =
                self.benches.iter_mut().map(|bench| bench.slopes.as_mut_slice()).collect();
            let rate = self.ask.rate * fall as f32;
            state.adam.step(&mut state.numbers, &mut slopes, part.len(), rate, self.ask.decay);
            done += part.len();
            news(&News::Step { epoch: number, done, all: order.len() });
        }
        loss / order.len().max(1) as f64
    }

    /// The mean loss over a set.
    fn loss(&mut self, numbers: &[f32], set: &Samples) -> f64 {
        let all: Vec<u32> = (0..set.len() as u32).collect();
        self.work(numbers, set, &all, false) / all.len().max(1) as f64
    }

    /// Shares positions out among the threads; the sum of their losses.
    fn work(&mut self, numbers: &[f32], set: &Samples, part: &[u32], learn: bool) -> f64 {
        let (aim, map) = (self.aim, self.map);
        let share = part.len().div_ceil(self.benches.len()).max(1);
        let mut shares = part.chunks(share);
        std::thread::scope(|scope| {
            for bench in &mut self.benches {
                bench.loss = 0.0;
                let share = shares.next().unwrap_or(&[]);
                scope.spawn(move || bench.work(numbers, set, map, share, &aim, learn));
            }
        });
        self.benches.iter().map(|bench| bench.loss).sum()
    }
}
