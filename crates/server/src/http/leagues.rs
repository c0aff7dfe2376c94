//! Endpoints of the Lab's leagues: list, start, progress, stop, games, export.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Extension, Path, Query, State};
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
use crate::app::App;
use crate::jobs::{JobKind, LeagueError, keep, league};
use crate::wire::{
    ErrorOut, LeagueExportQuery, LeagueGame, LeagueGameView, LeagueIn, LeagueView, LeaguesView,
};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(list, begin))
        .routes(routes!(view, stop))
        .routes(routes!(events))
        .routes(routes!(games))
        .routes(routes!(game))
        .routes(routes!(export))
}

impl From<LeagueError> for Error {
    fn from(error: LeagueError) -> Self {
        match error {
            LeagueError::Job(error) => error.into(),
            LeagueError::Store(error) => error.into(),
        }
    }
}

fn missing() -> Error {
    Error::not_found("league_missing")
}

/// The caller's leagues, and the names of the operator's programs.
#[utoipa::path(get, path = "/leagues", responses((status = 200, body = LeaguesView)))]
pub async fn list(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<LeaguesView>, Error> {
    let leagues = league::list(&app, &caller.player).await?;
    let outside = app.config.league_engines.iter().map(|(name, _)| name.clone()).collect();
    Ok(Json(LeaguesView { leagues, outside }))
}

/// Starts a league. A player has one at a time.
#[utoipa::path(post, path = "/leagues", request_body = LeagueIn,
    responses((status = 201, body = LeagueView), (status = 422, body = ErrorOut), (status = 429, body = ErrorOut),
        (status = 503, body = ErrorOut)))]
pub async fn begin(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<LeagueIn>,
) -> Result<(StatusCode, Json<LeagueView>), Error> {
    let requester = caller.requester();
    let job = league::begin(&app, &asked, &requester, None).await?;
    let body = serde_json::to_string(&asked).unwrap_or_default();
    keep(&app, (JobKind::League, job.id()), &requester, body, job.watch()).await?;
    Ok((StatusCode::CREATED, Json(job.view())))
}

/// State of a league. Whoever knows its address may watch it.
#[utoipa::path(get, path = "/leagues/{id}",
    responses((status = 200, body = LeagueView), (status = 404, body = ErrorOut)))]
pub async fn view(State(app): State<App>, Path(id): Path<String>) -> Result<Json<LeagueView>, Error> {
    Ok(Json(league::view(&app, &id).await?.ok_or_else(missing)?))
}

/// Ends a league; the finished games stay.
#[utoipa::path(delete, path = "/leagues/{id}",
    responses((status = 200, body = LeagueView), (status = 404, body = ErrorOut)))]
pub async fn stop(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<LeagueView>, Error> {
    Ok(Json(league::stop(&app, &id, &caller.player).await?.ok_or_else(missing)?))
}

/// Progress of a running league: a `LeagueView` event for each change.
#[utoipa::path(get, path = "/leagues/{id}/events",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 404, body = ErrorOut)))]
pub async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    Ok(progress(app.leagues.job(&id).ok_or_else(missing)?.watch()))
}

/// Results of the finished games.
#[utoipa::path(get, path = "/leagues/{id}/games",
    responses((status = 200, body = Vec<LeagueGame>), (status = 404, body = ErrorOut)))]
pub async fn games(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Vec<LeagueGame>>, Error> {
    Ok(Json(league::games(&app, &id).await?.ok_or_else(missing)?))
}

/// Finished game with its moves.
#[utoipa::path(get, path = "/leagues/{id}/games/{number}",
    responses((status = 200, body = LeagueGameView), (status = 404, body = ErrorOut)))]
pub async fn game(
    State(app): State<App>,
    Path((id, number)): Path<(String, u32)>,
) -> Result<Json<LeagueGameView>, Error> {
    Ok(Json(league::game(&app, &id, number).await?.ok_or_else(missing)?))
}

/// The league as CSV, JSON or PGN.
#[utoipa::path(get, path = "/leagues/{id}/export", params(LeagueExportQuery),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ErrorOut)))]
pub async fn export(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<LeagueExportQuery>,
) -> Result<Response, Error> {
    let (text, kind) = league::export(&app, &id, query.form).await?.ok_or_else(missing)?;
    let name = match query.form {
        crate::wire::LeagueExport::Csv => "league.csv",
        crate::wire::LeagueExport::Json => "league.json",
        crate::wire::LeagueExport::Pgn => "league.pgn",
    };
    let saved = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let saved = saved.unwrap_or(HeaderValue::from_static("attachment"));
    let kind = HeaderValue::from_static(kind);
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, saved)], text).into_response())
}
