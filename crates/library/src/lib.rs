//! Games kept to be found again: by player, event, date, result, opening and position.
//!
//! The tables stand in the house's one database beside the log of matches, with a version of their own. Whoever reads has
//! connections of its own; whoever writes does it in short transactions, so that the log never waits for long.

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
pub use names::{fold, hanviet_reading, unify_variants};
pub use openings::{Opening, by_code, by_position};
pub use replace::Replaced;
pub use search::{GameQuery, GameSummary, LibraryOverview, Page};
pub use store::{ImportCounts, Library, PendingPositions};

/// What can go wrong with the library.
#[derive(Debug)]
pub enum LibraryError {
    /// Its tables were made by a newer program.
    Newer {
        /// Their version.
        found: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// The database said no.
    Sql(sqlx::Error),
}

impl std::fmt::Display for LibraryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LibraryError::Newer { found, known } => {
                write!(f, "the library has version {found}, this program knows up to {known}")
            }
            LibraryError::Sql(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for LibraryError {}

impl From<sqlx::Error> for LibraryError {
    fn from(error: sqlx::Error) -> Self {
        LibraryError::Sql(error)
    }
}
