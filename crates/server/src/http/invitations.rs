//! Invitations: one-time tokens for an open seat.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use game::{Message, Side};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::lobby::blocked;
use super::rooms::load_view;
use crate::app::App;
use crate::new_game::rulebook;
use crate::operator::require_rated;
use crate::player_name::clean_name;
use crate::room::{Occupant, RoomMessage};
use crate::store::{WriteJob, WriteResult};
use crate::wire::{ErrorOut, Invitation, JoinIn, NewRoom};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(view, join))
}

/// Details of an invitation.
#[utoipa::path(get, path = "/invitations/{token}", params(("token" = String, Path)),
    responses((status = 200, body = Invitation), (status = 404, body = ErrorOut)))]
pub async fn view(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(token): Path<String>,
) -> Result<Json<Invitation>, Error> {
    let (invitation, ..) = find(&app, &token, &caller).await?;
    Ok(Json(invitation))
}

/// Finds an invitation: its details, the open side, and the player who sits on the other side.
async fn find(app: &App, token: &str, caller: &Caller) -> Result<(Invitation, Side, Option<String>), Error> {
    let gone = || Error::not_found("invitation_gone");
    let (room, side) = app.store.invitation(token).await?.ok_or_else(gone)?;
    let (game, rows) = app.store.seats(&room).await?.ok_or_else(gone)?;
    let occupants = [Occupant::of(&rows[0]), Occupant::of(&rows[1])];
    let side = Side::BOTH[side];
    let player = Some(caller.player.as_str());
    let own = occupants.iter().any(|occupant| occupant.player() == player);
    let taken = occupants[side.index()] != Occupant::Empty;
    if taken && !own {
        return Err(gone());
    }
    let view = load_view(app, &room, caller).await?;
    let usual = rulebook(&game)?.open(None, &[])?;
    let is_usual = usual.position(usual.spec().dialects.first().unwrap_or(&"")) == view.start.position;
    let invitation = Invitation {
        room,
        game,
        side: side.into(),
        seats: [occupants[0].view(player), occupants[1].view(player)],
        own,
        taken,
        clock: view.clock.rule,
        rated: view.rated.is_some(),
        options: view.options,
        handicap: view.handicap,
        setup: (!is_usual).then_some(view.start.position),
    };
    let host = occupants[side.other().index()].player().map(str::to_owned);
    Ok((invitation, side, host))
}

/// Takes the open seat.
#[utoipa::path(post, path = "/invitations/{token}", params(("token" = String, Path)), request_body = JoinIn,
    responses((status = 200, body = NewRoom), (status = 403, body = ErrorOut), (status = 404, body = ErrorOut),
    (status = 409, body = ErrorOut)))]
pub async fn join(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(token): Path<String>,
    JsonBody(joining): JsonBody<JoinIn>,
) -> Result<Json<NewRoom>, Error> {
    let (invitation, side, host) = find(&app, &token, &caller).await?;
    if invitation.own {
        return Err(Error::new(StatusCode::CONFLICT, &Message::new("invitation_own")));
    }
    if let Some(host) = &host
        && app.store.is_blocked(host, &caller.player).await?
    {
        return Err(blocked());
    }
    if invitation.rated {
        require_rated(&app, &caller)?;
    }
    // Somebody with an account plays under its name.
    let name = match clean_name(joining.name.as_deref())? {
        Some(name) if caller.session.is_none() => Some(name),
        _ => app.store.name(&caller.player).await?,
    };
    let job = WriteJob::Join { token, player: caller.player.clone(), name: name.clone() };
    let WriteResult::Joined { room, .. } = app.store.write(job).await? else {
        return Err(Error::not_found("invitation_gone"));
    };
    let handle = app.store.account(&caller.player).await?.map(|account| account.handle);
    app.lobby.send(&app, &room, RoomMessage::Seated { side, player: caller.player, name, handle }).await?;
    Ok(Json(NewRoom { room, invitation: None }))
}
