//! Output of a session, shared with its search thread. Lines are written whole.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use table::Message;
use words::Language;

use crate::command::UciDialect;
use crate::lines;

/// Shared output of a session.
pub(crate) struct SharedOutput<W>(Arc<Mutex<Output<W>>>);

struct Output<W> {
    out: W,
    /// True after a write error.
    broken: bool,
}

impl<W> Clone for SharedOutput<W> {
    fn clone(&self) -> Self {
        SharedOutput(Arc::clone(&self.0))
    }
}

impl<W: Write> SharedOutput<W> {
    pub fn new(out: W) -> Self {
        SharedOutput(Arc::new(Mutex::new(Output { out, broken: false })))
    }

    /// Writes one line.
    pub fn write_line(&self, line: impl Into<String>) {
        self.write_lines(&[line.into()]);
    }

    /// Writes lines that belong together.
    pub fn write_lines(&self, lines_to_write: &[String]) {
        if lines_to_write.is_empty() {
            return;
        }
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.broken |= lines::write(&mut output.out, lines_to_write).is_err();
    }

    /// Writes a message for people, in English as interfaces expect.
    pub fn write_message(&self, dialect: UciDialect, message: &Message) {
        self.write_line(info_line(dialect, &words::render(message, Language::En)));
    }

    /// Returns true after a write error.
    pub fn is_broken(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).broken
    }
}

/// Line for people that programs ignore.
pub(crate) fn info_line(dialect: UciDialect, text: &str) -> String {
    match dialect {
        UciDialect::Uci => format!("info string {text}"),
        UciDialect::Ucci => format!("info message {text}"),
    }
}
