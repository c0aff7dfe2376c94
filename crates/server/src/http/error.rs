//! Errors of requests: a status and a message for people. Internal errors are logged, never shown.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Message;

use crate::jobs::JobError;
use crate::lobby::RoomError;
use crate::scheduler::Refused;
use crate::store::StoreError;
use crate::wire::{ErrorOut, MessageOut};

/// Seconds after which to try again when the own share of a queue is used up, and when the queue is full.
const RETRY_OWN_SHARE: u64 = 5;
const RETRY_FULL: u64 = 15;

/// Error response.
#[derive(Debug)]
pub struct Error {
    status: StatusCode,
    message: MessageOut,
    /// Seconds after which to try again.
    retry_after: Option<u64>,
}

impl Error {
    /// Creates an error with a status and a message.
    pub fn new(status: StatusCode, message: &Message) -> Self {
        Error::with_message(status, MessageOut::from(message))
    }

    /// Rate limit exceeded; `wait` is the time until the next request is allowed.
    pub fn too_many(wait: Duration) -> Self {
        let seconds = wait.as_secs() + 1;
        let message = Message::new("wire_too_many").number("seconds", seconds as usize);
        Error { retry_after: Some(seconds), ..Error::new(StatusCode::TOO_MANY_REQUESTS, &message) }
    }

    /// 404 with the message of this code.
    pub fn not_found(code: &'static str) -> Self {
        Error::new(StatusCode::NOT_FOUND, &Message::new(code))
    }

    /// 422 with a message.
    pub fn unprocessable(message: &Message) -> Self {
        Error::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Creates an error with a converted message.
    pub fn with_message(status: StatusCode, message: MessageOut) -> Self {
        Error { status, message, retry_after: None }
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        let (status, code, seconds) = match refused {
            Refused::OwnShare => (StatusCode::TOO_MANY_REQUESTS, "wire_own_share", RETRY_OWN_SHARE),
            Refused::Full => (StatusCode::SERVICE_UNAVAILABLE, "wire_busy", RETRY_FULL),
            Refused::Closed => (StatusCode::SERVICE_UNAVAILABLE, "wire_closing", RETRY_OWN_SHARE),
        };
        let message = Message::new(code).number("seconds", seconds as usize);
        Error { retry_after: Some(seconds), ..Error::new(status, &message) }
    }
}

impl From<JobError> for Error {
    fn from(error: JobError) -> Self {
        match error {
            JobError::Invalid(message) => message.into(),
            JobError::Refused(refused) => refused.into(),
            JobError::Room(error) => error.into(),
        }
    }
}

impl From<Message> for Error {
    fn from(message: Message) -> Self {
        Error::unprocessable(&message)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "store error");
        Error::new(StatusCode::SERVICE_UNAVAILABLE, &Message::new("wire_not_kept"))
    }
}

impl From<RoomError> for Error {
    fn from(missing: RoomError) -> Self {
        match missing {
            RoomError::NotFound => Error::not_found("wire_no_room"),
            RoomError::Corrupt => Error::new(StatusCode::INTERNAL_SERVER_ERROR, &Message::new("wire_broken")),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(ErrorOut { error: self.message })).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
