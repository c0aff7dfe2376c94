//! Lines of moves: parsed from requests, and converted to views.

use std::collections::BTreeMap;

use game::Message;
use table::{Notation, Study};

use crate::new_game::rulebook;
use crate::wire::{LineView, MatchOutcome, Ply, Start, count, square};

/// Maximum number of moves of a line.
const MAX_MOVES: usize = 600;

/// Opens a position in any dialect, or a list of pieces, and plays the moves.
pub fn open(
    game: &str,
    position: Option<&str>,
    moves: &[String],
    options: &BTreeMap<String, String>,
) -> Result<Box<dyn Study>, Message> {
    let book = rulebook(game)?;
    let options: Vec<(&str, &str)> =
        options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let position = position.map(str::trim);
    let list = position.filter(|text| table::is_list(text));
    let list = list.map(|text| table::read_list(book.spec(), text)).transpose()?;
    let mut study = book.open(list.as_deref().or(position), &options)?;
    if moves.len() > MAX_MOVES {
        return Err(Message::new("new_record_too_long").number("most", count(MAX_MOVES)));
    }
    for mv in moves {
        study.play(mv, Notation::Uci)?;
    }
    Ok(study)
}

/// The same for a page of the Lab, where no position and a blank one are the game's start.
pub fn open_or_start(
    game: &str,
    position: Option<&str>,
    moves: &[String],
    options: &BTreeMap<String, String>,
) -> Result<Box<dyn Study>, Message> {
    open(game, position.filter(|text| !text.trim().is_empty()), moves, options)
}

/// Start of a line. The study must stand at its start.
pub fn start_of(study: &dyn Study) -> Start {
    let status = study.status();
    Start {
        position: study.position(study.spec().dialects.first().unwrap_or(&"")),
        turn: status.turn.into(),
        check: status.check.map(square),
    }
}

/// View of a line.
pub fn line_view(study: Box<dyn Study>) -> LineView {
    line_view_from(study, 0)
}

/// View of a line with the plies from an index on.
pub fn line_view_from(mut study: Box<dyn Study>, from: usize) -> LineView {
    let status = study.status();
    let legal = if status.outcome.is_some() { Vec::new() } else { study.legal_moves(Notation::Uci) };
    let plies = study.plies(from).into_iter().map(Ply::of).collect();
    let outcome = status.outcome.map(|outcome| MatchOutcome::of(&outcome, study.spec()));
    while study.pop() {}
    LineView {
        game: study.spec().name.to_owned(),
        start: start_of(study.as_ref()),
        plies,
        turn: status.turn.into(),
        check: status.check.map(square),
        line: status.line.into_iter().map(square).collect(),
        legal,
        outcome,
    }
}

/// Plies of moves played from the current position. The study is left unchanged.
pub fn plies_of(study: &mut dyn Study, moves: &[String]) -> Vec<Ply> {
    let before = study.ply();
    for mv in moves {
        if study.play(mv, Notation::Uci).is_err() {
            break;
        }
    }
    let plies = study.plies(before).into_iter().map(Ply::of).collect();
    while study.ply() > before && study.pop() {}
    plies
}

/// Ply of one move played from the current position. The study is left unchanged.
pub fn ply_of(study: &mut dyn Study, mv: &str) -> Option<Ply> {
    plies_of(study, &[mv.to_owned()]).pop()
}
