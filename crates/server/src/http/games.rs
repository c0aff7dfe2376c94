//! Games that the server offers, its health, and the caller's identity.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use table::{ParamKind, Rulebook, Side, engine_params};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Error;
use super::guard::Caller;
use super::json::JsonBody;
use crate::app::App;
use crate::player_name::clean_name;
use crate::store::WriteJob;
use crate::wire::{
    EngineInfo, EngineOption, EngineOptionKind, GameInfo, Health, LevelInfo, Me, OddsInfo, OptionInfo, count,
};

/// Routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::default()
        .routes(routes!(list))
        .routes(routes!(health))
        .routes(routes!(ready))
        .routes(routes!(me, rename))
}

/// Lists the games.
#[utoipa::path(get, path = "/games", responses((status = 200, body = [GameInfo])))]
pub async fn list() -> Response {
    let games: Vec<GameInfo> = table::games::ALL.iter().map(|book| info(*book)).collect();
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))], Json(games)).into_response()
}

fn info(book: &dyn Rulebook) -> GameInfo {
    let spec = book.spec();
    let owned = |text: &&str| (*text).to_owned();
    let start = book.open(None, &[]).ok();
    let hidden = start
        .as_ref()
        .is_some_and(|study| study.picture().pieces.iter().flatten().any(|piece| piece.face_down));
    let narrow = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    GameInfo {
        name: spec.name.to_owned(),
        files: narrow(spec.files),
        ranks: narrow(spec.ranks),
        first_rank: narrow(spec.first_rank),
        on_points: spec.on_points,
        hidden,
        sides: spec.sides.map(str::to_owned),
        start: start.map(|study| study.position(spec.dialects.first().unwrap_or(&""))).unwrap_or_default(),
        options: spec
            .options
            .iter()
            .map(|option| OptionInfo {
                name: option.name.to_owned(),
                default: option.default.to_owned(),
                values: option.values.iter().map(owned).collect(),
            })
            .collect(),
        notations: book.notations().iter().map(|notation| notation.name().to_owned()).collect(),
        dialects: spec.dialects.iter().map(owned).collect(),
        engines: book.engines().iter().map(|name| engine(book, name)).collect(),
        levels: levels(book),
        odds: spec
            .odds
            .iter()
            .map(|odds| OddsInfo {
                name: odds.name.to_owned(),
                first: odds.setups[Side::First.index()].to_owned(),
                second: odds.setups[Side::Second.index()].to_owned(),
            })
            .collect(),
        can_give_turn: can_give_turn(book),
    }
}

/// Returns true if a match of this game allows passing the turn; decided by trying it in a new match.
fn can_give_turn(book: &dyn Rulebook) -> bool {
    let created = table::Created {
        game: book.spec().name.to_owned(),
        options: Vec::new(),
        setup: None,
        handicap: None,
        seats: Default::default(),
        clock: table::ClockRule::Off,
        permissions: table::Permissions::FREE,
        deal: None,
    };
    let secret = table::Secret { seed: vec![0; 32], nonces: Default::default() };
    book.new_match(&created, Some(&secret))
        .is_ok_and(|table| table.decide(Side::First, &table::Command::GiveTurn, 0).is_ok())
}

fn levels(book: &dyn Rulebook) -> Vec<LevelInfo> {
    book.levels()
        .iter()
        .filter_map(|entry| {
            let level = u8::try_from(entry.level).ok()?;
            Some(LevelInfo {
                level,
                name: entry.name.to_owned(),
                elo: Some(entry.elo),
                elo_mark: Some(entry.mark.into()),
            })
        })
        .collect()
}

fn engine(book: &dyn Rulebook, name: &str) -> EngineInfo {
    let option = |param: &table::EngineParam| {
        let (kind, least, most, values) = match param.kind {
            ParamKind::Integer(least, most) => {
                (EngineOptionKind::Integer, Some(least as f64), Some(most as f64), Vec::new())
            }
            ParamKind::Number(least, most) => (EngineOptionKind::Number, Some(least), Some(most), Vec::new()),
            ParamKind::Switch => {
                (EngineOptionKind::Switch, None, None, vec!["on".to_owned(), "off".to_owned()])
            }
            ParamKind::Choice(words) => {
                (EngineOptionKind::Choice, None, None, words.iter().map(|word| (*word).to_owned()).collect())
            }
        };
        EngineOption {
            name: param.name.to_owned(),
            kind,
            least,
            most,
            values,
            default: param.proposed.map(str::to_owned),
        }
    };
    EngineInfo { name: name.to_owned(), options: engine_params(book, name).iter().map(option).collect() }
}

/// Health of the server.
#[utoipa::path(get, path = "/health",
    responses((status = 200, body = Health), (status = 503, body = Health)))]
pub async fn health(State(app): State<App>) -> (StatusCode, Json<Health>) {
    let healthy = app.is_healthy();
    (status_of(healthy), Json(state(&app, if healthy { "ok" } else { "unhealthy" })))
}

/// Readiness of the server for new clients.
#[utoipa::path(get, path = "/ready",
    responses((status = 200, body = Health), (status = 503, body = Health)))]
pub async fn ready(State(app): State<App>) -> (StatusCode, Json<Health>) {
    let ready = app.is_ready();
    let word = match (ready, app.is_healthy()) {
        (true, _) => "ready",
        (false, true) => "closing",
        (false, false) => "unhealthy",
    };
    (status_of(ready), Json(state(&app, word)))
}

fn status_of(good: bool) -> StatusCode {
    if good { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }
}

fn state(app: &App, status: &str) -> Health {
    Health {
        status: status.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rooms: count(app.lobby.count()),
        sockets: count(app.sockets.load(std::sync::atomic::Ordering::Relaxed)),
        thinking: count(app.scheduler.running()),
    }
}

/// Identity of the caller.
#[utoipa::path(get, path = "/me", responses((status = 200, body = Me)))]
pub async fn me(State(app): State<App>, Extension(caller): Extension<Caller>) -> Result<Json<Me>, Error> {
    Ok(Json(Me { name: app.store.name(&caller.player).await? }))
}

/// Sets the caller's name.
#[utoipa::path(put, path = "/me", request_body = Me, responses((status = 200, body = Me)))]
pub async fn rename(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    JsonBody(wanted): JsonBody<Me>,
) -> Result<Json<Me>, Error> {
    let name = clean_name(wanted.name.as_deref())?;
    app.store.write(WriteJob::Name { player: caller.player, name: name.clone() }).await?;
    Ok(Json(Me { name }))
}
