//! Interface of the players of a match, and their faults.

use std::time::Duration;

use table::{Message, Rulebook, Score, Study};

use crate::built_in::BuiltIn;
use crate::engine;
use crate::omniscient::Omniscient;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::time_control::TimeControl;

/// A player of a match.
pub trait Player: Send {
    /// Starts a new game.
    fn begin(&mut self, start: &GameStart) -> Result<(), Fault>;

    /// Chooses a move in the last position of the study.
    fn choose(&mut self, study: &dyn Study, request: &MoveRequest) -> Result<Choice, Fault>;

    /// Returns the player as [`Omniscient`], the only one that is shown the deal.
    fn as_omniscient(&mut self) -> Option<&mut Omniscient> {
        None
    }

    /// Milliseconds a single move may take beyond its time, if the protocol can only transmit an average time per move.
    fn leeway(&self, _time_control: &TimeControl) -> u64 {
        0
    }
}

/// Start of a game.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// Starting position in the notation of the game.
    pub position: String,
    /// True if it is the usual starting position.
    pub usual: bool,
    /// True if pieces are hidden: then positions are sent as FEN, never as moves from the start.
    pub hidden: bool,
}

/// Request for a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest {
    /// Time control of the player.
    pub time_control: TimeControl,
    /// Milliseconds left of the player and its opponent, if there is a clock.
    pub clocks: Option<[u64; 2]>,
    /// Time after which the player counts as hanging.
    pub timeout: Duration,
    /// Seed of random choices.
    pub seed: u64,
}

/// A move with its evaluation by the player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    /// The move in coordinates.
    pub mv: String,
    /// Score from the view of the player.
    pub score: Option<Score>,
    /// Search depth.
    pub depth: u32,
    /// Number of nodes searched.
    pub nodes: u64,
}

/// Reason why a player gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program crashed, could not be started, or does not follow its protocol.
    Crash(String),
    /// The answer is not a legal move.
    Illegal(String),
    /// No answer in time.
    TooLate,
    /// The player resigned, which is not an error.
    Resigned,
    /// The player does not support these settings.
    Unable(Message),
}

/// Makes a player.
pub fn make_player(spec: &PlayerSpec, book: &'static dyn Rulebook) -> Result<Box<dyn Player>, Fault> {
    match &spec.kind {
        PlayerKind::BuiltIn(engine, resources) => {
            let mut engine = engine.clone();
            table::load_network(&mut engine, book, |file| std::fs::read(file)).map_err(Fault::Unable)?;
            let engine = book.engine(&engine, *resources).map_err(Fault::Unable)?;
            Ok(Box::new(BuiltIn::new(engine)))
        }
        PlayerKind::Omniscient(resources) if has_hidden_pieces(book) => {
            Ok(Box::new(Omniscient::new(*resources)))
        }
        PlayerKind::Omniscient(_) => Err(Fault::Unable(Message::new("arena_nothing_hidden"))),
        PlayerKind::External(engine) => engine::start(engine, book),
    }
}

/// Returns true if the game has hidden pieces.
fn has_hidden_pieces(book: &dyn Rulebook) -> bool {
    let start = book.open(None, &[]);
    start.is_ok_and(|study| study.picture().pieces.iter().flatten().any(|piece| piece.face_down))
}

/// Checks that a player can be made, so that a misspelled engine or a missing program is reported before the first game.
pub fn check_player(spec: &PlayerSpec, book: &'static dyn Rulebook) -> Result<(), Message> {
    start_player(spec, book).map(|_| ())
}

/// Starts a player, or says why it cannot play.
pub fn start_player(spec: &PlayerSpec, book: &'static dyn Rulebook) -> Result<Box<dyn Player>, Message> {
    make_player(spec, book).map_err(|fault| fault_message(&spec.name, fault))
}

/// Message that a player cannot be used.
pub(crate) fn fault_message(name: &str, fault: Fault) -> Message {
    let why = match fault {
        Fault::Unable(message) => return message,
        Fault::Crash(why) | Fault::Illegal(why) => why,
        Fault::TooLate | Fault::Resigned => "...".to_owned(),
    };
    Message::new("arena_player_absent").text("player", name).text("why", why)
}
