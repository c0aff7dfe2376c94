//! Solver jobs: started by a request, observed and stopped by others; their proof trees are kept for a while.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use game::Message;
use table::{Notation, ProofTree, SolveRequest, Study};
use tokio::sync::watch;

use super::JobError;
use super::line::{open, start_of};
use super::registry::{self, JobRegistry};
use super::solve_view;
use crate::ids;
use crate::new_game::rulebook;
use crate::scheduler::{Class, Requester, Scheduler, Ticket, TimeBase};
use crate::wire::{MessageOut, ProofNodeView, SolveIn, SolveState, SolveView};

/// Size of the solver's hash tables in megabytes. They are freed when the search ends.
const HASH: usize = 64;
/// Maximum number of finished searches kept.
const MAX_KEPT: usize = 6;
const DEFAULT_SECONDS: u32 = 30;
const MAX_SECONDS: u32 = 600;
const MAX_MOVES: u32 = 200;
/// Minimum interval between two progress updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(120);

/// Search for a win.
pub struct SolveJob {
    id: String,
    player: String,
    game: &'static str,
    setup: String,
    ticket: Ticket,
    view: watch::Sender<SolveView>,
    tree: Mutex<Option<Box<dyn ProofTree>>>,
}

impl SolveJob {
    /// Identifier.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Current state.
    pub fn view(&self) -> SolveView {
        self.view.borrow().clone()
    }

    /// Receives every change of state.
    pub fn watch(&self) -> watch::Receiver<SolveView> {
        self.view.subscribe()
    }

    fn tree(&self) -> MutexGuard<'_, Option<Box<dyn ProofTree>>> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> Result<Box<dyn Study>, Message> {
        open(self.game, Some(&self.setup), &[], &Default::default())
    }

    /// Node of the proof tree; `None` without a proof, or if the moves leave it.
    pub fn proof_node(&self, path: &[String]) -> Result<Option<ProofNodeView>, Message> {
        let mut study = self.open()?;
        for mv in path {
            study.play(mv, Notation::Uci)?;
        }
        let mut tree = self.tree();
        let Some(tree) = tree.as_mut() else { return Ok(None) };
        Ok(solve_view::proof_node(tree.as_mut(), study.as_mut(), path))
    }

    /// Longest resistance after these moves, and the remaining moves of the win.
    pub fn reply(&self, game: &str, setup: &str, path: &[String]) -> Option<(String, u32)> {
        if self.game != game || self.setup != setup {
            return None;
        }
        let proof_node = self.tree().as_mut()?.branches(path)?;
        proof_node.branches.into_iter().next()
    }

    fn update(&self, change: impl FnOnce(&mut SolveView)) {
        self.view.send_modify(change);
    }
}

impl registry::Job for SolveJob {
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
        self.view.borrow().state == SolveState::Done
    }
}

/// Solver jobs of the server.
pub struct SolveJobs {
    jobs: JobRegistry<SolveJob>,
    scheduler: Scheduler,
}

impl SolveJobs {
    /// Creates the registry of jobs on this scheduler.
    pub fn new(scheduler: Scheduler) -> SolveJobs {
        SolveJobs { jobs: JobRegistry::default(), scheduler }
    }

    /// Returns the search with this identifier.
    pub fn job(&self, id: &str) -> Option<Arc<SolveJob>> {
        self.jobs.job(id)
    }

    /// Stops a search, if this player started it; its answer is what was found so far.
    pub fn stop(&self, id: &str, player: &str) -> Option<Arc<SolveJob>> {
        self.jobs.stop(id, player)
    }

    /// Starts a search, under a known identifier if it was interrupted. An unfinished search of the same player is canceled:
    /// one search per player.
    pub fn begin(
        &self,
        asked: &SolveIn,
        requester: &Requester,
        id: Option<String>,
    ) -> Result<Arc<SolveJob>, JobError> {
        let book = rulebook(&asked.game)?;
        let study = open(&asked.game, Some(&asked.position), &[], &Default::default())?;
        if study.picture().pieces.iter().flatten().any(|piece| piece.face_down) {
            return Err(Message::new("solve_hidden_pieces").into());
        }
        let seconds = asked.seconds.unwrap_or(DEFAULT_SECONDS);
        if !(1..=MAX_SECONDS).contains(&seconds) {
            return Err(Message::new("solve_seconds_range").number("most", MAX_SECONDS).into());
        }
        if asked.moves.is_some_and(|moves| !(1..=MAX_MOVES).contains(&moves)) {
            return Err(Message::new("solve_moves_range").number("most", MAX_MOVES).into());
        }
        let start = start_of(study.as_ref());
        let winner = asked.winner.unwrap_or(start.turn);
        let setup = start.position.clone();
        let (view, _) = watch::channel(SolveView {
            id: id.unwrap_or_else(ids::room),
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
        let job = Arc::new(SolveJob {
            id,
            player: requester.guest.clone(),
            game: book.spec().name,
            setup,
            ticket: self.scheduler.ticket(TimeBase::Running),
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
        self.jobs.cancel_all_of(&requester.guest);
        let ends = PublishEnd(Arc::clone(&job));
        self.scheduler
            .submit(Class::Solve, requester.clone(), 1, &job.ticket, move || solve(&ends.0, &ask))?;
        self.jobs.put(&job, MAX_KEPT);
        Ok(job)
    }
}

/// Publishes the end of a search, also if it panics or is canceled before it starts.
struct PublishEnd(Arc<SolveJob>);

impl Drop for PublishEnd {
    fn drop(&mut self) {
        self.0.ticket.settle();
        let canceled = self.0.ticket.is_stopped();
        self.0.update(|view| {
            if view.answer.is_none() && view.failure.is_none() {
                let code = if canceled { "solve_canceled" } else { "solve_broke" };
                view.failure = Some(MessageOut::from(&Message::new(code)));
            }
            view.state = SolveState::Done;
        });
    }
}

/// Runs a search.
fn solve(job: &SolveJob, ask: &SolveRequest) {
    job.update(|view| view.state = SolveState::Running);
    let found = (|| {
        let book = rulebook(job.game)?;
        let mut study = job.open()?;
        let mut last_update: Option<Instant> = None;
        let mut solution = book.solve(study.as_ref(), ask, job.ticket.control(), &mut |progress| {
            if last_update.is_none_or(|last_update| last_update.elapsed() >= UPDATE_INTERVAL)
                || progress.won.is_some()
            {
                last_update = Some(Instant::now());
                job.update(|view| view.progress = Some(solve_view::progress(progress)));
            }
        })?;
        let answer = solve_view::answer(&solution, study.as_mut());
        Ok::<_, Message>((answer, solution.tree.take()))
    })();
    match found {
        Ok((answer, tree)) => {
            *job.tree() = tree;
            job.update(|view| view.answer = Some(answer));
        }
        Err(message) => job.update(|view| view.failure = Some(MessageOut::from(&message))),
    }
}
