//! Opening what the arguments ask for: the game, its rules, the position, the moves.

use table::{Message, Notation, Rulebook, Study, games};

use crate::cli::Board;
use crate::failure::Failure;
use crate::text::split_moves;

/// The game of a name people type.
pub fn rulebook(name: &str) -> Result<&'static dyn Rulebook, Message> {
    games::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = games::ALL.iter().map(|book| book.spec().name).collect();
        Message::new("cli_game_unknown").text("game", name).text("known", known.join(", "))
    })
}

/// The notation of a name people type, if the game knows it.
pub fn notation(name: &str, book: &dyn Rulebook) -> Result<Notation, Message> {
    Notation::named(name).filter(|notation| book.notations().contains(notation)).ok_or_else(|| {
        let known: Vec<&str> = book.notations().iter().map(|notation| notation.name()).collect();
        Message::new("notation_unknown")
            .text("notation", name)
            .word("game", format!("game_{}", book.spec().name))
            .text("known", known.join(", "))
    })
}

/// Rule options as they were typed: `name=value`, or a value alone where only one option has it (`axf`).
pub fn options(typed: &[String], book: &dyn Rulebook) -> Result<Vec<(String, String)>, Message> {
    typed.iter().map(|text| option(text, book)).collect()
}

fn option(text: &str, book: &dyn Rulebook) -> Result<(String, String), Message> {
    if let Some((name, value)) = text.split_once('=') {
        return Ok((name.trim().to_owned(), value.trim().to_owned()));
    }
    let mut owners = book.spec().options.iter().filter(|option| option.values.contains(&text));
    match (owners.next(), owners.next()) {
        (Some(owner), None) => Ok((owner.name.to_owned(), text.to_owned())),
        _ => Err(Message::new("cli_option_form").text("text", text)),
    }
}

/// The position the arguments describe, before any move.
pub fn open(board: &Board) -> Result<(&'static dyn Rulebook, Box<dyn Study>), Failure> {
    let book = rulebook(&board.game)?;
    let options = options(&board.rules, book)?;
    let options: Vec<(&str, &str)> =
        options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    Ok((book, book.open(board.fen.as_deref(), &options)?))
}

/// The same with moves played on it; which notation they were read in comes along.
pub fn open_and_play(
    board: &Board,
    moves: &str,
    notation_name: &str,
) -> Result<(&'static dyn Rulebook, Box<dyn Study>, Notation), Failure> {
    let (book, mut study) = open(board)?;
    let notation = notation(notation_name, book)?;
    let moves = split_moves(moves, notation);
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    study.play_game(&moves, notation)?;
    Ok((book, study, notation))
}
