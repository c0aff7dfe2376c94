//! Room: one match with its players and spectators, run by one task that processes all changes in order.

mod actor;
mod commands;
mod deal_parts;
mod delay;
mod evaluation;
#[cfg(test)]
mod fencing_tests;
mod known_commands;
mod live;
mod load;
mod machine;
mod meta;
#[cfg(test)]
mod panicking_engine_tests;
mod record;
mod report_throttle;
mod request;
mod review;
mod summary_outbox;
#[cfg(test)]
mod summary_tests;
mod talk;
mod timing;
mod views;

use std::net::IpAddr;

use axum::extract::ws::Utf8Bytes;
use table::SearchReport;
use tokio::sync::{mpsc, oneshot};

use crate::engine_pool::SearchFailure;
use crate::wire::{ClientIn, DealProof, MessageOut, RecordQuery, RoomView};

pub use load::{LoadResult, load, replay};
pub use meta::{Occupant, RoomMeta};
pub use record::RecordFile;

/// Sender for messages to a room. Queues keep room for 32 elements: boxed, so that an empty one stays small.
pub type Inbox = mpsc::Sender<Box<RoomMessage>>;

/// Sender for messages to a client.
pub type Outbox = mpsc::Sender<Box<Out>>;

/// Capacity of a room's inbox.
pub const INBOX: usize = 256;
/// Capacity of a client's outgoing queue; a slower client is dropped.
pub const OUTBOX: usize = 64;

/// Output for a client's socket.
#[derive(Clone, Debug)]
pub enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// Close the socket with this code.
    Close(u16),
}

/// Visitor of a room, with or without a seat.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// Identity; `None` without a cookie.
    pub player: Option<String>,
    /// Network that work is charged to.
    pub address: Option<IpAddr>,
}

/// Message to a room.
pub enum RoomMessage {
    /// A client connects. It gets a full view at once.
    Connect {
        /// Visitor.
        visitor: Visitor,
        /// True to receive evaluations.
        evaluation: bool,
        /// Outgoing queue.
        out: Outbox,
        /// Receives the number of the client.
        number: oneshot::Sender<u64>,
    },
    /// A client has disconnected.
    Disconnect(u64),
    /// Request of a client.
    Request(u64, ClientIn),
    /// Measured round trip of a client, in milliseconds.
    RoundTrip(u64, u32),
    /// Malformed message of a client.
    Malformed(u64, String, MessageOut),
    /// View of the match for a visitor.
    View(Visitor, oneshot::Sender<Box<RoomView>>),
    /// Record of the match for a visitor.
    Record(Visitor, RecordQuery, oneshot::Sender<Result<RecordFile, MessageOut>>),
    /// Proof of the deal, after the match.
    DealProof(oneshot::Sender<Result<Box<DealProof>, MessageOut>>),
    /// Match for a review.
    Review(oneshot::Sender<Result<table::Reviewed, game::Message>>),
    /// A player has taken a seat.
    Seated {
        /// Side.
        side: game::Side,
        /// Identity.
        player: String,
        /// Name.
        name: Option<String>,
        /// Handle of the account.
        handle: Option<String>,
    },
    /// A player has another identity now: a guest signed in, or an account was deleted.
    Renamed {
        /// Identity before.
        from: String,
        /// Identity now.
        to: String,
        /// Name and handle now; `None` to keep the name.
        name: Option<(Option<String>, Option<String>)>,
    },
    /// Asks if a line concerns this running game, as a player of it knows it ([`crate::fair_play`]).
    Occurs {
        /// The player.
        player: String,
        /// Key of the position asked about, and of all positions on the way there.
        asked: crate::fair_play::AskedLine,
        /// Receives the answer.
        reply: oneshot::Sender<bool>,
    },
    /// A player closes the account: a running game is lost.
    Leave(String),
    /// The players' wishes about lists of running games may have changed.
    Listing,
    /// Room of the rematch.
    Rematch(String),
    /// Search progress.
    SearchProgress(u64, Box<SearchReport>),
    /// Search result.
    SearchDone(u64, Result<Box<SearchReport>, SearchFailure>),
    /// Ends the game as abandoned, if nothing happened since a time and nobody is there; answers true if it ended.
    Abandon {
        /// That time.
        before: i64,
        /// True if the side to move loses, false for no result.
        forfeit: bool,
        /// Receives the answer.
        reply: oneshot::Sender<bool>,
    },
    /// A tournament waits for the result: a match between machines goes on without anybody watching.
    Attend,
    /// Nobody needs the room now: it may leave memory at once.
    Settle,
    /// The room is deleted.
    Deleted,
    /// The server shuts down.
    Shutdown,
}
