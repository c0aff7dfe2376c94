//! Games to learn from: the champion against itself, a few hundred positions a second on each core.

mod selfplay;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use eval::nnue::Features;
use game::{Eval, Game, Message, Random};
use search::{Clock, Control, PvsEngine};

use crate::chunk::Folder;
use selfplay::Player;

/// What to generate.
#[derive(Clone, PartialEq, Debug)]
pub struct Datagen {
    /// Nodes a move.
    pub nodes: u64,
    /// Threads, each playing its own games.
    pub threads: usize,
    /// Positions searched when the folder is full enough; those of earlier runs count.
    pub positions: u64,
    /// Megabytes of each thread's table.
    pub hash: usize,
    /// Everything random grows from this and from the number of the file.
    pub seed: u64,
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Games in the folder.
    pub games: u64,
    /// Positions searched in them.
    pub positions: u64,
    /// Positions of this run.
    pub fresh: u64,
    /// Seconds of this run.
    pub seconds: f64,
}

/// The machine's clock.
struct Wall(Instant);

impl Clock for Wall {
    fn micros(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}

struct Count {
    games: AtomicU64,
    positions: AtomicU64,
    stop: AtomicBool,
}

/// Plays until there are positions enough; `report` is called now and then, and at the end.
pub fn generate<F: Features, E: Eval<F::Position> + Clone + Sync>(
    eval: &E,
    folder: &Path,
    ask: &Datagen,
    report: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Progress, Message> {
    let folder = Folder::create(folder, F::Game::spec().name)?;
    let mut before = Progress::default();
    folder.read(&mut |record| {
        before.games += 1;
        before.positions += record.searched() as u64;
    })?;
    let count =
        Count { games: AtomicU64::new(0), positions: AtomicU64::new(0), stop: AtomicBool::new(false) };
    let control = Control::new(Arc::new(Wall(Instant::now())));
    let now = || {
        let fresh = count.positions.load(Ordering::Relaxed);
        Progress {
            games: before.games + count.games.load(Ordering::Relaxed),
            positions: before.positions + fresh,
            fresh,
            seconds: control.micros() as f64 / 1e6,
        }
    };
    let report = Mutex::new(report);
    let tell = |progress: &Progress| {
        if let Ok(mut report) = report.lock() {
            report(progress);
        }
    };
    let work = || -> Result<(), Message> {
        let champion = PvsEngine::new(eval.clone(), ask.hash, 1);
        let mut player = Player::<F, E>::new(champion, eval.worth().clone(), ask.nodes, control.clone());
        while !count.stop.load(Ordering::Relaxed) && now().positions < ask.positions {
            let mut chunk = folder.begin()?;
            let mut random = Random::new(ask.seed ^ u64::from(chunk.number) << 32);
            while !chunk.is_full() && !count.stop.load(Ordering::Relaxed) && now().positions < ask.positions {
                let Some(record) = player.play(&mut random) else { continue };
                chunk.add(&record)?;
                count.games.fetch_add(1, Ordering::Relaxed);
                count.positions.fetch_add(record.searched() as u64, Ordering::Relaxed);
                tell(&now());
            }
        }
        Ok(())
    };
    let results: Vec<Result<(), Message>> = std::thread::scope(|scope| {
        let team: Vec<_> = (0..ask.threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let result = work();
                    if result.is_err() {
                        count.stop.store(true, Ordering::Relaxed);
                    }
                    result
                })
            })
            .collect();
        team.into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    results.into_iter().collect::<Result<Vec<()>, Message>>()?;
    Ok(now())
}
