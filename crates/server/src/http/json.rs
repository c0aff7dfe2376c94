//! JSON request bodies, with a message that explains a parse error.

use axum::Json;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody, JsonRejection};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use game::Message;
use serde::de::DeserializeOwned;

use super::error::Error;

/// Request body parsed as JSON.
pub struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(JsonBody(value)),
            Err(JsonRejection::BytesRejection(BytesRejection::FailedToBufferBody(
                FailedToBufferBody::UnknownBodyError(_),
            ))) => Err(Error::new(StatusCode::REQUEST_TIMEOUT, &Message::new("wire_slow_body"))),
            Err(JsonRejection::BytesRejection(_)) => Err(Error::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                &Message::new("wire_too_large").number("kib", 512),
            )),
            Err(rejection) => {
                Err(Error::unprocessable(&Message::new("wire_body").text("why", rejection.body_text())))
            }
        }
    }
}
