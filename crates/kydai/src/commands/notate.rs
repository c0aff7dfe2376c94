//! `kydai notate`: translates games between notations, line by line.

use std::io::{self, BufRead, Write};

use serde_json::json;
use table::{GameError, Message, Notation};

use crate::cli::{Board, Notate};
use crate::failure::{Failure, move_message, print_error};
use crate::output::Output;
use crate::setup::{self, Reading};
use crate::text::join_moves;

pub fn run(asked: &Notate, output: &Output) -> Result<(), Failure> {
    let book = setup::open(&asked.board)?.book;
    let from = setup::reading(&asked.from, book)?;
    let to = setup::notation(&asked.to, book)?;
    let argument =
        asked.moves.clone().or_else(|| (!asked.game_moves.is_empty()).then(|| asked.game_moves.join(" ")));
    match argument {
        Some(moves) => one(&asked.board, &moves, from, to, output),
        None => every_line(&asked.board, from, to, output),
    }
}

/// Translates the moves of a game.
fn translate(
    board: &Board,
    text: &str,
    from: Reading,
    to: Notation,
) -> Result<(Notation, Vec<String>), Failure> {
    let mut study = setup::open(board)?.study;
    let from = setup::play(study.as_mut(), text, from)?;
    Ok((from, study.moves(to)))
}

fn one(board: &Board, text: &str, from: Reading, to: Notation, output: &Output) -> Result<(), Failure> {
    let (from, moves) = translate(board, text, from, to)?;
    if output.json {
        return output.print_json(&json!({ "from": from.name(), "to": to.name(), "moves": moves }));
    }
    output.print(&join_moves(&moves, to))
}

fn every_line(board: &Board, from: Reading, to: Notation, output: &Output) -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut bytes = Vec::new();
    let mut failed = false;
    for line in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes).map_err(Failure::Unreadable)? == 0 {
            break;
        }
        // Invalid UTF-8 is an error of that line only.
        let game = match std::str::from_utf8(&bytes) {
            Ok(text) => translate(board, text, from, to),
            Err(_) => Err(Failure::Input(Message::new("cli_not_utf8"))),
        };
        match game {
            Ok((_, moves)) if output.json => writeln!(out, "{}", json!({ "line": line, "moves": moves }))?,
            Ok((_, moves)) => writeln!(out, "{}", join_moves(&moves, to))?,
            Err(failure) => {
                failed = true;
                let (message, error) = match failure {
                    Failure::Move(error) => (move_message(&error), Some(error)),
                    Failure::Input(message) => (message, None),
                    other => return Err(other),
                };
                report_line(line, &message, error.as_ref(), &mut out, output)?;
            }
        }
    }
    out.flush()?;
    if failed { Err(Failure::AlreadyReported) } else { Ok(()) }
}

/// Reports an invalid line; its line of the output stays empty.
fn report_line(
    line: usize,
    message: &Message,
    error: Option<&GameError>,
    out: &mut impl Write,
    output: &Output,
) -> Result<(), Failure> {
    let placed = Message::new("cli_line_wrong").number("line", line).nest("why", message.clone());
    print_error(&output.label("cli_error", &output.render(&placed)));
    if output.json {
        let mut report = output.message_json(message);
        if let Some(error) = error {
            report["number"] = json!(error.index + 1);
            report["move"] = json!(error.text);
            report["cause"] = output.message_json(&error.message);
        }
        writeln!(out, "{}", json!({ "line": line, "error": report }))?;
    } else {
        writeln!(out)?;
    }
    Ok(())
}
