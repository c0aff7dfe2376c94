//! What one viewer is shown of a match: made from that viewer's own line, and from what everybody knows.

use std::collections::BTreeMap;

use game::{Game, Line, Move, Notation, Outcome, Picture, Position, Side};
use record::MoveText;

use crate::event::{Millis, Offer, Viewer};
use crate::explain::{RepetitionReport, repetition_report};
use crate::identity::position_id;
use crate::study::{last_move, write_legal, write_moves};

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
    /// All moves in coordinates, with what this viewer knows of their reveals; `--` is a turn given away.
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
    pub repetition: Option<RepetitionReport>,
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
    /// Pieces that lie face down and that this viewer has seen in a move taken back: where, and the letter.
    pub seen: Vec<(usize, char)>,
}

/// Where a match stands, besides the board: known to everybody, and told without looking at the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchState {
    /// How many events led here.
    pub seq: u64,
    /// Whose move it is.
    pub turn: Side,
    /// The end of the match.
    pub outcome: Option<Outcome>,
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

/// The view of whoever owns this line, and has seen this in moves that were taken back.
pub(crate) fn show<S: MoveText>(
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
    let lies = |square: &usize| face_down(picture.pieces.get(*square).copied().flatten());
    let seen = seen.into_iter().flatten().map(|(square, letter)| (*square, *letter));
    let seen = seen.filter(|(square, _)| lies(square)).collect();
    let plays = state.outcome.is_none() && !state.paused && viewer == Viewer::Seat(turn);
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
        legal: if plays { write_legal::<S>(here, Notation::Uci) } else { Vec::new() },
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

/// A ply as one viewer knows it, with the position behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyView {
    /// The move in each notation of the game, coordinates first; `--` is a turn given away.
    pub texts: Vec<(Notation, String)>,
    /// Who played it.
    pub side: Side,
    /// From and to.
    pub squares: Option<(usize, usize)>,
    /// The position behind it, in the game's own dialect.
    pub position: String,
    /// The square of a general or king in check behind it.
    pub check: Option<usize>,
    /// The piece it captured: whose, its letter (`?` where this viewer was not told), whether it lay face down.
    pub took: Option<(Side, char, bool)>,
    /// The letter of the piece it turned up.
    pub turned: Option<char>,
}

/// The plies of a line from an index on.
pub(crate) fn show_plies<S: MoveText>(line: &Line<<S::Game as Game>::Position>, from: usize) -> Vec<PlyView> {
    (from..line.ply()).map(|ply| show_ply::<S>(line, ply)).collect()
}

fn show_ply<S: MoveText>(line: &Line<<S::Game as Game>::Position>, ply: usize) -> PlyView {
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
    // What lay face down is named behind the squares, where this viewer was told: what turned up, then what was taken.
    let coordinates = texts.first().map_or("", |(_, text)| text.as_str());
    let told = || coordinates.chars().skip(4 + usize::from(turned_up)).find(char::is_ascii_alphabetic);
    PlyView {
        squares,
        position: S::Game::write_position(behind, S::Game::spec().dialects.first().unwrap_or(&"")),
        check: is.check,
        took: taken.map(|piece| {
            let letter =
                if piece.face_down { told().map_or('?', |it| it.to_ascii_uppercase()) } else { piece.letter };
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
