//! Searches for a win: begun, watched, stopped, their proofs walked; and wins played out.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use game::Message;
use tokio::sync::oneshot;

use super::error::Error;
use super::guard::Caller;
use super::json::Body;
use crate::app::App;
use crate::study::{Aim, Duel, answer, open};
use crate::wire::{DefenceIn, DefenceView, ErrorOut, KnotView, SolveIn, SolveState, SolveView, TreeQuery};

/// Begins a search for a win; one's own that still runs is stopped.
#[utoipa::path(post, path = "/api/solves", request_body = SolveIn,
    responses((status = 201, body = SolveView), (status = 422, body = ErrorOut)))]
pub async fn begin(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(asked): Body<SolveIn>,
) -> Result<(StatusCode, Json<SolveView>), Error> {
    let job = app.studies.begin(&asked, &caller.player)?;
    Ok((StatusCode::CREATED, Json(job.view())))
}

/// How a search stands.
#[utoipa::path(get, path = "/api/solves/{id}",
    responses((status = 200, body = SolveView), (status = 404, body = ErrorOut)))]
pub async fn look(State(app): State<App>, Path(id): Path<String>) -> Result<Json<SolveView>, Error> {
    let job = app.studies.job(&id).ok_or_else(|| Error::not_found("solve_forgotten"))?;
    Ok(Json(job.view()))
}

/// Ends a search; what is known by then is its answer.
#[utoipa::path(delete, path = "/api/solves/{id}",
    responses((status = 200, body = SolveView), (status = 404, body = ErrorOut)))]
pub async fn stop(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<SolveView>, Error> {
    let job = app.studies.stop(&id, &caller.player).ok_or_else(|| Error::not_found("solve_forgotten"))?;
    Ok(Json(job.view()))
}

/// A search while it works: a `SolveView` whenever something changes, the last one with the answer.
#[utoipa::path(get, path = "/api/solves/{id}/events",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 404, body = ErrorOut)))]
pub async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let job = app.studies.job(&id).ok_or_else(|| Error::not_found("solve_forgotten"))?;
    let mut news = job.watch();
    news.mark_changed();
    drop(job);
    let told = stream::unfold(Some(news), |news| async {
        let mut news = news?;
        news.changed().await.ok()?;
        let view = news.borrow_and_update().clone();
        let rest = (view.state != SolveState::Done).then_some(news);
        let event = Event::default().json_data(&view).unwrap_or_default();
        Some((Ok(event), rest))
    });
    Ok(Sse::new(told).keep_alive(KeepAlive::default()))
}

/// A place in the tree of a proof: the winner's move, or every defence with its answer.
#[utoipa::path(get, path = "/api/solves/{id}/tree", params(TreeQuery),
    responses((status = 200, body = KnotView), (status = 404, body = ErrorOut)))]
pub async fn tree(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<TreeQuery>,
) -> Result<Json<KnotView>, Error> {
    let job = app.studies.job(&id).ok_or_else(|| Error::not_found("solve_forgotten"))?;
    let path = query.path.unwrap_or_default();
    let path: Vec<String> = path.split(',').filter(|mv| !mv.is_empty()).map(str::to_owned).collect();
    // A part of a large tree may have to be found again.
    let knot = in_the_pool(&app, move || job.knot(&path)).await?;
    knot.map(Json).ok_or_else(|| Error::not_found("solve_off_tree"))
}

/// Plays a win out against a person: the longest resistance, and a word when the win is gone.
#[utoipa::path(post, path = "/api/defences", request_body = DefenceIn,
    responses((status = 200, body = DefenceView), (status = 422, body = ErrorOut)))]
pub async fn defend(
    State(app): State<App>,
    Body(asked): Body<DefenceIn>,
) -> Result<Json<DefenceView>, Error> {
    let start = open(&asked.game, Some(&asked.position), &[], &Default::default())?;
    let setup = start.position(start.spec().dialects.first().unwrap_or(&""));
    let study = open(&asked.game, Some(&asked.position), &asked.moves, &Default::default())?;
    let person = !study.status().turn;
    let job = asked.solve.as_deref().and_then(|id| app.studies.job(id));
    let view = in_the_pool(&app, move || {
        let known = job.and_then(|job| job.reply(&asked.game, &setup, &asked.moves));
        let known = known.map(|(reply, moves)| (reply, Some(moves)));
        answer(Duel { study, person, aim: Aim::Win, known })
    })
    .await?;
    Ok(Json(view))
}

/// Has a question of a few seconds answered, beside the server's own work.
pub async fn in_the_pool<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, Message> + Send + 'static,
) -> Result<T, Error> {
    let busy = || Error::new(StatusCode::SERVICE_UNAVAILABLE, &Message::new("solve_busy"));
    let (done, answer) = oneshot::channel();
    let taken = app.studies.answer(Box::new(move || {
        // Who asked may have left meanwhile.
        let _ = done.send(work());
    }));
    if !taken {
        return Err(busy());
    }
    Ok(answer.await.map_err(|_| busy())??)
}
