//! Wire types of room lists, invitations, identity and health.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ClockChoice, MatchOutcome, MessageOut, SeatView, Side, TS};

/// Response to a new game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NewRoom {
    /// The room. Anyone who knows it may watch: the page is `/room/{room}`.
    pub room: String,
    /// One-time token of the empty seat: the page is `/join/{invitation}`.
    pub invitation: Option<String>,
}

/// Invitation: `GET /api/invitations/{token}`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Invitation {
    /// The room.
    pub room: String,
    /// The game.
    pub game: String,
    /// The open seat.
    pub side: Side,
    /// Occupants of the seats.
    pub seats: [SeatView; 2],
    /// True if the caller plays in the room: taking both seats is refused.
    pub own: bool,
    /// True if the seat is taken; only its player and the opponent still find the invitation.
    pub taken: bool,
    /// Time control.
    pub clock: ClockChoice,
    /// True for a rated game: only somebody with an account can join.
    pub rated: bool,
    /// Rule options that are not the default.
    pub options: BTreeMap<String, String>,
    /// Handicap as a message.
    pub handicap: Option<MessageOut>,
    /// Start position; `null` for the game's own.
    pub setup: Option<String>,
}

/// Acceptance of an invitation: `POST /api/invitations/{token}`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(default)]
#[ts(optional_fields)]
pub struct JoinIn {
    /// Name of the player, up to 40 characters.
    pub name: Option<String>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomRow {
    /// The room.
    pub room: String,
    /// The game.
    pub game: String,
    /// Occupants of the seats.
    pub seats: [SeatView; 2],
    /// Sides that the caller controls.
    pub own_sides: Vec<Side>,
    /// Creation time.
    pub created_at: i64,
    /// Time of the last event.
    pub touched_at: i64,
    /// Number of plies.
    pub plies: u32,
    /// Current position, as the caller knows it.
    pub position: String,
    /// From and to of the last move.
    pub last_move: Option<[u16; 2]>,
    /// Side to move.
    pub turn: Side,
    /// Outcome; `null` while the game is running.
    pub outcome: Option<MatchOutcome>,
    /// Open invitation; only for the players of the game.
    pub invitation: Option<String>,
    /// Time control.
    pub clock: ClockChoice,
    /// In a running game by correspondence the time by which the side to move has to move.
    pub move_by: Option<i64>,
}

/// Page of a list, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoomPage {
    /// The games.
    pub rooms: Vec<RoomRow>,
    /// Total number of games.
    pub total: u32,
    /// Value of `before` for the next page; `null` on the last page.
    pub next: Option<String>,
}

/// Filter of games: `GET /api/rooms`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct RoomsQuery {
    /// `live`, `over`, or all by default.
    pub state: Option<String>,
    /// Only this game.
    pub game: Option<String>,
    /// Page size, 1 to 100. Default: 20.
    pub count: Option<u32>,
    /// `next` of the previous page.
    pub before: Option<String>,
}

/// Identity of the caller: `GET` and `PUT /api/me`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The name shown to others; `null` for a guest.
    pub name: Option<String>,
}

/// Health of the server: `GET /api/health` and `GET /api/ready`; with status 503 if it is not well, or not ready.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Health {
    /// `ok` or `ready`; `unhealthy` if the event log cannot be written, `closing` while the server shuts down.
    pub status: String,
    /// Version of the program.
    pub version: String,
    /// Rooms in memory.
    pub rooms: u32,
    /// Open sockets.
    pub sockets: u32,
    /// Searches running.
    pub thinking: u32,
}

/// Error response.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorOut {
    /// Message for people.
    pub error: MessageOut,
}
