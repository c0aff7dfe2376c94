//! Replaces one of the caller's games with an edited version.

use std::ops::ControlFlow;

use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use game::Message;
use library::{Entry, Replaced};
use table::{ReadLimits, ReadOptions, StopCheck, read_file};

use super::LibraryState;
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::http::records::within_budget;
use crate::wire::ErrorOut;

/// Replaces one of the caller's games with the first game of the body.
#[utoipa::path(put, path = "/games/{id}/record", request_body = String,
    responses((status = 204), (status = 404, body = ErrorOut), (status = 409, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn replace(
    State(state): State<LibraryState>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<i64>,
    body: Bytes,
) -> Result<StatusCode, Error> {
    let (library, owner) = state.library_for(&caller.player).await?;
    let entry = within_budget(&state.app, &caller, move |stop| read(&body, stop)).await?;
    match library.replace(owner, id, entry).await? {
        Replaced::Done => Ok(StatusCode::NO_CONTENT),
        Replaced::Missing => Err(Error::not_found("library_no_game")),
        Replaced::Known => Err(Error::new(StatusCode::CONFLICT, &Message::new("library_twice"))),
    }
}

fn read(bytes: &[u8], stop: StopCheck<'_>) -> Result<Entry, Message> {
    let ask = ReadOptions { game: None, notation: None, bounds: ReadLimits::PUBLIC };
    let mut found = None;
    read_file(bytes, &ask, stop, &mut |game| {
        found = Some(game);
        ControlFlow::Break(())
    });
    // A partial result would lose the end of the game.
    if stop() {
        return Err(Message::new("analysis_too_long"));
    }
    let found = found.ok_or_else(|| Message::new("convert_no_games"))?;
    // Unreadable parts would be lost.
    match found.errors.into_iter().next() {
        Some(why) => Err(why),
        None => Entry::from_record(found.record.as_ref()),
    }
}
