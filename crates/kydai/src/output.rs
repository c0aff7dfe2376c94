//! Output language and format: sentences for people, JSON for programs.

use std::io::{self, IsTerminal, Write};

use serde_json::{Value as Json, json};
use table::{GameSpec, Message, ParamValue, Side};
use words::Language;

use crate::failure::Failure;

/// Output settings of one run.
pub struct Output {
    /// Language of sentences.
    pub language: Language,
    /// True for JSON output.
    pub json: bool,
}

impl Output {
    /// Uses the requested language, else the environment's, else English.
    pub fn new(asked: Option<Language>, json: bool) -> Self {
        Output { language: asked.or_else(language_of_environment).unwrap_or(Language::En), json }
    }

    /// Renders a message.
    pub fn render(&self, message: &Message) -> String {
        words::render(message, self.language)
    }

    /// Renders a message code without parameters.
    pub fn word(&self, key: &str) -> String {
        words::word(key, self.language)
    }

    /// Prefixes text with a label from the catalogues: `warning: ...`.
    pub fn label(&self, key: &str, text: &str) -> String {
        format!("{}{}{text}", self.word(key), self.word("mark_colon"))
    }

    /// Returns the name of a side.
    pub fn side(&self, side: Side, spec: &GameSpec) -> String {
        self.word(spec.sides[side.index()])
    }

    /// Converts a message to JSON: code, sentence and parameters.
    pub fn message_json(&self, message: &Message) -> Json {
        let params: serde_json::Map<String, Json> =
            message.params.iter().map(|(name, value)| ((*name).to_owned(), value_json(value))).collect();
        json!({ "code": message.code, "message": self.render(message), "params": params })
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

    /// Returns true if standard output supports colors and `NO_COLOR` is not set.
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

/// Language of the first locale variable that is set.
fn language_of_environment() -> Option<Language> {
    let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(value)?;
    Language::parse(&locale)
}
