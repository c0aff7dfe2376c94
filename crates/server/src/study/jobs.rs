//! Searches for a win: begun by a request, watched and stopped by others, their proofs kept for a while.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use game::Message;
use table::{Control, Notation, ProofTree, SolveRequest, Study, WallClock};
use tokio::sync::watch;

use super::begun::{self, Begun};
use super::line::{open, start_of};
use super::pool::Pool;
use super::show;
use crate::begin::rulebook;
use crate::ids;
use crate::wire::{KnotView, Said, SolveIn, SolveState, SolveView};

/// Megabytes for what a search remembers; a proof that is kept keeps them.
const HASH: usize = 64;
/// Searches kept after they ended, the newest ones.
const MOST_KEPT: usize = 6;
const USUAL_SECONDS: u32 = 30;
const MOST_SECONDS: u32 = 600;
const MOST_MOVES: u32 = 200;
/// Watchers are told no more often than this.
const TOLD_EVERY: Duration = Duration::from_millis(120);

/// A search for a win.
pub struct Job {
    id: String,
    player: String,
    game: &'static str,
    setup: String,
    control: Control,
    view: watch::Sender<SolveView>,
    tree: Mutex<Option<Box<dyn ProofTree>>>,
}

impl Job {
    /// How it stands.
    pub fn view(&self) -> SolveView {
        self.view.borrow().clone()
    }

    /// Told whenever it stands otherwise.
    pub fn watch(&self) -> watch::Receiver<SolveView> {
        self.view.subscribe()
    }

    fn tree(&self) -> MutexGuard<'_, Option<Box<dyn ProofTree>>> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> Result<Box<dyn Study>, Message> {
        open(self.game, Some(&self.setup), &[], &Default::default())
    }

    /// A place in its proof; `None` where there is none, or the moves leave it.
    pub fn knot(&self, path: &[String]) -> Result<Option<KnotView>, Message> {
        let mut study = self.open()?;
        for mv in path {
            study.play(mv, Notation::Uci)?;
        }
        let mut tree = self.tree();
        let Some(tree) = tree.as_mut() else { return Ok(None) };
        Ok(show::knot(tree.as_mut(), study.as_mut(), path))
    }

    /// The longest resistance after these moves, and how many moves the win then takes.
    pub fn reply(&self, game: &str, setup: &str, path: &[String]) -> Option<(String, u32)> {
        if self.game != game || self.setup != setup {
            return None;
        }
        let knot = self.tree().as_mut()?.branches(path)?;
        knot.branches.into_iter().next()
    }

    fn tell(&self, change: impl FnOnce(&mut SolveView)) {
        self.view.send_modify(change);
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
        self.view.borrow().state == SolveState::Done
    }
}

/// All searches of the house.
pub struct Studies {
    jobs: Begun<Job>,
    /// Searches may take minutes.
    searches: Pool,
    /// Replies and looks at a tree take seconds: they do not wait for searches.
    questions: Pool,
}

impl Studies {
    /// With so many threads of each kind.
    pub fn start(threads: usize) -> Studies {
        let [searches, questions] = [Pool::start(threads), Pool::start(threads)];
        Studies { jobs: Begun::default(), searches, questions }
    }

    /// Has a question of a few seconds answered. `false` where too many wait already.
    pub fn answer(&self, question: Box<dyn FnOnce() + Send>) -> bool {
        self.questions.run(question)
    }

    /// The search of a name.
    pub fn job(&self, id: &str) -> Option<Arc<Job>> {
        self.jobs.job(id)
    }

    /// Ends a search; what is known by then is its answer. Only who began it may.
    pub fn stop(&self, id: &str, player: &str) -> Option<Arc<Job>> {
        self.jobs.stop(id, player)
    }

    /// Ends all, for the house closes.
    pub fn close(&self) {
        self.jobs.stop_all();
        self.searches.close();
        self.questions.close();
    }

    /// Begins a search. One of the same person that still runs is stopped: nobody asks two questions at once.
    pub fn begin(&self, asked: &SolveIn, player: &str) -> Result<Arc<Job>, Message> {
        let book = rulebook(&asked.game)?;
        let study = open(&asked.game, Some(&asked.position), &[], &Default::default())?;
        if study.picture().pieces.iter().flatten().any(|piece| piece.face_down) {
            return Err(Message::new("solve_hidden_pieces"));
        }
        let seconds = asked.seconds.unwrap_or(USUAL_SECONDS);
        if !(1..=MOST_SECONDS).contains(&seconds) {
            return Err(Message::new("solve_seconds_range").number("most", MOST_SECONDS));
        }
        if asked.moves.is_some_and(|moves| !(1..=MOST_MOVES).contains(&moves)) {
            return Err(Message::new("solve_moves_range").number("most", MOST_MOVES));
        }
        let start = start_of(study.as_ref());
        let winner = asked.winner.unwrap_or(start.turn);
        let setup = start.position.clone();
        let (view, _) = watch::channel(SolveView {
            id: ids::room(),
            game: book.spec().name.to_owned(),
            start,
            winner,
            within: asked.moves,
            seconds,
            state: SolveState::Waiting,
            progress: None,
            answer: None,
            failure: None,
        });
        let id = view.borrow().id.clone();
        let job = Arc::new(Job {
            id,
            player: player.to_owned(),
            game: book.spec().name,
            setup,
            control: Control::new(Arc::new(WallClock::start())),
            view,
            tree: Mutex::default(),
        });
        let ask = SolveRequest {
            winner: Some(winner.into()),
            moves: asked.moves,
            nodes: None,
            time: Some(u64::from(seconds) * 1000),
            hash: HASH,
            keys: true,
        };
        let at_work = Arc::clone(&job);
        if !self.searches.run(Box::new(move || solve(&at_work, &ask))) {
            return Err(Message::new("solve_busy"));
        }
        self.jobs.put(&job, MOST_KEPT);
        Ok(job)
    }
}

/// Does the work of a search, and says how it ended whatever happens.
fn solve(job: &Job, ask: &SolveRequest) {
    /// A search that breaks has ended too.
    struct Ends<'a>(&'a Job);
    impl Drop for Ends<'_> {
        fn drop(&mut self) {
            self.0.tell(|view| {
                if view.answer.is_none() && view.failure.is_none() {
                    view.failure = Some(Said::from(&Message::new("solve_broke")));
                }
                view.state = SolveState::Done;
            });
        }
    }
    let ends = Ends(job);
    job.tell(|view| view.state = SolveState::Running);
    let found = (|| {
        let book = rulebook(job.game)?;
        let mut study = job.open()?;
        let mut told: Option<Instant> = None;
        let mut solution = book.solve(study.as_ref(), ask, &job.control, &mut |progress| {
            if told.is_none_or(|told| told.elapsed() >= TOLD_EVERY) || progress.won.is_some() {
                told = Some(Instant::now());
                job.tell(|view| view.progress = Some(show::progress(progress)));
            }
        })?;
        let answer = show::answer(&solution, study.as_mut());
        Ok::<_, Message>((answer, solution.tree.take()))
    })();
    match found {
        Ok((answer, tree)) => {
            *job.tree() = tree;
            job.tell(|view| view.answer = Some(answer));
        }
        Err(message) => job.tell(|view| view.failure = Some(Said::from(&message))),
    }
    drop(ends);
}
