//! One's own game put into the library again, after it was worked on.

use std::ops::ControlFlow;

use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use game::Message;
use library::{Entry, Replaced};
use table::{ReadLimits, ReadOptions, read_file};

use super::Door;
use crate::budget::Budget;
use crate::http::error::Error;
use crate::http::guard::Caller;
use crate::wire::ErrorOut;

/// Replaces one's own game by another version of it: the first game of the body.
#[utoipa::path(put, path = "/api/library/games/{id}/record", request_body = String,
    responses((status = 204), (status = 404, body = ErrorOut), (status = 409, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn replace(
    State(door): State<Door>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<i64>,
    body: Bytes,
) -> Result<StatusCode, Error> {
    let (library, owner) = door.shelf_of(&caller.player).await?;
    let _turn = door.reading.acquire().await;
    let read = tokio::task::spawn_blocking(move || read(&body)).await;
    let entry = read.map_err(|_| Message::new("record_empty"))??;
    match library.replace(owner, id, entry).await? {
        Replaced::Done => Ok(StatusCode::NO_CONTENT),
        Replaced::Missing => Err(Error::not_found("library_no_game")),
        Replaced::Known => Err(Error::new(StatusCode::CONFLICT, &Message::new("library_twice"))),
    }
}

fn read(bytes: &[u8]) -> Result<Entry, Message> {
    let spent = Budget::FILE.begin();
    let ask = ReadOptions { game: None, notation: None, bounds: ReadLimits::PUBLIC };
    let mut found = None;
    read_file(bytes, &ask, &|| spent.is_over(), &mut |game| {
        found = Some(game);
        ControlFlow::Break(())
    });
    // Broken off it would lose its end.
    if spent.is_over() {
        return Err(Message::new("analysis_too_long"));
    }
    let found = found.ok_or_else(|| Message::new("convert_no_games"))?;
    // What cannot be read would be lost.
    match found.errors.into_iter().next() {
        Some(why) => Err(why),
        None => Entry::from_record(found.record.as_ref()),
    }
}
