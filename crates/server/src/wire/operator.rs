//! Wire types of the operator's page.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::TS;

/// State of the server for its operator: `GET /api/operator`, with the operator's key as bearer token.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorView {
    /// Version of the program.
    pub version: String,
    /// Server time.
    pub now: i64,
    /// Time of the start.
    pub started_at: i64,
    /// True if the event log can be written.
    pub healthy: bool,
    /// Load averages of the machine over 1, 5 and 15 minutes; empty where the system does not say.
    pub load: Vec<f64>,
    /// Resident memory of the server.
    pub memory_bytes: i64,
    /// Size of the database file.
    pub database_bytes: i64,
    /// Time of the last backup since the start; `null` before the first.
    pub backup_at: Option<i64>,
    /// Failed backups since the start.
    pub backup_failures: i64,
    /// Mean time of a write in milliseconds, and failed writes since the start.
    pub write_ms: f64,
    /// Failed writes since the start.
    pub write_failures: i64,
    /// Rooms in memory.
    pub rooms: u32,
    /// Games with a running clock.
    pub clocks: u32,
    /// Open sockets.
    pub sockets: u32,
    /// People in the lobby, and their seeks.
    pub people: u32,
    /// Open seeks.
    pub seeks: u32,
    /// Games begun through the lobby since the start.
    pub paired: i64,
    /// Computations running.
    pub running: u32,
    /// Computations waiting, by class.
    pub waiting: Vec<OperatorQueue>,
    /// Accounts.
    pub accounts: i64,
    /// Rated games that ended.
    pub rated_games: i64,
    /// Rated games that run.
    pub rated_running: i64,
    /// Failed sign-ins since the start.
    pub failed_sign_ins: i64,
    /// Open reports, the newest first.
    pub reports: Vec<OperatorReport>,
    /// Number of open reports.
    pub open_reports: i64,
    /// Bans, the newest first.
    pub bans: Vec<OperatorBan>,
    /// Newest acts of the operator.
    pub log: Vec<OperatorLogRow>,
}

/// Queue of the scheduler.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorQueue {
    /// Class of the computations.
    pub class: String,
    /// Computations that wait.
    pub waiting: u32,
}

/// Open report by a player.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorReport {
    /// Identifier.
    pub id: String,
    /// Handle of the player who reports; `null` for a deleted account.
    pub reporter: Option<String>,
    /// Handle of the reported player.
    pub reported: Option<String>,
    /// Room of the game, as long as it exists.
    pub room: Option<String>,
    /// Name of the game.
    pub game: Option<String>,
    /// Moves in coordinates.
    pub moves: String,
    /// Code of the reason.
    pub reason: String,
    /// What the reporter says.
    pub note: String,
    /// Time.
    pub at: i64,
}

/// Ban.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorBan {
    /// Handle.
    pub handle: String,
    /// From rated games, or from everything.
    pub scope: BanFrom,
    /// End; `null` for no end.
    pub until: Option<i64>,
    /// Reason.
    pub reason: String,
    /// Begin.
    pub at: i64,
}

/// What a ban is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BanFrom {
    /// Rated games.
    Rated,
    /// Everything that needs an account.
    All,
}

/// Row of the log of the operator's acts.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorLogRow {
    /// Number.
    pub number: i64,
    /// Time.
    pub at: i64,
    /// `terminal` or `page`.
    pub made_by: String,
    /// Kind.
    pub kind: String,
    /// Handle at that time.
    pub handle: Option<String>,
    /// Details.
    pub note: String,
}

/// Search for accounts: `GET /api/operator/players`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, TS, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
#[ts(optional_fields)]
pub struct OperatorPlayersQuery {
    /// Part of the handle or name. Default: the newest accounts.
    pub text: Option<String>,
}

/// Account as the operator sees it.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorPlayer {
    /// Handle.
    pub handle: String,
    /// Display name.
    pub name: Option<String>,
    /// Registration.
    pub created_at: i64,
    /// Last use; `null` if nobody is signed in.
    pub used_at: Option<i64>,
    /// Sessions.
    pub sessions: i64,
    /// Rated games.
    pub games: i64,
    /// Ban.
    pub ban: Option<OperatorBan>,
}

/// Act of the operator: `POST /api/operator/acts`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(optional_fields)]
pub enum OperatorActIn {
    /// Ban a player; from everything, the sessions end too.
    Ban {
        /// Handle.
        handle: String,
        /// What from.
        scope: BanFrom,
        /// Number of days. Default: no end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        days: Option<u32>,
        /// Reason, which the player is told.
        reason: String,
    },
    /// End a ban.
    Unban {
        /// Handle.
        handle: String,
    },
    /// Change a handle.
    Rename {
        /// Handle.
        handle: String,
        /// New handle.
        to: String,
    },
    /// Remove a display name.
    ClearName {
        /// Handle.
        handle: String,
    },
    /// Make the password unusable and set a recovery code, which is shown once.
    ResetPassword {
        /// Handle.
        handle: String,
    },
    /// Delete an account; games with others stay without its name.
    Close {
        /// Handle.
        handle: String,
    },
    /// Close a report.
    CloseReport {
        /// The report.
        id: String,
        /// What came of it.
        verdict: String,
    },
}

/// Response to an act.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OperatorActOut {
    /// New recovery code, shown once.
    pub recovery_code: Option<String>,
}
