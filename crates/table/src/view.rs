//! What one viewer is shown of a match: made from that viewer's own line, and from what everybody knows.

use game::{Game, Line, Notation, Outcome, Picture, Position, Side};
use record::Script;

use crate::event::{Millis, Offer, Viewer};
use crate::identity::position_id;
use crate::study::{last_move, write_legal, write_moves};
use crate::verdict::{CaseFile, file_case};

/// A match as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The game's name.
    pub game: &'static str,
    /// Who sees it so.
    pub viewer: Viewer,
    /// How many events led here.
    pub seq: u64,
    /// The position, in the game's own dialect.
    pub position: String,
    /// Its frozen name.
    pub position_id: String,
    /// The board to look at.
    pub picture: Picture,
    /// From and to of the last move.
    pub last_move: Option<(usize, usize)>,
    /// All moves in coordinates, with what this viewer knows of their fates; `--` is a turn given away.
    pub moves: Vec<String>,
    /// Whose move it is.
    pub turn: Side,
    /// The moves this viewer may play now.
    pub legal: Vec<String>,
    /// The end of the match.
    pub outcome: Option<Outcome>,
    /// The draw the side to move may claim.
    pub claim: Option<Outcome>,
    /// The arbiter's file, once the position has stood there before.
    pub case: Option<CaseFile>,
    /// What waits for an answer, and who offered it.
    pub offer: Option<(Side, Offer)>,
    /// Each side's time.
    pub clocks: [Option<Millis>; 2],
    /// Whose time runs.
    pub running: Option<Side>,
    /// Whether the clocks were stopped.
    pub paused: bool,
    /// How many plies could be played again.
    pub undone: usize,
}

/// What everybody knows of a match besides the board.
pub(crate) struct Common {
    pub seq: u64,
    pub outcome: Option<Outcome>,
    pub offer: Option<(Side, Offer)>,
    pub clocks: [Option<Millis>; 2],
    pub running: Option<Side>,
    pub paused: bool,
    pub undone: usize,
}

/// The view of whoever owns this line.
pub(crate) fn show<S: Script>(
    line: &Line<<S::Game as Game>::Position>,
    viewer: Viewer,
    common: &Common,
) -> View {
    let spec = S::Game::spec();
    let here = line.here();
    let position = S::Game::write_position(here, spec.dialects.first().unwrap_or(&""));
    let turn = here.turn();
    let plays = common.outcome.is_none() && !common.paused && viewer == Viewer::Seat(turn);
    View {
        game: spec.name,
        viewer,
        seq: common.seq,
        position_id: position_id(spec.name, &position),
        position,
        picture: S::Game::picture(here),
        last_move: last_move(line),
        moves: write_moves::<S>(line, Notation::Uci),
        turn,
        legal: if plays { write_legal::<S>(here, Notation::Uci) } else { Vec::new() },
        outcome: common.outcome,
        claim: if common.outcome.is_none() { Position::claimable(line) } else { None },
        case: file_case::<S>(line, Notation::Uci),
        offer: common.offer,
        clocks: common.clocks,
        running: common.running,
        paused: common.paused,
        undone: common.undone,
    }
}
