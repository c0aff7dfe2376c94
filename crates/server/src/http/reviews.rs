//! Endpoints of game reviews: start, progress, stop, and retries of mistakes.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use futures_util::stream::Stream;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::progress::progress;
use super::solves::answer;
use crate::app::App;
use crate::fair_play::refuse_running;
use crate::jobs::{JobKind, keep, review_source};
use crate::wire::{ErrorOut, ReviewIn, ReviewTryIn, ReviewTryView, ReviewView};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(begin))
        .routes(routes!(view, stop))
        .routes(routes!(events))
        .routes(routes!(attempt))
}

fn not_found() -> Error {
    Error::not_found("review_forgotten")
}

/// Starts a review; a running review of the same player is stopped. A finished review of the same game is reused.
#[utoipa::path(post, path = "/reviews", request_body = ReviewIn,
    responses((status = 201, body = ReviewView), (status = 422, body = ErrorOut), (status = 429, body = ErrorOut),
        (status = 503, body = ErrorOut)))]
pub async fn begin(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<ReviewIn>,
) -> Result<(StatusCode, Json<ReviewView>), Error> {
    let effort = asked.effort.unwrap_or_default();
    let (requester, body) = (caller.requester(), serde_json::to_string(&asked).unwrap_or_default());
    let game = review_source(&app, &requester, asked).await?;
    refuse_running(&app, &caller, game.views.iter().map(|study| study.until(study.ply())).collect()).await?;
    let (job, new) = app.reviews.begin(game, effort, &requester, None)?;
    if new {
        keep(&app, (JobKind::Review, job.id()), &requester, body, job.watch()).await?;
    }
    Ok((StatusCode::CREATED, Json(job.view())))
}

/// State of a review.
#[utoipa::path(get, path = "/reviews/{id}",
    responses((status = 200, body = ReviewView), (status = 404, body = ErrorOut)))]
pub async fn view(State(app): State<App>, Path(id): Path<String>) -> Result<Json<ReviewView>, Error> {
    Ok(Json(app.reviews.job(&id).ok_or_else(not_found)?.view()))
}

/// Stops a review; what was found so far stays available.
#[utoipa::path(delete, path = "/reviews/{id}",
    responses((status = 204), (status = 404, body = ErrorOut)))]
pub async fn stop(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    app.reviews.stop(&id, &caller.player).ok_or_else(not_found)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Progress of a review: a `ReviewProgress` event for each evaluated move. After the last event the result is at
/// `/api/reviews/{id}`.
#[utoipa::path(get, path = "/reviews/{id}/events",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 404, body = ErrorOut)))]
pub async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let job = app.reviews.job(&id).ok_or_else(not_found)?;
    Ok(progress(job.watch()))
}

/// Evaluates another move in place of one that was played.
#[utoipa::path(post, path = "/reviews/{id}/tries", request_body = ReviewTryIn,
    responses((status = 200, body = ReviewTryView), (status = 404, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn attempt(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    JsonBody(asked): JsonBody<ReviewTryIn>,
) -> Result<Json<ReviewTryView>, Error> {
    let job = app.reviews.job(&id).ok_or_else(not_found)?;
    Ok(Json(answer(&app, &caller, move |control| job.attempt(asked.ply, &asked.mv, control)).await?))
}
