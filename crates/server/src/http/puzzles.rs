//! Endpoints of the puzzle collections: lists, attempts and hints.

use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::solves::answer;
use crate::app::App;
use crate::ids;
use crate::jobs::{line_view, open};
use crate::puzzles::{self, Collection, Puzzle, PuzzleVerdict, daily, hint, judge, row, solution};
use crate::store::{PuzzleAction, PuzzleEvent};
use crate::wire::{
    DailyQuery, ErrorOut, GoalStatus, HelpIn, HelpView, PuzzleDaily, PuzzleGoal, PuzzlePage, PuzzleSet,
    PuzzleView, Puzzles, PuzzlesQuery, TryIn, TryView, count,
};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(overview))
        .routes(routes!(list))
        .routes(routes!(view))
        .routes(routes!(attempt))
        .routes(routes!(help))
}

fn find(collection: &str, id: &str) -> Result<(&'static Collection, usize, &'static Puzzle), Error> {
    let collection = puzzles::named(collection).ok_or_else(|| Error::not_found("puzzle_missing"))?;
    let (index, puzzle) = collection.puzzle(id).ok_or_else(|| Error::not_found("puzzle_missing"))?;
    Ok((collection, index, puzzle))
}

/// All collections, the caller's progress, and the puzzle of the day.
#[utoipa::path(get, path = "/puzzles", params(DailyQuery), responses((status = 200, body = Puzzles)))]
pub async fn overview(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Query(wanted): Query<DailyQuery>,
) -> Result<Json<Puzzles>, Error> {
    let mut sets = Vec::new();
    let mut today = daily(ids::now(), wanted.game.as_deref()).map(|(day, collection, index, puzzle)| {
        PuzzleDaily { day, puzzle: row(collection, index, puzzle, None) }
    });
    for one in puzzles::all() {
        let mine = app.store.puzzles_of(&caller.player, one.name).await?;
        if let Some(today) = today.as_mut().filter(|today| today.puzzle.collection == one.name) {
            today.puzzle.mine = mine.get(&today.puzzle.id).copied();
        }
        let number =
            |holds: &dyn Fn(&Puzzle) -> bool| count(one.puzzles.iter().filter(|&p| holds(p)).count());
        sets.push(PuzzleSet {
            name: one.name.to_owned(),
            game: one.game.to_owned(),
            source: one.source.to_owned(),
            count: count(one.puzzles.len()),
            solved: count(mine.values().filter(|own| own.is_solved()).count()),
            proven: number(&|puzzle| matches!(puzzle.verdict, PuzzleVerdict::Win(..))),
            drawn: number(&|puzzle| puzzle.goal == PuzzleGoal::Draw),
        });
    }
    Ok(Json(Puzzles { sets, me: app.store.puzzle_progress(&caller.player).await?, daily: today }))
}

/// Puzzles of a collection.
#[utoipa::path(get, path = "/puzzles/{collection}", params(PuzzlesQuery),
    responses((status = 200, body = PuzzlePage), (status = 404, body = ErrorOut)))]
pub async fn list(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(collection): Path<String>,
    Query(query): Query<PuzzlesQuery>,
) -> Result<Json<PuzzlePage>, Error> {
    let collection = puzzles::named(&collection).ok_or_else(|| Error::not_found("puzzle_missing"))?;
    let mine = app.store.puzzles_of(&caller.player, collection.name).await?;
    Ok(Json(puzzles::list(collection, &query, &mine)))
}

/// A puzzle without its solution.
#[utoipa::path(get, path = "/puzzles/{collection}/{id}",
    responses((status = 200, body = PuzzleView), (status = 404, body = ErrorOut)))]
pub async fn view(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path((collection, id)): Path<(String, String)>,
) -> Result<Json<PuzzleView>, Error> {
    let (collection, index, puzzle) = find(&collection, &id)?;
    let mine = app.store.puzzles_of(&caller.player, collection.name).await?;
    let neighbor = |index: Option<usize>| {
        index.and_then(|index| collection.puzzles.get(index)).map(|puzzle| puzzle.id.to_owned())
    };
    let study = open(collection.game, Some(puzzle.position), &[], &Default::default())?;
    Ok(Json(PuzzleView {
        row: row(collection, index, puzzle, mine.get(puzzle.id).copied()),
        before: puzzle.before.map(str::to_owned),
        line: line_view(study),
        keys: puzzle.keys.as_ref().map(|keys| count(keys.len())),
        source: collection.source.to_owned(),
        previous: neighbor(index.checked_sub(1)),
        next: neighbor(index.checked_add(1)),
    }))
}

/// Judges an attempt and returns the reply of the machine. Successes and failures are stored.
#[utoipa::path(post, path = "/puzzles/{collection}/{id}/try", request_body = TryIn,
    responses((status = 200, body = TryView), (status = 404, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn attempt(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path((collection, id)): Path<(String, String)>,
    JsonBody(asked): JsonBody<TryIn>,
) -> Result<Json<TryView>, Error> {
    let (collection, _, puzzle) = find(&collection, &id)?;
    let view = answer(&app, &caller, move |control| judge(collection, puzzle, &asked.moves, control)).await?;
    let what = match view.status {
        GoalStatus::Reached => Some(PuzzleAction::Solved),
        GoalStatus::Lost => Some(PuzzleAction::Failed),
        GoalStatus::Holds | GoalStatus::Open => None,
    };
    let (mut mine, mut me, mut change) = (None, None, None);
    if let Some(what) = what {
        let kept = app.store.record_puzzle(event(&caller, collection, puzzle, what)).await?;
        (mine, me, change) = (Some(kept.mine), Some(kept.progress), kept.change);
    }
    Ok(Json(TryView { status: view.status, moves: view.moves, line: view.line, mine, me, change }))
}

/// Reveals the next move or the whole solution. The puzzle then no longer counts as solved unaided.
#[utoipa::path(post, path = "/puzzles/{collection}/{id}/help", request_body = HelpIn,
    responses((status = 200, body = HelpView), (status = 404, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn help(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path((collection, id)): Path<(String, String)>,
    JsonBody(asked): JsonBody<HelpIn>,
) -> Result<Json<HelpView>, Error> {
    let (collection, _, puzzle) = find(&collection, &id)?;
    let what = if asked.whole { PuzzleAction::Failed } else { PuzzleAction::Helped };
    let line = answer(&app, &caller, move |control| {
        if asked.whole {
            solution(collection, puzzle)
        } else {
            hint(collection, puzzle, &asked.moves, control)
        }
    })
    .await?;
    let kept = app.store.record_puzzle(event(&caller, collection, puzzle, what)).await?;
    Ok(Json(HelpView { line, mine: Some(kept.mine), me: Some(kept.progress) }))
}

fn event(caller: &Caller, collection: &Collection, puzzle: &Puzzle, what: PuzzleAction) -> PuzzleEvent {
    PuzzleEvent {
        player: caller.player.clone(),
        collection: collection.name.to_owned(),
        puzzle: puzzle.id.to_owned(),
        rating: puzzle.rating,
        what,
        at: ids::now(),
    }
}
