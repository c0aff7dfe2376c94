//! Replacement of a stored game by another version: search fields, record text and positions.

use sqlx::Row;

use crate::entry::{Entry, result_code};
use crate::store::{Library, PendingPositions, name_ids};
use crate::{LibraryError, search};

/// Outcome of a replacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replaced {
    /// The game was replaced.
    Done,
    /// The owner has no such game.
    Missing,
    /// The owner already has the new version as another game.
    Known,
}

impl Library {
    /// Replaces an owner's game with another version. Its folder, labels and id stay.
    pub async fn replace(&self, owner: i64, game: i64, entry: Entry) -> Result<Replaced, LibraryError> {
        let mut tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let row = sqlx::query(
            "SELECT g.game, r.pgn FROM library_game g JOIN library_record r ON r.game = g.id WHERE g.id = ? AND g.owner = ?",
        )
        .bind(game)
        .bind(owner)
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(Replaced::Missing) };
        let named = name_ids(&mut tx, &entry, &mut Default::default()).await?;
        let result = result_code(entry.ending);
        let updated = sqlx::query(
            "UPDATE OR IGNORE library_game SET game = ?, first = ?, second = ?, event = ?, site = ?, date = ?, result = ?,
             code = ?, plies = ?, moves = ?, digest = ?, indexed = 0 WHERE id = ? AND owner = ?",
        )
        .bind(entry.game)
        .bind(named[0])
        .bind(named[1])
        .bind(named[2])
        .bind(named[3])
        .bind(&entry.date)
        .bind(result)
        .bind(&entry.code)
        .bind(entry.plies)
        .bind(entry.moves)
        .bind(entry.digest as i64)
        .bind(game)
        .bind(owner)
        .execute(&mut *tx)
        .await?;
        if updated.rows_affected() == 0 {
            return Ok(Replaced::Known);
        }
        let mut keys = Vec::new();
        if let Some(record) = search::read_back(row.try_get(0)?, row.try_get(1)?) {
            record.walk(&mut |key, _| keys.push(key));
        }
        for key in keys {
            sqlx::query("DELETE FROM library_position WHERE key = ? AND owner = ? AND game = ?")
                .bind(key as i64)
                .bind(owner)
                .bind(game)
                .execute(&mut *tx)
                .await?;
        }
        sqlx::query("UPDATE library_record SET pgn = ? WHERE game = ?")
            .bind(&entry.pgn)
            .bind(game)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        let mut pending = PendingPositions::default();
        pending.push(owner, game, result, entry.visits);
        self.index(&mut pending).await?;
        Ok(Replaced::Done)
    }
}
