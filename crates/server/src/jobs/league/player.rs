//! Players of a league's game: engines under the scheduler's control, which show each move to those who watch.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use arena::{Choice, Fault, GameStart, MoveRequest, Player, PlayerSpec};
use game::Message;
use table::{AnyEngine, Limits, Rulebook, Study};
use tokio::sync::watch;

use super::MOVE_MILLIS;
use crate::scheduler::Ticket;
use crate::wire::{LeagueLive, LeagueView, count, square};

/// Minimum interval between two positions that are shown.
const UPDATE_INTERVAL: Duration = Duration::from_millis(150);

/// Where the current position of a game is shown.
#[derive(Clone)]
pub struct Screen {
    view: watch::Sender<LeagueView>,
    number: usize,
    seats: [usize; 2],
    last: Arc<Mutex<Option<Instant>>>,
}

impl Screen {
    pub fn new(view: watch::Sender<LeagueView>, number: usize, seats: [usize; 2]) -> Self {
        Screen { view, number, seats, last: Arc::default() }
    }

    fn show(&self, study: &dyn Study) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < UPDATE_INTERVAL) {
            return;
        }
        *last = Some(Instant::now());
        let live = LeagueLive {
            number: count(self.number),
            first: count(self.seats[0]),
            second: count(self.seats[1]),
            position: study.position(study.spec().dialects.first().unwrap_or(&"")),
            last: study.last_move().map(|(from, to)| [square(from), square(to)]),
            check: study.status().check.map(square),
            plies: count(study.ply()),
        };
        self.view.send_modify(|view| view.live = Some(live));
    }
}

/// Reason why a game ends without a result.
fn stopped() -> Fault {
    Fault::Unable(Message::new("lab_canceled"))
}

/// Built-in engine.
pub struct LeaguePlayer {
    engine: Box<dyn AnyEngine>,
    ticket: Ticket,
    screen: Screen,
}

impl LeaguePlayer {
    pub fn new(engine: Box<dyn AnyEngine>, ticket: Ticket, screen: Screen) -> Self {
        LeaguePlayer { engine, ticket, screen }
    }
}

impl Player for LeaguePlayer {
    fn begin(&mut self, _: &GameStart) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, study: &dyn Study, request: &MoveRequest) -> Result<Choice, Fault> {
        self.ticket.yield_point();
        if self.ticket.is_stopped() {
            return Err(stopped());
        }
        self.screen.show(study);
        let limits = Limits {
            nodes: request.time_control.nodes,
            time: Some(MOVE_MILLIS),
            overhead: 0,
            seed: request.seed,
            ..Limits::default()
        };
        let think = || self.engine.think(study, &limits, self.ticket.control(), &mut |_| {});
        // An engine that panics has crashed, like a program: it loses this game.
        let report = catch_unwind(AssertUnwindSafe(think))
            .map_err(|panic| Fault::Crash(panic_text(&*panic)))?
            .map_err(Fault::Unable)?;
        if self.ticket.is_stopped() {
            return Err(stopped());
        }
        let mv = report.best().ok_or_else(|| Fault::Illegal("-".to_owned()))?.to_owned();
        Ok(Choice {
            mv,
            score: report.lines.first().map(|line| line.score),
            depth: report.depth,
            nodes: report.nodes,
        })
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic").to_owned()
}

/// Program of the operator.
struct OutsidePlayer {
    player: Box<dyn Player>,
    ticket: Ticket,
    screen: Screen,
}

impl Player for OutsidePlayer {
    fn begin(&mut self, start: &GameStart) -> Result<(), Fault> {
        self.player.begin(start)
    }

    fn choose(&mut self, study: &dyn Study, request: &MoveRequest) -> Result<Choice, Fault> {
        self.ticket.yield_point();
        if self.ticket.is_stopped() {
            return Err(stopped());
        }
        self.screen.show(study);
        self.player.choose(study, request)
    }
}

/// Starts a program of the operator.
pub fn outside(
    spec: &PlayerSpec,
    book: &'static dyn Rulebook,
    ticket: Ticket,
    screen: Screen,
) -> Result<Box<dyn Player>, Message> {
    let player = arena::start_player(spec, book)?;
    Ok(Box::new(OutsidePlayer { player, ticket, screen }))
}
