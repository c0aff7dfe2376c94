//! Games looked at again: begun, watched, stopped; and their mistakes tried once more.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use game::Message;
use table::Reviewed;
use tokio::sync::oneshot;

use super::error::Error;
use super::guard::Caller;
use super::json::Body;
use super::solves::in_the_pool;
use crate::app::App;
use crate::budget::Budget;
use crate::lobby::NoRoom;
use crate::room::Mail;
use crate::study::{read_line, read_record};
use crate::wire::{ErrorOut, ReviewIn, ReviewTryIn, ReviewTryView, ReviewView, SolveState};

fn forgotten() -> Error {
    Error::not_found("review_forgotten")
}

/// Begins a review; one's own that still runs is stopped. One that was done already is given again.
#[utoipa::path(post, path = "/api/reviews", request_body = ReviewIn,
    responses((status = 201, body = ReviewView), (status = 422, body = ErrorOut)))]
pub async fn begin(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(asked): Body<ReviewIn>,
) -> Result<(StatusCode, Json<ReviewView>), Error> {
    let effort = asked.effort.unwrap_or_default();
    let game = source(&app, asked).await?;
    let job = app.reviews.begin(game, effort, &caller.player)?;
    Ok((StatusCode::CREATED, Json(job.view())))
}

/// The game that is asked about.
async fn source(app: &App, asked: ReviewIn) -> Result<Reviewed, Error> {
    match (asked.room, asked.record, asked.line) {
        (Some(room), None, None) => {
            let (reply, answer) = oneshot::channel();
            app.lobby.send(app, &room, Mail::Review(reply)).await?;
            Ok(answer.await.map_err(|_| Error::from(NoRoom::Nowhere))??)
        }
        (None, Some(record), None) => {
            let read = app.reading.spend(Budget::FILE, move |stop| read_record(&record, stop)).await;
            Ok(read.ok_or_else(|| Message::new("record_empty"))??)
        }
        (None, None, Some(line)) => Ok(read_line(&line, asked.result.as_deref())?),
        _ => Err(Error::unprocessable(&Message::new("review_source"))),
    }
}

/// A review as far as it is.
#[utoipa::path(get, path = "/api/reviews/{id}",
    responses((status = 200, body = ReviewView), (status = 404, body = ErrorOut)))]
pub async fn look(State(app): State<App>, Path(id): Path<String>) -> Result<Json<ReviewView>, Error> {
    Ok(Json(app.reviews.job(&id).ok_or_else(forgotten)?.view()))
}

/// Ends a review; what is known by then is its answer.
#[utoipa::path(delete, path = "/api/reviews/{id}",
    responses((status = 204), (status = 404, body = ErrorOut)))]
pub async fn stop(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    app.reviews.stop(&id, &caller.player).ok_or_else(forgotten)?;
    Ok(StatusCode::NO_CONTENT)
}

/// A review while it works: a `ReviewProgress` whenever a move is weighed. After the last one all is at
/// `/api/reviews/{id}`.
#[utoipa::path(get, path = "/api/reviews/{id}/events",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 404, body = ErrorOut)))]
pub async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let mut news = app.reviews.job(&id).ok_or_else(forgotten)?.watch();
    news.mark_changed();
    let told = stream::unfold(Some(news), |news| async {
        let mut news = news?;
        news.changed().await.ok()?;
        let progress = news.borrow_and_update().clone();
        let rest = (progress.state != SolveState::Done).then_some(news);
        Some((Ok(Event::default().json_data(&progress).unwrap_or_default()), rest))
    });
    Ok(Sse::new(told).keep_alive(KeepAlive::default()))
}

/// Weighs another move instead of one that was played.
#[utoipa::path(post, path = "/api/reviews/{id}/tries", request_body = ReviewTryIn,
    responses((status = 200, body = ReviewTryView), (status = 404, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn attempt(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(asked): Body<ReviewTryIn>,
) -> Result<Json<ReviewTryView>, Error> {
    let job = app.reviews.job(&id).ok_or_else(forgotten)?;
    Ok(Json(in_the_pool(&app, move || job.attempt(asked.ply, &asked.mv)).await?))
}
