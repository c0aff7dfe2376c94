//! Endpoints of the analysis board: live engine analysis, lines with their opening, files as variation trees.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use game::Message;
use library::by_position;
use table::{Study, position_key};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::{Caller, is_cross_site};
use super::records::within_budget;
use crate::analysis::{self, AnalysisRequest};
use crate::app::App;
use crate::fair_play::refuse_running;
use crate::jobs::{line_view_from, open};
use crate::new_game::rulebook;
use crate::wire::{
    AnalysisLimits, AnalysisQuery, AnalysisState, ErrorOut, LineFollowed, LineQuery, OpeningOut, TreeFile,
    TreeFileQuery, TreeWriteQuery,
};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(line))
        .routes(routes!(stream))
        .routes(routes!(limits))
        .routes(routes!(read))
        .routes(routes!(write))
}

/// Minimum interval between two events.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// Limits for analyses.
#[utoipa::path(get, path = "/analysis/means", responses((status = 200, body = AnalysisLimits)))]
pub async fn limits(State(app): State<App>) -> Json<AnalysisLimits> {
    Json(app.analyses.limits())
}

/// Analyzes a position while the client listens and sends an `AnalysisView` for each report. A running analysis of the
/// same player is stopped.
#[utoipa::path(get, path = "/analysis", params(AnalysisQuery),
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 422, body = ErrorOut)))]
pub async fn stream(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Query(asked): Query<AnalysisQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    // The request changes nothing, but it is expensive: other sites may not trigger it.
    if is_cross_site(&headers) {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("wire_origin")));
    }
    let book = rulebook(&asked.game)?;
    let study_without_pass = || open_study(&asked.game, &asked.position, &asked.moves, &asked.options);
    let study_at_position = || {
        let study = study_without_pass()?;
        if asked.threat != Some(true) {
            return Ok(study);
        }
        book.pass(study.as_ref()).ok_or_else(|| Message::new("analysis_no_threat"))
    };
    refuse_running(&app, &caller, vec![study_without_pass()?]).await?;
    let wanted = AnalysisRequest {
        study: study_at_position()?,
        shown: study_at_position()?,
        lines: asked.lines,
        threads: asked.threads,
        depth: asked.depth,
        seconds: asked.seconds,
    };
    let mut subscription = app.analyses.begin(caller.requester(), wanted)?;
    subscription.updates.mark_changed();
    let events = stream::unfold((Some(subscription), false), |(subscription, delay)| async move {
        let mut subscription = subscription?;
        if delay {
            tokio::time::sleep(UPDATE_INTERVAL).await;
        }
        subscription.updates.changed().await.ok()?;
        let view = subscription.updates.borrow_and_update().clone();
        let running = matches!(view.state, AnalysisState::Waiting | AnalysisState::Running);
        let event = Event::default().json_data(&view).unwrap_or_default();
        Some((Ok(event), (running.then_some(subscription), true)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// Parses a comma-separated list.
fn parse_list(text: &Option<String>) -> Vec<String> {
    let words = text.as_deref().unwrap_or_default().split(',').map(str::trim);
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn open_study(
    game: &str,
    position: &Option<String>,
    moves: &Option<String>,
    options: &Option<String>,
) -> Result<Box<dyn Study>, Message> {
    let options = parse_list(options);
    let options = options.iter().filter_map(|option| option.split_once(':'));
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let position = position.as_deref().filter(|text| !text.trim().is_empty());
    open(game, position, &parse_list(moves), &options)
}

/// Line of moves as a board shows it, with its opening.
#[utoipa::path(get, path = "/lines", params(LineQuery),
    responses((status = 200, body = LineFollowed), (status = 422, body = ErrorOut)))]
pub async fn line(Query(asked): Query<LineQuery>) -> Result<Json<LineFollowed>, Error> {
    let book = rulebook(&asked.game)?;
    let study = open_study(&asked.game, &asked.position, &asked.moves, &asked.options)?;
    let opening = opening(study.as_ref());
    let may_pass = book.pass(study.as_ref()).is_some();
    let line = line_view_from(study, asked.from.unwrap_or(0) as usize);
    Ok(Json(LineFollowed { line, opening, may_pass }))
}

/// Opening of a game by its first moves, in coordinates; `None` where openings have no names.
pub(super) fn opening_of(game: &str, moves: &str) -> Option<OpeningOut> {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    opening(open(game, None, &moves, &Default::default()).ok()?.as_ref())
}

/// Opening of the last position on the line that has a name.
fn opening(study: &dyn Study) -> Option<OpeningOut> {
    /// Maximum ply at which an opening is named.
    const OPENING: usize = 60;
    let game = study.spec().name;
    let plies = study.plies(0);
    let named = |position: &str| by_position(game, position_key(game, position));
    plies.iter().take(OPENING).rev().find_map(|ply| named(&ply.position)).map(OpeningOut::from)
}

/// Games of a file, one of them as a variation tree.
#[utoipa::path(post, path = "/analysis/read", params(TreeFileQuery), request_body = String,
    responses((status = 200, body = TreeFile), (status = 422, body = ErrorOut)))]
pub async fn read(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Query(asked): Query<TreeFileQuery>,
    body: Bytes,
) -> Result<Json<TreeFile>, Error> {
    Ok(Json(within_budget(&app, &caller, move |stop| analysis::read(&body, &asked, stop)).await?))
}

/// Writes a variation tree as a file; the body is its PGN in coordinates.
#[utoipa::path(post, path = "/analysis/write", params(TreeWriteQuery), request_body = String,
    responses((status = 200, body = String), (status = 422, body = ErrorOut)))]
pub async fn write(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Query(asked): Query<TreeWriteQuery>,
    body: Bytes,
) -> Result<Response, Error> {
    let (text, form) = within_budget(&app, &caller, move |stop| analysis::write(&body, &asked, stop)).await?;
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(form.mime()));
    Ok(response)
}
