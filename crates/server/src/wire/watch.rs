//! Wire types of the games that anybody may watch.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ClockChoice, MatchOutcome, PersonRating, Side, TS};

/// Player of a running game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LivePlayer {
    /// Display name; `null` for none.
    pub name: Option<String>,
    /// Handle; `null` for a guest.
    pub handle: Option<String>,
    /// Rating in the pool of a rated game.
    pub rating: Option<PersonRating>,
}

/// Running game as spectators know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LiveGame {
    /// The room.
    pub room: String,
    /// The game.
    pub game: String,
    /// The players, the first side's first.
    pub players: [LivePlayer; 2],
    /// True for a rated game.
    pub rated: bool,
    /// Time control.
    pub clock: ClockChoice,
    /// Position.
    pub position: String,
    /// From and to of the last move.
    pub last_move: Option<[u16; 2]>,
    /// Side to move.
    pub turn: Side,
    /// Number of plies.
    pub plies: u32,
    /// Number of plies by which spectators are behind the players.
    pub delay: u32,
    /// Time left at `since`; `null` without a clock.
    pub left_ms: [Option<i64>; 2],
    /// Side whose clock is running.
    pub running: Option<Side>,
    /// Time of the server for which the clocks are given.
    pub since: i64,
    /// Number of spectators.
    pub watchers: u32,
    /// Outcome; `null` while the game is running.
    pub outcome: Option<MatchOutcome>,
}

/// Games that anybody may watch: `GET /api/watch`, and as server-sent events at `GET /api/watch/events`. The first event has all
/// of them, further ones the changes since the one before.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LiveGames {
    /// Time of the server.
    pub now: i64,
    /// True if these are all games; false if they are those that have changed.
    pub all: bool,
    /// The games, in no particular order; at most 60 are listed.
    pub games: Vec<LiveGame>,
    /// Rooms that are no longer listed.
    pub gone: Vec<String>,
    /// Room of the featured game: that of the highest established ratings.
    pub featured: Option<String>,
    /// Number of running games, listed here or not.
    pub total: u32,
}
