//! WebSocket of a room: small buffers, bounded frames, and a defined answer to any malformed input.

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
use tokio_tungstenite::tungstenite;

use super::error::Error;
use super::guard::{Caller, is_same_origin};
use crate::app::App;
use crate::room::{OUTBOX, Out, RoomMessage};
use crate::wire::{ClientIn, MessageOut, ServerOut, SocketQuery};

/// Maximum size of a client frame in bytes.
const MAX_FRAME_BYTES: usize = 8 * 1024;
/// Time window of the flood limit.
const MESSAGE_WINDOW: Duration = Duration::from_secs(20);
/// Ping interval, and the time without any frame after which the connection is closed.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const IDLE_TIMEOUT: Duration = Duration::from_secs(65);
/// Time limit for sending one frame.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Close code when the session ended: the page must not connect again with the same cookie.
const SESSION_ENDED: u16 = 4001;
/// Bytes of a socket's read buffer: a client's message has about a hundred.
const READ_BUFFER: usize = 512;

/// Opens the socket of a room. The first message is a full view.
pub async fn open(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(query): Query<SocketQuery>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    if !is_same_origin(&headers) {
        return Err(Error::new(StatusCode::FORBIDDEN, &Message::new("wire_origin")));
    }
    let upgrade =
        upgrade.map_err(|_| Error::new(StatusCode::UPGRADE_REQUIRED, &Message::new("wire_no_socket")))?;
    app.lobby.inbox(&app, &id).await?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(MAX_FRAME_BYTES)
        .max_frame_size(MAX_FRAME_BYTES);
    Ok(upgrade.on_upgrade(move |socket| run_counted(app, id, caller, query, socket)).into_response())
}

async fn run_counted(app: App, id: String, caller: Caller, query: SocketQuery, socket: WebSocket) {
    app.sockets.fetch_add(1, Ordering::Relaxed);
    run(&app, &id, &caller, query, socket).await;
    app.sockets.fetch_sub(1, Ordering::Relaxed);
}

async fn run(app: &App, id: &str, caller: &Caller, query: SocketQuery, socket: WebSocket) {
    if query.is_outdated() {
        return ask_to_reload(socket, &query).await;
    }
    let (out, mut outgoing) = mpsc::channel(OUTBOX);
    let (number, entered) = oneshot::channel();
    let enter = RoomMessage::Connect {
        visitor: caller.into(),
        evaluation: query.evaluation.unwrap_or(true),
        out,
        number,
    };
    let (Ok(room), Ok(number)) = (app.lobby.send(app, id, enter).await, entered.await) else { return };
    let session_ends = caller.session.as_deref().map(|session| app.people.follow(session));
    if let Some(session) = &caller.session
        && !matches!(app.people.session(&app.store, session).await, Ok(Some(_)))
    {
        let _ = room.send(Box::new(RoomMessage::Disconnect(number))).await;
        return;
    }
    let session_ends = async move {
        match session_ends {
            Some(mut ends) => while ends.changed().await.is_ok() {},
            None => std::future::pending().await,
        }
    };
    tokio::pin!(session_ends);
    let (mut sink, mut stream) = socket.split();
    let mut pings = interval(PING_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_frame = Instant::now();
    let mut flood_limit = FloodLimit::new(app.config.limits.socket_messages);
    let code = loop {
        tokio::select! {
            next = outgoing.recv() => match next.map(|out| *out) {
                Some(Out::Text(text)) => {
                    if !matches!(timeout(SEND_TIMEOUT, sink.send(Frame::Text(text))).await, Ok(Ok(()))) {
                        break 1008;
                    }
                }
                Some(Out::Close(code)) => break code,
                // The room dropped this client because it did not keep up.
                None => break 1008,
            },
            frame = stream.next() => {
                last_frame = Instant::now();
                match frame {
                    Some(Ok(Frame::Text(text))) => {
                        if !flood_limit.allows() {
                            break 1008;
                        }
                        if room.send(Box::new(read(number, text.as_str()))).await.is_err() {
                            break 1012;
                        }
                    }
                    Some(Ok(Frame::Binary(_))) => {
                        let why = MessageOut::from(&Message::new("wire_unreadable"));
                        let message = Box::new(RoomMessage::Malformed(number, String::new(), why));
                        if !flood_limit.allows() || room.send(message).await.is_err() {
                            break 1008;
                        }
                    }
                    // Every ping is answered, which costs as much as a message.
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {
                        if !flood_limit.allows() {
                            break 1008;
                        }
                    }
                    Some(Ok(Frame::Close(_))) | None => break 1000,
                    Some(Err(error)) => {
                        tracing::debug!(%error, "socket error");
                        break close_code(error);
                    }
                }
            }
            () = &mut session_ends => break SESSION_ENDED,
            _ = pings.tick() => {
                let idle = last_frame.elapsed() > IDLE_TIMEOUT;
                if idle || sink.send(Frame::Ping(Default::default())).await.is_err() {
                    break 1001;
                }
            }
        }
    };
    let _ = room.send(Box::new(RoomMessage::Disconnect(number))).await;
    let close = Frame::Close(Some(CloseFrame { code, reason: "".into() }));
    let _ = timeout(Duration::from_secs(1), sink.send(close)).await;
}

/// Text for pages from before the versions were numbered: their catalogues have no `wire_outdated`, and they show an
/// unknown code as it is.
const RELOAD_TEXT: &str =
    "Máy chủ đã được cập nhật, hãy tải lại trang. · The server has been updated, please reload the page.";

/// Tells the page of another protocol version to reload, and closes the socket.
async fn ask_to_reload(mut socket: WebSocket, query: &SocketQuery) {
    let code = if query.protocol.is_some() { "wire_outdated" } else { RELOAD_TEXT };
    let why = MessageOut::from(&Message::new(code));
    let text = serde_json::to_string(&ServerOut::Bye { why, again: false }).unwrap_or_default();
    let close = Frame::Close(Some(CloseFrame { code: 1000, reason: "".into() }));
    for frame in [Frame::Text(text.into()), close] {
        let _ = timeout(SEND_TIMEOUT, socket.send(frame)).await;
    }
}

/// Parses a client message; a malformed one is passed on too, to be answered.
fn read(number: u64, text: &str) -> RoomMessage {
    match serde_json::from_str::<ClientIn>(text) {
        Ok(request) => RoomMessage::Request(number, request),
        Err(_) => {
            let id = serde_json::from_str::<serde_json::Value>(text)
                .ok()
                .and_then(|value| value.get("id")?.as_str().map(|id| id.chars().take(64).collect()))
                .unwrap_or_default();
            RoomMessage::Malformed(number, id, MessageOut::from(&Message::new("wire_unreadable")))
        }
    }
}

/// Close code for an error of the socket.
fn close_code(error: axum::Error) -> u16 {
    match error.into_inner().downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => 1009,
        Some(tungstenite::Error::Utf8(_)) => 1007,
        Some(tungstenite::Error::Protocol(_)) => 1002,
        _ => 1011,
    }
}

/// Message counter of the flood limit.
struct FloodLimit {
    since: Instant,
    count: u32,
    most: u32,
}

impl FloodLimit {
    fn new(most: u32) -> Self {
        FloodLimit { since: Instant::now(), count: 0, most }
    }

    fn allows(&mut self) -> bool {
        if self.since.elapsed() > MESSAGE_WINDOW {
            *self = FloodLimit::new(self.most);
        }
        self.count += 1;
        self.count <= self.most
    }
}
