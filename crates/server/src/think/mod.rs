//! The engines: engines of the house in a few threads of their own, so that thinking never holds up the server.

mod limits;
mod weigh;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use table::{
    AnyEngine, Control, EngineResources, EngineSpec, Limits, Message, Rulebook, SearchReport, Study,
};

pub use limits::{budget, default_engine, level_engine};
pub use weigh::{line_texts, points, thought, worth};

/// Megabytes for one engine's table.
const HASH: usize = 16;
/// Engines each worker keeps at hand.
const KEPT: usize = 3;

/// What is thought about first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// A move somebody waits for.
    Move,
    /// A question of a player.
    Question,
    /// The weight of a position: soon found.
    Weight,
    /// A move of a match between machines, which may take long.
    Exhibition,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The engine's description or the study was refused.
    Refused(Message),
    /// The engine broke. It was thrown away.
    Broke,
}

/// Something to be thought about.
pub struct Task {
    /// How urgent it is.
    pub rank: Rank,
    /// The game.
    pub book: &'static dyn Rulebook,
    /// Whose engine: the same one thinks about the same match again.
    pub owner: String,
    /// Its description.
    pub engine: EngineSpec,
    /// The position.
    pub study: Box<dyn Study>,
    /// How long.
    pub limits: Limits<String>,
    /// To stop it.
    pub control: Control,
    /// Told what it thinks on the way.
    pub report: Box<dyn FnMut(&SearchReport) + Send>,
    /// Told what it decided.
    pub done: Box<dyn FnOnce(Result<SearchReport, Failure>) + Send>,
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

    /// What comes next for a worker; one that is kept for people leaves matches between machines to the others.
    fn next(&self, for_people: bool) -> Option<Task> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            let takes = |next: &Queued| !for_people || next.task.rank != Rank::Exhibition;
            if queue.waiting.peek().is_some_and(takes)
                && let Some(next) = queue.waiting.pop()
            {
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
    /// Starts so many workers with the engines of the house.
    pub fn start(workers: usize) -> Engines {
        Engines::with(workers, table::Rulebook::engine)
    }

    /// Starts so many workers with engines made this way. With two or more, one leaves matches between machines
    /// to the others, so that no number of them holds up people.
    pub fn with(workers: usize, make: Maker) -> Engines {
        let shared = Arc::new(Shared::default());
        for number in 0..workers.max(1) {
            let shared = Arc::clone(&shared);
            let for_people = number == 0 && workers > 1;
            let started = std::thread::Builder::new()
                .name(format!("engine-{number}"))
                .stack_size(16 << 20)
                .spawn(move || work(&shared, make, for_people));
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
        // All are told: the one who hears it first may be kept for something else.
        self.shared.wake.notify_all();
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

/// A engine kept at hand, and for whom.
struct Kept {
    owner: String,
    spec: EngineSpec,
    game: &'static str,
    engine: Box<dyn AnyEngine>,
}

/// How a engine is made of its description.
pub type Maker =
    fn(&'static dyn Rulebook, &EngineSpec, EngineResources) -> Result<Box<dyn AnyEngine>, Message>;

/// A engine that begins anew each time.
struct Forgetful(Box<dyn AnyEngine>);

impl AnyEngine for Forgetful {
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Message> {
        self.0.forget();
        self.0.think(study, limits, control, report)
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}

/// The engines of the house, without memory: what one says depends on the position alone, not on which worker thought
/// about the match before.
pub fn forgetful(
    book: &'static dyn Rulebook,
    engine: &EngineSpec,
    resources: EngineResources,
) -> Result<Box<dyn AnyEngine>, Message> {
    Ok(Box::new(Forgetful(book.engine(engine, resources)?)))
}

fn work(shared: &Shared, make: Maker, for_people: bool) {
    let mut kept: Vec<Kept> = Vec::new();
    while let Some(task) = shared.next(for_people) {
        shared.running.fetch_add(1, Ordering::Relaxed);
        let Task { rank, book, owner, engine, study, limits, control, mut report, done } = task;
        let result = if control.is_stopped() {
            Ok(SearchReport::default())
        } else {
            take(&mut kept, make, book, owner, engine).map_err(Failure::Refused).and_then(|mut one| {
                let thinking = AssertUnwindSafe(|| {
                    let mut analysis = one.engine.think(study.as_ref(), &limits, &control, &mut report)?;
                    if rank == Rank::Weight {
                        analysis.spread =
                            weigh::spread(one.engine.as_mut(), study.as_ref(), &analysis, &control);
                    }
                    Ok(analysis)
                });
                match catch_unwind(thinking) {
                    Ok(analysis) => {
                        kept.push(one);
                        analysis.map_err(Failure::Refused)
                    }
                    Err(_) => {
                        tracing::error!(game = one.game, engine = %one.spec, "a brain broke");
                        Err(Failure::Broke)
                    }
                }
            })
        };
        shared.running.fetch_sub(1, Ordering::Relaxed);
        done(result);
    }
}

/// The engine that thought for this owner before, else a new one; the one unused longest makes room.
fn take(
    kept: &mut Vec<Kept>,
    make: Maker,
    book: &'static dyn Rulebook,
    owner: String,
    spec: EngineSpec,
) -> Result<Kept, Message> {
    let game = book.spec().name;
    let same = |one: &Kept| one.owner == owner && one.spec == spec && one.game == game;
    if let Some(index) = kept.iter().position(same) {
        return Ok(kept.remove(index));
    }
    if kept.len() >= KEPT {
        kept.remove(0);
    }
    let engine = make(book, &spec, EngineResources { hash: HASH, threads: 1 })?;
    Ok(Kept { owner, spec, game, engine })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use table::{WallClock, games};

    use super::*;

    fn task(
        rank: Rank,
        engine: &str,
        report: impl FnMut(&SearchReport) + Send + 'static,
        done: impl FnOnce(Result<SearchReport, Failure>) + Send + 'static,
    ) -> Task {
        let book = games::by_name("xiangqi").expect("a game");
        Task {
            rank,
            book,
            owner: String::new(),
            engine: engine.parse().expect("a brain"),
            study: book.open(None, &[]).expect("the start"),
            limits: Limits::default(),
            control: Control::new(Arc::new(WallClock::start())),
            report: Box::new(report),
            done: Box::new(done),
        }
    }

    #[test]
    fn a_engine_that_breaks_is_thrown_away_and_its_worker_goes_on() {
        let engines = Engines::start(1);
        let (tell, hear) = mpsc::channel();
        let told = tell.clone();
        engines.think(task(
            Rank::Move,
            "alphabeta:depth=2",
            |_| panic!("on purpose"),
            move |result| told.send(matches!(result, Err(Failure::Broke))).unwrap_or_default(),
        ));
        assert_eq!(hear.recv(), Ok(true), "it broke and said so");
        engines.think(task(
            Rank::Move,
            "alphabeta:depth=2",
            |_| {},
            move |result| {
                tell.send(result.is_ok_and(|analysis| analysis.best().is_some())).unwrap_or_default()
            },
        ));
        assert_eq!(hear.recv(), Ok(true), "the next one thinks");
        engines.close();
    }

    #[test]
    fn matches_between_machines_never_hold_up_a_person() {
        let engines = Engines::start(2);
        let (tell, hear) = mpsc::channel();
        // Both would be busy for a minute; one of them may not be.
        let mut endless = Vec::new();
        for _ in 0..4 {
            let control = Control::new(Arc::new(WallClock::start()));
            endless.push(control.clone());
            let mut long = task(Rank::Exhibition, "champion", |_| {}, |_| {});
            long.limits = Limits::time(60_000);
            long.control = control;
            engines.think(long);
        }
        while engines.running() == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        engines.think(task(
            Rank::Move,
            "greedy",
            |_| {},
            move |result| tell.send(result.is_ok()).unwrap_or_default(),
        ));
        let answered = hear.recv_timeout(Duration::from_secs(50));
        endless.iter().for_each(Control::stop);
        assert_eq!(answered, Ok(true));
        engines.close();
    }
}
