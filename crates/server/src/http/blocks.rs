//! Blocks between accounts: whoever blocks somebody is neither paired with nor challenged or addressed by that player.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use game::Message;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::account::signed_in;
use super::error::Error;
use super::guard::Caller;
use super::players::find_account;
use crate::app::App;
use crate::ids;
use crate::store::{TalkWrite, WriteJob, WriteResult};
use crate::wire::{ErrorOut, PlayerName};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(block, unblock)).routes(routes!(blocked))
}

/// Blocks a player.
#[utoipa::path(put, path = "/players/{handle}/block", params(("handle" = String, Path)), responses((status = 204),
    (status = 401, body = ErrorOut), (status = 404, body = ErrorOut), (status = 409, body = ErrorOut)))]
pub async fn block(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(handle): Path<String>,
) -> Result<StatusCode, Error> {
    signed_in(&caller)?;
    let account = find_account(&app, &handle).await?;
    if account.player == caller.player {
        return Err(Error::new(StatusCode::CONFLICT, &Message::new("player_block_own")));
    }
    let write =
        TalkWrite::Block { player: caller.player.clone(), blocked: account.player.clone(), at: ids::now() };
    if app.store.write(WriteJob::Talk(Box::new(write))).await? == WriteResult::Nothing {
        return Err(Error::new(StatusCode::CONFLICT, &Message::new("player_block_many")));
    }
    app.seeks.part(&caller.player, &account.player);
    Ok(StatusCode::NO_CONTENT)
}

/// Blocks a player no longer.
#[utoipa::path(delete, path = "/players/{handle}/block", params(("handle" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorOut), (status = 404, body = ErrorOut)))]
pub async fn unblock(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(handle): Path<String>,
) -> Result<StatusCode, Error> {
    signed_in(&caller)?;
    let account = find_account(&app, &handle).await?;
    let write = TalkWrite::Unblock { player: caller.player, blocked: account.player };
    app.store.write(WriteJob::Talk(Box::new(write))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Players whom the caller blocks.
#[utoipa::path(get, path = "/blocked",
    responses((status = 200, body = Vec<PlayerName>), (status = 401, body = ErrorOut)))]
pub async fn blocked(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<PlayerName>>, Error> {
    signed_in(&caller)?;
    let rows = app.store.blocked(&caller.player).await?;
    Ok(Json(rows.into_iter().map(|row| PlayerName { handle: row.handle, name: row.name }).collect()))
}
