//! Game library: search by player, event, date, result, opening and position.
//!
//! The tables live in the server's database next to the match events, with a schema version of their own. Reads use
//! separate connections and writes are short transactions, so that the event log never waits long.

mod dates;
mod entry;
mod explore;
mod names;
mod openings;
mod replace;
mod schema;
mod search;
mod store;

pub use dates::normalize_date;
pub use entry::{Entry, MASTERS, MASTERS_COUNT, PositionVisit};
pub use explore::{MoveCount, PositionStats, ResultCounts};
pub use names::{fold, hanviet_reading, pinyin_reading, unify_variants};
pub use openings::{Opening, by_code, by_position};
pub use replace::Replaced;
pub use search::{GameQuery, GameSummary, LibraryOverview, Page};
pub use store::{ImportCounts, Library, PendingPositions, WriteGate, WriteTurn};

/// Error of the library.
#[derive(Debug)]
pub enum LibraryError {
    /// The tables were written by a newer version of the program.
    Newer {
        /// Schema version found.
        found: i64,
        /// Newest schema version this program supports.
        known: i64,
    },
    /// Database error.
    Sql(sqlx::Error),
    /// The search was stopped.
    Stopped,
}

impl std::fmt::Display for LibraryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LibraryError::Newer { found, known } => {
                write!(f, "the library has version {found}, this program knows up to {known}")
            }
            LibraryError::Sql(error) => write!(f, "{error}"),
            LibraryError::Stopped => write!(f, "the search was stopped"),
        }
    }
}

impl std::error::Error for LibraryError {}

impl From<sqlx::Error> for LibraryError {
    fn from(error: sqlx::Error) -> Self {
        LibraryError::Sql(error)
    }
}
