//! What sits at the board of a match: anything that can be asked for a move, and may fail to give one.

use std::time::Duration;

use table::{Message, Rulebook, Score, Study};

use crate::built_in::BuiltIn;
use crate::engine;
use crate::seer::Omniscient;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::tempo::Tempo;

/// A player at the board.
pub trait Player: Send {
    /// A new game begins.
    fn begin(&mut self, start: &Start) -> Result<(), Fault>;

    /// Chooses a move where its own line stands.
    fn choose(&mut self, study: &dyn Study, turn: &Turn) -> Result<Choice, Fault>;

    /// The player as one that is shown the deal. Nobody but [`Omniscient`] is.
    fn sees(&mut self) -> Option<&mut Omniscient> {
        None
    }

    /// Milliseconds a single move may take beyond its time, where the player can only be told an average.
    fn leeway(&self, _tempo: &Tempo) -> u64 {
        0
    }
}

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Start {
    /// The position, in the game's own dialect.
    pub position: String,
    /// Whether it is the game's usual start.
    pub usual: bool,
    /// Whether pieces are hidden: then a position is sent as it is known, never by the moves that led there.
    pub hidden: bool,
}

/// What a player is told when it is asked to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Its time control.
    pub tempo: Tempo,
    /// Milliseconds it has left, and the other side, where a clock runs.
    pub clocks: Option<[u64; 2]>,
    /// After so long nobody waits any more.
    pub patience: Duration,
    /// What random choices grow from.
    pub seed: u64,
}

/// A move and what its player thinks of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    /// The move in the game's coordinates.
    pub mv: String,
    /// What it expects, from its own view.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: u32,
    /// How many nodes it visited.
    pub nodes: u64,
}

/// Why a player gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Its program died, could not be started, or does not speak its protocol.
    Crash(String),
    /// It answered with something that is no legal move.
    Illegal(String),
    /// It did not answer in time.
    TooLate,
    /// It gave up, which is no fault of its program.
    Resigned,
    /// It cannot be asked in this way.
    Unable(Message),
}

/// Makes a player; one that cannot be made says why.
pub fn make(spec: &PlayerSpec, book: &'static dyn Rulebook) -> Result<Box<dyn Player>, Fault> {
    match &spec.kind {
        PlayerKind::BuiltIn(engine, means) => {
            table::lend_net(engine, book, |file| std::fs::read(file)).map_err(Fault::Unable)?;
            let engine = book.engine(engine, *means).map_err(Fault::Unable)?;
            Ok(Box::new(BuiltIn::new(engine)))
        }
        PlayerKind::Omniscient(means) if hides(book) => Ok(Box::new(Omniscient::new(*means))),
        PlayerKind::Omniscient(_) => Err(Fault::Unable(Message::new("arena_nothing_hidden"))),
        PlayerKind::External(engine) => engine::start(engine, book.spec().name),
    }
}

/// Whether a game has a deal to be shown.
fn hides(book: &dyn Rulebook) -> bool {
    let start = book.open(None, &[]);
    start.is_ok_and(|study| study.picture().pieces.iter().flatten().any(|piece| piece.face_down))
}

/// Whether a player can be made: a misspelt engine or a missing program is told before the first game.
pub fn greet(spec: &PlayerSpec, book: &'static dyn Rulebook) -> Result<(), Message> {
    let absent =
        |why: String| Message::new("arena_player_absent").text("player", &spec.name).text("why", why);
    match make(spec, book) {
        Ok(_) => Ok(()),
        Err(Fault::Unable(message)) => Err(message),
        Err(Fault::Crash(why) | Fault::Illegal(why)) => Err(absent(why)),
        Err(Fault::TooLate | Fault::Resigned) => Err(absent("...".to_owned())),
    }
}
