//! Errors of commands and how they are reported.

use std::io::{self, Write};

use serde_json::json;
use table::{GameError, Message};

use crate::output::Output;

/// Error that ends a command.
pub enum Failure {
    /// Input that cannot be parsed or breaks the rules.
    Input(Message),
    /// A file that cannot be understood; ends with status 2.
    Malformed(Message),
    /// An invalid move of a list of moves.
    Move(GameError),
    /// Errors that were already reported line by line.
    AlreadyReported,
    /// Standard input cannot be read.
    Unreadable(io::Error),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<Message> for Failure {
    fn from(message: Message) -> Self {
        Failure::Input(message)
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        Failure::Move(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl Failure {
    /// Returns the message to report, unless it was already reported.
    fn message(&self) -> Option<Message> {
        Some(match self {
            Failure::Input(message) | Failure::Malformed(message) => message.clone(),
            Failure::Move(error) => move_message(error),
            Failure::AlreadyReported => return None,
            Failure::Unreadable(error) => Message::new("cli_unreadable").text("why", error.to_string()),
            Failure::Output(error) => Message::new("cli_unwritable").text("why", error.to_string()),
        })
    }

    /// Exit status.
    pub fn status(&self) -> u8 {
        if matches!(self, Failure::Malformed(_)) { 2 } else { 1 }
    }

    /// Reports the error on standard error, and as JSON on standard output with `--json`.
    pub fn report(&self, output: &Output) {
        let Some(message) = self.message() else { return };
        print_error(&output.label("cli_error", &output.render(&message)));
        if output.json {
            let mut report = output.message_json(&message);
            if let Failure::Move(error) = self {
                report["number"] = json!(error.index + 1);
                report["move"] = json!(error.text);
                report["cause"] = output.message_json(&error.message);
            }
            // If this cannot be written either, the exit status still reports the failure.
            let _ = output.print_json(&json!({ "error": report }));
        }
    }
}

/// Message that names the invalid move and the reason.
pub fn move_message(error: &GameError) -> Message {
    let why = error.message.clone();
    // Most messages already contain the move.
    if why.params.iter().any(|(name, _)| *name == "move") {
        return Message::new("cli_move_wrong").number("number", error.index + 1).nest("why", why);
    }
    Message::new("cli_move_wrong_named")
        .number("number", error.index + 1)
        .text("move", &error.text)
        .nest("why", why)
}

/// Prints a line to standard error; a closed stream is ignored.
pub fn print_error(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
