//! Endpoints of the solver: start, progress, stop, proof tree; and playing out a win against the defense.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use futures_util::stream::Stream;
use game::Message;
use table::Control;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::progress::progress;
use crate::app::App;
use crate::fair_play::refuse_running;
use crate::jobs::{DefenseGoal, DefensePosition, JobKind, keep, open, reply};
use crate::scheduler::Class;
use crate::wire::{DefenseIn, DefenseView, ErrorOut, ProofNodeView, SolveIn, SolveView, TreeQuery};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(begin))
        .routes(routes!(view, stop))
        .routes(routes!(events))
        .routes(routes!(tree))
        .routes(routes!(defend))
}

/// Starts a search for a win; a running search of the same player is stopped.
#[utoipa::path(post, path = "/solves", request_body = SolveIn,
    responses((status = 201, body = SolveView), (status = 422, body = ErrorOut), (status = 429, body = ErrorOut),
        (status = 503, body = ErrorOut)))]
pub async fn begin(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<SolveIn>,
) -> Result<(StatusCode, Json<SolveView>), Error> {
    let study = open(&asked.game, Some(&asked.position), &[], &Default::default())?;
    refuse_running(&app, &caller, vec![study]).await?;
    let requester = caller.requester();
    let job = app.solves.begin(&asked, &requester, None)?;
    let body = serde_json::to_string(&asked).unwrap_or_default();
    keep(&app, (JobKind::Solve, job.id()), &requester, body, job.watch()).await?;
    Ok((StatusCode::CREATED, Json(job.view())))
}

/// State of a search.
#[utoipa::path(get, path = "/solves/{id}",
    responses((status = 200, body = SolveView), (status = 404, body = ErrorOut)))]
pub async fn view(State(app): State<App>, Path(id): Path<String>) -> Result<Json<SolveView>, Error> {
    let job = app.solves.job(&id).ok_or_else(|| Error::not_found("solve_forgotten"))?;
    Ok(Json(job.view()))
}

/// Stops a search; its answer is what was found so far.
#[utoipa::path(delete, path = "/solves/{id}",
    responses((status = 200, body = SolveView), (status = 404, body = ErrorOut)))]
pub async fn stop(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<SolveView>, Error> {
    let job = app.solves.stop(&id, &caller.player).ok_or_else(|| Error::not_found("solve_forgotten"))?;
    Ok(Json(job.view()))
}

/// Progress of a search: a `SolveView` event for each change, the last one with the answer.
#[utoipa::path(get, path = "/solves/{id}/events",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 404, body = ErrorOut)))]
pub async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let job = app.solves.job(&id).ok_or_else(|| Error::not_found("solve_forgotten"))?;
    Ok(progress(job.watch()))
}

/// Node of the proof tree: the winner's move, or every defense with its answer.
#[utoipa::path(get, path = "/solves/{id}/tree", params(TreeQuery),
    responses((status = 200, body = ProofNodeView), (status = 404, body = ErrorOut)))]
pub async fn tree(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(query): Query<TreeQuery>,
) -> Result<Json<ProofNodeView>, Error> {
    let job = app.solves.job(&id).ok_or_else(|| Error::not_found("solve_forgotten"))?;
    let path = query.path.unwrap_or_default();
    let path: Vec<String> = path.split(',').filter(|mv| !mv.is_empty()).map(str::to_owned).collect();
    // A part of a large tree may have to be solved again.
    let node = answer(&app, &caller, move |_| job.proof_node(&path)).await?;
    node.map(Json).ok_or_else(|| Error::not_found("solve_off_tree"))
}

/// Plays a win out against a person: returns the longest resistance and whether the win still holds.
#[utoipa::path(post, path = "/defences", request_body = DefenseIn,
    responses((status = 200, body = DefenseView), (status = 422, body = ErrorOut)))]
pub async fn defend(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<DefenseIn>,
) -> Result<Json<DefenseView>, Error> {
    let start = open(&asked.game, Some(&asked.position), &[], &Default::default())?;
    let setup = start.position(start.spec().dialects.first().unwrap_or(&""));
    let study = open(&asked.game, Some(&asked.position), &asked.moves, &Default::default())?;
    let same = open(&asked.game, Some(&asked.position), &asked.moves, &Default::default())?;
    refuse_running(&app, &caller, vec![same]).await?;
    let person = !study.status().turn;
    let job = asked.solve.as_deref().and_then(|id| app.solves.job(id));
    let view = answer(&app, &caller, move |control| {
        let known = job.and_then(|job| job.reply(&asked.game, &setup, &asked.moves));
        let known = known.map(|(reply, moves)| (reply, Some(moves)));
        reply(DefensePosition { study, person, goal: DefenseGoal::Win, known }, control)
    })
    .await?;
    Ok(Json(view))
}

/// Answers a question that takes seconds at most, and that nobody waits for once the client is gone.
pub async fn answer<T: Send + 'static>(
    app: &App,
    caller: &Caller,
    work: impl FnOnce(&Control) -> Result<T, Message> + Send + 'static,
) -> Result<T, Error> {
    let patience = app.config.limits.question_wait();
    let asked =
        app.scheduler.ask(Class::Question, caller.requester(), patience, |ticket| work(ticket.control()));
    let broken = || Error::new(StatusCode::INTERNAL_SERVER_ERROR, &Message::new("wire_broken"));
    Ok(asked.await?.ok_or_else(broken)??)
}
