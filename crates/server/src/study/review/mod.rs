//! Games looked at again: begun by a request, watched and stopped by others, what was found kept for a while.

mod show;
mod source;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Message;
use table::{
    AnyEngine, Control, EngineResources, Limits, Review, ReviewStep, Reviewed, WallClock, retry, review,
};
use tokio::sync::watch;

pub use source::{read_line, read_record};

use super::begun::{self, Begun, Job as _};
use super::pool::Pool;
use crate::begin::rulebook;
use crate::ids;
use crate::think::{Engines, default_engine};
use crate::wire::{ReviewEffort, ReviewProgress, ReviewTryView, ReviewView, SolveState, count};

/// Megabytes for what a review remembers while it works.
const HASH: usize = 32;
/// Megabytes for a move tried again.
const TRY_HASH: usize = 8;
/// Reviews kept after they ended, the newest ones.
const MOST_KEPT: usize = 32;
/// One review at a time: it never takes more than one core.
const THREADS: usize = 1;
/// How long a review waits between two positions while machines at boards think, at most.
const POLITE: Duration = Duration::from_millis(500);
const GLANCE: Duration = Duration::from_millis(20);

/// Positions visited for a whole game at most: about two minutes of a core.
const MOST_NODES: u64 = 60_000_000;

/// Positions visited for each move of a game of so many plies.
fn nodes(effort: ReviewEffort, plies: usize) -> u64 {
    let wanted = match effort {
        ReviewEffort::Quick => 20_000,
        ReviewEffort::Usual => 120_000,
        ReviewEffort::Deep => 800_000,
    };
    wanted.min(MOST_NODES / plies.max(1) as u64)
}

/// A game that is looked at again.
pub struct Job {
    id: String,
    player: String,
    effort: ReviewEffort,
    /// What makes two games the same.
    key: String,
    game: Mutex<Reviewed>,
    control: Control,
    progress: watch::Sender<ReviewProgress>,
    found: Mutex<Option<Result<Review, Message>>>,
}

impl Job {
    /// Everything that is known of it.
    pub fn view(&self) -> ReviewView {
        let progress = self.progress.borrow().clone();
        let found = self.found();
        show::view(&self.id, self.effort, &self.game(), progress, found.as_ref())
    }

    /// Told whenever it is further.
    pub fn watch(&self) -> watch::Receiver<ReviewProgress> {
        self.progress.subscribe()
    }

    /// What another move instead of one that was weighed is worth.
    pub fn attempt(&self, ply: u32, mv: &str) -> Result<ReviewTryView, Message> {
        let missing = || Message::new("review_try_ply");
        let weighed = match self.found().as_ref() {
            Some(Ok(found)) => found.plies.iter().find(|one| count(one.ply) == ply).cloned(),
            _ => None,
        };
        let weighed = weighed.ok_or_else(missing)?;
        let game = self.fork();
        let limits = Limits::nodes(nodes(self.effort, game.views[0].ply()));
        // Stopping the review does not stop this.
        let control = Control::new(Arc::new(WallClock::start()));
        let mut engine = engine(&game, TRY_HASH)?;
        let tried = retry(&game, &weighed, mv, engine.as_mut(), &limits, &control)?.ok_or_else(missing)?;
        Ok(show::attempt(&game, &weighed, &tried))
    }

    /// Whether it has looked at the whole game.
    fn is_whole(&self) -> bool {
        self.is_done() && matches!(self.found().as_ref(), Some(Ok(found)) if found.from == 0)
    }

    fn game(&self) -> MutexGuard<'_, Reviewed> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn found(&self) -> MutexGuard<'_, Option<Result<Review, Message>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game once more, to be worked on elsewhere.
    fn fork(&self) -> Reviewed {
        let game = self.game();
        Reviewed { views: game.views.each_ref().map(|study| study.until(usize::MAX)), outcome: game.outcome }
    }
}

impl begun::Job for Job {
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

/// All reviews of the house.
pub struct Reviews {
    jobs: Begun<Job>,
    pool: Pool,
    engines: Engines,
}

impl Reviews {
    /// With a thread of its own, that lets these engines go first.
    pub fn start(engines: Engines) -> Reviews {
        Reviews { jobs: Begun::default(), pool: Pool::start(THREADS), engines }
    }

    /// The review of a name.
    pub fn job(&self, id: &str) -> Option<Arc<Job>> {
        self.jobs.job(id)
    }

    /// Ends a review; what is known by then is its answer. Only who began it may.
    pub fn stop(&self, id: &str, player: &str) -> Option<Arc<Job>> {
        self.jobs.stop(id, player)
    }

    /// Ends all, for the house closes.
    pub fn close(&self) {
        self.jobs.stop_all();
        self.pool.close();
    }

    /// Begins a review, unless the same is done already or under way. One of the same person that still runs is stopped.
    pub fn begin(&self, game: Reviewed, effort: ReviewEffort, player: &str) -> Result<Arc<Job>, Message> {
        let plies = game.views[0].ply();
        if plies == 0 {
            return Err(Message::new("review_empty"));
        }
        let key = source::key(&game);
        // Whoever asks again for what still runs for them goes on with it.
        let goes_on = |job: &Job| !job.is_done() && job.player == player && !job.control.is_stopped();
        let same = |job: &Job| job.key == key && job.effort == effort && (job.is_whole() || goes_on(job));
        if let Some(known) = self.jobs.find(same) {
            return Ok(known);
        }
        let (progress, _) = watch::channel(ReviewProgress {
            state: SolveState::Waiting,
            done: 0,
            total: count(plies),
            worths: vec![None; plies + 1],
        });
        let job = Arc::new(Job {
            id: ids::room(),
            player: player.to_owned(),
            effort,
            key,
            game: Mutex::new(game),
            control: Control::new(Arc::new(WallClock::start())),
            progress,
            found: Mutex::default(),
        });
        let (at_work, engines) = (Arc::clone(&job), self.engines.clone());
        if !self.pool.run(Box::new(move || look(&at_work, &engines))) {
            return Err(Message::new("review_busy"));
        }
        self.jobs.put(&job, MOST_KEPT);
        Ok(job)
    }
}

fn engine(game: &Reviewed, hash: usize) -> Result<Box<dyn AnyEngine>, Message> {
    let book = rulebook(game.views[0].spec().name)?;
    book.engine(&default_engine(book).parse()?, EngineResources { hash, threads: 1 })
}

/// Does the work of a review, and says that it ended whatever happens.
fn look(job: &Job, engines: &Engines) {
    /// A review that breaks has ended too.
    struct Ends<'a>(&'a Job);
    impl Drop for Ends<'_> {
        fn drop(&mut self) {
            self.0.found().get_or_insert_with(|| Err(Message::new("review_broke")));
            self.0.progress.send_modify(|progress| progress.state = SolveState::Done);
        }
    }
    let ends = Ends(job);
    job.progress.send_modify(|progress| progress.state = SolveState::Running);
    let game = job.fork();
    let mut tell = |step: &ReviewStep| {
        job.progress.send_modify(|progress| {
            progress.done = count(step.done);
            if let Some(worth) = progress.worths.get_mut(step.ply) {
                *worth = Some(show::worth(&step.value));
            }
        });
        let_play_go_first(engines, &job.control);
    };
    let limits = Limits::nodes(nodes(job.effort, game.views[0].ply()));
    let found = engine(&game, HASH)
        .and_then(|mut engine| review(&game, engine.as_mut(), &limits, &job.control, &mut tell));
    *job.found() = Some(found);
    drop(ends);
}

/// Whoever waits for a move at a board comes first: a review pauses between two positions, though never for ever.
fn let_play_go_first(engines: &Engines, control: &Control) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut waited = Duration::ZERO;
    while engines.running() >= cores.div_ceil(2) && waited < POLITE && !control.is_stopped() {
        std::thread::sleep(GLANCE);
        waited += GLANCE;
    }
}
