//! Review jobs: started by a request, observed and stopped by others; results are kept for a while.

mod source;
mod view;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::Message;
use table::{AnyEngine, Control, EngineResources, Limits, Review, ReviewStep, Reviewed, retry, review};
use tokio::sync::watch;

pub use source::review_source;

use super::JobError;
use super::registry::{self, Job as _, JobRegistry};
use crate::engine_pool::default_engine;
use crate::ids;
use crate::new_game::rulebook;
use crate::scheduler::{Class, Requester, Scheduler, Ticket, TimeBase};
use crate::wire::{ReviewEffort, ReviewProgress, ReviewTryView, ReviewView, SolveState, count};

/// Transposition table size of a review, in megabytes.
const HASH: usize = 32;
/// Transposition table size for a retried move, in megabytes.
const TRY_HASH: usize = 8;
/// Maximum number of finished reviews kept.
const MAX_KEPT: usize = 32;
/// Time limit for one position in milliseconds. Nodes decide; with a time limit the search reads its clock, where it pauses.
const POSITION_MS: u64 = 600_000;

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

/// Search limits per move for a game of this length.
fn limits(effort: ReviewEffort, plies: usize) -> Limits<String> {
    Limits { time: Some(POSITION_MS), ..Limits::nodes(nodes(effort, plies)) }
}

/// Review of a game.
pub struct ReviewJob {
    id: String,
    player: String,
    effort: ReviewEffort,
    /// Key that identifies equal games.
    key: String,
    game: Mutex<Reviewed>,
    ticket: Ticket,
    progress: watch::Sender<ReviewProgress>,
    found: Mutex<Option<Result<Review, Message>>>,
}

impl ReviewJob {
    /// Identifier.
    pub fn id(&self) -> &str {
        &self.id
    }

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
    pub fn attempt(&self, ply: u32, mv: &str, control: &Control) -> Result<ReviewTryView, Message> {
        let missing = || Message::new("review_try_ply");
        let reviewed = match self.found().as_ref() {
            Some(Ok(found)) => found.plies.iter().find(|one| count(one.ply) == ply).cloned(),
            _ => None,
        };
        let reviewed = reviewed.ok_or_else(missing)?;
        let game = self.fork();
        let limits = limits(self.effort, game.views[0].ply());
        let mut engine = engine(&game, TRY_HASH)?;
        let tried = retry(&game, &reviewed, mv, engine.as_mut(), &limits, control)?.ok_or_else(missing)?;
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

    fn ticket(&self) -> &Ticket {
        &self.ticket
    }

    fn is_done(&self) -> bool {
        self.progress.borrow().state == SolveState::Done
    }
}

/// Review jobs of the server.
pub struct ReviewJobs {
    jobs: JobRegistry<ReviewJob>,
    scheduler: Scheduler,
}

impl ReviewJobs {
    /// Creates the registry of jobs on this scheduler.
    pub fn new(scheduler: Scheduler) -> ReviewJobs {
        ReviewJobs { jobs: JobRegistry::default(), scheduler }
    }

    /// Returns the review with this identifier.
    pub fn job(&self, id: &str) -> Option<Arc<ReviewJob>> {
        self.jobs.job(id)
    }

    /// Stops a review, if this player started it; its result is what was found so far.
    pub fn stop(&self, id: &str, player: &str) -> Option<Arc<ReviewJob>> {
        self.jobs.stop(id, player)
    }

    /// Starts a review, under a known identifier if it was interrupted, unless the same one is finished or running. Another
    /// unfinished review of the player is canceled. Returns true with a new one.
    pub fn begin(
        &self,
        game: Reviewed,
        effort: ReviewEffort,
        requester: &Requester,
        id: Option<String>,
    ) -> Result<(Arc<ReviewJob>, bool), JobError> {
        let player = requester.guest.as_str();
        let plies = game.views[0].ply();
        if plies == 0 {
            return Err(Message::new("review_empty").into());
        }
        let key = source::key(&game);
        // The same player asking again continues the running review.
        let goes_on = |job: &ReviewJob| !job.is_done() && job.player == player && !job.ticket.is_stopped();
        let same =
            |job: &ReviewJob| job.key == key && job.effort == effort && (job.is_whole() || goes_on(job));
        if let Some(known) = self.jobs.find(same) {
            return Ok((known, false));
        }
        let (progress, _) = watch::channel(ReviewProgress {
            state: SolveState::Waiting,
            done: 0,
            total: count(plies),
            scores: vec![None; plies + 1],
        });
        let job = Arc::new(ReviewJob {
            id: id.unwrap_or_else(ids::room),
            player: player.to_owned(),
            effort,
            key,
            game: Mutex::new(game),
            ticket: self.scheduler.ticket(TimeBase::Running),
            progress,
            found: Mutex::default(),
        });
        self.jobs.cancel_all_of(player);
        let ends = PublishEnd(Arc::clone(&job));
        self.scheduler
            .submit(Class::Review, requester.clone(), 1, &job.ticket, move || run_review(&ends.0))?;
        self.jobs.put(&job, MAX_KEPT);
        Ok((job, true))
    }
}

fn engine(game: &Reviewed, hash: usize) -> Result<Box<dyn AnyEngine>, Message> {
    let book = rulebook(game.views[0].spec().name)?;
    book.engine(&default_engine(book).parse()?, EngineResources { hash, threads: 1 })
}

/// Publishes the end of a review, also if it panics or is canceled before it starts.
struct PublishEnd(Arc<ReviewJob>);

impl Drop for PublishEnd {
    fn drop(&mut self) {
        self.0.ticket.settle();
        let code = if self.0.ticket.is_stopped() { "review_canceled" } else { "review_broke" };
        self.0.found().get_or_insert_with(|| Err(Message::new(code)));
        self.0.progress.send_modify(|progress| progress.state = SolveState::Done);
    }
}

/// Runs a review.
fn run_review(job: &ReviewJob) {
    job.progress.send_modify(|progress| progress.state = SolveState::Running);
    let game = job.fork();
    let mut update = |step: &ReviewStep| {
        job.progress.send_modify(|progress| {
            progress.done = count(step.done);
            if let Some(score) = progress.scores.get_mut(step.ply) {
                *score = Some(view::score(&step.value));
            }
        });
    };
    let limits = limits(job.effort, game.views[0].ply());
    let found = engine(&game, HASH)
        .and_then(|mut engine| review(&game, engine.as_mut(), &limits, job.ticket.control(), &mut update));
    *job.found() = Some(found);
}
