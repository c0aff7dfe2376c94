//! Stored deadlines of rooms: the earliest time at which a flag can fall, or a first move is overdue.

use sqlx::SqliteConnection;

use super::StoreError;

/// Change of a room's deadline, stored with its events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadlineChange {
    /// No clock is concerned.
    Keep,
    /// No flag can fall before this time. Downtime is credited up to now.
    Set {
        /// The time.
        at: i64,
        /// Current time.
        now: i64,
    },
    /// The downtime is in the log now; the time stays.
    Credited,
    /// No clock is running.
    Clear,
}

/// Changes the deadline of a room.
pub(super) async fn change_deadline(
    connection: &mut SqliteConnection,
    room: &str,
    change: DeadlineChange,
) -> Result<(), StoreError> {
    match change {
        DeadlineChange::Keep => {}
        DeadlineChange::Set { at, now } => {
            sqlx::query(
                "INSERT INTO deadline (room, at, since, credit) VALUES ($1, $2, $3, 0)
                 ON CONFLICT (room) DO UPDATE SET at = excluded.at, since = excluded.since, credit = 0",
            )
            .bind(room)
            .bind(at)
            .bind(now)
            .execute(connection)
            .await?;
        }
        DeadlineChange::Credited => {
            sqlx::query("UPDATE deadline SET credit = 0 WHERE room = $1")
                .bind(room)
                .execute(connection)
                .await?;
        }
        DeadlineChange::Clear => {
            sqlx::query("DELETE FROM deadline WHERE room = $1").bind(room).execute(connection).await?;
        }
    }
    Ok(())
}
