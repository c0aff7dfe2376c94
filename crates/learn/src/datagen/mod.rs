//! Self-play data generation: the engine against itself, a few hundred positions per second and core.

mod inner;
mod selfplay;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use eval::nnue::{Features, NnueEval};
use game::{Game, Message, Random};
use search::{Clock, Control};

use crate::dataset::Dataset;
use crate::workers;
pub(crate) use inner::SamplingEval;
use selfplay::SelfPlayer;
pub(crate) use selfplay::search;

/// Options of data generation.
#[derive(Clone, PartialEq, Debug)]
pub struct DatagenOptions {
    /// Nodes per move.
    pub nodes: u64,
    /// Threads, each playing its own games.
    pub threads: usize,
    /// Number of searched positions to reach; those of earlier runs count.
    pub positions: u64,
    /// Size of each thread's transposition table in megabytes.
    pub hash: usize,
    /// Quiet positions to keep from inside each search, at most.
    pub inner: usize,
    /// Seed of the random openings, together with the number of the file.
    pub seed: u64,
}

/// Progress of data generation.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DatagenProgress {
    /// Games in the folder.
    pub games: u64,
    /// Positions searched in them.
    pub positions: u64,
    /// Positions of this run.
    pub new_positions: u64,
    /// Seconds of this run.
    pub seconds: f64,
}

/// Clock of a run.
struct WallClock(Instant);

impl Clock for WallClock {
    fn micros(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}

/// Control of searches without a time limit.
pub(crate) fn control() -> Control {
    Control::new(Arc::new(WallClock(Instant::now())))
}

struct Counters {
    games: AtomicU64,
    positions: AtomicU64,
    stop: AtomicBool,
}

/// Plays games until the folder holds enough positions; `report` is called after every game.
pub fn generate<F: Features>(
    eval: &NnueEval<F>,
    folder: &Path,
    options: &DatagenOptions,
    report: &mut (dyn FnMut(&DatagenProgress) + Send),
) -> Result<DatagenProgress, Message> {
    let dataset = Dataset::create(folder, F::Game::spec().name)?;
    let mut earlier = DatagenProgress::default();
    dataset.read(&mut |record| {
        earlier.games += u64::from(!record.is_position());
        earlier.positions += record.searched() as u64;
    })?;
    let counters =
        Counters { games: AtomicU64::new(0), positions: AtomicU64::new(0), stop: AtomicBool::new(false) };
    let control = control();
    let now = || {
        let new_positions = counters.positions.load(Ordering::Relaxed);
        DatagenProgress {
            games: earlier.games + counters.games.load(Ordering::Relaxed),
            positions: earlier.positions + new_positions,
            new_positions,
            seconds: control.micros() as f64 / 1e6,
        }
    };
    let report = Mutex::new(report);
    let notify = |progress: &DatagenProgress| {
        if let Ok(mut report) = report.lock() {
            report(progress);
        }
    };
    let work = || -> Result<(), Message> {
        let eval = SamplingEval::new(eval.clone(), options.inner, options.seed);
        let mut player = SelfPlayer::new(eval, options, control.clone());
        while !counters.stop.load(Ordering::Relaxed) && now().positions < options.positions {
            let mut file = dataset.create_file()?;
            let mut random = Random::new(options.seed ^ u64::from(file.number) << 32);
            while !file.is_full()
                && !counters.stop.load(Ordering::Relaxed)
                && now().positions < options.positions
            {
                let Some((game, inner)) = player.play(&mut random) else { continue };
                file.add(&game, &inner)?;
                counters.games.fetch_add(1, Ordering::Relaxed);
                counters.positions.fetch_add((game.searched() + inner.len()) as u64, Ordering::Relaxed);
                notify(&now());
            }
        }
        Ok(())
    };
    workers::run(options.threads, &counters.stop, &work)?;
    Ok(now())
}
