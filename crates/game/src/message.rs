//! Messages to people: a code with parameters; the text is in the catalogues.
//!
//! The catalogues of the `words` crate have one sentence per code and language.

use std::fmt;

/// A message code with its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Key in the catalogues, for instance `fen_general_missing`.
    pub code: &'static str,
    /// Parameters that the sentence refers to in braces.
    pub params: Vec<(&'static str, ParamValue)>,
}

/// Value of a [`Message`] parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamValue {
    /// A number.
    Number(i64),
    /// Text inserted as it is: a square name, a move, part of the input.
    Text(String),
    /// Key of another catalogue entry: a side, a piece, a rule.
    Word(String),
    /// A nested message.
    Message(Box<Message>),
}

impl Message {
    /// Creates a message without parameters.
    pub const fn new(code: &'static str) -> Self {
        Message { code, params: Vec::new() }
    }

    /// Adds a number parameter.
    #[must_use]
    pub fn number(mut self, name: &'static str, number: impl TryInto<i64>) -> Self {
        self.params.push((name, ParamValue::Number(number.try_into().unwrap_or(i64::MAX))));
        self
    }

    /// Adds a text parameter.
    #[must_use]
    pub fn text(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.params.push((name, ParamValue::Text(text.into())));
        self
    }

    /// Adds a parameter that is itself a catalogue key.
    #[must_use]
    pub fn word(mut self, name: &'static str, key: impl Into<String>) -> Self {
        self.params.push((name, ParamValue::Word(key.into())));
        self
    }

    /// Adds a nested message.
    #[must_use]
    pub fn nest(mut self, name: &'static str, inner: Message) -> Self {
        self.params.push((name, ParamValue::Message(Box::new(inner))));
        self
    }
}

/// Conversion to a [`Message`]: errors, warnings, reasons, refusals.
pub trait ToMessage {
    /// Returns the code and its parameters.
    fn message(&self) -> Message;
}

impl ToMessage for Message {
    fn message(&self) -> Message {
        self.clone()
    }
}

impl fmt::Display for ParamValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamValue::Number(number) => write!(f, "{number}"),
            ParamValue::Text(text) | ParamValue::Word(text) => write!(f, "{text}"),
            ParamValue::Message(inner) => write!(f, "({inner})"),
        }
    }
}

/// Code and parameters for logs and test failures; users see the catalogue's sentence.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        for (name, value) in &self.params {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Message {}
