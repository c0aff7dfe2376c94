//! Where answers go: shared by the session and its search, one whole line after another.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use table::Message;
use words::Language;

use crate::command::UciDialect;
use crate::lines;

/// The output of a session.
pub(crate) struct SharedOutput<W>(Arc<Mutex<Output<W>>>);

struct Output<W> {
    out: W,
    /// Nobody listens any more.
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

    /// Says one line.
    pub fn write_line(&self, line: impl Into<String>) {
        self.write_lines(&[line.into()]);
    }

    /// Says lines that belong together.
    pub fn write_lines(&self, said: &[String]) {
        if said.is_empty() {
            return;
        }
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.broken |= lines::write(&mut output.out, said).is_err();
    }

    /// Says something to people: in English, as all interfaces expect.
    pub fn write_message(&self, dialect: UciDialect, message: &Message) {
        self.write_line(remark(dialect, &words::render(message, Language::En)));
    }

    /// Whether nobody listens any more.
    pub fn is_broken(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).broken
    }
}

/// A line that people may read and programs pass over.
pub(crate) fn remark(dialect: UciDialect, text: &str) -> String {
    match dialect {
        UciDialect::Uci => format!("info string {text}"),
        UciDialect::Ucci => format!("info message {text}"),
    }
}
