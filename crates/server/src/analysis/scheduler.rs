//! Live analyses: one position per player, run as tasks of the scheduler and ended after a time slice while others wait.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use game::Message;
use table::{AnyEngine, Study};
use tokio::sync::{OwnedMutexGuard, oneshot, watch};

use super::run;
use crate::jobs::JobError;
use crate::scheduler::{Class, Requester, Scheduler, Ticket, TimeBase};
use crate::wire::{AnalysisLimits, AnalysisState, AnalysisView, count};

/// Transposition table size of one player's analysis engine, in megabytes.
pub(super) const HASH: usize = 32;
const MAX_LINES: u32 = 5;
const DEFAULT_SECONDS: u32 = 30;
const MAX_SECONDS: u32 = 600;
const MAX_DEPTH: u32 = 99;
/// Idle sessions kept beyond the number of threads, so that their engines stay warm.
const SPARE_SESSIONS: usize = 2;
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

/// Ticket of an analysis, with the reason it was stopped.
pub(super) struct SearchHandle {
    pub ticket: Ticket,
    /// Start of the search.
    pub began: OnceLock<Instant>,
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
        self.handle.ticket.cancel();
    }
}

/// All analyses of the server.
pub struct AnalysisScheduler {
    threads: usize,
    sessions: Mutex<HashMap<String, Arc<Session>>>,
    scheduler: Scheduler,
}

fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AnalysisScheduler {
    /// Creates the analyses with a thread limit on this scheduler.
    pub fn new(threads: usize, scheduler: Scheduler) -> AnalysisScheduler {
        AnalysisScheduler { threads: threads.max(1), sessions: Mutex::default(), scheduler }
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
        let sessions: Vec<Arc<Session>> = lock(&self.sessions).values().cloned().collect();
        for session in sessions {
            if let Some(newest) = lock(&session.newest).take() {
                newest.ticket.cancel();
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
    pub fn begin(
        self: &Arc<Self>,
        requester: Requester,
        asked: AnalysisRequest,
    ) -> Result<Subscription, JobError> {
        let bounds = self.bounds(&asked)?;
        let handle = Arc::new(SearchHandle {
            ticket: self.scheduler.ticket(TimeBase::Running),
            began: OnceLock::new(),
            superseded: AtomicBool::default(),
            preempted: AtomicBool::default(),
        });
        let session = self.session(&requester.guest);
        let before = lock(&session.newest).replace(Arc::clone(&handle));
        if let Some(before) = before {
            before.superseded.store(true, Ordering::Relaxed);
            before.ticket.cancel();
        }
        self.scheduler.check(Class::Analysis, &requester)?;
        let (view, updates) = watch::channel(run::initial_view(bounds.threads));
        let scheduler = Arc::clone(self);
        let task_handle = Arc::clone(&handle);
        tokio::spawn(async move {
            scheduler.wait_and_run(session, requester, task_handle, (asked, bounds), view).await;
        });
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
        requester: Requester,
        handle: Arc<SearchHandle>,
        (asked, bounds): (AnalysisRequest, Bounds),
        view: watch::Sender<AnalysisView>,
    ) {
        // The stopped predecessor releases its engine within moments; a successor may already have stopped this one.
        let Some(engine) = handle.unless_stopped(Arc::clone(&session.engine).lock_owned()).await else {
            return run::publish_end(&view, &handle);
        };
        let (done, mut over) = oneshot::channel();
        let work =
            AnalysisTask { asked, bounds, handle: Arc::clone(&handle), engine, view: view.clone(), done };
        let submitted =
            self.scheduler.submit(Class::Analysis, requester, bounds.threads, &handle.ticket, move || {
                run::analyze(work);
            });
        if submitted.is_err() {
            handle.preempted.store(true, Ordering::Relaxed);
            return run::publish_end(&view, &handle);
        }
        let mut ticks = tokio::time::interval(Duration::from_millis(500));
        loop {
            tokio::select! {
                ended = &mut over => {
                    if ended.is_err() {
                        // Canceled before its start.
                        run::publish_end(&view, &handle);
                    }
                    return;
                }
                _ = ticks.tick() => {
                    let slice_over = handle.began.get().is_some_and(|began| began.elapsed() >= TIME_SLICE);
                    if slice_over && self.scheduler.waiting(Class::Analysis) > 0 {
                        handle.preempted.store(true, Ordering::Relaxed);
                        handle.ticket.cancel();
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
                got = &mut future => return (!self.ticket.is_stopped()).then_some(got),
                _ = ticks.tick() => {
                    if self.ticket.is_stopped() {
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
