//! Export of everything that is stored about an account.

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use super::{Error, signed_in};
use crate::app::App;
use crate::http::guard::Caller;
use crate::room::{RoomMessage, Visitor};
use crate::wire::{ErrorOut, RecordQuery};

/// Query of an export.
#[derive(Deserialize, IntoParams)]
pub struct ExportFormat {
    /// `json` for everything, `pgn` for the games alone. Default: `json`.
    format: Option<String>,
}

/// Everything that is stored about the account, game by game.
#[utoipa::path(get, path = "/account/export", params(ExportFormat),
    responses((status = 200, body = String), (status = 401, body = ErrorOut)))]
pub async fn export(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<ExportFormat>,
) -> Result<Response, Error> {
    signed_in(&caller)?;
    let rooms = app.store.listed_rooms(&caller.player).await?;
    let pgn = query.format.as_deref() == Some("pgn");
    let head = if pgn { String::new() } else { head(&app, &caller).await? };
    let end = if pgn { "" } else { "\n]}\n" };
    let visitor = Visitor::from(&caller);
    let games = stream::iter(rooms.into_iter().enumerate()).then(move |(index, room)| {
        let (app, visitor) = (app.clone(), visitor.clone());
        async move {
            let record = record(&app, &visitor, &room).await;
            if pgn {
                return record.map_or_else(String::new, |record| format!("{record}\n"));
            }
            let comma = if index == 0 { "" } else { "," };
            format!("{comma}\n{}", json!({"room": room, "pgn": record}))
        }
    });
    let parts = stream::iter([head]).chain(games).chain(stream::iter([end.to_owned()]));
    let body = Body::from_stream(parts.map(|part| Ok::<_, std::io::Error>(Bytes::from(part))));
    let (mime, name) = if pgn {
        ("application/x-chess-pgn; charset=utf-8", "attachment; filename=\"kydai-games.pgn\"")
    } else {
        ("application/json", "attachment; filename=\"kydai-account.json\"")
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(mime)),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static(name)),
    ];
    Ok((headers, body).into_response())
}

/// Everything but the games, as the beginning of a JSON object.
async fn head(app: &App, caller: &Caller) -> Result<String, Error> {
    let account = app.store.account(&caller.player).await?;
    let sessions = app.store.sessions(&caller.player).await?;
    let puzzles = app.store.puzzle_states(&caller.player).await?;
    let talk = app.store.talk_of(&caller.player).await?;
    let blocked = app.store.blocked(&caller.player).await?;
    let followed = app.store.following(&caller.player).await?;
    let ratings = app.store.standings(&caller.player).await?;
    let settings = account.as_ref().and_then(|account| serde_json::from_str(&account.settings).ok());
    let settings: Option<serde_json::Value> = settings;
    let text = json!({
        "handle": account.as_ref().map(|account| &account.handle),
        "name": account.as_ref().map(|account| &account.name),
        "created_at": account.as_ref().map(|account| account.created_at),
        "settings": settings,
        "sessions": sessions
            .iter()
            .map(|row| json!({"created_at": row.created_at, "used_at": row.used_at, "agent": row.agent}))
            .collect::<Vec<_>>(),
        "puzzles": puzzles,
        "talk": talk.iter().map(|(room, at, said)| json!({"room": room, "at": at, "said": said})).collect::<Vec<_>>(),
        "blocked": blocked.iter().map(|row| &row.handle).collect::<Vec<_>>(),
        "following": followed.iter().map(|row| &row.handle).collect::<Vec<_>>(),
        "is_private": account.as_ref().map(|account| account.is_private),
        "is_unlisted": account.as_ref().map(|account| account.is_unlisted),
        "ratings": ratings
            .iter()
            .map(|(pool, one)| {
                json!({"pool": pool, "rating": one.rating.rating, "deviation": one.rating.deviation,
                    "volatility": one.rating.volatility, "games": one.games, "rated_at": one.rated_at})
            })
            .collect::<Vec<_>>(),
        // The games of the own library are a file of their own.
        "library": "/api/library/export?own=true",
    })
    .to_string();
    Ok(format!("{},\n\"games\": [", text.strip_suffix('}').unwrap_or(&text)))
}

/// Record of a game as the account's owner may see it.
async fn record(app: &App, visitor: &Visitor, room: &str) -> Option<String> {
    let query = RecordQuery { format: Some("pgn".to_owned()), ..RecordQuery::default() };
    let (reply, answer) = oneshot::channel();
    app.lobby.send(app, room, RoomMessage::Record(visitor.clone(), query, reply)).await.ok()?;
    let record = answer.await.ok()?.ok()?;
    // A room that was only read does not stay in memory.
    app.lobby.send_if_open(room, RoomMessage::Settle).await;
    String::from_utf8(record.bytes).ok()
}
