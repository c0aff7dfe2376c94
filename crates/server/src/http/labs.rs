//! Endpoints of the Lab: estimate, start, progress, stop, and the trees of finished searches.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
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
use crate::jobs::{open_or_start, take_apart};
use crate::wire::{ErrorOut, EvalIn, EvalView, LabEstimate, LabIn, LabView};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(estimate))
        .routes(routes!(evaluation))
        .routes(routes!(begin))
        .routes(routes!(view, stop))
        .routes(routes!(events))
        .routes(routes!(tree))
}

/// Estimates how many positions each algorithm would search.
#[utoipa::path(post, path = "/labs/estimate", request_body = LabIn,
    responses((status = 200, body = LabEstimate), (status = 422, body = ErrorOut)))]
pub async fn estimate(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<LabIn>,
) -> Result<Json<LabEstimate>, Error> {
    let labs = app.labs.clone();
    Ok(Json(answer(&app, &caller, move |_| labs.estimate(&asked)).await?))
}

/// Takes the evaluation of a position apart.
#[utoipa::path(post, path = "/labs/evaluation", request_body = EvalIn,
    responses((status = 200, body = EvalView), (status = 422, body = ErrorOut)))]
pub async fn evaluation(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<EvalIn>,
) -> Result<Json<EvalView>, Error> {
    let study = open_or_start(&asked.game, asked.position.as_deref(), &asked.moves, &asked.options)?;
    refuse_running(&app, &caller, vec![study]).await?;
    Ok(Json(answer(&app, &caller, move |_| take_apart(&asked)).await?))
}

/// Starts an experiment; a running one of the same player is stopped.
#[utoipa::path(post, path = "/labs", request_body = LabIn,
    responses((status = 201, body = LabView), (status = 422, body = ErrorOut), (status = 429, body = ErrorOut),
        (status = 503, body = ErrorOut)))]
pub async fn begin(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<LabIn>,
) -> Result<(StatusCode, Json<LabView>), Error> {
    let study = open_or_start(&asked.game, asked.position.as_deref(), &asked.moves, &asked.options)?;
    refuse_running(&app, &caller, vec![study]).await?;
    let labs = app.labs.clone();
    let requester = caller.requester();
    // The estimate takes some milliseconds of computing.
    let job = tokio::task::spawn_blocking(move || labs.begin(&asked, &requester)).await;
    let broken = |_| Error::new(StatusCode::INTERNAL_SERVER_ERROR, &game::Message::new("wire_broken"));
    Ok((StatusCode::CREATED, Json(job.map_err(broken)??.view())))
}

/// State of an experiment.
#[utoipa::path(get, path = "/labs/{id}",
    responses((status = 200, body = LabView), (status = 404, body = ErrorOut)))]
pub async fn view(State(app): State<App>, Path(id): Path<String>) -> Result<Json<LabView>, Error> {
    let job = app.labs.job(&id).ok_or_else(|| Error::not_found("lab_forgotten"))?;
    Ok(Json(job.view()))
}

/// Stops an experiment; the finished searches stay.
#[utoipa::path(delete, path = "/labs/{id}",
    responses((status = 200, body = LabView), (status = 404, body = ErrorOut)))]
pub async fn stop(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<LabView>, Error> {
    let job = app.labs.stop(&id, &caller.player).ok_or_else(|| Error::not_found("lab_forgotten"))?;
    Ok(Json(job.view()))
}

/// Progress of an experiment: a `LabView` event for each change, the last one with all results.
#[utoipa::path(get, path = "/labs/{id}/events",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 404, body = ErrorOut)))]
pub async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let job = app.labs.job(&id).ok_or_else(|| Error::not_found("lab_forgotten"))?;
    Ok(progress(job.watch()))
}

/// Tree of a finished search, in the encoding that docs/wire.md describes.
#[utoipa::path(get, path = "/labs/{id}/trees/{run}",
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 404, body = ErrorOut)))]
pub async fn tree(State(app): State<App>, Path((id, run)): Path<(String, usize)>) -> Result<Response, Error> {
    let tree = app.labs.job(&id).and_then(|job| job.tree(run));
    let tree = tree.ok_or_else(|| Error::not_found("lab_forgotten"))?;
    let kind = HeaderValue::from_static("application/octet-stream");
    Ok(([(header::CONTENT_TYPE, kind)], tree).into_response())
}
