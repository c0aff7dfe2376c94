//! Nonces that players add to the deal of a game with hidden pieces.

use sqlx::SqliteConnection;

use super::{StoreError, WriteResult};
use crate::wire::PartBy;

/// Stored text of the origin of a nonce.
pub(super) fn origin_text(by: PartBy) -> &'static str {
    match by {
        PartBy::Player => "player",
        PartBy::Server => "house",
    }
}

/// Stores the nonce of a side; only the first counts.
pub(super) async fn add_part(
    connection: &mut SqliteConnection,
    room: &str,
    side: usize,
    nonce: &[u8],
) -> Result<WriteResult, StoreError> {
    let fill = if side == 0 {
        "UPDATE deal SET first = $1, first_by = $2 WHERE room = $3 AND first IS NULL"
    } else {
        "UPDATE deal SET second = $1, second_by = $2 WHERE room = $3 AND second IS NULL"
    };
    let filled = sqlx::query(fill)
        .bind(nonce)
        .bind(origin_text(PartBy::Player))
        .bind(room)
        .execute(connection)
        .await?;
    Ok(if filled.rows_affected() == 0 { WriteResult::Nothing } else { WriteResult::Written })
}
