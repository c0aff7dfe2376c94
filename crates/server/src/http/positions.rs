//! Endpoints that check positions and lines of moves.

use axum::Json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::json::JsonBody;
use crate::app::App;
use crate::jobs::{line_view, open};
use crate::wire::{
    ErrorOut, LineIn, LineView, MatchOutcome, MessageOut, PositionIn, PositionRead, Start, count, square,
};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(read_position)).routes(routes!(line))
}

/// Checks a position in any dialect, or a list of pieces.
#[utoipa::path(post, path = "/positions", request_body = PositionIn,
    responses((status = 200, body = PositionRead), (status = 422, body = ErrorOut)))]
pub async fn read_position(JsonBody(asked): JsonBody<PositionIn>) -> Result<Json<PositionRead>, Error> {
    let study = open(&asked.game, Some(&asked.text), &[], &asked.options)?;
    let status = study.status();
    let spec = study.spec();
    let texts = spec.dialects.iter().map(|dialect| ((*dialect).to_owned(), study.position(dialect)));
    Ok(Json(PositionRead {
        start: Start {
            position: study.position(spec.dialects.first().unwrap_or(&"")),
            turn: status.turn.into(),
            check: status.check.map(square),
        },
        position_id: study.position_id(),
        legal: count(status.legal),
        outcome: status.outcome.map(|outcome| MatchOutcome::of(&outcome, spec)),
        warnings: study.warnings().iter().map(MessageOut::from).collect(),
        dialects: texts.collect(),
        list: table::write_list(&study.picture()),
    }))
}

/// Line of moves with everything a board shows of it.
#[utoipa::path(post, path = "/lines", request_body = LineIn,
    responses((status = 200, body = LineView), (status = 422, body = ErrorOut)))]
pub async fn line(JsonBody(asked): JsonBody<LineIn>) -> Result<Json<LineView>, Error> {
    Ok(Json(line_view(open(&asked.game, asked.position.as_deref(), &asked.moves, &asked.options)?)))
}
