//! What can go wrong on the way, and how it is told.

use std::io::{self, Write};

use serde_json::json;
use table::{GameError, Message};

use crate::speech::Speech;

/// Why a command gave up.
pub enum Failure {
    /// Something the user wrote cannot be understood or is against the rules.
    Input(Message),
    /// A move of the list, its number counted from 1.
    Move(GameError),
    /// The lines that could not be converted were told already.
    Told,
    /// Standard input could not be read.
    Unreadable(io::Error),
    /// The output could not be written.
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
    /// The message to tell, if there is one left to tell.
    fn message(&self) -> Option<Message> {
        Some(match self {
            Failure::Input(message) => message.clone(),
            Failure::Move(error) => move_message(error),
            Failure::Told => return None,
            Failure::Unreadable(error) => Message::new("cli_unreadable").text("why", error.to_string()),
            Failure::Output(error) => Message::new("cli_unwritable").text("why", error.to_string()),
        })
    }

    /// Tells people on standard error, and machines on standard output as well.
    pub fn tell(&self, speech: &Speech) {
        let Some(message) = self.message() else { return };
        complain(&speech.label("cli_error", &speech.say(&message)));
        if speech.json {
            let mut report = speech.message_json(&message);
            if let Failure::Move(error) = self {
                report["number"] = json!(error.index + 1);
                report["move"] = json!(error.text);
                report["cause"] = speech.message_json(&error.message);
            }
            // The exit status tells the rest when even this cannot be written.
            let _ = speech.print_json(&json!({ "error": report }));
        }
    }
}

/// Which move is wrong, and why.
pub fn move_message(error: &GameError) -> Message {
    let why = error.message.clone();
    // Most messages name the move themselves.
    if why.params.iter().any(|(name, _)| *name == "move") {
        return Message::new("cli_move_wrong").number("number", error.index + 1).nest("why", why);
    }
    Message::new("cli_move_wrong_named")
        .number("number", error.index + 1)
        .text("move", &error.text)
        .nest("why", why)
}

/// Says something on standard error; a closed one is nobody's loss.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
