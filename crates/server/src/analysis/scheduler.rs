//! Analysis scheduler: one position per player, as many at once as there are threads, the others queued.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use game::Message;
use table::{AnyEngine, Control, Study};
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore, oneshot, watch};

use super::clock::YieldingClock;
use super::run;
use crate::engine_pool::EnginePool;
use crate::wire::{AnalysisLimits, AnalysisState, AnalysisView, count};

/// Transposition table size of one player's analysis engine, in megabytes.
pub(super) const HASH: usize = 32;
const MAX_LINES: u32 = 5;
const DEFAULT_SECONDS: u32 = 30;
const MAX_SECONDS: u32 = 600;
const MAX_DEPTH: u32 = 99;
/// Idle sessions kept beyond the number of threads, so that their engines stay warm.
const SPARE_SESSIONS: usize = 2;
/// Maximum number of players in the queue.
const MAX_WAITING: usize = 64;
/// Time slice: an analysis that has run this long is preempted when others wait.
const TIME_SLICE: Duration = Duration::from_secs(6);

/// Analysis request. Both studies stand at the position to analyze.
pub struct AnalysisRequest {
    /// The position, as the engine gets it.
    pub study: Box<dyn Study>,
    /// Second copy of the study, used to write lines in notation.
    pub shown: Box<dyn Study>,
    /// Requested number of best lines.
    pub lines: Option<u32>,
    /// Requested number of threads.
    pub threads: Option<u32>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum time in seconds.
    pub seconds: Option<u32>,
}

/// Validated search limits of an analysis.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub lines: usize,
    pub threads: usize,
    pub depth: Option<u32>,
    pub millis: u64,
}

/// Cached engine with the game and thread count it was built for.
pub(super) struct SessionEngine {
    pub game: &'static str,
    pub threads: usize,
    pub engine: Box<dyn AnyEngine>,
}

/// Analysis session of one player. Its engine keeps its transposition table from one position to the next.
#[derive(Default)]
struct Session {
    engine: Arc<tokio::sync::Mutex<Option<SessionEngine>>>,
    /// Handle of the newest analysis, to stop it.
    newest: Mutex<Option<Arc<SearchHandle>>>,
    last_used: Mutex<Option<Instant>>,
}

/// Control of a running analysis, with the reason it was stopped.
pub(super) struct SearchHandle {
    pub control: Control,
    /// Set when the same player started another analysis.
    pub superseded: AtomicBool,
    /// Set when the analysis was preempted because others wait.
    pub preempted: AtomicBool,
}

/// Subscription to an analysis. Dropping it stops the search.
pub struct Subscription {
    /// Receives a new view whenever the search reports.
    pub updates: watch::Receiver<AnalysisView>,
    handle: Arc<SearchHandle>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.handle.control.stop();
    }
}

/// All analyses of the server.
pub struct AnalysisScheduler {
    threads: usize,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    closed: AtomicBool,
    sessions: Mutex<HashMap<String, Arc<Session>>>,
    engine_pool: EnginePool,
}

fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AnalysisScheduler {
    /// Creates the scheduler with a thread limit; the engine pool's searches have priority.
    pub fn new(threads: usize, engine_pool: EnginePool) -> AnalysisScheduler {
        let threads = threads.max(1);
        AnalysisScheduler {
            threads,
            permits: Arc::new(Semaphore::new(threads)),
            waiting: AtomicUsize::default(),
            closed: AtomicBool::default(),
            sessions: Mutex::default(),
            engine_pool,
        }
    }

    /// Limits that the server sets for analyses.
    pub fn limits(&self) -> AnalysisLimits {
        AnalysisLimits {
            threads: count(self.threads),
            lines: MAX_LINES,
            seconds: MAX_SECONDS,
            hash: count(HASH),
        }
    }

    /// Stops all analyses for shutdown.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        for session in lock(&self.sessions).values() {
            if let Some(newest) = lock(&session.newest).as_ref() {
                newest.control.stop();
            }
        }
    }

    /// Returns the session of a player and evicts the least recently used idle ones.
    fn session(&self, player: &str) -> Arc<Session> {
        let mut sessions = lock(&self.sessions);
        let session = Arc::clone(sessions.entry(player.to_owned()).or_default());
        *lock(&session.last_used) = Some(Instant::now());
        while sessions.len() > self.threads + SPARE_SESSIONS {
            let idle = sessions.iter().filter(|(_, session)| session.engine.try_lock().is_ok());
            let oldest =
                idle.filter(|(name, _)| *name != player).min_by_key(|(_, session)| *lock(&session.last_used));
            let Some(oldest) = oldest.map(|(name, _)| name.clone()) else { break };
            sessions.remove(&oldest);
        }
        session
    }

    /// Starts an analysis. A running analysis of the same player is stopped: one board per player.
    pub fn begin(self: &Arc<Self>, player: &str, asked: AnalysisRequest) -> Result<Subscription, Message> {
        let bounds = self.bounds(&asked)?;
        if self.waiting.load(Ordering::Relaxed) >= MAX_WAITING || self.closed.load(Ordering::Relaxed) {
            return Err(Message::new("solve_busy"));
        }
        let handle = Arc::new(SearchHandle {
            control: Control::new(YieldingClock::start(self.engine_pool.clone())),
            superseded: AtomicBool::default(),
            preempted: AtomicBool::default(),
        });
        let session = self.session(player);
        if let Some(before) = lock(&session.newest).replace(Arc::clone(&handle)) {
            before.superseded.store(true, Ordering::Relaxed);
            before.control.stop();
        }
        let (view, updates) = watch::channel(run::initial_view(bounds.threads));
        let scheduler = Arc::clone(self);
        let task_handle = Arc::clone(&handle);
        tokio::spawn(async move { scheduler.wait_and_run(session, task_handle, asked, bounds, view).await });
        Ok(Subscription { updates, handle })
    }

    fn bounds(&self, asked: &AnalysisRequest) -> Result<Bounds, Message> {
        let ranged = |value: Option<u32>, usual: u32, most: u32, name: &str| match value.unwrap_or(usual) {
            value if (1..=most).contains(&value) => Ok(value),
            _ => Err(Message::new("analysis_range").text("name", name).number("most", most)),
        };
        let seconds = ranged(asked.seconds, DEFAULT_SECONDS, MAX_SECONDS, "seconds")?;
        let depth = asked.depth.map(|depth| ranged(Some(depth), 1, MAX_DEPTH, "depth")).transpose()?;
        Ok(Bounds {
            lines: ranged(asked.lines, 1, MAX_LINES, "lines")? as usize,
            // A larger number is no client error: the server may have been restarted with fewer threads.
            threads: (asked.threads.unwrap_or(1).max(1) as usize).min(self.threads),
            depth,
            millis: u64::from(seconds) * 1000,
        })
    }

    async fn wait_and_run(
        &self,
        session: Arc<Session>,
        handle: Arc<SearchHandle>,
        asked: AnalysisRequest,
        bounds: Bounds,
        view: watch::Sender<AnalysisView>,
    ) {
        // The stopped predecessor releases its engine within moments; a successor may already have stopped this one.
        let Some(engine) = handle.unless_stopped(Arc::clone(&session.engine).lock_owned()).await else {
            return run::publish_end(&view, &handle);
        };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let permits = Arc::clone(&self.permits).acquire_many_owned(count(bounds.threads));
        let permits = handle.unless_stopped(permits).await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let Some(Ok(permits)) = permits else { return run::publish_end(&view, &handle) };
        if handle.control.is_stopped() || self.closed.load(Ordering::Relaxed) {
            return run::publish_end(&view, &handle);
        }
        let (done, mut over) = oneshot::channel();
        let work = AnalysisTask { asked, bounds, handle: Arc::clone(&handle), engine, permits, view, done };
        let thread = std::thread::Builder::new().name("analysis".to_owned()).stack_size(16 << 20);
        if let Err(error) = thread.spawn(move || run::analyze(work)) {
            tracing::error!(%error, "a thread for an analysis could not be started");
            return;
        }
        let mut ticks = tokio::time::interval(Duration::from_millis(500));
        let began = Instant::now();
        loop {
            tokio::select! {
                _ = &mut over => return,
                _ = ticks.tick() => {
                    if self.waiting.load(Ordering::Relaxed) > 0 && began.elapsed() >= TIME_SLICE {
                        handle.preempted.store(true, Ordering::Relaxed);
                        handle.control.stop();
                    }
                }
            }
        }
    }
}

/// Analysis on its way to its thread, with everything it holds while it runs.
pub(super) struct AnalysisTask {
    pub asked: AnalysisRequest,
    pub bounds: Bounds,
    pub handle: Arc<SearchHandle>,
    pub engine: OwnedMutexGuard<Option<SessionEngine>>,
    pub permits: OwnedSemaphorePermit,
    pub view: watch::Sender<AnalysisView>,
    pub done: oneshot::Sender<()>,
}

impl SearchHandle {
    /// Awaits a future, but gives up once the analysis is stopped.
    async fn unless_stopped<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        tokio::pin!(future);
        let mut ticks = tokio::time::interval(Duration::from_millis(100));
        loop {
            tokio::select! {
                got = &mut future => return (!self.control.is_stopped()).then_some(got),
                _ = ticks.tick() => {
                    if self.control.is_stopped() {
                        return None;
                    }
                }
            }
        }
    }

    /// Final state of an analysis that has ended.
    pub fn state(&self) -> AnalysisState {
        if self.superseded.load(Ordering::Relaxed) {
            AnalysisState::Elsewhere
        } else if self.preempted.load(Ordering::Relaxed) {
            AnalysisState::Resting
        } else {
            AnalysisState::Done
        }
    }
}
