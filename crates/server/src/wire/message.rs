//! Messages for people: a code of the catalogues with its parameters.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::TS;

/// Message: `code` is a key of /messages/{language}.json, `params` fill the braces of its sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MessageOut {
    /// Key of the catalogues.
    pub code: String,
    /// Parameters by name.
    #[schema(no_recursion)]
    pub params: BTreeMap<String, Param>,
}

/// Parameter of a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Param {
    /// A number.
    Number(i64),
    /// Text shown as it is: a move, a square, a part of the input.
    Text(String),
    /// Another key of the catalogues.
    Word(String),
    /// A nested message.
    #[schema(no_recursion)]
    Message(Box<MessageOut>),
}

impl From<&game::Message> for MessageOut {
    fn from(message: &game::Message) -> Self {
        let params = message.params.iter().map(|(name, value)| ((*name).to_owned(), value.into())).collect();
        MessageOut { code: message.code.to_owned(), params }
    }
}

impl From<game::Message> for MessageOut {
    fn from(message: game::Message) -> Self {
        MessageOut::from(&message)
    }
}

impl From<&game::ParamValue> for Param {
    fn from(value: &game::ParamValue) -> Self {
        match value {
            game::ParamValue::Number(number) => Param::Number(*number),
            game::ParamValue::Text(text) => Param::Text(text.clone()),
            game::ParamValue::Word(key) => Param::Word(key.clone()),
            game::ParamValue::Message(inner) => Param::Message(Box::new(MessageOut::from(inner.as_ref()))),
        }
    }
}
