//! The analysis board's doors: an engine that looks on for as long as somebody listens, lines followed, files as trees.

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
use table::{RecordFormat, StopCheck, Study, position_key};

use super::error::Error;
use super::guard::{Caller, is_foreign};
use crate::analysis::{self, Asked};
use crate::app::App;
use crate::begin::rulebook;
use crate::budget::Budget;
use crate::study::{line_view_from, open};
use crate::wire::{
    AnalysisMeans, AnalysisQuery, AnalysisState, ErrorOut, LineFollowed, LineQuery, OpeningOut, TreeFile,
    TreeFileQuery, TreeWriteQuery,
};

/// Listeners are told no more often than this.
const TOLD_EVERY: Duration = Duration::from_millis(100);

/// What an analysis may use of the house.
#[utoipa::path(get, path = "/api/analysis/means", responses((status = 200, body = AnalysisMeans)))]
pub async fn means(State(app): State<App>) -> Json<AnalysisMeans> {
    Json(app.analyses.means())
}

/// Analyzes a position for as long as one listens: an `AnalysisView` whenever more is seen. One's own analysis that
/// still runs is stopped.
#[utoipa::path(get, path = "/api/analysis", params(AnalysisQuery),
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 422, body = ErrorOut)))]
pub async fn look_on(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Query(asked): Query<AnalysisQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    // It changes nothing, but it costs: other sites may not have it done.
    if is_foreign(&headers) {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("wire_origin")));
    }
    let book = rulebook(&asked.game)?;
    let place = || {
        let study = opened(&asked.game, &asked.position, &asked.moves, &asked.options)?;
        if asked.threat != Some(true) {
            return Ok(study);
        }
        book.pass(study.as_ref()).ok_or_else(|| Message::new("analysis_no_threat"))
    };
    let wanted = Asked {
        study: place()?,
        shown: place()?,
        lines: asked.lines,
        threads: asked.threads,
        depth: asked.depth,
        seconds: asked.seconds,
    };
    let mut watched = app.analyses.begin(&caller.player, wanted)?;
    watched.news.mark_changed();
    let told = stream::unfold((Some(watched), false), |(watched, waits)| async move {
        let mut watched = watched?;
        if waits {
            tokio::time::sleep(TOLD_EVERY).await;
        }
        watched.news.changed().await.ok()?;
        let view = watched.news.borrow_and_update().clone();
        let goes_on = matches!(view.state, AnalysisState::Waiting | AnalysisState::Running);
        let event = Event::default().json_data(&view).unwrap_or_default();
        Some((Ok(event), (goes_on.then_some(watched), true)))
    });
    Ok(Sse::new(told).keep_alive(KeepAlive::default()))
}

/// Words of a list.
fn listed(text: &Option<String>) -> Vec<String> {
    let words = text.as_deref().unwrap_or_default().split(',').map(str::trim);
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn opened(
    game: &str,
    position: &Option<String>,
    moves: &Option<String>,
    options: &Option<String>,
) -> Result<Box<dyn Study>, Message> {
    let options = listed(options);
    let options = options.iter().filter_map(|option| option.split_once(':'));
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let position = position.as_deref().filter(|text| !text.trim().is_empty());
    open(game, position, &listed(moves), &options)
}

/// A line followed: what a board shows of it, and the opening it is.
#[utoipa::path(get, path = "/api/lines", params(LineQuery),
    responses((status = 200, body = LineFollowed), (status = 422, body = ErrorOut)))]
pub async fn follow(Query(asked): Query<LineQuery>) -> Result<Json<LineFollowed>, Error> {
    let book = rulebook(&asked.game)?;
    let study = opened(&asked.game, &asked.position, &asked.moves, &asked.options)?;
    let opening = opening(study.as_ref());
    let may_pass = book.pass(study.as_ref()).is_some();
    let line = line_view_from(study, asked.from.unwrap_or(0) as usize);
    Ok(Json(LineFollowed { line, opening, may_pass }))
}

/// The last position on the way that has a name.
fn opening(study: &dyn Study) -> Option<OpeningOut> {
    /// Beyond so many plies no opening is named.
    const OPENING: usize = 60;
    let game = study.spec().name;
    let plies = study.plies(0);
    let named = |position: &str| by_position(game, position_key(game, position));
    plies.iter().take(OPENING).rev().find_map(|ply| named(&ply.position)).map(OpeningOut::from)
}

/// The games of a file, one of them as a tree.
#[utoipa::path(post, path = "/api/analysis/read", params(TreeFileQuery), request_body = String,
    responses((status = 200, body = TreeFile), (status = 422, body = ErrorOut)))]
pub async fn read(
    State(app): State<App>,
    Query(asked): Query<TreeFileQuery>,
    body: Bytes,
) -> Result<Json<TreeFile>, Error> {
    Ok(Json(beside(&app, move |stop| analysis::read(&body, &asked, stop)).await?))
}

/// A tree as a file; its PGN in coordinates is the body.
#[utoipa::path(post, path = "/api/analysis/write", params(TreeWriteQuery), request_body = String,
    responses((status = 200, body = String), (status = 422, body = ErrorOut)))]
pub async fn write(
    State(app): State<App>,
    Query(asked): Query<TreeWriteQuery>,
    body: Bytes,
) -> Result<Response, Error> {
    let (text, form) = beside(&app, move |stop| analysis::write(&body, &asked, stop)).await?;
    let mime = match form {
        RecordFormat::Pgn => "application/x-chess-pgn; charset=utf-8",
        RecordFormat::Txt | RecordFormat::DhtmlXq => "text/plain; charset=utf-8",
    };
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    Ok(response)
}

/// Reads beside the server's own work, and no longer than a file is worth.
async fn beside<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(StopCheck<'_>) -> Result<T, Message> + Send + 'static,
) -> Result<T, Error> {
    match app.reading.spend(Budget::FILE, move |stop| work(stop)).await {
        Some(done) => Ok(done?),
        None => Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, &Message::new("wire_broken"))),
    }
}
