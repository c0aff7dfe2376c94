//! Engine worker pool: searches run on a few threads of their own, ordered by priority, so that they never block the server.

mod limits;
mod report;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use table::{
    AnyEngine, Control, EngineResources, EngineSpec, Limits, Message, Rulebook, SearchReport, Study,
};

pub use limits::{default_engine, level_engine, search_limits};
pub use report::{centipawns, line_texts, score, search_info};

/// Transposition table size of one engine, in megabytes.
const HASH: usize = 16;
/// Maximum number of engines each worker caches.
const MAX_CACHED: usize = 3;

/// Priority of a search, highest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Priority {
    /// Move that a person waits for.
    Move,
    /// Hint or answer that a player waits for.
    Question,
    /// Evaluation of a position, which is short.
    Evaluation,
    /// Move in a match between machines, which may take long.
    Exhibition,
}

/// Failure of a search.
#[derive(Debug)]
pub enum SearchFailure {
    /// The specification or the study was refused.
    Refused(Message),
    /// The engine panicked and was discarded.
    Panicked,
}

/// Search task.
pub struct SearchTask {
    /// Priority.
    pub priority: Priority,
    /// The game.
    pub book: &'static dyn Rulebook,
    /// Owner of the engine: searches of the same owner reuse it and its transposition table.
    pub owner: String,
    /// Engine specification.
    pub engine: EngineSpec,
    /// The position.
    pub study: Box<dyn Study>,
    /// Search limits.
    pub limits: Limits<String>,
    /// Control to stop it.
    pub control: Control,
    /// Called with progress reports.
    pub report: Box<dyn FnMut(&SearchReport) + Send>,
    /// Called with the result.
    pub done: Box<dyn FnOnce(Result<SearchReport, SearchFailure>) + Send>,
}

struct Queued {
    order: Reverse<(Priority, u64)>,
    task: SearchTask,
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
    /// A panic cannot leave the queue inconsistent: it is only changed by push and pop.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Next task for a worker; a worker reserved for people skips matches between machines.
    fn next(&self, for_people: bool) -> Option<SearchTask> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            let takes = |next: &Queued| !for_people || next.task.priority != Priority::Exhibition;
            if queue.waiting.peek().is_some_and(takes)
                && let Some(next) = queue.waiting.pop()
            {
                return Some(next.task);
            }
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Handle of the engine pool, shared by all rooms.
#[derive(Clone)]
pub struct EnginePool {
    shared: Arc<Shared>,
}

impl EnginePool {
    /// Starts the pool with the built-in engines.
    pub fn start(workers: usize) -> EnginePool {
        EnginePool::with_builder(workers, table::Rulebook::engine)
    }

    /// Starts the pool with a custom engine builder. With two or more workers, one is reserved for people, so that matches
    /// between machines never delay them.
    pub fn with_builder(workers: usize, build: EngineBuilder) -> EnginePool {
        let shared = Arc::new(Shared::default());
        for number in 0..workers.max(1) {
            let shared = Arc::clone(&shared);
            let for_people = number == 0 && workers > 1;
            let started = std::thread::Builder::new()
                .name(format!("engine-{number}"))
                .stack_size(16 << 20)
                .spawn(move || work(&shared, build, for_people));
            if let Err(error) = started {
                tracing::error!(%error, "cannot start an engine thread");
            }
        }
        EnginePool { shared }
    }

    /// Queues a search.
    pub fn submit(&self, task: SearchTask) {
        let mut queue = self.shared.queue();
        if queue.closed {
            return;
        }
        queue.count += 1;
        let order = Reverse((task.priority, queue.count));
        queue.waiting.push(Queued { order, task });
        drop(queue);
        // All workers are woken: the first one may be reserved and skip the task.
        self.shared.wake.notify_all();
    }

    /// Number of running searches.
    pub fn running(&self) -> usize {
        self.shared.running.load(Ordering::Relaxed)
    }

    /// Stops the workers after their current search.
    pub fn close(&self) {
        let mut queue = self.shared.queue();
        queue.closed = true;
        queue.waiting.clear();
        drop(queue);
        self.shared.wake.notify_all();
    }
}

/// Cached engine and its owner.
struct CachedEngine {
    owner: String,
    spec: EngineSpec,
    game: &'static str,
    engine: Box<dyn AnyEngine>,
}

/// Function that builds an engine from its specification.
pub type EngineBuilder =
    fn(&'static dyn Rulebook, &EngineSpec, EngineResources) -> Result<Box<dyn AnyEngine>, Message>;

/// Engine that clears its state before each search.
struct StatelessEngine(Box<dyn AnyEngine>);

impl AnyEngine for StatelessEngine {
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Message> {
        self.0.new_game();
        self.0.think(study, limits, control, report)
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}

/// Builds a built-in engine that keeps no state between searches: its result depends on the position alone, not on the
/// worker's earlier searches.
pub fn stateless_engine(
    book: &'static dyn Rulebook,
    engine: &EngineSpec,
    means: EngineResources,
) -> Result<Box<dyn AnyEngine>, Message> {
    Ok(Box::new(StatelessEngine(book.engine(engine, means)?)))
}

fn work(shared: &Shared, build: EngineBuilder, for_people: bool) {
    let mut cached: Vec<CachedEngine> = Vec::new();
    while let Some(task) = shared.next(for_people) {
        shared.running.fetch_add(1, Ordering::Relaxed);
        let SearchTask { priority, book, owner, engine, study, limits, control, mut report, done } = task;
        let result = if control.is_stopped() {
            Ok(SearchReport::default())
        } else {
            take(&mut cached, build, book, owner, engine).map_err(SearchFailure::Refused).and_then(
                |mut one| {
                    let thinking = AssertUnwindSafe(|| {
                        let mut analysis =
                            one.engine.think(study.as_ref(), &limits, &control, &mut report)?;
                        if priority == Priority::Evaluation {
                            analysis.spread =
                                report::spread(one.engine.as_mut(), study.as_ref(), &analysis, &control);
                        }
                        Ok(analysis)
                    });
                    match catch_unwind(thinking) {
                        Ok(analysis) => {
                            cached.push(one);
                            analysis.map_err(SearchFailure::Refused)
                        }
                        Err(_) => {
                            tracing::error!(game = one.game, engine = %one.spec, "engine panicked");
                            Err(SearchFailure::Panicked)
                        }
                    }
                },
            )
        };
        shared.running.fetch_sub(1, Ordering::Relaxed);
        done(result);
    }
}

/// Takes the cached engine of this owner, else builds one and evicts the least recently used.
fn take(
    cached: &mut Vec<CachedEngine>,
    build: EngineBuilder,
    book: &'static dyn Rulebook,
    owner: String,
    spec: EngineSpec,
) -> Result<CachedEngine, Message> {
    let game = book.spec().name;
    let same = |one: &CachedEngine| one.owner == owner && one.spec == spec && one.game == game;
    if let Some(index) = cached.iter().position(same) {
        return Ok(cached.remove(index));
    }
    if cached.len() >= MAX_CACHED {
        cached.remove(0);
    }
    let engine = build(book, &spec, EngineResources { hash: HASH, threads: 1 })?;
    Ok(CachedEngine { owner, spec, game, engine })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use table::{WallClock, games};

    use super::*;

    fn task(
        priority: Priority,
        engine: &str,
        report: impl FnMut(&SearchReport) + Send + 'static,
        done: impl FnOnce(Result<SearchReport, SearchFailure>) + Send + 'static,
    ) -> SearchTask {
        let book = games::by_name("xiangqi").expect("a game");
        SearchTask {
            priority,
            book,
            owner: String::new(),
            engine: engine.parse().expect("an engine"),
            study: book.open(None, &[]).expect("the start"),
            limits: Limits::default(),
            control: Control::new(Arc::new(WallClock::start())),
            report: Box::new(report),
            done: Box::new(done),
        }
    }

    #[test]
    fn an_engine_that_panics_is_discarded_and_its_worker_continues() {
        let pool = EnginePool::start(1);
        let (sender, receiver) = mpsc::channel();
        let first_sender = sender.clone();
        pool.submit(task(
            Priority::Move,
            "alphabeta:depth=2",
            |_| panic!("on purpose"),
            move |result| {
                first_sender.send(matches!(result, Err(SearchFailure::Panicked))).unwrap_or_default();
            },
        ));
        assert_eq!(receiver.recv(), Ok(true), "the panic was reported");
        pool.submit(task(
            Priority::Move,
            "alphabeta:depth=2",
            |_| {},
            move |result| {
                sender.send(result.is_ok_and(|analysis| analysis.best().is_some())).unwrap_or_default();
            },
        ));
        assert_eq!(receiver.recv(), Ok(true), "the next search succeeds");
        pool.close();
    }

    #[test]
    fn matches_between_machines_never_delay_a_person() {
        let pool = EnginePool::start(2);
        let (sender, receiver) = mpsc::channel();
        // Both workers would be busy for a minute if one were not reserved.
        let mut endless = Vec::new();
        for _ in 0..4 {
            let control = Control::new(Arc::new(WallClock::start()));
            endless.push(control.clone());
            let mut long = task(Priority::Exhibition, "champion", |_| {}, |_| {});
            long.limits = Limits::time(60_000);
            long.control = control;
            pool.submit(long);
        }
        while pool.running() == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        pool.submit(task(
            Priority::Move,
            "greedy",
            |_| {},
            move |result| sender.send(result.is_ok()).unwrap_or_default(),
        ));
        let answered = receiver.recv_timeout(Duration::from_secs(50));
        endless.iter().for_each(Control::stop);
        assert_eq!(answered, Ok(true));
        pool.close();
    }
}
