//! Reports to the operator, with the game attached.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use game::Message;
use table::EventKind;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::account::signed_in;
use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::players::find_account;
use crate::app::App;
use crate::ids;
use crate::player_name::clean_line;
use crate::store::{LoadedRoom, NewReport, TalkWrite, WriteJob};
use crate::wire::{ErrorOut, ReportIn};

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 500;
/// Reports of one person within a day.
const MAX_PER_DAY: i64 = 10;
const DAY_MS: i64 = 86_400_000;

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default().routes(routes!(report))
}

/// Reports a player to the operator. The last report by the same person about the same player and game counts.
#[utoipa::path(post, path = "/reports", request_body = ReportIn, responses((status = 204),
    (status = 401, body = ErrorOut), (status = 404, body = ErrorOut), (status = 409, body = ErrorOut),
    (status = 422, body = ErrorOut), (status = 429, body = ErrorOut)))]
pub async fn report(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<ReportIn>,
) -> Result<StatusCode, Error> {
    signed_in(&caller)?;
    let note = clean_line(asked.note.as_deref().unwrap_or_default());
    if note.chars().count() > MAX_NOTE {
        return Err(Message::new("report_long").number("most", MAX_NOTE).into());
    }
    let loaded = match &asked.room {
        Some(room) => Some(app.store.load(room).await?.ok_or_else(|| Error::not_found("wire_no_room"))?),
        None => None,
    };
    let reported = match &asked.handle {
        Some(handle) => find_account(&app, handle).await?.player,
        None => opponent(&caller, loaded.as_ref())?,
    };
    if reported == caller.player {
        return Err(Error::new(StatusCode::CONFLICT, &Message::new("report_own")));
    }
    let plays = |room: &LoadedRoom| room.seats.iter().any(|seat| seat.player.as_deref() == Some(&*reported));
    if loaded.as_ref().is_some_and(|room| !plays(room)) {
        return Err(Message::new("report_whom").into());
    }
    let now = ids::now();
    if app.store.reports_since(&caller.player, now - DAY_MS).await? >= MAX_PER_DAY {
        return Err(Error::new(StatusCode::TOO_MANY_REQUESTS, &Message::new("report_many")));
    }
    let report = NewReport {
        id: ids::room(),
        reporter: caller.player,
        reported,
        moves: loaded.as_ref().map(moves).unwrap_or_default(),
        game: asked.room.zip(loaded).map(|(room, loaded)| (room, loaded.game)),
        reason: asked.reason.code().to_owned(),
        note,
        at: now,
    };
    tracing::info!(id = report.id, reason = report.reason, "report received");
    app.store.write(WriteJob::Talk(Box::new(TalkWrite::Report(report)))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Opponent of the caller in a game.
fn opponent(caller: &Caller, room: Option<&LoadedRoom>) -> Result<String, Error> {
    let whom = || Error::from(Message::new("report_whom"));
    let players = room.ok_or_else(whom)?.seats.each_ref().map(|seat| seat.player.as_deref());
    match players {
        [Some(one), Some(other)] if one == caller.player => Ok(other.to_owned()),
        [Some(one), Some(other)] if other == caller.player => Ok(one.to_owned()),
        _ => Err(whom()),
    }
}

/// Moves of a game in coordinates, without revealed pieces. What was taken back is left out.
fn moves(room: &LoadedRoom) -> String {
    let (mut moves, mut undone) = (Vec::new(), Vec::new());
    for (event, _) in &room.events {
        match &event.kind {
            EventKind::Moved(mv) => {
                undone.clear();
                moves.push(mv.as_str());
            }
            EventKind::TurnGiven => {
                undone.clear();
                moves.push("--");
            }
            EventKind::TakenBack(_, plies) => undone.extend((0..*plies).filter_map(|_| moves.pop())),
            EventKind::Redone(_, plies) => moves.extend((0..*plies).filter_map(|_| undone.pop())),
            _ => {}
        }
    }
    moves.join(" ")
}
