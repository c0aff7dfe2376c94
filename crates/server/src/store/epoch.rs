//! Epochs of rooms: every write of a room repeats the epoch it was claimed with, so that only its owner writes.

use sqlx::{Row, SqliteConnection};

use super::{StoreError, WriteResult};

/// Raises the epoch of a room, unless this run of the server owns it already.
pub(super) async fn claim(
    connection: &mut SqliteConnection,
    room: &str,
    node: &str,
) -> Result<WriteResult, StoreError> {
    let claimed = sqlx::query(
        "UPDATE room SET epoch = CASE WHEN node = $2 THEN epoch ELSE epoch + 1 END, node = $2 WHERE id = $1
         RETURNING epoch",
    )
    .bind(room)
    .bind(node)
    .fetch_optional(connection)
    .await?;
    Ok(match claimed {
        Some(row) => WriteResult::Claimed(row.try_get(0)?),
        None => WriteResult::Nothing,
    })
}

/// Returns true if a room has another epoch than its writer knows. A room that was deleted fences nobody: its writes
/// fail, or change no row.
pub(super) async fn is_fenced(
    connection: &mut SqliteConnection,
    room: &str,
    epoch: i64,
) -> Result<bool, StoreError> {
    let row =
        sqlx::query("SELECT epoch FROM room WHERE id = $1").bind(room).fetch_optional(connection).await?;
    Ok(match row {
        Some(row) => row.try_get::<i64, _>(0)? != epoch,
        None => false,
    })
}
