//! Invitations: a one-time key to an empty seat.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use game::{Message, Side};

use super::error::Error;
use super::guard::Caller;
use super::json::Body;
use crate::app::App;
use crate::begin::clean_name;
use crate::room::{Mail, Sitter};
use crate::store::{Done, Job};
use crate::wire::{ErrorOut, Invitation, JoinIn, NewRoom};

/// What an invitation is for.
#[utoipa::path(get, path = "/api/invitations/{token}", params(("token" = String, Path)),
    responses((status = 200, body = Invitation), (status = 404, body = ErrorOut)))]
pub async fn look(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(token): Path<String>,
) -> Result<Json<Invitation>, Error> {
    let (invitation, _) = find(&app, &token, &caller).await?;
    Ok(Json(invitation))
}

async fn find(app: &App, token: &str, caller: &Caller) -> Result<(Invitation, Side), Error> {
    let gone = || Error::not_found("invitation_gone");
    let (room, side) = app.store.invitation(token).await?.ok_or_else(gone)?;
    let (game, rows) = app.store.seats(&room).await?.ok_or_else(gone)?;
    let sitters = [Sitter::of(&rows[0]), Sitter::of(&rows[1])];
    let side = Side::BOTH[side];
    let player = Some(caller.player.as_str());
    let invitation = Invitation {
        room,
        game,
        side: side.into(),
        seats: [sitters[0].seen_by(player), sitters[1].seen_by(player)],
        own: sitters.iter().any(|sitter| sitter.player() == player),
    };
    Ok((invitation, side))
}

/// Takes the seat.
#[utoipa::path(post, path = "/api/invitations/{token}", params(("token" = String, Path)), request_body = JoinIn,
    responses((status = 200, body = NewRoom), (status = 404, body = ErrorOut), (status = 409, body = ErrorOut)))]
pub async fn join(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(token): Path<String>,
    Body(joining): Body<JoinIn>,
) -> Result<Json<NewRoom>, Error> {
    let (invitation, side) = find(&app, &token, &caller).await?;
    if invitation.own {
        return Err(Error::new(StatusCode::CONFLICT, &Message::new("invitation_own")));
    }
    let name = match clean_name(joining.name.as_deref()) {
        Some(name) => Some(name),
        None => app.store.name(&caller.player).await?,
    };
    let job = Job::Join { token, player: caller.player.clone(), name: name.clone() };
    let Done::Joined { room, .. } = app.store.write(job).await? else {
        return Err(Error::not_found("invitation_gone"));
    };
    app.lobby.send(&app, &room, Mail::Sat { side, player: caller.player, name }).await?;
    Ok(Json(NewRoom { room, invitation: None }))
}
