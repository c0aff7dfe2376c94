//! A room's socket: small buffers, bounded frames, and nothing a client sends breaks anything.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use game::Message;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::error::Error;
use super::guard::{Caller, is_own};
use crate::app::App;
use crate::room::{Mail, OUTBOX, Out};
use crate::wire::{ClientIn, Said, SocketQuery};

/// The largest frame a browser may send.
const LARGEST_FRAME: usize = 8 * 1024;
/// How many messages in how long: more is a flood.
const MOST_MESSAGES: u32 = 100;
const IN_THIS_TIME: Duration = Duration::from_secs(20);
/// How often the line is tried, and how long nobody may answer.
const TRY_EVERY: Duration = Duration::from_secs(20);
const SILENT_FOR: Duration = Duration::from_secs(65);
/// How long a frame may wait to be taken.
const SLOWEST_READER: Duration = Duration::from_secs(10);

/// Opens the socket of a room. The first message is a whole view.
pub async fn open(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(query): Query<SocketQuery>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    if !is_own(&headers) {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("wire_origin")));
    }
    let upgrade =
        upgrade.map_err(|_| Error::new(StatusCode::UPGRADE_REQUIRED, &Message::new("wire_no_socket")))?;
    app.lobby.inbox(&app, &id).await?;
    let upgrade = upgrade
        .read_buffer_size(2048)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(LARGEST_FRAME)
        .max_frame_size(LARGEST_FRAME);
    Ok(upgrade.on_upgrade(move |socket| converse(app, id, caller, query, socket)).into_response())
}

async fn converse(app: App, id: String, caller: Caller, query: SocketQuery, socket: WebSocket) {
    app.sockets.fetch_add(1, Ordering::Relaxed);
    talk(&app, &id, &caller, query, socket).await;
    app.sockets.fetch_sub(1, Ordering::Relaxed);
}

async fn talk(app: &App, id: &str, caller: &Caller, query: SocketQuery, socket: WebSocket) {
    let (out, mut news) = mpsc::channel(OUTBOX);
    let (number, entered) = oneshot::channel();
    let enter =
        Mail::Enter { visitor: caller.into(), evaluation: query.evaluation.unwrap_or(true), out, number };
    let (Ok(room), Ok(number)) = (app.lobby.send(app, id, enter).await, entered.await) else { return };
    let (mut sink, mut stream) = socket.split();
    let mut tries = interval(TRY_EVERY);
    tries.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut flood = Flood::new();
    let code = loop {
        tokio::select! {
            told = news.recv() => match told {
                Some(Out::Text(text)) => {
                    if !matches!(timeout(SLOWEST_READER, sink.send(Frame::Text(text))).await, Ok(Ok(()))) {
                        break 1008;
                    }
                }
                Some(Out::Close(code)) => break code,
                // The room let this guest go: it did not keep up.
                None => break 1008,
            },
            said = stream.next() => {
                heard = Instant::now();
                match said {
                    Some(Ok(Frame::Text(text))) => {
                        if !flood.allows() {
                            break 1008;
                        }
                        if room.send(read(number, text.as_str())).await.is_err() {
                            break 1012;
                        }
                    }
                    Some(Ok(Frame::Binary(_))) => {
                        let why = Said::from(&Message::new("wire_unreadable"));
                        if !flood.allows() || room.send(Mail::Mumbles(number, String::new(), why)).await.is_err() {
                            break 1008;
                        }
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Ok(Frame::Close(_))) | None => break 1000,
                    Some(Err(error)) => {
                        tracing::debug!(%error, "a socket broke");
                        break 1009;
                    }
                }
            }
            _ = tries.tick() => {
                let silent = heard.elapsed() > SILENT_FOR;
                if silent || sink.send(Frame::Ping(Default::default())).await.is_err() {
                    break 1001;
                }
            }
        }
    };
    let _ = room.send(Mail::Leave(number)).await;
    let close = Frame::Close(Some(CloseFrame { code, reason: "".into() }));
    let _ = timeout(Duration::from_secs(1), sink.send(close)).await;
}

/// What a text says; what cannot be read is a value too, and answered.
fn read(number: u64, text: &str) -> Mail {
    match serde_json::from_str::<ClientIn>(text) {
        Ok(said) => Mail::Says(number, said),
        Err(_) => {
            let id = serde_json::from_str::<serde_json::Value>(text)
                .ok()
                .and_then(|value| value.get("id")?.as_str().map(|id| id.chars().take(64).collect()))
                .unwrap_or_default();
            Mail::Mumbles(number, id, Said::from(&Message::new("wire_unreadable")))
        }
    }
}

/// Counts messages.
struct Flood {
    since: Instant,
    count: u32,
}

impl Flood {
    fn new() -> Self {
        Flood { since: Instant::now(), count: 0 }
    }

    fn allows(&mut self) -> bool {
        if self.since.elapsed() > IN_THIS_TIME {
            *self = Flood::new();
        }
        self.count += 1;
        self.count <= MOST_MESSAGES
    }
}
