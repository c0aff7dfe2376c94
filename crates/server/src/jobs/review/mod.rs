//! Review jobs: started by a request, observed and stopped by others; results are kept for a while.

mod source;
mod view;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Message;
use table::{
    AnyEngine, Control, EngineResources, Limits, Review, ReviewStep, Reviewed, WallClock, retry, review,
};
use tokio::sync::watch;

pub use source::{read_line, read_record};

use super::registry::{self, Job as _, JobRegistry};
use super::thread_pool::ThreadPool;
use crate::engine_pool::{EnginePool, default_engine};
use crate::ids;
use crate::new_game::rulebook;
use crate::wire::{ReviewEffort, ReviewProgress, ReviewTryView, ReviewView, SolveState, count};

/// Transposition table size of a review, in megabytes.
const HASH: usize = 32;
/// Transposition table size for a retried move, in megabytes.
const TRY_HASH: usize = 8;
/// Maximum number of finished reviews kept.
const MAX_KEPT: usize = 32;
/// Number of review threads: reviews never take more than one core.
const THREADS: usize = 1;
/// Maximum pause between two positions while engines compute moves for running games, and the polling interval.
const MAX_YIELD: Duration = Duration::from_millis(500);
const YIELD_POLL: Duration = Duration::from_millis(20);

/// Node limit for a whole game: about two minutes on one core.
const MAX_NODES: u64 = 60_000_000;

/// Node limit per move for a game of this length.
fn nodes(effort: ReviewEffort, plies: usize) -> u64 {
    let wanted = match effort {
        ReviewEffort::Quick => 20_000,
        ReviewEffort::Usual => 120_000,
        ReviewEffort::Deep => 800_000,
    };
    wanted.min(MAX_NODES / plies.max(1) as u64)
}

/// Review of a game.
pub struct ReviewJob {
    id: String,
    player: String,
    effort: ReviewEffort,
    /// Key that identifies equal games.
    key: String,
    game: Mutex<Reviewed>,
    control: Control,
    progress: watch::Sender<ReviewProgress>,
    found: Mutex<Option<Result<Review, Message>>>,
}

impl ReviewJob {
    /// Current state with everything found.
    pub fn view(&self) -> ReviewView {
        let progress = self.progress.borrow().clone();
        let found = self.found();
        view::view(&self.id, self.effort, &self.game(), progress, found.as_ref())
    }

    /// Receives every progress update.
    pub fn watch(&self) -> watch::Receiver<ReviewProgress> {
        self.progress.subscribe()
    }

    /// Evaluates another move in place of one that was reviewed.
    pub fn attempt(&self, ply: u32, mv: &str) -> Result<ReviewTryView, Message> {
        let missing = || Message::new("review_try_ply");
        let reviewed = match self.found().as_ref() {
            Some(Ok(found)) => found.plies.iter().find(|one| count(one.ply) == ply).cloned(),
            _ => None,
        };
        let reviewed = reviewed.ok_or_else(missing)?;
        let game = self.fork();
        let limits = Limits::nodes(nodes(self.effort, game.views[0].ply()));
        // Independent of the review's control: stopping the review does not stop this.
        let control = Control::new(Arc::new(WallClock::start()));
        let mut engine = engine(&game, TRY_HASH)?;
        let tried = retry(&game, &reviewed, mv, engine.as_mut(), &limits, &control)?.ok_or_else(missing)?;
        Ok(view::attempt(&game, &reviewed, &tried))
    }

    /// Returns true if the whole game was reviewed.
    fn is_whole(&self) -> bool {
        self.is_done() && matches!(self.found().as_ref(), Some(Ok(found)) if found.from == 0)
    }

    fn game(&self) -> MutexGuard<'_, Reviewed> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn found(&self) -> MutexGuard<'_, Option<Result<Review, Message>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copy of the game for use on another thread.
    fn fork(&self) -> Reviewed {
        let game = self.game();
        Reviewed { views: game.views.each_ref().map(|study| study.until(usize::MAX)), outcome: game.outcome }
    }
}

impl registry::Job for ReviewJob {
    fn id(&self) -> &str {
        &self.id
    }

    fn player(&self) -> &str {
        &self.player
    }

    fn control(&self) -> &Control {
        &self.control
    }

    fn is_done(&self) -> bool {
        self.progress.borrow().state == SolveState::Done
    }
}

/// Review jobs of the server.
pub struct ReviewJobs {
    jobs: JobRegistry<ReviewJob>,
    pool: ThreadPool,
    engine_pool: EnginePool,
}

impl ReviewJobs {
    /// Starts the review thread, which yields to this engine pool.
    pub fn start(engine_pool: EnginePool) -> ReviewJobs {
        ReviewJobs { jobs: JobRegistry::default(), pool: ThreadPool::start(THREADS), engine_pool }
    }

    /// Returns the review with this identifier.
    pub fn job(&self, id: &str) -> Option<Arc<ReviewJob>> {
        self.jobs.job(id)
    }

    /// Stops a review, if this player started it; its result is what was found so far.
    pub fn stop(&self, id: &str, player: &str) -> Option<Arc<ReviewJob>> {
        self.jobs.stop(id, player)
    }

    /// Stops all reviews for shutdown.
    pub fn close(&self) {
        self.jobs.stop_all();
        self.pool.close();
    }

    /// Starts a review, unless the same one is finished or running. Another running review of the player is stopped.
    pub fn begin(
        &self,
        game: Reviewed,
        effort: ReviewEffort,
        player: &str,
    ) -> Result<Arc<ReviewJob>, Message> {
        let plies = game.views[0].ply();
        if plies == 0 {
            return Err(Message::new("review_empty"));
        }
        let key = source::key(&game);
        // The same player asking again continues the running review.
        let goes_on = |job: &ReviewJob| !job.is_done() && job.player == player && !job.control.is_stopped();
        let same =
            |job: &ReviewJob| job.key == key && job.effort == effort && (job.is_whole() || goes_on(job));
        if let Some(known) = self.jobs.find(same) {
            return Ok(known);
        }
        let (progress, _) = watch::channel(ReviewProgress {
            state: SolveState::Waiting,
            done: 0,
            total: count(plies),
            scores: vec![None; plies + 1],
        });
        let job = Arc::new(ReviewJob {
            id: ids::room(),
            player: player.to_owned(),
            effort,
            key,
            game: Mutex::new(game),
            control: Control::new(Arc::new(WallClock::start())),
            progress,
            found: Mutex::default(),
        });
        let (running, engine_pool) = (Arc::clone(&job), self.engine_pool.clone());
        if !self.pool.run(Box::new(move || run_review(&running, &engine_pool))) {
            return Err(Message::new("review_busy"));
        }
        self.jobs.put(&job, MAX_KEPT);
        Ok(job)
    }
}

fn engine(game: &Reviewed, hash: usize) -> Result<Box<dyn AnyEngine>, Message> {
    let book = rulebook(game.views[0].spec().name)?;
    book.engine(&default_engine(book).parse()?, EngineResources { hash, threads: 1 })
}

/// Runs a review and publishes its end, whatever happens.
fn run_review(job: &ReviewJob, engine_pool: &EnginePool) {
    /// Publishes the end also if the review panics.
    struct PublishEnd<'a>(&'a ReviewJob);
    impl Drop for PublishEnd<'_> {
        fn drop(&mut self) {
            self.0.found().get_or_insert_with(|| Err(Message::new("review_broke")));
            self.0.progress.send_modify(|progress| progress.state = SolveState::Done);
        }
    }
    let ends = PublishEnd(job);
    job.progress.send_modify(|progress| progress.state = SolveState::Running);
    let game = job.fork();
    let mut update = |step: &ReviewStep| {
        job.progress.send_modify(|progress| {
            progress.done = count(step.done);
            if let Some(score) = progress.scores.get_mut(step.ply) {
                *score = Some(view::score(&step.value));
            }
        });
        yield_to_games(engine_pool, &job.control);
    };
    let limits = Limits::nodes(nodes(job.effort, game.views[0].ply()));
    let found = engine(&game, HASH)
        .and_then(|mut engine| review(&game, engine.as_mut(), &limits, &job.control, &mut update));
    *job.found() = Some(found);
    drop(ends);
}

/// Pauses the review between two positions while the engine pool is busy, for a bounded time.
fn yield_to_games(engine_pool: &EnginePool, control: &Control) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut waited = Duration::ZERO;
    while engine_pool.running() >= cores.div_ceil(2) && waited < MAX_YIELD && !control.is_stopped() {
        std::thread::sleep(YIELD_POLL);
        waited += YIELD_POLL;
    }
}
