//! In which language, and to whom, the program speaks: people read sentences, machines read JSON.

use std::io::{self, IsTerminal, Write};

use serde_json::{Value as Json, json};
use table::{GameSpec, Message, ParamValue, Side};
use words::Language;

use crate::failure::Failure;

/// The voice of one run.
pub struct Speech {
    /// The language of sentences.
    pub language: Language,
    /// Whether a machine listens.
    pub json: bool,
}

impl Speech {
    /// The language asked for, else the environment's, else English.
    pub fn new(asked: Option<Language>, json: bool) -> Self {
        Speech { language: asked.or_else(language_of_environment).unwrap_or(Language::En), json }
    }

    /// The sentence of a message.
    pub fn say(&self, message: &Message) -> String {
        words::render(message, self.language)
    }

    /// The sentence of a code without parameters.
    pub fn word(&self, key: &str) -> String {
        words::word(key, self.language)
    }

    /// Text under a heading of the catalogues: `warning: ...`.
    pub fn label(&self, key: &str, text: &str) -> String {
        format!("{}{}{text}", self.word(key), self.word("mark_colon"))
    }

    /// A side's name.
    pub fn side(&self, side: Side, spec: &GameSpec) -> String {
        self.word(spec.sides[side.index()])
    }

    /// A message for machines: the code, the sentence and the parameters.
    pub fn message_json(&self, message: &Message) -> Json {
        let params: serde_json::Map<String, Json> =
            message.params.iter().map(|(name, value)| ((*name).to_owned(), value_json(value))).collect();
        json!({ "code": message.code, "message": self.say(message), "params": params })
    }

    /// Writes text to standard output.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        if !text.ends_with('\n') {
            out.write_all(b"\n")?;
        }
        out.flush()?;
        Ok(())
    }

    /// Writes a value to standard output.
    pub fn print_json(&self, value: &Json) -> Result<(), Failure> {
        self.print(&value.to_string())
    }

    /// Whether pieces may be drawn in color.
    pub fn colors() -> bool {
        io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
    }
}

fn value_json(value: &ParamValue) -> Json {
    match value {
        ParamValue::Number(number) => json!(number),
        ParamValue::Text(text) | ParamValue::Word(text) => json!(text),
        ParamValue::Message(inner) => json!(inner.to_string()),
    }
}

/// The first of the locale variables that says anything decides, as everywhere.
fn language_of_environment() -> Option<Language> {
    let said = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(said)?;
    Language::parse(&locale)
}
