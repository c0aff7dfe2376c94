//! A room: one match, its players and watchers, in one task. Whatever happens to the match happens here, in order.

mod actor;
mod ask;
#[cfg(test)]
mod broken;
mod commands;
mod dealing;
mod machine;
mod meta;
mod open;
mod record;
mod review;
mod show;
mod weigh;

use axum::extract::ws::Utf8Bytes;
use table::SearchReport;
use tokio::sync::{mpsc, oneshot};

use crate::think::Failure;
use crate::wire::{ClientIn, DealProof, RecordQuery, RoomView, Said};

pub use meta::{Meta, Sitter};
pub use open::{Opened, open};
pub use record::Written;

/// What waits for a room.
pub type Inbox = mpsc::Sender<Mail>;

/// How many messages may wait for a room.
pub const INBOX: usize = 256;
/// How many messages may wait for one socket; a reader slower than this is let go.
pub const OUTBOX: usize = 64;

/// What a socket is told.
#[derive(Clone, Debug)]
pub enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// To close, with this code.
    Close(u16),
}

/// Who stands at the door of a room.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// The guest's identity; `None` for one without a cookie.
    pub player: Option<String>,
}

/// Something a room is asked or told.
pub enum Mail {
    /// A socket opens. It gets its whole view at once.
    Enter {
        /// Who.
        visitor: Visitor,
        /// Whether to tell evaluations.
        evaluation: bool,
        /// Where to.
        out: mpsc::Sender<Out>,
        /// The number of the socket.
        number: oneshot::Sender<u64>,
    },
    /// A socket is gone.
    Leave(u64),
    /// A socket says something.
    Says(u64, ClientIn),
    /// A socket says something nobody can read.
    Mumbles(u64, String, Said),
    /// The match, as one may see it.
    Look(Visitor, oneshot::Sender<Box<RoomView>>),
    /// The record, as one may see it.
    Write(Visitor, RecordQuery, oneshot::Sender<Result<Written, Said>>),
    /// What the deal can be verified by, once the match is over.
    Prove(oneshot::Sender<Result<Box<DealProof>, Said>>),
    /// The match, to be looked at again.
    Review(oneshot::Sender<Result<table::Reviewed, game::Message>>),
    /// Somebody sat down.
    Sat {
        /// Where.
        side: game::Side,
        /// Who.
        player: String,
        /// Under which name.
        name: Option<String>,
    },
    /// A rematch: another room follows.
    Next(String),
    /// An engine thinks.
    Thinks(u64, Box<SearchReport>),
    /// An engine has decided.
    Decided(u64, Result<Box<SearchReport>, Failure>),
    /// The room is deleted.
    Close,
    /// The house closes.
    Stop,
}
