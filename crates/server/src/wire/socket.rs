//! Wire types of a room's socket, in both directions.

use serde::{Deserialize, Serialize};

use super::{Evaluation, Hint, MessageOut, PROTOCOL, Phrase, RoomView, SearchInfo, Side, TS, TalkLine};

/// Query of a socket: `GET /api/rooms/{id}/socket?seq=N`.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct SocketQuery {
    /// Last event seen, 0 for none. The first message is always a full view, so nothing is missed.
    pub seq: Option<u64>,
    /// True to receive evaluations, where they are allowed. Default: true.
    pub evaluation: Option<bool>,
    /// Protocol version of the client; with another one than the server's the socket is closed with `wire_outdated`.
    pub protocol: Option<u32>,
}

impl SocketQuery {
    /// Returns true if the client speaks another protocol version. Pages from before the versions were numbered send
    /// `seq` without `protocol`.
    pub fn is_outdated(&self) -> bool {
        self.protocol.map_or(self.seq.is_some(), |protocol| protocol != PROTOCOL)
    }
}

/// Message of a client: one JSON object, at most 8 KiB.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct ClientIn {
    /// The client's identifier of this message, up to 64 characters, unique per message. A repeated message is answered
    /// again and executed only once.
    pub id: String,
    /// Last event seen. A command for an older position is refused with the current view.
    #[serde(default)]
    #[ts(as = "Option<u64>")]
    pub seq: u64,
    /// Side to act for, if the client controls both. Default: the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The request.
    #[serde(flatten)]
    pub request: ClientRequest,
}

/// Request of a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(optional_fields)]
pub enum ClientRequest {
    /// Play a move, in coordinates or in another notation of the game.
    Play {
        /// The move.
        mv: String,
        /// Its notation. Default: coordinates.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notation: Option<String>,
    },
    /// Pass the turn.
    GiveTurn,
    /// Take moves back. Default: to the caller's last decision.
    TakeBack {
        /// Number of plies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
        /// True to take back a reveal too, against a machine: the piece stays known, and the result does not count.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<bool>,
    },
    /// Redo moves that were taken back. Default: to the caller's next decision.
    Redo {
        /// Number of plies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
    },
    /// Take all moves back: the game starts over.
    Reset,
    /// Offer a draw.
    OfferDraw,
    /// Claim a draw in the current position, or by the move to be played.
    ClaimDraw {
        /// The move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mv: Option<String>,
    },
    /// Answer an offer.
    Answer {
        /// True to accept.
        accept: bool,
    },
    /// Resign.
    Resign,
    /// Stop the clocks, or a match between machines.
    Pause,
    /// Resume after a pause.
    Resume,
    /// Abort before both sides have moved.
    Abort,
    /// Claim that the opponent's flag has fallen; the server also checks by itself.
    Flag,
    /// Claim the game because the opponent has left, after a grace period.
    ClaimLeft {
        /// True for a draw instead of a win.
        draw: bool,
    },
    /// Ask for a hint.
    Hint,
    /// Make the machine play the best move found so far.
    MoveNow,
    /// Switch evaluations on or off.
    Evaluation {
        /// True for on.
        on: bool,
    },
    /// Minimum time per move between machines, 0 to 10000.
    Pace {
        /// Milliseconds.
        ms: u32,
    },
    /// Play one move of a paused match between machines.
    Step,
    /// Add the caller's nonce to the deal of a game with hidden pieces, after the commitment is known. Only the first counts.
    AddPart {
        /// 16 to 32 random bytes, in hexadecimal digits.
        nonce: String,
    },
    /// Say something to the opponent: a phrase or a text.
    Talk {
        /// Fixed phrase.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        phrase: Option<Phrase>,
        /// Free text, up to 200 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Connection check.
    Ping,
}

/// Message of the server.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerOut {
    /// A command was executed and stored.
    Ack {
        /// Identifier of the client's message.
        id: String,
        /// Number of the resulting event.
        seq: u64,
    },
    /// A command was refused, or a message was malformed.
    Refusal {
        /// Identifier of the client's message; empty if it could not be read.
        id: String,
        /// Number of the last event.
        seq: u64,
        /// Reason.
        why: MessageOut,
    },
    /// View of the match.
    View(Box<RoomView>),
    /// Search info of a machine.
    SearchInfo(SearchInfo),
    /// Evaluation of the position after a number of plies.
    Evaluation {
        /// Number of plies.
        ply: u32,
        /// The evaluation.
        evaluation: Evaluation,
    },
    /// Hint that was requested.
    Hint {
        /// Identifier of the request.
        id: String,
        /// The hint.
        hint: Hint,
    },
    /// Presence of players and spectators.
    Presence {
        /// True for each side with a connected player; always true for machines.
        seats: [bool; 2],
        /// Milliseconds until the opponent of a player who has left may claim the game; `null` for a player who is there.
        claim_in_ms: [Option<u64>; 2],
        /// Number of spectators.
        watchers: u32,
    },
    /// Talk of the two players; sent to them only.
    Talk {
        /// The lines, oldest first.
        lines: Vec<TalkLine>,
        /// True if these are all lines; false if they are new.
        all: bool,
    },
    /// Room of a rematch.
    Next {
        /// The room.
        room: String,
    },
    /// Answer to a ping.
    Pong {
        /// Identifier of the client's message.
        id: String,
        /// Server time.
        now: i64,
    },
    /// The server closes the socket: shutdown or a deleted room.
    Bye {
        /// Reason.
        why: MessageOut,
        /// True if the client should reconnect.
        again: bool,
    },
}
