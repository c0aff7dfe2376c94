//! `kydai notate`: games from one notation into another, line by line.

use std::io::{self, BufRead, Write};

use serde_json::json;
use table::{GameError, Message, Notation};

use crate::cli::{Board, Notate};
use crate::desk::{self, Reading};
use crate::failure::{Failure, complain, move_message};
use crate::speech::Speech;
use crate::text::join_moves;

pub fn run(asked: &Notate, speech: &Speech) -> Result<(), Failure> {
    let book = desk::open(&asked.board)?.book;
    let from = desk::reading(&asked.from, book)?;
    let to = desk::notation(&asked.to, book)?;
    let argument =
        asked.moves.clone().or_else(|| (!asked.game_moves.is_empty()).then(|| asked.game_moves.join(" ")));
    match argument {
        Some(moves) => one(&asked.board, &moves, from, to, speech),
        None => every_line(&asked.board, from, to, speech),
    }
}

/// A game's moves, written in the other notation.
fn translate(
    board: &Board,
    text: &str,
    from: Reading,
    to: Notation,
) -> Result<(Notation, Vec<String>), Failure> {
    let mut study = desk::open(board)?.study;
    let from = desk::play(study.as_mut(), text, from)?;
    Ok((from, study.moves(to)))
}

fn one(board: &Board, text: &str, from: Reading, to: Notation, speech: &Speech) -> Result<(), Failure> {
    let (from, moves) = translate(board, text, from, to)?;
    if speech.json {
        return speech.print_json(&json!({ "from": from.name(), "to": to.name(), "moves": moves }));
    }
    speech.print(&join_moves(&moves, to))
}

fn every_line(board: &Board, from: Reading, to: Notation, speech: &Speech) -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut bytes = Vec::new();
    let mut failed = false;
    for line in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes).map_err(Failure::Unreadable)? == 0 {
            break;
        }
        // A line of another encoding is that line's error, not the end of the others.
        let game = match std::str::from_utf8(&bytes) {
            Ok(text) => translate(board, text, from, to),
            Err(_) => Err(Failure::Input(Message::new("cli_not_utf8"))),
        };
        match game {
            Ok((_, moves)) if speech.json => writeln!(out, "{}", json!({ "line": line, "moves": moves }))?,
            Ok((_, moves)) => writeln!(out, "{}", join_moves(&moves, to))?,
            Err(failure) => {
                failed = true;
                let (message, error) = match failure {
                    Failure::Move(error) => (move_message(&error), Some(error)),
                    Failure::Input(message) => (message, None),
                    other => return Err(other),
                };
                tell(line, &message, error.as_ref(), &mut out, speech)?;
            }
        }
    }
    out.flush()?;
    if failed { Err(Failure::Told) } else { Ok(()) }
}

/// Says which line is wrong and why; its place in the output stays empty.
fn tell(
    line: usize,
    message: &Message,
    error: Option<&GameError>,
    out: &mut impl Write,
    speech: &Speech,
) -> Result<(), Failure> {
    let placed = Message::new("cli_line_wrong").number("line", line).nest("why", message.clone());
    complain(&speech.label("cli_error", &speech.say(&placed)));
    if speech.json {
        let mut report = speech.message_json(message);
        if let Some(error) = error {
            report["number"] = json!(error.index + 1);
            report["move"] = json!(error.text);
            report["cause"] = speech.message_json(&error.message);
        }
        writeln!(out, "{}", json!({ "line": line, "error": report }))?;
    } else {
        writeln!(out)?;
    }
    Ok(())
}
