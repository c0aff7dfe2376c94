//! The messages of a room's socket, both ways.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Evaluation, Hint, RoomView, Said, Side, Thought};

/// How a socket is opened: `GET /api/rooms/{id}/socket?seq=N`.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct SocketQuery {
    /// The last event seen, 0 for none. The first message is always a whole view: nothing is ever missed.
    pub seq: Option<u64>,
    /// Whether to be told evaluations, where they are allowed. Default: yes.
    pub evaluation: Option<bool>,
}

/// What a browser sends: one JSON object, at most 8 KiB.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct ClientIn {
    /// The browser's own name for this message, new for each one (up to 64 letters). Sent again it is answered
    /// again and does nothing twice.
    pub id: String,
    /// The last event seen. A command about an older position gets the view instead of being carried out.
    #[serde(default)]
    #[ts(as = "Option<u64>")]
    pub seq: u64,
    /// For whom, when one acts for both sides. Default: the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What can be asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(optional_fields)]
pub enum Ask {
    /// Play a move, in coordinates; or typed in any notation of the game.
    Play {
        /// The move.
        mv: String,
        /// Its notation. Default: coordinates.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notation: Option<String>,
    },
    /// Give the turn away.
    GiveTurn,
    /// Take back. Default: to one's own last decision.
    TakeBack {
        /// How many plies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
    },
    /// Play again what was taken back. Default: as far as one's own next decision.
    Redo {
        /// How many plies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
    },
    /// Take everything back: the game begins again from its start.
    Reset,
    /// Offer a draw.
    OfferDraw,
    /// Claim a draw, as the board stands or by the move one would play.
    ClaimDraw {
        /// The move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mv: Option<String>,
    },
    /// Answer an offer.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Give up.
    Resign,
    /// Stop the clocks, or a match between machines.
    Pause,
    /// Go on.
    Resume,
    /// Break off before both sides have moved.
    Abort,
    /// Say that the other side's time is up; the server looks by itself too.
    Flag,
    /// Ask for advice.
    Hint,
    /// The machine is to move now, with what it has found.
    MoveNow,
    /// Be told evaluations, or no more.
    Evaluation {
        /// Whether.
        on: bool,
    },
    /// Machine against machine: the least time for a move, 0 to 10000.
    Pace {
        /// Milliseconds.
        ms: u32,
    },
    /// Machine against machine, while paused: one move.
    Step,
    /// Adds one's part to the deal of a game with hidden men, after the house's promise was seen. The first one counts.
    AddPart {
        /// 16 to 32 random bytes, in hexadecimal digits.
        nonce: String,
    },
    /// Is anybody there?
    Ping,
}

/// What the server sends.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerOut {
    /// A command was carried out and is durable.
    Ack {
        /// The browser's name for it.
        id: String,
        /// The event it led to.
        seq: u64,
    },
    /// A command was not carried out, or a message made no sense.
    Refusal {
        /// The browser's name for it; empty where none could be read.
        id: String,
        /// The last event.
        seq: u64,
        /// Why.
        why: Said,
    },
    /// The match.
    View(Box<RoomView>),
    /// A machine at work.
    Thought(Thought),
    /// What the position after so many plies is worth.
    Evaluation {
        /// How many plies.
        ply: u32,
        /// The weight.
        evaluation: Evaluation,
    },
    /// Advice that was asked for.
    Hint {
        /// The browser's name for the question.
        id: String,
        /// The advice.
        hint: Hint,
    },
    /// Who is there.
    Presence {
        /// Whether somebody is connected on each side; machines always are.
        seats: [bool; 2],
        /// How many only watch.
        watchers: u32,
    },
    /// Another room follows: a rematch.
    Next {
        /// The room.
        room: String,
    },
    /// The answer to a ping.
    Pong {
        /// The browser's name for it.
        id: String,
        /// The server's time.
        now: i64,
    },
    /// The server closes the socket, and says why: it stops, the room was deleted, too much was sent or left unread.
    Bye {
        /// Why.
        why: Said,
        /// Whether to come back.
        again: bool,
    },
}
