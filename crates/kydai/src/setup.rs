//! Resolves arguments to a game, its rules, a position and moves.

use table::{Message, Notation, Rulebook, Study, games};

use crate::cli::Board;
use crate::failure::Failure;
use crate::text::split_moves;

/// Returns the game with this name or alias.
pub fn rulebook(name: &str) -> Result<&'static dyn Rulebook, Message> {
    games::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = games::ALL.iter().map(|book| book.spec().name).collect();
        Message::new("cli_game_unknown").text("game", name).text("known", known.join(", "))
    })
}

/// Returns the notation with this name, if the game supports it.
pub fn notation(name: &str, book: &dyn Rulebook) -> Result<Notation, Message> {
    Notation::named(name).filter(|notation| book.notations().contains(notation)).ok_or_else(|| {
        let known: Vec<&str> = book.notations().iter().map(|notation| notation.name()).collect();
        Message::new("notation_unknown")
            .text("notation", name)
            .word("game", format!("game_{}", book.spec().name))
            .text("known", known.join(", "))
    })
}

/// Parses rule options: `name=value`, or a value alone where only one option has it (`axf`).
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

/// A game with an open position.
pub struct OpenGame {
    /// The game.
    pub book: &'static dyn Rulebook,
    /// Position with the moves played from it.
    pub study: Box<dyn Study>,
}

/// Opens the position given by the arguments, before any move.
pub fn open(board: &Board) -> Result<OpenGame, Failure> {
    let book = rulebook(&board.game)?;
    let options = options(&board.rules, book)?;
    let options: Vec<(&str, &str)> =
        options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    // The piece-list format of old programs is accepted wherever a position is.
    let list = board.fen.as_deref().filter(|text| table::is_list(text));
    let list = list.map(|text| table::read_list(book.spec(), text)).transpose()?;
    let setup = list.as_deref().or(board.fen.as_deref());
    Ok(OpenGame { book, study: book.open(setup, &options)? })
}

/// Notation in which the moves of a game are read.
#[derive(Clone, Copy)]
pub enum Reading {
    /// This notation.
    In(Notation),
    /// The notation in which all moves are legal.
    Detected,
}

/// Parses a notation name or `auto`.
pub fn reading(name: &str, book: &dyn Rulebook) -> Result<Reading, Message> {
    if name.eq_ignore_ascii_case("auto") {
        return Ok(Reading::Detected);
    }
    notation(name, book).map(Reading::In)
}

/// Plays the moves of a text and returns the notation they were read in.
pub fn play(study: &mut dyn Study, text: &str, reading: Reading) -> Result<Notation, Failure> {
    let (notation, moves) = match reading {
        Reading::In(notation) => (notation, split_moves(text, notation)),
        Reading::Detected => detect(study, text)?,
    };
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    study.play_game(&moves, notation)?;
    Ok(notation)
}

/// Detects the notation. Moves in words use other separators than all others, so both are tried.
fn detect(study: &dyn Study, text: &str) -> Result<(Notation, Vec<String>), Message> {
    let moves = split_moves(text, Notation::Uci);
    if moves.is_empty() {
        return Ok((Notation::Uci, moves));
    }
    let detected = |moves: &[String]| study.detect(&moves.iter().map(String::as_str).collect::<Vec<_>>());
    detected(&moves).map(|notation| (notation, moves)).or_else(|error| {
        let worded = split_moves(text, Notation::ViWords);
        match detected(&worded) {
            Ok(notation) => Ok((notation, worded)),
            Err(_) => Err(error),
        }
    })
}

/// Opens a position, plays moves on it and returns the notation they were read in.
pub fn open_and_play(board: &Board, moves: &str, notation: &str) -> Result<(OpenGame, Notation), Failure> {
    let mut desk = open(board)?;
    let notation = play(desk.study.as_mut(), moves, reading(notation, desk.book)?)?;
    Ok((desk, notation))
}

/// Returns the position format with this name, or the game's default format.
pub fn dialect(name: Option<&str>, book: &dyn Rulebook) -> Result<&'static str, Message> {
    let spec = book.spec();
    let Some(name) = name else { return Ok(spec.dialects.first().copied().unwrap_or_default()) };
    spec.dialects.iter().copied().find(|known| known.eq_ignore_ascii_case(name)).ok_or_else(|| {
        Message::new("cli_dialect_unknown")
            .text("dialect", name)
            .word("game", format!("game_{}", spec.name))
            .text("known", spec.dialects.join(", "))
    })
}
