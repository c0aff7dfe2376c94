//! Engines of the server: searches as tasks of the scheduler, with engines cached between the searches of an owner.

mod limits;
mod outside;
mod report;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arena::PlayerSpec;
use table::{
    AnyEngine, Control, EngineResources, EngineSpec, Limits, Message, Rulebook, SearchReport, Study,
};

use self::outside::{OUTSIDE, OutsideEngine};
use crate::scheduler::{Class, Refused, Requester, Scheduler, Ticket};

pub use limits::{default_engine, level_engine, search_limits};
pub use outside::outside_engine;
pub use report::{centipawns, line_texts, score, search_info};

/// Transposition table size of one engine, in megabytes.
const HASH: usize = 16;
/// Maximum number of cached engines per thread.
const MAX_CACHED: usize = 3;

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
    /// Class.
    pub class: Class,
    /// Person who waits for it.
    pub requester: Requester,
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
    /// Ticket to cancel it.
    pub ticket: Ticket,
    /// Called with progress reports.
    pub report: Box<dyn FnMut(&SearchReport) + Send>,
    /// Called with the result.
    pub done: Box<dyn FnOnce(Result<SearchReport, SearchFailure>) + Send>,
}

/// Engines of the server: searches run on the scheduler, engines are cached between them. Cheap to clone.
#[derive(Clone)]
pub struct EnginePool {
    scheduler: Scheduler,
    cache: Arc<Mutex<Vec<CachedEngine>>>,
    max_cached: usize,
    build: EngineBuilder,
    /// Programs of the operator by name.
    outside: Arc<Vec<(String, PlayerSpec)>>,
}

impl EnginePool {
    /// Creates the pool with an engine builder; it caches engines for this number of threads.
    pub fn new(scheduler: Scheduler, threads: usize, build: EngineBuilder) -> EnginePool {
        let max_cached = MAX_CACHED * threads.max(1);
        EnginePool { scheduler, cache: Arc::default(), max_cached, build, outside: Arc::default() }
    }

    /// The same pool with the operator's programs.
    #[must_use]
    pub fn with_outside(mut self, programs: &[(String, PlayerSpec)]) -> EnginePool {
        self.outside = Arc::new(programs.to_vec());
        self
    }

    /// Queues a search. `done` is not called if the search is canceled before it starts.
    pub fn submit(&self, task: SearchTask) -> Result<(), Refused> {
        let pool = self.clone();
        let (class, requester, ticket) = (task.class, task.requester.clone(), task.ticket.clone());
        self.scheduler.submit(class, requester, 1, &ticket, move || pool.search(task))
    }

    fn cache(&self) -> MutexGuard<'_, Vec<CachedEngine>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search(&self, task: SearchTask) {
        let SearchTask { class, book, owner, engine, study, limits, ticket, mut report, done, .. } = task;
        let control = ticket.control();
        let result = if control.is_stopped() {
            Ok(SearchReport::default())
        } else {
            self.take(book, owner, engine).map_err(SearchFailure::Refused).and_then(|mut one| {
                let thinking = AssertUnwindSafe(|| {
                    let mut analysis = one.engine.think(study.as_ref(), &limits, control, &mut report)?;
                    if class == Class::Evaluation {
                        analysis.spread =
                            report::spread(one.engine.as_mut(), study.as_ref(), &analysis, control);
                    }
                    Ok(analysis)
                });
                match catch_unwind(thinking) {
                    Ok(analysis) => {
                        self.put_back(one);
                        analysis.map_err(SearchFailure::Refused)
                    }
                    Err(_) => {
                        tracing::error!(game = one.game, engine = %one.spec, "engine panicked");
                        Err(SearchFailure::Panicked)
                    }
                }
            })
        };
        done(result);
    }

    /// Takes the cached engine of this owner, else builds one.
    fn take(
        &self,
        book: &'static dyn Rulebook,
        owner: String,
        spec: EngineSpec,
    ) -> Result<CachedEngine, Message> {
        let game = book.spec().name;
        let same = |one: &CachedEngine| one.owner == owner && one.spec == spec && one.game == game;
        let mut cache = self.cache();
        if let Some(index) = cache.iter().position(same) {
            return Ok(cache.remove(index));
        }
        drop(cache);
        let engine = match spec.get("name").filter(|_| spec.name == OUTSIDE) {
            Some(name) => {
                let known = self.outside.iter().find(|(known, _)| known == name);
                let (_, program) = known.ok_or_else(|| spec.unknown(&[]))?;
                Box::new(OutsideEngine::new(program.clone(), book))
            }
            None => (self.build)(book, &spec, EngineResources { hash: HASH, threads: 1 })?,
        };
        Ok(CachedEngine { owner, spec, game, engine })
    }

    /// Caches an engine and evicts the least recently used.
    fn put_back(&self, engine: CachedEngine) {
        let mut cache = self.cache();
        cache.push(engine);
        let evicted = (cache.len() > self.max_cached).then(|| cache.remove(0));
        drop(cache);
        drop(evicted);
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use table::games;

    use super::*;
    use crate::limits::ServerLimits;
    use crate::scheduler::TimeBase;

    fn pool(slots: usize) -> (Scheduler, EnginePool) {
        let scheduler = Scheduler::start(ServerLimits::default().rules(slots));
        (scheduler.clone(), EnginePool::new(scheduler, slots, table::Rulebook::engine))
    }

    fn task(
        scheduler: &Scheduler,
        (class, guest): (Class, &str),
        engine: &str,
        report: impl FnMut(&SearchReport) + Send + 'static,
        done: impl FnOnce(Result<SearchReport, SearchFailure>) + Send + 'static,
    ) -> SearchTask {
        let book = games::by_name("xiangqi").expect("a game");
        SearchTask {
            class,
            requester: Requester { guest: guest.to_owned(), address: None },
            book,
            owner: String::new(),
            engine: engine.parse().expect("an engine"),
            study: book.open(None, &[]).expect("the start"),
            limits: Limits::default(),
            ticket: scheduler.ticket(TimeBase::Running),
            report: Box::new(report),
            done: Box::new(done),
        }
    }

    #[test]
    fn an_engine_that_panics_is_discarded_and_the_next_search_succeeds() {
        let (scheduler, pool) = pool(1);
        let (sender, receiver) = mpsc::channel();
        let first_sender = sender.clone();
        let broken = task(
            &scheduler,
            (Class::Move, "an"),
            "alphabeta:depth=2",
            |_| panic!("on purpose"),
            move |result| {
                first_sender.send(matches!(result, Err(SearchFailure::Panicked))).unwrap_or_default();
            },
        );
        assert!(pool.submit(broken).is_ok());
        assert_eq!(receiver.recv(), Ok(true), "the panic was reported");
        let next = task(
            &scheduler,
            (Class::Move, "an"),
            "alphabeta:depth=2",
            |_| {},
            move |result| {
                sender.send(result.is_ok_and(|analysis| analysis.best().is_some())).unwrap_or_default();
            },
        );
        assert!(pool.submit(next).is_ok());
        assert_eq!(receiver.recv(), Ok(true), "the next search succeeds");
        scheduler.close();
    }

    /// Searches of 100 minutes on every slot: only a pause lets anybody else through.
    #[test]
    fn endless_searches_of_one_guest_delay_nobody_else() {
        for class in [Class::Move, Class::Exhibition] {
            let (scheduler, pool) = pool(2);
            let mut tickets = Vec::new();
            for _ in 0..4 {
                let mut long = task(&scheduler, (class, "greedy"), "champion", |_| {}, |_| {});
                long.limits = Limits::time(6_000_000);
                tickets.push(long.ticket.clone());
                assert!(pool.submit(long).is_ok());
            }
            let (sender, receiver) = mpsc::channel();
            let quick = task(
                &scheduler,
                (Class::Move, "newcomer"),
                "greedy",
                |_| {},
                move |result| sender.send(result.is_ok()).unwrap_or_default(),
            );
            assert!(pool.submit(quick).is_ok());
            assert_eq!(receiver.recv(), Ok(true));
            tickets.iter().for_each(Ticket::cancel);
            scheduler.close();
        }
    }
}
