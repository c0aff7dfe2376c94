//! Views: a match as shown to one viewer, from its own line and the public state.

use std::collections::BTreeMap;

use game::{Game, Line, Move, Notation, Outcome, Picture, Position, Side};
use record::MoveText;

use crate::erased::explain::{RepetitionReport, repetition_report};
use crate::erased::identity::position_id;
use crate::erased::study::{last_move, write_legal, write_moves};
use crate::play::event::{Millis, Offer, Viewer};

/// Match as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Name of the game.
    pub game: &'static str,
    /// Viewer.
    pub viewer: Viewer,
    /// Number of events so far.
    pub seq: u64,
    /// Position in the game's own dialect.
    pub position: String,
    /// Stable identifier of the position.
    pub position_id: String,
    /// Board for display.
    pub picture: Picture,
    /// Origin and target of the last move.
    pub last_move: Option<(usize, usize)>,
    /// All moves in coordinates, with the reveals this viewer knows; `--` is a turn given away.
    pub moves: Vec<String>,
    /// Side to move.
    pub turn: Side,
    /// Moves this viewer may play now.
    pub legal: Vec<String>,
    /// Outcome of the match.
    pub outcome: Option<Outcome>,
    /// Draw the side to move may claim.
    pub claim: Option<Outcome>,
    /// Repetition report, if the position has occurred before.
    pub repetition: Option<RepetitionReport>,
    /// Pending offer and the side that made it.
    pub offer: Option<(Side, Offer)>,
    /// Time left to each side.
    pub clocks: [Option<Millis>; 2],
    /// Side whose clock runs.
    pub running: Option<Side>,
    /// True while the clocks are paused.
    pub paused: bool,
    /// Number of plies that can be redone.
    pub undone: usize,
    /// Face-down pieces this viewer saw in moves that were taken back: square and letter.
    pub seen: Vec<(usize, char)>,
}

/// Public state of a match besides the board; computed without replaying moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchState {
    /// Number of events so far.
    pub seq: u64,
    /// Side to move.
    pub turn: Side,
    /// Outcome of the match.
    pub outcome: Option<Outcome>,
    /// Pending offer and the side that made it.
    pub offer: Option<(Side, Offer)>,
    /// Time left to each side.
    pub clocks: [Option<Millis>; 2],
    /// Side whose clock runs.
    pub running: Option<Side>,
    /// True while the clocks are paused.
    pub paused: bool,
    /// Number of plies that can be redone.
    pub undone: usize,
}

/// Builds the view for the viewer of this line, with the reveals it saw in moves that were taken back.
pub(crate) fn build_view<S: MoveText>(
    line: &Line<<S::Game as Game>::Position>,
    viewer: Viewer,
    state: MatchState,
    seen: Option<&BTreeMap<usize, char>>,
) -> View {
    let spec = S::Game::spec();
    let here = line.here();
    let position = S::Game::write_position(here, spec.dialects.first().unwrap_or(&""));
    let turn = here.turn();
    let picture = S::Game::picture(here);
    let is_face_down = |square: &usize| face_down(picture.pieces.get(*square).copied().flatten());
    let seen = seen.into_iter().flatten().map(|(square, letter)| (*square, *letter));
    let seen = seen.filter(|(square, _)| is_face_down(square)).collect();
    let may_move = state.outcome.is_none() && !state.paused && viewer == Viewer::Seat(turn);
    View {
        game: spec.name,
        viewer,
        seq: state.seq,
        position_id: position_id(spec.name, &position),
        position,
        picture,
        last_move: last_move(line),
        moves: write_moves::<S>(line, Notation::Uci),
        turn,
        legal: if may_move { write_legal::<S>(here, Notation::Uci) } else { Vec::new() },
        outcome: state.outcome,
        claim: if state.outcome.is_none() { Position::claimable_draw(line) } else { None },
        repetition: repetition_report::<S>(line, Notation::Uci),
        offer: state.offer,
        clocks: state.clocks,
        running: state.running,
        paused: state.paused,
        undone: state.undone,
        seen,
    }
}

/// Ply as one viewer knows it, with the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyView {
    /// Move in each notation of the game, coordinates first; `--` is a turn given away.
    pub texts: Vec<(Notation, String)>,
    /// Side that played it.
    pub side: Side,
    /// Origin and target.
    pub squares: Option<(usize, usize)>,
    /// Position after it, in the game's own dialect.
    pub position: String,
    /// Square of a general or king in check after it.
    pub check: Option<usize>,
    /// Captured piece: its side, its letter (`?` if unknown to this viewer), and true if it was face down.
    pub took: Option<(Side, char, bool)>,
    /// Letter of the piece revealed by the move.
    pub turned: Option<char>,
}

/// Plies of a line from an index on.
pub(crate) fn ply_views<S: MoveText>(line: &Line<<S::Game as Game>::Position>, from: usize) -> Vec<PlyView> {
    (from..line.ply()).map(|ply| ply_view::<S>(line, ply)).collect()
}

fn ply_view<S: MoveText>(line: &Line<<S::Game as Game>::Position>, ply: usize) -> PlyView {
    let (before, behind) = (line.at(ply), line.at(ply + 1));
    let step = &line.steps()[ply];
    let write = |notation: Notation| match (step.mv, step.reveal) {
        (Some(mv), Some(reveal)) => S::write(before, mv, reveal, notation),
        _ => "--".to_owned(),
    };
    let texts: Vec<(Notation, String)> =
        S::NOTATIONS.iter().map(|&notation| (notation, write(notation))).collect();
    let squares = step.mv.map(|mv| (mv.from(), mv.to()));
    let (was, is) = (S::Game::picture(before), S::Game::picture(behind));
    let side = before.turn();
    let turned_up =
        squares.is_some_and(|(from, _)| was.pieces.get(from).is_some_and(|piece| face_down(*piece)));
    let taken = was.pieces.iter().zip(&is.pieces).find_map(|(was, is)| {
        (*was).filter(|piece| piece.side != side && is.is_none_or(|piece| piece.side == side))
    });
    // Hidden pieces known to this viewer follow the squares: first the one revealed, then the one captured.
    let coordinates = texts.first().map_or("", |(_, text)| text.as_str());
    let captured_letter =
        || coordinates.chars().skip(4 + usize::from(turned_up)).find(char::is_ascii_alphabetic);
    PlyView {
        squares,
        position: S::Game::write_position(behind, S::Game::spec().dialects.first().unwrap_or(&"")),
        check: is.check,
        took: taken.map(|piece| {
            let letter = if piece.face_down {
                captured_letter().map_or('?', |it| it.to_ascii_uppercase())
            } else {
                piece.letter
            };
            (piece.side, letter, piece.face_down)
        }),
        turned: squares
            .filter(|_| turned_up)
            .and_then(|(_, to)| is.pieces.get(to).copied().flatten())
            .map(|piece| piece.letter),
        side,
        texts,
    }
}

fn face_down(piece: Option<game::PicturePiece>) -> bool {
    piece.is_some_and(|piece| piece.face_down)
}
