//! Tournaments: a row each, and an append-only log of changes.

use sqlx::{Row, SqliteConnection};

use super::{Store, StoreError, WriteResult};

/// Row of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentRow {
    /// Identifier.
    pub id: String,
    /// Secret from which its links are made.
    pub secret: String,
    /// Player who created it.
    pub owner: String,
    /// Name, for lists.
    pub name: String,
    /// Place and date, for lists.
    pub place: String,
    /// True while games on this server belong to it.
    pub running: bool,
    /// Time of the last change.
    pub touched_at: i64,
}

/// Entry of the log of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentEntry {
    /// Time.
    pub at: i64,
    /// Name of the person who made it.
    pub by: String,
    /// The change as JSON.
    pub body: String,
}

/// Write to tournaments.
#[derive(Debug)]
pub enum TournamentWrite {
    /// New tournament with its first changes.
    Create(TournamentRow, Vec<TournamentEntry>),
    /// Changes of a tournament, and its row as it is now.
    Append {
        /// The row.
        row: TournamentRow,
        /// Number of the first change.
        seq: u64,
        /// Changes.
        entries: Vec<TournamentEntry>,
    },
    /// Deletes a tournament.
    Delete(String),
}

pub(super) async fn execute(
    connection: &mut SqliteConnection,
    write: &TournamentWrite,
) -> Result<WriteResult, StoreError> {
    let (row, seq, entries) = match write {
        TournamentWrite::Create(row, entries) => {
            let created = sqlx::query(
                "INSERT INTO tournament (id, secret, owner, name, place, running, touched_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
            )
            .bind(&row.id)
            .bind(&row.secret)
            .bind(&row.owner)
            .bind(&row.name)
            .bind(&row.place)
            .bind(i64::from(row.running))
            .bind(row.touched_at)
            .execute(&mut *connection)
            .await?;
            if created.rows_affected() == 0 {
                return Ok(WriteResult::Exists(row.id.clone()));
            }
            (row, 1, entries)
        }
        TournamentWrite::Append { row, seq, entries } => {
            let changed = sqlx::query(
                "UPDATE tournament SET name = $1, place = $2, running = $3, touched_at = $4 WHERE id = $5",
            )
            .bind(&row.name)
            .bind(&row.place)
            .bind(i64::from(row.running))
            .bind(row.touched_at)
            .bind(&row.id)
            .execute(&mut *connection)
            .await?;
            if changed.rows_affected() == 0 {
                return Ok(WriteResult::Nothing);
            }
            (row, *seq, entries)
        }
        TournamentWrite::Delete(id) => {
            let deleted = sqlx::query("DELETE FROM tournament WHERE id = $1")
                .bind(id)
                .execute(&mut *connection)
                .await?;
            return Ok(if deleted.rows_affected() == 0 { WriteResult::Nothing } else { WriteResult::Gone });
        }
    };
    for (index, entry) in entries.iter().enumerate() {
        sqlx::query(
            "INSERT INTO tournament_event (tournament, seq, at, made_by, body) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(&row.id)
        .bind((seq + index as u64) as i64)
        .bind(entry.at)
        .bind(&entry.by)
        .bind(&entry.body)
        .execute(&mut *connection)
        .await?;
    }
    Ok(WriteResult::Written)
}

const ROW: &str = "SELECT id, secret, owner, name, place, running, touched_at FROM tournament";

fn tournament_row(row: &sqlx::sqlite::SqliteRow) -> Result<TournamentRow, StoreError> {
    Ok(TournamentRow {
        id: row.try_get(0)?,
        secret: row.try_get(1)?,
        owner: row.try_get(2)?,
        name: row.try_get(3)?,
        place: row.try_get(4)?,
        running: row.try_get::<i64, _>(5)? != 0,
        touched_at: row.try_get(6)?,
    })
}

impl Store {
    /// Row of a tournament and its log.
    pub async fn tournament(
        &self,
        id: &str,
    ) -> Result<Option<(TournamentRow, Vec<TournamentEntry>)>, StoreError> {
        let query = format!("{ROW} WHERE id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).fetch_optional(&self.readers).await?;
        let Some(row) = row.as_ref().map(tournament_row).transpose()? else { return Ok(None) };
        let rows =
            sqlx::query("SELECT at, made_by, body FROM tournament_event WHERE tournament = $1 ORDER BY seq")
                .bind(id)
                .fetch_all(&self.readers)
                .await?;
        let entry = |row: &sqlx::sqlite::SqliteRow| {
            Ok(TournamentEntry { at: row.try_get(0)?, by: row.try_get(1)?, body: row.try_get(2)? })
        };
        Ok(Some((row, rows.iter().map(entry).collect::<Result<_, StoreError>>()?)))
    }

    /// Tournaments, the last changed first.
    pub async fn tournaments(&self, most: i64) -> Result<Vec<TournamentRow>, StoreError> {
        let query = format!("{ROW} ORDER BY touched_at DESC, id LIMIT $1");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(most).fetch_all(&self.readers).await?;
        rows.iter().map(tournament_row).collect()
    }

    /// Number of tournaments that a player created.
    pub async fn tournaments_of(&self, player: &str) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT count(*) FROM tournament WHERE owner = $1").bind(player);
        Ok(row.fetch_one(&self.readers).await?.try_get(0)?)
    }

    /// Identifiers of tournaments with games on this server.
    pub async fn running_tournaments(&self) -> Result<Vec<String>, StoreError> {
        let rows =
            sqlx::query("SELECT id FROM tournament WHERE running = 1").fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// State of a game: winner (`first`, `second`, `draw`; `None` while it is running), time of the last change, and plies.
    pub async fn room_result(&self, room: &str) -> Result<Option<(Option<String>, i64, i64)>, StoreError> {
        let row = sqlx::query("SELECT winner, touched_at, plies FROM room WHERE id = $1").bind(room);
        Ok(match row.fetch_optional(&self.readers).await? {
            Some(row) => Some((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?)),
            None => None,
        })
    }
}
