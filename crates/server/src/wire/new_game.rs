//! Wire types for creating a game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;
use super::TS;

/// Request for a new game: `POST /api/rooms`. Only `game` and the two players are required.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct NewGame {
    /// The game's name.
    pub game: String,
    /// Rule options, name to value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>")]
    pub options: BTreeMap<String, String>,
    /// First player, usually the caller.
    pub one: Player,
    /// Second player.
    pub other: Player,
    /// Color of `one`. Default: the first side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Side to move first. Default: the first side, or as in `setup`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Side>,
    /// Handicap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<HandicapChoice>,
    /// Time control. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockChoice>,
    /// Time control of `other`, if it differs; both must be times for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_clock: Option<ClockChoice>,
    /// Takebacks. Default: unrestricted against the machine and on one device, by consent between people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoChoice>,
    /// Start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// Moves already played from it, in coordinates: a record to continue.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub moves: Vec<String>,
    /// True for a rated game: two people with accounts, by link, with a clock and the usual rules. Default: casual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// True to show the game to everybody in the list of running games. Default: only if it is rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<bool>,
    /// Number of plies by which spectators are behind the players, up to 20; only between people at two devices. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<u8>,
    /// True if the game is aborted unless each side makes its first move within a time. Default: in rated games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move: Option<bool>,
    /// Minimum time per move between machines, in milliseconds (0 to 10000). Default: 800.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace_ms: Option<u32>,
}

/// Player of a new game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(optional_fields)]
pub enum Player {
    /// The caller.
    Me,
    /// Another person on this device.
    Here {
        /// Name of that person, up to 40 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A person who will open the invitation link.
    Link,
    /// The machine at a level.
    Level {
        /// 1 to 8.
        level: u8,
    },
    /// The machine by its specification: `alphabeta:depth=4`.
    #[serde(alias = "brain")]
    Engine {
        /// Engine specification.
        #[serde(alias = "brain")]
        engine: String,
    },
}

/// Color of `one`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// Red or White.
    First,
    /// Black.
    Second,
    /// Random.
    Random,
}

/// `one` or `other` of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The first player.
    One,
    /// The second player.
    Other,
}

/// Handicap that the stronger player gives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct HandicapChoice {
    /// Player who gives the handicap.
    pub by: Seat,
    /// Pieces removed: a name from the game's `odds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// Number of consecutive first moves of the opponent (chấp tiên): 1 to 3. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u8>,
}

/// Time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockChoice {
    /// No clock.
    Off,
    /// Time for the whole game with an increment per move.
    Game {
        /// Initial time: one second to 24 hours.
        initial_ms: i64,
        /// Increment per move: up to one hour.
        increment_ms: i64,
    },
    /// Times for the whole game that differ by side, the first side's first. In a request for a new game the second
    /// player's time control is given as `other_clock` instead.
    Uneven {
        /// Initial times.
        initial_ms: [i64; 2],
        /// Increments per move.
        increment_ms: [i64; 2],
    },
    /// Time per move.
    Move {
        /// One second to 14 days.
        allowance_ms: i64,
    },
}

/// Rule for takebacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UndoChoice {
    /// Never.
    Never,
    /// With the opponent's consent.
    Asked,
    /// Unrestricted; not between people.
    Free,
    /// A limited number; not between people.
    Limited {
        /// Number of takebacks per side.
        times: u32,
    },
}
