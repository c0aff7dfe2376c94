//! Who analyzes what: one position for each person, as many at once as the house has threads for, the others in a row.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use game::Message;
use table::{AnyEngine, Control, Study};
use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore, oneshot, watch};

use super::clock::PoliteClock;
use super::run;
use crate::think::Engines;
use crate::wire::{AnalysisMeans, AnalysisState, AnalysisView, count};

/// Megabytes for what one person's analyses remember.
pub(super) const HASH: usize = 32;
const MOST_LINES: u32 = 5;
const USUAL_SECONDS: u32 = 30;
const MOST_SECONDS: u32 = 600;
const MOST_DEPTH: u32 = 99;
/// People whose engine is kept beyond those at work.
const SPARE_DESKS: usize = 2;
/// People who may wait.
const MOST_WAITING: usize = 64;
/// Who has had an engine this long makes room when others wait.
const TURN: Duration = Duration::from_secs(6);

/// What is asked for. The study stands at the position.
pub struct Asked {
    /// The position, as the engine gets it.
    pub study: Box<dyn Study>,
    /// The same once more, to write lines with.
    pub shown: Box<dyn Study>,
    /// Best lines wanted.
    pub lines: Option<u32>,
    /// Threads wanted.
    pub threads: Option<u32>,
    /// Plies at most.
    pub depth: Option<u32>,
    /// Seconds at most.
    pub seconds: Option<u32>,
}

/// The bounds an analysis keeps to.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub lines: usize,
    pub threads: usize,
    pub depth: Option<u32>,
    pub millis: u64,
}

/// A engine and what it was made for.
pub(super) struct Engine {
    pub game: &'static str,
    pub threads: usize,
    pub engine: Box<dyn AnyEngine>,
}

/// Where one person analyzes: what their engine remembers stays from one position to the next.
#[derive(Default)]
struct Desk {
    engine: Arc<tokio::sync::Mutex<Option<Engine>>>,
    /// Stops the newest analysis.
    newest: Mutex<Option<Arc<Strings>>>,
    used: Mutex<Option<Instant>>,
}

/// What an analysis hangs on.
pub(super) struct Strings {
    pub control: Control,
    /// Another one of the same person took its place.
    pub elsewhere: AtomicBool,
    /// Others wait.
    pub resting: AtomicBool,
}

/// An analysis somebody looks at. It ends when nobody does any more.
pub struct Watched {
    /// Told whenever it sees more.
    pub news: watch::Receiver<AnalysisView>,
    strings: Arc<Strings>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.strings.control.stop();
    }
}

/// All analyses of the house.
pub struct Analyses {
    threads: usize,
    seats: Arc<Semaphore>,
    waiting: AtomicUsize,
    closed: AtomicBool,
    desks: Mutex<HashMap<String, Arc<Desk>>>,
    engines: Engines,
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Analyses {
    /// With so many threads in all; machines at boards come first.
    pub fn new(threads: usize, engines: Engines) -> Analyses {
        let threads = threads.max(1);
        Analyses {
            threads,
            seats: Arc::new(Semaphore::new(threads)),
            waiting: AtomicUsize::default(),
            closed: AtomicBool::default(),
            desks: Mutex::default(),
            engines,
        }
    }

    /// What an analysis may use.
    pub fn means(&self) -> AnalysisMeans {
        AnalysisMeans {
            threads: count(self.threads),
            lines: MOST_LINES,
            seconds: MOST_SECONDS,
            hash: count(HASH),
        }
    }

    /// Ends all, for the house closes.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        for desk in held(&self.desks).values() {
            if let Some(newest) = held(&desk.newest).as_ref() {
                newest.control.stop();
            }
        }
    }

    /// The desk of a person; those nobody has sat at for longest make room.
    fn desk(&self, player: &str) -> Arc<Desk> {
        let mut desks = held(&self.desks);
        let desk = Arc::clone(desks.entry(player.to_owned()).or_default());
        *held(&desk.used) = Some(Instant::now());
        while desks.len() > self.threads + SPARE_DESKS {
            let idle = desks.iter().filter(|(_, desk)| desk.engine.try_lock().is_ok());
            let oldest = idle.filter(|(name, _)| *name != player).min_by_key(|(_, desk)| *held(&desk.used));
            let Some(oldest) = oldest.map(|(name, _)| name.clone()) else { break };
            desks.remove(&oldest);
        }
        desk
    }

    /// Begins an analysis. One of the same person that still runs is stopped: nobody looks at two boards at once.
    pub fn begin(self: &Arc<Self>, player: &str, asked: Asked) -> Result<Watched, Message> {
        let bounds = self.bounds(&asked)?;
        if self.waiting.load(Ordering::Relaxed) >= MOST_WAITING || self.closed.load(Ordering::Relaxed) {
            return Err(Message::new("solve_busy"));
        }
        let strings = Arc::new(Strings {
            control: Control::new(PoliteClock::start(self.engines.clone())),
            elsewhere: AtomicBool::default(),
            resting: AtomicBool::default(),
        });
        let desk = self.desk(player);
        if let Some(before) = held(&desk.newest).replace(Arc::clone(&strings)) {
            before.elsewhere.store(true, Ordering::Relaxed);
            before.control.stop();
        }
        let (view, news) = watch::channel(run::nothing_yet(bounds.threads));
        let house = Arc::clone(self);
        let hung = Arc::clone(&strings);
        tokio::spawn(async move { house.wait_and_run(desk, hung, asked, bounds, view).await });
        Ok(Watched { news, strings })
    }

    fn bounds(&self, asked: &Asked) -> Result<Bounds, Message> {
        let ranged = |value: Option<u32>, usual: u32, most: u32, name: &str| match value.unwrap_or(usual) {
            value if (1..=most).contains(&value) => Ok(value),
            _ => Err(Message::new("analysis_range").text("name", name).number("most", most)),
        };
        let seconds = ranged(asked.seconds, USUAL_SECONDS, MOST_SECONDS, "seconds")?;
        let depth = asked.depth.map(|depth| ranged(Some(depth), 1, MOST_DEPTH, "depth")).transpose()?;
        Ok(Bounds {
            lines: ranged(asked.lines, 1, MOST_LINES, "lines")? as usize,
            // More than there are is no mistake of the person: the house may have shrunk.
            threads: (asked.threads.unwrap_or(1).max(1) as usize).min(self.threads),
            depth,
            millis: u64::from(seconds) * 1000,
        })
    }

    async fn wait_and_run(
        &self,
        desk: Arc<Desk>,
        strings: Arc<Strings>,
        asked: Asked,
        bounds: Bounds,
        view: watch::Sender<AnalysisView>,
    ) {
        // What was stopped gives its engine back in a moment; but the one that took this one's place may be first.
        let Some(engine) = strings.unless_stopped(Arc::clone(&desk.engine).lock_owned()).await else {
            return run::ended(&view, &strings);
        };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let seats = Arc::clone(&self.seats).acquire_many_owned(count(bounds.threads));
        let seats = strings.unless_stopped(seats).await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let Some(Ok(seats)) = seats else { return run::ended(&view, &strings) };
        if strings.control.is_stopped() || self.closed.load(Ordering::Relaxed) {
            return run::ended(&view, &strings);
        }
        let (done, mut over) = oneshot::channel();
        let work = Work { asked, bounds, strings: Arc::clone(&strings), engine, seats, view, done };
        let thread = std::thread::Builder::new().name("analysis".to_owned()).stack_size(16 << 20);
        if let Err(error) = thread.spawn(move || run::analyze(work)) {
            tracing::error!(%error, "a thread for an analysis could not be started");
            return;
        }
        let mut looks = tokio::time::interval(Duration::from_millis(500));
        let began = Instant::now();
        loop {
            tokio::select! {
                _ = &mut over => return,
                _ = looks.tick() => {
                    if self.waiting.load(Ordering::Relaxed) > 0 && began.elapsed() >= TURN {
                        strings.resting.store(true, Ordering::Relaxed);
                        strings.control.stop();
                    }
                }
            }
        }
    }
}

/// An analysis on its way to its thread, with everything it holds while it runs.
pub(super) struct Work {
    pub asked: Asked,
    pub bounds: Bounds,
    pub strings: Arc<Strings>,
    pub engine: OwnedMutexGuard<Option<Engine>>,
    pub seats: OwnedSemaphorePermit,
    pub view: watch::Sender<AnalysisView>,
    pub done: oneshot::Sender<()>,
}

impl Strings {
    /// Waits for something, but not beyond being stopped.
    async fn unless_stopped<T>(&self, wanted: impl Future<Output = T>) -> Option<T> {
        tokio::pin!(wanted);
        let mut looks = tokio::time::interval(Duration::from_millis(100));
        loop {
            tokio::select! {
                got = &mut wanted => return (!self.control.is_stopped()).then_some(got),
                _ = looks.tick() => {
                    if self.control.is_stopped() {
                        return None;
                    }
                }
            }
        }
    }

    /// How an analysis that ended now stands.
    pub fn state(&self) -> AnalysisState {
        if self.elsewhere.load(Ordering::Relaxed) {
            AnalysisState::Elsewhere
        } else if self.resting.load(Ordering::Relaxed) {
            AnalysisState::Resting
        } else {
            AnalysisState::Done
        }
    }
}
