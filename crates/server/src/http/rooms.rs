//! REST endpoints of rooms: create, list, view, export, delete, rematch.

use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::{Message, Outcome, Side};
use table::{EngineSpec, Notation, games};
use tokio::sync::oneshot;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::lobby::blocked;
use crate::app::App;
use crate::fair_play::refuse_running;
use crate::jobs::open;
use crate::lobby::RoomError;
use crate::new_game::{create_room, rulebook};
use crate::operator::require_rated;
use crate::ratings::is_correspondence;
use crate::room::{Occupant, RoomMessage, Visitor};
use crate::store::{BanScope, RoomFilter, RoomListing, WriteJob, WriteResult};
use crate::wire::{
    ClockChoice, Color, DealProof, ErrorOut, MatchOutcome, NewGame, NewRoom, Player, RecordQuery, RoomPage,
    RoomRow, RoomView, RoomsQuery, count,
};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(list, create))
        .routes(routes!(turns))
        .routes(routes!(view, delete))
        .routes(routes!(rematch))
        .routes(routes!(record))
        .routes(routes!(deal))
}

impl From<&Caller> for Visitor {
    fn from(caller: &Caller) -> Self {
        Visitor { player: Some(caller.player.clone()), address: caller.requester().address }
    }
}

/// Creates a game.
#[utoipa::path(post, path = "/rooms", request_body = NewGame,
    responses((status = 201, body = NewRoom), (status = 422, body = ErrorOut), (status = 429, body = ErrorOut)))]
pub async fn create(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(mut asked): JsonBody<NewGame>,
) -> Result<(StatusCode, Json<NewRoom>), Error> {
    let most = app.config.limits.rooms_per_guest;
    if app.store.unfinished_rooms(&caller.player).await? >= i64::from(most) {
        let message = Message::new("new_too_many_rooms").number("most", most);
        return Err(Error::new(StatusCode::TOO_MANY_REQUESTS, &message));
    }
    if asked.rated == Some(true) {
        require_rated(&app, &caller)?;
        // Only games of a tournament go without the limit.
        asked.first_move = None;
    }
    let alone = !matches!((&asked.one, &asked.other), (Player::Link, _) | (_, Player::Link));
    if alone && (asked.setup.is_some() || !asked.moves.is_empty()) {
        // An engine's reply to a position is a hint.
        let study = open(&asked.game, asked.setup.as_deref(), &[], &asked.options)?;
        let mut line = study.until(study.ply());
        let played =
            asked.moves.iter().filter(|mv| *mv != "--").try_for_each(|mv| line.play(mv, Notation::Uci));
        if played.is_ok() {
            refuse_running(&app, &caller, vec![line]).await?;
        }
    }
    let name = app.store.name(&caller.player).await?;
    let created = create_room(&asked, &caller.player, name.as_deref(), [None, None], &app.run_id)?;
    store_room(&app, created).await
}

/// Stores a new room and loads it.
pub(super) async fn store_room(
    app: &App,
    created: crate::new_game::CreatedRoom,
) -> Result<(StatusCode, Json<NewRoom>), Error> {
    let room = created.row.id.clone();
    match app.store.write(WriteJob::Create(Box::new(created.row))).await? {
        // Both players asked at once: one rematch is enough.
        WriteResult::Exists(room) => {
            return Ok((StatusCode::CREATED, Json(NewRoom { room, invitation: None })));
        }
        WriteResult::Nothing => return Err(Error::not_found("wire_no_room")),
        _ => {}
    }
    app.lobby.inbox(app, &room).await?;
    Ok((StatusCode::CREATED, Json(NewRoom { room, invitation: created.invitation })))
}

/// The caller's games.
#[utoipa::path(get, path = "/rooms", params(RoomsQuery), responses((status = 200, body = RoomPage)))]
pub async fn list(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<RoomsQuery>,
) -> Result<Json<RoomPage>, Error> {
    const MOST: u32 = 100;
    let count = query.count.unwrap_or(20).clamp(1, MOST);
    let ask = RoomFilter {
        player: caller.player.clone(),
        live: match query.state.as_deref() {
            Some("live") => Some(true),
            Some("over") => Some(false),
            _ => None,
        },
        game: query.game.clone().filter(|game| !game.is_empty()),
        count,
        before: query.before.as_deref().and_then(|before| {
            let (touched, room) = before.split_once('.')?;
            Some((touched.parse().ok()?, room.to_owned()))
        }),
    };
    let (listed, total) = app.store.list(&ask).await?;
    let next = listed
        .last()
        .filter(|_| listed.len() as u32 == count)
        .map(|last| format!("{}.{}", last.touched_at, last.id));
    let rooms = listed.into_iter().map(|row| room_row(row, &caller.player)).collect();
    Ok(Json(RoomPage { rooms, total, next }))
}

fn room_row(row: RoomListing, player: &str) -> RoomRow {
    let occupants = [Occupant::of(&row.seats[0]), Occupant::of(&row.seats[1])];
    let own_sides: Vec<Side> =
        Side::BOTH.into_iter().filter(|side| occupants[side.index()].player() == Some(player)).collect();
    let [public, first, second] = row.position;
    let own = match own_sides.as_slice() {
        [Side::First] => first,
        [Side::Second] => second,
        _ => None,
    };
    let outcome = row.ended.as_ref().and_then(|(winner, reason)| {
        let winner = match winner.as_str() {
            "first" => Some(Side::First),
            "second" => Some(Side::Second),
            _ => None,
        };
        let outcome = Outcome { winner, reason: games::reason_named(reason)? };
        Some(MatchOutcome::of(&outcome, rulebook(&row.game).ok()?.spec()))
    });
    let asked = serde_json::from_str::<NewGame>(&row.asked).ok();
    let clock = asked.and_then(|asked| asked.clock).unwrap_or(ClockChoice::Off);
    RoomRow {
        move_by: row.due.filter(|_| outcome.is_none() && is_correspondence(clock.into())),
        clock,
        room: row.id,
        game: row.game,
        seats: [occupants[0].view(Some(player)), occupants[1].view(Some(player))],
        created_at: row.created_at,
        touched_at: row.touched_at,
        plies: row.plies,
        position: own.or(public).unwrap_or_default(),
        last_move: row.last_move,
        turn: Side::BOTH[row.turn & 1].into(),
        outcome,
        invitation: row.invitation.filter(|_| !own_sides.is_empty()),
        own_sides: own_sides.into_iter().map(Into::into).collect(),
    }
}

/// Games against other people, by correspondence or without a clock, in which it is the caller's turn; the most urgent first.
#[utoipa::path(get, path = "/turns", responses((status = 200, body = RoomPage)))]
pub async fn turns(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<RoomPage>, Error> {
    let listed = app.store.turns(&caller.player).await?;
    let rooms = listed.into_iter().map(|row| room_row(row, &caller.player));
    let rests = |room: &RoomRow| room.clock == ClockChoice::Off || is_correspondence(room.clock.into());
    let rooms: Vec<RoomRow> = rooms.filter(rests).collect();
    Ok(Json(RoomPage { total: count(rooms.len()), rooms, next: None }))
}

/// Game as the caller may see it.
#[utoipa::path(get, path = "/rooms/{id}", params(("id" = String, Path)),
    responses((status = 200, body = RoomView), (status = 404, body = ErrorOut)))]
pub async fn view(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Box<RoomView>>, Error> {
    Ok(Json(load_view(&app, &id, &caller).await?))
}

pub(super) async fn load_view(app: &App, id: &str, caller: &Caller) -> Result<Box<RoomView>, Error> {
    let (reply, answer) = oneshot::channel();
    app.lobby.send(app, id, RoomMessage::View(caller.into(), reply)).await?;
    answer.await.map_err(|_| RoomError::NotFound.into())
}

/// Removes a game from the caller's list.
#[utoipa::path(delete, path = "/rooms/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorOut)))]
pub async fn delete(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    match app.store.write(WriteJob::RemoveFromList { player: caller.player, room: id.clone() }).await? {
        WriteResult::Nothing => Err(Error::not_found("wire_no_room")),
        WriteResult::Gone => {
            app.lobby.send_if_open(&id, RoomMessage::Deleted).await;
            Ok(StatusCode::NO_CONTENT)
        }
        _ => Ok(StatusCode::NO_CONTENT),
    }
}

/// Returns true if an occupant is the requested player. `owner` is the player who made the request.
fn is_requested(asked: &Player, occupant: &Occupant, owner: &str) -> bool {
    match (asked, occupant) {
        (Player::Me, Occupant::Person { player, .. }) => player == owner,
        (Player::Link, Occupant::Person { player, .. }) => player != owner,
        (Player::Here { .. }, Occupant::Here { .. }) => true,
        (Player::Level { level }, Occupant::Machine { level: plays, .. }) => *plays == Some(*level),
        (Player::Engine { engine }, Occupant::Machine { level: None, engine: plays }) => {
            engine.parse::<EngineSpec>().is_ok_and(|spec| spec.to_string() == *plays)
        }
        _ => false,
    }
}

/// Creates a rematch with colors exchanged.
#[utoipa::path(post, path = "/rooms/{id}/rematch", params(("id" = String, Path)),
    responses((status = 201, body = NewRoom), (status = 422, body = ErrorOut)))]
pub async fn rematch(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<NewRoom>), Error> {
    let seen = load_view(&app, &id, &caller).await?;
    if let Some(next) = seen.next {
        // The other player was faster.
        return Ok((StatusCode::CREATED, Json(NewRoom { room: next, invitation: None })));
    }
    let loaded = app.store.load(&id).await?.ok_or_else(|| Error::not_found("wire_no_room"))?;
    let occupants = [Occupant::of(&loaded.seats[0]), Occupant::of(&loaded.seats[1])];
    let plays = occupants.iter().any(|occupant| occupant.player() == Some(caller.player.as_str()));
    if let [Some(one), Some(other)] = occupants.each_ref().map(Occupant::player)
        && app.store.is_blocked(one, other).await?
    {
        return Err(blocked());
    }
    if !plays && loaded.owner != caller.player {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("wire_watching")));
    }
    if seen.outcome.is_none() {
        return Err(Error::unprocessable(&Message::new("new_rematch_early")));
    }
    let mut asked: NewGame =
        serde_json::from_str(&loaded.asked).map_err(|_| Error::from(RoomError::Corrupt))?;
    // Colors are exchanged by the actual seats, whatever the random choice was.
    let people_by_link =
        matches!((&asked.one, &asked.other), (Player::Me, Player::Link) | (Player::Link, Player::Me));
    let one_was_first = is_requested(&asked.one, &occupants[0], &loaded.owner);
    asked.color = Some(if one_was_first { Color::Second } else { Color::First });
    asked.moves.clear();
    if asked.rated == Some(true) {
        let players = occupants.iter().filter_map(Occupant::player);
        players.into_iter().try_for_each(|player| app.bans.check(player, BanScope::Rated))?;
    }
    let seated = match (people_by_link, occupants) {
        (true, [first, second]) => {
            let (one, other) = if one_was_first { (first, second) } else { (second, first) };
            [Some(one), Some(other)]
        }
        (false, _) => [None, None],
    };
    // The rematch belongs to the original owner, whoever asks for it: the seats decide who plays.
    let name = app.store.name(&loaded.owner).await?;
    let mut created = create_room(&asked, &loaded.owner, name.as_deref(), seated, &app.run_id)?;
    created.row.rematch_of = Some(id.clone());
    let own = created.row.id.clone();
    let answer = store_room(&app, created).await?;
    if answer.1.room == own {
        app.lobby.send(&app, &id, RoomMessage::Rematch(own)).await?;
    }
    Ok(answer)
}

/// Proof of the deal of a game with hidden pieces, after its end.
#[utoipa::path(get, path = "/rooms/{id}/deal", params(("id" = String, Path)),
    responses((status = 200, body = DealProof), (status = 404, body = ErrorOut), (status = 409, body = ErrorOut)))]
pub async fn deal(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Box<DealProof>>, Error> {
    let (reply, answer) = oneshot::channel();
    app.lobby.send(&app, &id, RoomMessage::DealProof(reply)).await?;
    let proof = answer.await.map_err(|_| Error::from(RoomError::NotFound))?;
    proof.map(Json).map_err(|message| Error::with_message(StatusCode::CONFLICT, message))
}

/// Record of a game as a file.
#[utoipa::path(get, path = "/rooms/{id}/record", params(("id" = String, Path), RecordQuery),
    responses((status = 200, body = String), (status = 422, body = ErrorOut)))]
pub async fn record(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Error> {
    let (reply, answer) = oneshot::channel();
    app.lobby.send(&app, &id, RoomMessage::Record((&caller).into(), query, reply)).await?;
    let written = answer
        .await
        .map_err(|_| Error::from(RoomError::NotFound))?
        .map_err(|message| Error::with_message(StatusCode::UNPROCESSABLE_ENTITY, message))?;
    let name = format!("attachment; filename=\"kydai-{id}.{}\"", written.extension);
    let name = HeaderValue::from_str(&name).unwrap_or(HeaderValue::from_static("attachment"));
    let kind = HeaderValue::from_static(written.mime);
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], written.bytes).into_response())
}
