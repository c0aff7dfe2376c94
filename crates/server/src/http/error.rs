//! What goes wrong behind a request, as an answer: a status and a message for people. Internals are logged, never shown.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Message;

use crate::lobby::NoRoom;
use crate::store::StoreError;
use crate::wire::{ErrorOut, Said};

/// A refusal of a request.
#[derive(Debug)]
pub struct Error {
    status: StatusCode,
    said: Said,
    /// Seconds after which to try again.
    later: Option<u64>,
}

impl Error {
    /// With a status.
    pub fn new(status: StatusCode, message: &Message) -> Self {
        Error::said(status, Said::from(message))
    }

    /// Too much was asked; so long to wait.
    pub fn too_many(wait: Duration) -> Self {
        let seconds = wait.as_secs() + 1;
        let message = Message::new("wire_too_many").number("seconds", seconds as usize);
        Error { later: Some(seconds), ..Error::new(StatusCode::TOO_MANY_REQUESTS, &message) }
    }

    /// What was asked for is not there.
    pub fn not_found(code: &'static str) -> Self {
        Error::new(StatusCode::NOT_FOUND, &Message::new(code))
    }

    /// What was sent makes no sense.
    pub fn unprocessable(message: &Message) -> Self {
        Error::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// The same with a message that is made already.
    pub fn said(status: StatusCode, said: Said) -> Self {
        Error { status, said, later: None }
    }
}

impl From<Message> for Error {
    fn from(message: Message) -> Self {
        Error::unprocessable(&message)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store refused");
        Error::new(StatusCode::SERVICE_UNAVAILABLE, &Message::new("wire_not_kept"))
    }
}

impl From<NoRoom> for Error {
    fn from(missing: NoRoom) -> Self {
        match missing {
            NoRoom::Nowhere => Error::not_found("wire_no_room"),
            NoRoom::Broken => Error::new(StatusCode::INTERNAL_SERVER_ERROR, &Message::new("wire_broken")),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(ErrorOut { error: self.said })).into_response();
        if let Some(seconds) = self.later {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
