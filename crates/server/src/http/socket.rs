//! WebSocket of a room: small buffers, bounded frames, and a defined answer to any malformed input.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::Bytes;
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
/// Least time between two pings that follow a client's messages: the round trip is known while somebody plays.
const MEASURE_INTERVAL: Duration = Duration::from_secs(2);
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
    let session_ends = caller.session.as_deref().map(|session| app.people.follow(session, &caller.player));
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
    let mut round_trip = RoundTrip::default();
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
                        if round_trip.is_due(MEASURE_INTERVAL)
                            && sink.send(Frame::Ping(round_trip.begin())).await.is_err()
                        {
                            break 1001;
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
                    Some(Ok(Frame::Ping(_))) => {
                        if !flood_limit.allows() {
                            break 1008;
                        }
                    }
                    Some(Ok(Frame::Pong(payload))) => {
                        if !flood_limit.allows() {
                            break 1008;
                        }
                        let known = round_trip.end(&payload).map(|ms| RoomMessage::RoundTrip(number, ms));
                        if let Some(known) = known && room.send(Box::new(known)).await.is_err() {
                            break 1012;
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
                if idle || sink.send(Frame::Ping(round_trip.begin())).await.is_err() {
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

/// Round trips of a socket, measured by its pings. What a client says about its delay is never believed.
#[derive(Default)]
struct RoundTrip {
    /// Number and time of the last ping; no time once it was answered.
    number: u32,
    sent: Option<Instant>,
    last: Option<Instant>,
    /// Last measurements in milliseconds.
    recent: VecDeque<u32>,
    reported: u32,
}

impl RoundTrip {
    /// Measurements that are kept.
    const KEPT: usize = 4;
    /// Change in milliseconds that is worth a message to the room.
    const CHANGE: u32 = 3;

    /// Returns true if a ping should be sent, given the least time between two.
    fn is_due(&self, interval: Duration) -> bool {
        self.sent.is_none() && self.last.is_none_or(|last| last.elapsed() >= interval)
    }

    /// Notes that a ping is sent; returns its payload.
    fn begin(&mut self) -> Bytes {
        let now = Instant::now();
        self.number = self.number.wrapping_add(1);
        (self.sent, self.last) = (Some(now), Some(now));
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// Notes an answer. Returns the round trip in milliseconds if it has changed: the last one or the mean of the last four,
    /// whichever is less.
    fn end(&mut self, payload: &[u8]) -> Option<u32> {
        if payload != self.number.to_be_bytes() {
            return None;
        }
        let took = u32::try_from(self.sent.take()?.elapsed().as_millis()).unwrap_or(u32::MAX);
        self.recent.push_back(took);
        if self.recent.len() > Self::KEPT {
            self.recent.pop_front();
        }
        let sum: u64 = self.recent.iter().copied().map(u64::from).sum();
        let mean = u32::try_from(sum / self.recent.len() as u64).unwrap_or(u32::MAX);
        let now = took.min(mean);
        (now.abs_diff(self.reported) >= Self::CHANGE).then(|| {
            self.reported = now;
            now
        })
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
