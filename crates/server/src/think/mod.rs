//! The engines: brains of the house in a few threads of their own, so that thinking never holds up the server.

mod limits;
mod weigh;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use table::{BrainSpec, Control, Limits, Means, Message, Mind, Opinion, Rulebook, Study};

pub use limits::{budget, default_brain, level_brain};
pub use weigh::{line_texts, points, thought, worth};

/// Megabytes for one brain's table.
const HASH: usize = 16;
/// Brains each worker keeps at hand.
const KEPT: usize = 3;

/// What is thought about first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// A move of a match.
    Move,
    /// A question of a player.
    Question,
    /// The weight of a position.
    Weight,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The brain's description or the study was refused.
    Refused(Message),
    /// The brain broke. It was thrown away.
    Broke,
}

/// Something to be thought about.
pub struct Task {
    /// How urgent it is.
    pub rank: Rank,
    /// The game.
    pub book: &'static dyn Rulebook,
    /// Whose brain: the same one thinks about the same match again.
    pub owner: String,
    /// Its description.
    pub brain: BrainSpec,
    /// The position.
    pub study: Box<dyn Study>,
    /// How long.
    pub limits: Limits<String>,
    /// To stop it.
    pub control: Control,
    /// Told what it thinks on the way.
    pub report: Box<dyn FnMut(&Opinion) + Send>,
    /// Told what it decided.
    pub done: Box<dyn FnOnce(Result<Opinion, Failure>) + Send>,
}

struct Queued {
    order: Reverse<(Rank, u64)>,
    task: Task,
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

impl Eq for Queued {}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order.cmp(&other.order)
    }
}

#[derive(Default)]
struct Queue {
    waiting: BinaryHeap<Queued>,
    count: u64,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    running: AtomicUsize,
}

impl Shared {
    /// A worker that broke has left the queue whole: it is only touched by push and pop.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Task> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(next) = queue.waiting.pop() {
                return Some(next.task);
            }
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The engines, shared by all rooms.
#[derive(Clone)]
pub struct Engines {
    shared: Arc<Shared>,
}

impl Engines {
    /// Starts so many workers.
    pub fn start(workers: usize) -> Engines {
        let shared = Arc::new(Shared::default());
        for number in 0..workers.max(1) {
            let shared = Arc::clone(&shared);
            let started = std::thread::Builder::new()
                .name(format!("engine-{number}"))
                .stack_size(16 << 20)
                .spawn(move || work(&shared));
            if let Err(error) = started {
                tracing::error!(%error, "an engine's thread could not be started");
            }
        }
        Engines { shared }
    }

    /// Queues a task.
    pub fn think(&self, task: Task) {
        let mut queue = self.shared.queue();
        if queue.closed {
            return;
        }
        queue.count += 1;
        let order = Reverse((task.rank, queue.count));
        queue.waiting.push(Queued { order, task });
        drop(queue);
        self.shared.wake.notify_one();
    }

    /// How many searches run now.
    pub fn running(&self) -> usize {
        self.shared.running.load(Ordering::Relaxed)
    }

    /// Lets the workers go once they have finished what they do.
    pub fn close(&self) {
        let mut queue = self.shared.queue();
        queue.closed = true;
        queue.waiting.clear();
        drop(queue);
        self.shared.wake.notify_all();
    }
}

/// A brain kept at hand, and for whom.
struct Kept {
    owner: String,
    brain: BrainSpec,
    game: &'static str,
    mind: Box<dyn Mind>,
}

fn work(shared: &Shared) {
    let mut kept: Vec<Kept> = Vec::new();
    while let Some(task) = shared.next() {
        shared.running.fetch_add(1, Ordering::Relaxed);
        let Task { book, owner, brain, study, limits, control, mut report, done, .. } = task;
        let result = if control.is_stopped() {
            Ok(Opinion::default())
        } else {
            take(&mut kept, book, owner, brain).map_err(Failure::Refused).and_then(|mut one| {
                let thinking =
                    AssertUnwindSafe(|| one.mind.think(study.as_ref(), &limits, &control, &mut report));
                match catch_unwind(thinking) {
                    Ok(opinion) => {
                        kept.push(one);
                        opinion.map_err(Failure::Refused)
                    }
                    Err(_) => {
                        tracing::error!(game = one.game, brain = %one.brain, "a brain broke");
                        Err(Failure::Broke)
                    }
                }
            })
        };
        shared.running.fetch_sub(1, Ordering::Relaxed);
        done(result);
    }
}

/// The brain that thought for this owner before, else a new one; the one unused longest makes room.
fn take(
    kept: &mut Vec<Kept>,
    book: &'static dyn Rulebook,
    owner: String,
    brain: BrainSpec,
) -> Result<Kept, Message> {
    let game = book.spec().name;
    let same = |one: &Kept| one.owner == owner && one.brain == brain && one.game == game;
    if let Some(index) = kept.iter().position(same) {
        return Ok(kept.remove(index));
    }
    if kept.len() >= KEPT {
        kept.remove(0);
    }
    let mind = book.mind(&brain, Means { hash: HASH, threads: 1 })?;
    Ok(Kept { owner, brain, game, mind })
}
