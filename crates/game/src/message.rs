//! What rules and readers say to a person: a code with parameters, never a sentence.
//!
//! The sentences live in the catalogues of the `words` crate, one per language.

use std::fmt;

/// A code of the catalogues with its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The catalogue's key, for instance `fen_general_missing`.
    pub code: &'static str,
    /// The parameters the sentence names in braces.
    pub params: Vec<(&'static str, ParamValue)>,
}

/// A parameter of a [`Message`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamValue {
    /// A number.
    Number(i64),
    /// Text quoted as it is: a square's name, a move, a piece of the input.
    Text(String),
    /// Another key of the catalogues: a side, a piece, a rule's name.
    Word(String),
    /// A whole message inside this one.
    Message(Box<Message>),
}

impl Message {
    /// A message without parameters.
    pub const fn new(code: &'static str) -> Self {
        Message { code, params: Vec::new() }
    }

    /// Adds a number.
    #[must_use]
    pub fn number(mut self, name: &'static str, number: impl TryInto<i64>) -> Self {
        self.params.push((name, ParamValue::Number(number.try_into().unwrap_or(i64::MAX))));
        self
    }

    /// Adds quoted text.
    #[must_use]
    pub fn text(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.params.push((name, ParamValue::Text(text.into())));
        self
    }

    /// Adds another key of the catalogues.
    #[must_use]
    pub fn word(mut self, name: &'static str, key: impl Into<String>) -> Self {
        self.params.push((name, ParamValue::Word(key.into())));
        self
    }

    /// Adds a message inside this one.
    #[must_use]
    pub fn nest(mut self, name: &'static str, inner: Message) -> Self {
        self.params.push((name, ParamValue::Message(Box::new(inner))));
        self
    }
}

/// Something that can say itself as a [`Message`]: errors, warnings, reasons, refusals.
pub trait ToMessage {
    /// The code and its parameters.
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

/// For logs and panics in tests: the code and its parameters; people read the catalogues' sentence.
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
