//! Where answers go: shared by the session and its search, one whole line after another.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use table::Message;
use words::Language;

use crate::command::Tongue;
use crate::lines;

/// The output of a session.
pub(crate) struct Mouth<W>(Arc<Mutex<Output<W>>>);

struct Output<W> {
    out: W,
    /// Nobody listens any more.
    broken: bool,
}

impl<W> Clone for Mouth<W> {
    fn clone(&self) -> Self {
        Mouth(Arc::clone(&self.0))
    }
}

impl<W: Write> Mouth<W> {
    pub fn new(out: W) -> Self {
        Mouth(Arc::new(Mutex::new(Output { out, broken: false })))
    }

    /// Says one line.
    pub fn say(&self, line: impl Into<String>) {
        self.say_all(&[line.into()]);
    }

    /// Says lines that belong together.
    pub fn say_all(&self, said: &[String]) {
        if said.is_empty() {
            return;
        }
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.broken |= lines::write(&mut output.out, said).is_err();
    }

    /// Says something to people: in English, as all interfaces expect.
    pub fn tell(&self, tongue: Tongue, message: &Message) {
        self.say(remark(tongue, &words::render(message, Language::En)));
    }

    /// Whether nobody listens any more.
    pub fn is_broken(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).broken
    }
}

/// A line that people may read and programs pass over.
pub(crate) fn remark(tongue: Tongue, text: &str) -> String {
    match tongue {
        Tongue::Uci => format!("info string {text}"),
        Tongue::Ucci => format!("info message {text}"),
    }
}
