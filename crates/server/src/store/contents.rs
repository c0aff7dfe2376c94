//! Amount of data in a database, to compare it with its backups.

use sqlx::{Row, SqliteConnection};

use super::StoreError;

/// Numbers of stored things.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// Rooms.
    pub rooms: i64,
    /// Moves played in all rooms.
    pub moves: i64,
    /// Games of the library.
    pub library: i64,
    /// Puzzles that were solved or tried.
    pub puzzles: i64,
}

impl Contents {
    /// Counts the contents of a database of any version; a table that does not exist yet is empty.
    pub async fn of(connection: &mut SqliteConnection) -> Result<Contents, StoreError> {
        Ok(Contents {
            rooms: number(connection, "room", "SELECT count(*) FROM room").await?,
            moves: number(connection, "room", "SELECT CAST(coalesce(sum(plies), 0) AS BIGINT) FROM room")
                .await?,
            library: number(connection, "library_game", "SELECT count(*) FROM library_game").await?,
            puzzles: number(connection, "puzzle", "SELECT count(*) FROM puzzle").await?,
        })
    }

    /// Returns true if nothing is stored.
    pub fn is_empty(&self) -> bool {
        *self == Contents::default()
    }

    /// Returns true if this holds less of something than `other`. Rooms are not compared: those without moves are
    /// cleaned up.
    pub fn lacks_something_of(&self, other: &Contents) -> bool {
        self.moves < other.moves || self.library < other.library || self.puzzles < other.puzzles
    }
}

async fn number(
    connection: &mut SqliteConnection,
    table: &str,
    query: &'static str,
) -> Result<i64, StoreError> {
    let known = sqlx::query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1")
        .bind(table)
        .fetch_optional(&mut *connection)
        .await?;
    if known.is_none() {
        return Ok(0);
    }
    Ok(sqlx::query(query).fetch_one(connection).await?.try_get(0)?)
}
