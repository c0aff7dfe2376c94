//! Library tables and their migrations.

use sqlx::{Connection, Executor, Row, SqliteConnection};

use crate::LibraryError;

/// Migrations, each to the next version. A released migration never changes.
const MIGRATIONS: &[&str] = &[FIRST, IMPORTS];

/// Owner 0 holds the shared games, which everyone can read.
const FIRST: &str = "
CREATE TABLE library_owner (id INTEGER PRIMARY KEY, player TEXT NOT NULL UNIQUE);
INSERT INTO library_owner VALUES (0, '');
CREATE TABLE library_name (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, plain TEXT NOT NULL, folded TEXT NOT NULL
);
CREATE TABLE library_game (
    id INTEGER PRIMARY KEY, owner INTEGER NOT NULL REFERENCES library_owner (id), game TEXT NOT NULL,
    first INTEGER NOT NULL REFERENCES library_name (id), second INTEGER NOT NULL REFERENCES library_name (id),
    event INTEGER NOT NULL REFERENCES library_name (id), site INTEGER NOT NULL REFERENCES library_name (id),
    date TEXT NOT NULL, result INTEGER NOT NULL, code TEXT NOT NULL, plies INTEGER NOT NULL, moves INTEGER NOT NULL,
    folder TEXT NOT NULL, labels TEXT NOT NULL, added_at INTEGER NOT NULL, digest INTEGER NOT NULL,
    indexed INTEGER NOT NULL
);
CREATE TABLE library_record (
    game INTEGER PRIMARY KEY REFERENCES library_game (id) ON DELETE CASCADE, pgn TEXT NOT NULL
);
CREATE UNIQUE INDEX library_game_digest ON library_game (owner, digest);
CREATE INDEX library_game_date ON library_game (owner, date);
CREATE INDEX library_game_first ON library_game (first);
CREATE INDEX library_game_second ON library_game (second);
CREATE INDEX library_game_event ON library_game (event);
CREATE INDEX library_game_folder ON library_game (owner, folder);
CREATE INDEX library_game_waiting ON library_game (indexed) WHERE indexed = 0;
CREATE TABLE library_position (
    key INTEGER NOT NULL, owner INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL, mv TEXT NOT NULL,
    result INTEGER NOT NULL, PRIMARY KEY (key, owner, game, ply)
) WITHOUT ROWID;
";

/// Collections that were imported as a whole.
const IMPORTS: &str = "CREATE TABLE library_import (name TEXT PRIMARY KEY) WITHOUT ROWID;";

/// Migrates the tables to the current version; an error if they are newer.
pub async fn migrate(connection: &mut SqliteConnection) -> Result<(), LibraryError> {
    let mut tx = connection.begin_with("BEGIN IMMEDIATE").await?;
    tx.execute("CREATE TABLE IF NOT EXISTS library_version (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL)").await?;
    let row = sqlx::query("SELECT version FROM library_version").fetch_optional(&mut *tx).await?;
    let found: i64 = row.map_or(Ok(0), |row| row.try_get(0))?;
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(LibraryError::Newer { found, known });
    }
    for sql in MIGRATIONS.iter().skip(found.max(0) as usize) {
        tx.execute(*sql).await?;
    }
    sqlx::query("INSERT OR REPLACE INTO library_version VALUES (1, ?)").bind(known).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(())
}
