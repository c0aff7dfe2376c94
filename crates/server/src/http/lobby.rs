//! Lobby: seeks, challenges, and the stream of events.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, stream};
use game::Message;
use tokio::sync::watch;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use super::players::find_account;
use super::rooms::store_room;
use crate::app::App;
use crate::ids;
use crate::new_game::create_room;
use crate::operator::require_rated;
use crate::ratings::pool;
use crate::room::Occupant;
use crate::seeks::{Challenge, Challenged, Seek, Seeker, Sought, Terms, Visit};
use crate::wire::{
    ChallengeIn, ChallengeOut, ClockChoice, Color, ErrorOut, LobbyState, NewGame, NewRoom, PersonRating,
    Player, SeekIn, SeekOut,
};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(view))
        .routes(routes!(events))
        .routes(routes!(seek, withdraw))
        .routes(routes!(accept))
        .routes(routes!(challenge))
        .routes(routes!(accept_challenge, end_challenge))
}

/// One of two people blocks the other; who it is is not told.
pub(super) fn blocked() -> Error {
    Error::new(StatusCode::FORBIDDEN, &Message::new("lobby_blocked"))
}

fn conflict(code: &'static str) -> Error {
    Error::new(StatusCode::CONFLICT, &Message::new(code))
}

/// Seeks, challenges to the caller, and who is here.
#[utoipa::path(get, path = "/lobby", responses((status = 200, body = LobbyState)))]
pub async fn view(State(app): State<App>, Extension(caller): Extension<Caller>) -> Json<LobbyState> {
    Json(LobbyState {
        lobby: app.seeks.view(),
        seek: app.seeks.seek_of(&caller.player).map(|seek| seek.id),
        challenges: app.seeks.challenges_to(&caller.player),
    })
}

/// Events of the lobby as server-sent events (`LobbyEvent`). The caller is here as long as this stream is open.
#[utoipa::path(get, path = "/lobby/events",
    responses((status = 200, body = String, content_type = "text/event-stream")))]
pub async fn events(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let seeker = seeker(&app, &caller, None).await?;
    let session = caller.session.as_deref().map(|session| app.people.follow(session, &caller.player));
    let visit = app.seeks.enter(&caller.player, seeker.name, seeker.handle);
    let visit = (!app.is_closing()).then_some((visit, session));
    let events = stream::unfold(visit, |visit| async move {
        let (mut visit, mut session) = visit?;
        let text = next(&mut visit, &mut session).await?;
        Some((Ok(Event::default().data(text)), Some((visit, session))))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// Next event as JSON; `None` when the server shuts down or the session ends.
async fn next(visit: &mut Visit, session: &mut Option<watch::Receiver<()>>) -> Option<String> {
    let session_ends = async {
        match session {
            Some(ends) => while ends.changed().await.is_ok() {},
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        () = session_ends => None,
        text = visit.next() => text,
    }
}

/// Looks for an opponent. The caller's stream of events must be open.
#[utoipa::path(post, path = "/seeks", request_body = SeekIn, responses((status = 200, body = SeekOut),
    (status = 403, body = ErrorOut), (status = 409, body = ErrorOut), (status = 422, body = ErrorOut)))]
pub async fn seek(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<SeekIn>,
) -> Result<Json<SeekOut>, Error> {
    let seek = read_seek(&app, &caller, &asked).await?;
    let id = seek.id.clone();
    match app.seeks.seek(seek.clone()) {
        Sought::Waiting => Ok(Json(SeekOut { room: None, seek: Some(id) })),
        Sought::Full => Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, &Message::new("lobby_full"))),
        Sought::Absent => Err(conflict("lobby_absent")),
        Sought::Matched(found) => {
            let room = begin(&app, *found, &seek).await?;
            Ok(Json(SeekOut { room: Some(room), seek: None }))
        }
    }
}

/// Withdraws the caller's seek.
#[utoipa::path(delete, path = "/seeks", responses((status = 204)))]
pub async fn withdraw(State(app): State<App>, Extension(caller): Extension<Caller>) -> StatusCode {
    app.seeks.withdraw(&caller.player);
    StatusCode::NO_CONTENT
}

/// Accepts the seek of somebody else: the game begins.
#[utoipa::path(post, path = "/seeks/{id}", params(("id" = String, Path)), responses((status = 200, body = NewRoom),
    (status = 403, body = ErrorOut), (status = 404, body = ErrorOut), (status = 409, body = ErrorOut)))]
pub async fn accept(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<NewRoom>, Error> {
    let gone = || Error::not_found("lobby_seek_gone");
    let found = app.seeks.find(&id).ok_or_else(gone)?;
    let own = answer_to(&app, &caller, &found).await?;
    if found.seeker.avoids(&own.seeker) {
        return Err(blocked());
    }
    if !found.accepts(&own.seeker) {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("lobby_range")));
    }
    let found = app.seeks.take(&id).ok_or_else(gone)?;
    let room = begin(&app, found, &own).await?;
    Ok(Json(NewRoom { room, invitation: None }))
}

/// Seek of a person who accepts another one, with its terms.
async fn answer_to(app: &App, caller: &Caller, found: &Seek) -> Result<Seek, Error> {
    if found.seeker.player == caller.player {
        return Err(conflict("lobby_own"));
    }
    if found.terms.rated {
        require_rated(app, caller)?;
    }
    check_room_limit(app, caller).await?;
    Ok(Seek {
        id: ids::room(),
        seeker: seeker(app, caller, Some(&found.terms)).await?,
        terms: found.terms.clone(),
        color: Color::Random,
        range: None,
        established: false,
        listed: true,
    })
}

/// Challenges a player who is here.
#[utoipa::path(post, path = "/challenges", request_body = ChallengeIn, responses((status = 201, body = ChallengeOut),
    (status = 404, body = ErrorOut), (status = 409, body = ErrorOut)))]
pub async fn challenge(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(asked): JsonBody<ChallengeIn>,
) -> Result<(StatusCode, Json<ChallengeOut>), Error> {
    let to = find_account(&app, &asked.handle).await?;
    if to.player == caller.player {
        return Err(conflict("lobby_own"));
    }
    let seek = read_seek(&app, &caller, &asked.terms).await?;
    if seek.seeker.avoids.contains(&to.player) {
        return Err(blocked());
    }
    let id = ids::room();
    match app.seeks.challenge(Challenge { id: id.clone(), seek, to: to.player }) {
        Challenged::Sent => Ok((StatusCode::CREATED, Json(ChallengeOut { id }))),
        Challenged::Absent => Err(conflict("lobby_absent")),
        Challenged::TooMany => Err(conflict("lobby_challenges")),
        Challenged::NotHere => {
            let name = to.name.unwrap_or(to.handle);
            Err(Error::new(StatusCode::CONFLICT, &Message::new("lobby_not_here").text("name", name)))
        }
    }
}

/// Accepts a challenge: the game begins.
#[utoipa::path(post, path = "/challenges/{id}", params(("id" = String, Path)),
    responses((status = 200, body = NewRoom), (status = 403, body = ErrorOut), (status = 404, body = ErrorOut)))]
pub async fn accept_challenge(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<NewRoom>, Error> {
    let gone = || Error::not_found("lobby_challenge_gone");
    let found = app.seeks.find_challenge(&id, &caller.player).ok_or_else(gone)?;
    let own = answer_to(&app, &caller, &found.seek).await?;
    if found.seek.seeker.avoids(&own.seeker) {
        return Err(blocked());
    }
    let challenge = app.seeks.accept_challenge(&id, &caller.player).ok_or_else(gone)?;
    let room = create(&app, &challenge.seek, &own).await?;
    app.seeks.begin([&challenge.seek.seeker.player, &caller.player], &room);
    Ok(Json(NewRoom { room, invitation: None }))
}

/// Declines a challenge, or withdraws one.
#[utoipa::path(delete, path = "/challenges/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorOut)))]
pub async fn end_challenge(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    match app.seeks.end_challenge(&id, &caller.player) {
        Some(_) => Ok(StatusCode::NO_CONTENT),
        None => Err(Error::not_found("lobby_challenge_gone")),
    }
}

/// Creates the game of two people and tells both. If that fails, the one who waited goes on waiting.
async fn begin(app: &App, waiting: Seek, coming: &Seek) -> Result<String, Error> {
    match create(app, &waiting, coming).await {
        Ok(room) => {
            app.seeks.begin([&waiting.seeker.player, &coming.seeker.player], &room);
            Ok(room)
        }
        Err(error) => {
            app.seeks.put_back(waiting);
            Err(error)
        }
    }
}

/// Request for the game of a seek with an opponent who asks for color `other`.
fn game_of(one: &Seek, other: Color) -> NewGame {
    NewGame {
        game: one.terms.game.clone(),
        options: Default::default(),
        one: Player::Me,
        other: Player::Link,
        color: Some(one.color_against(other)),
        starts: None,
        handicap: None,
        clock: Some(one.terms.clock),
        other_clock: None,
        undo: None,
        setup: None,
        moves: Vec::new(),
        rated: one.terms.rated.then_some(true),
        listed: Some(one.listed),
        delay: None,
        first_move: Some(true),
        pace_ms: None,
    }
}

async fn create(app: &App, one: &Seek, other: &Seek) -> Result<String, Error> {
    let person = |seeker: &Seeker| Occupant::Person {
        player: seeker.player.clone(),
        name: seeker.name.clone(),
        handle: seeker.handle.clone(),
    };
    let seated = [Some(person(&one.seeker)), Some(person(&other.seeker))];
    let mut asked = game_of(one, other.color);
    asked.listed = Some(one.listed && other.listed);
    let name = one.seeker.name.as_deref();
    let created = create_room(&asked, &one.seeker.player, name, seated, &app.run_id)?;
    let (_, Json(NewRoom { room, .. })) = store_room(app, created).await?;
    Ok(room)
}

async fn check_room_limit(app: &App, caller: &Caller) -> Result<(), Error> {
    let most = app.config.limits.rooms_per_guest;
    if app.store.unfinished_rooms(&caller.player).await? >= i64::from(most) {
        let message = Message::new("new_too_many_rooms").number("most", most);
        return Err(Error::new(StatusCode::TOO_MANY_REQUESTS, &message));
    }
    Ok(())
}

/// Validates a seek: everything that could be refused later is refused now.
async fn read_seek(app: &App, caller: &Caller, asked: &SeekIn) -> Result<Seek, Error> {
    let rated = asked.rated.unwrap_or(false);
    if rated {
        require_rated(app, caller)?;
    }
    if matches!(asked.clock, ClockChoice::Off | ClockChoice::Uneven { .. }) {
        return Err(Message::new("lobby_clock").into());
    }
    check_room_limit(app, caller).await?;
    let terms = Terms { game: asked.game.clone(), clock: asked.clock, rated };
    let seeker = seeker(app, caller, Some(&terms)).await?;
    let seek = Seek {
        id: ids::room(),
        range: range(asked, seeker.rating.as_ref())?,
        seeker,
        terms,
        color: asked.color.unwrap_or(Color::Random),
        established: asked.established.unwrap_or(false),
        listed: asked.listed.unwrap_or(true),
    };
    create_room(&game_of(&seek, Color::Random), &caller.player, None, [None, None], &app.run_id)?;
    Ok(seek)
}

/// Range of the opponent's rating: both conditions hold.
fn range(asked: &SeekIn, own: Option<&PersonRating>) -> Result<Option<[i32; 2]>, Message> {
    let around = match (asked.within, own) {
        (None, _) => None,
        (Some(_), None) => return Err(Message::new("lobby_range_account")),
        (Some(within), Some(own)) => Some([own.rating - i32::from(within), own.rating + i32::from(within)]),
    };
    let range = match (asked.range, around) {
        (Some(one), Some(other)) => Some([one[0].max(other[0]), one[1].min(other[1])]),
        (one, other) => one.or(other),
    };
    match range {
        Some([least, most]) if least > most => Err(Message::new("lobby_range_empty")),
        range => Ok(range),
    }
}

/// Person behind a request, with the rating for a game of these terms.
async fn seeker(app: &App, caller: &Caller, terms: Option<&Terms>) -> Result<Seeker, Error> {
    let account = match &caller.session {
        Some(_) => app.store.account(&caller.player).await?,
        None => None,
    };
    let pool = terms.and_then(|terms| pool(&terms.game, terms.clock.into()));
    let rating = match (&account, pool) {
        (Some(_), Some(pool)) => {
            Some(PersonRating::of(&app.store.standing(&caller.player, &pool).await?, ids::now()))
        }
        _ => None,
    };
    let name = match &account {
        Some(account) => account.name.clone(),
        None => app.store.name(&caller.player).await?,
    };
    let avoids = match &account {
        Some(_) => app.store.avoided(&caller.player).await?.into_iter().collect(),
        None => Default::default(),
    };
    let handle = account.map(|account| account.handle);
    Ok(Seeker { player: caller.player.clone(), name, handle, rating, avoids })
}
