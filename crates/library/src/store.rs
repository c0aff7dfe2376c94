//! Storage of games: short write transactions, positions indexed in key order.

use std::collections::HashMap;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, QueryBuilder, Row, Sqlite};

use crate::entry::{Entry, PositionVisit, result_code};
use crate::names::{fold, unify_variants};
use crate::{LibraryError, schema};

/// Number of read connections.
const READERS: u32 = 3;
/// Rows per statement.
const ROWS: usize = 1000;
/// Rows per transaction: some milliseconds, for which a move of a running game has to wait at most.
const TRANSACTION: usize = 2_000;
/// Games per transaction.
const GAMES: usize = 20;
/// Maximum pause after a transaction.
const MAX_PAUSE: Duration = Duration::from_millis(50);

/// Turns of the writers to one database. Whoever waits gets it in order, which SQLite's own lock does not guarantee: there a
/// waiting writer sleeps and tries again.
pub trait WriteGate: Send + Sync {
    /// Waits for the turn, which ends when the result is dropped.
    fn turn(&self) -> Pin<Box<dyn Future<Output = WriteTurn> + Send + '_>>;

    /// Pauses for some time.
    fn pause(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// Turn of a writer.
pub type WriteTurn = Box<dyn Send>;

/// Gate of a library that is alone with its database.
struct NoGate;

impl WriteGate for NoGate {
    fn turn(&self) -> Pin<Box<dyn Future<Output = WriteTurn> + Send + '_>> {
        Box::pin(async { Box::new(()) as WriteTurn })
    }

    fn pause(&self, _: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {})
    }
}

/// Game library. Clones share the connections.
#[derive(Clone)]
pub struct Library {
    pub(crate) readers: SqlitePool,
    /// Single write connection: writers wait for each other.
    pub(crate) writer: SqlitePool,
    gate: Arc<dyn WriteGate>,
}

/// Counts of an import.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ImportCounts {
    /// Games added.
    pub new: usize,
    /// Games that were already present.
    pub known: usize,
}

/// Position to index.
struct PendingPosition {
    visit: PositionVisit,
    owner: i64,
    game: i64,
    result: i64,
}

/// Positions not yet indexed; [`Library::index`] writes them.
#[derive(Default)]
pub struct PendingPositions(Vec<PendingPosition>);

impl PendingPositions {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the positions of a game.
    pub(crate) fn push(&mut self, owner: i64, game: i64, result: i64, visits: Vec<PositionVisit>) {
        self.0.extend(visits.into_iter().map(|visit| PendingPosition { visit, owner, game, result }));
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Library {
    /// Opens the library in a database and migrates its tables.
    pub async fn open(file: &Path) -> Result<Library, LibraryError> {
        Library::open_with_gate(file, Arc::new(NoGate)).await
    }

    /// Opens the library in a database to which others in this process write under the same gate.
    pub async fn open_with_gate(file: &Path, gate: Arc<dyn WriteGate>) -> Result<Library, LibraryError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(30))
            .pragma("cache_size", "-16000")
            .disable_statement_logging();
        let writer = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        schema::migrate(&mut *writer.acquire().await?).await?;
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options).await?;
        let library = Library { readers, writer, gate };
        library.index_pending().await?;
        Ok(library)
    }

    /// Id of an owner, created if needed. The empty name is owner 0, the shared games.
    pub async fn owner(&self, player: &str) -> Result<i64, LibraryError> {
        let known = sqlx::query("SELECT id FROM library_owner WHERE player = ?")
            .bind(player)
            .fetch_optional(&self.readers)
            .await?;
        if let Some(row) = known {
            return Ok(row.try_get(0)?);
        }
        let row = sqlx::query(
            "INSERT INTO library_owner (player) VALUES (?) ON CONFLICT (player) DO UPDATE SET player = player RETURNING id",
        )
        .bind(player)
        .fetch_one(&self.writer)
        .await?;
        Ok(row.try_get(0)?)
    }

    /// Returns true if the bundled master games were imported.
    pub async fn has_masters(&self) -> Result<bool, LibraryError> {
        let row = sqlx::query("SELECT 1 FROM library_import WHERE name = 'masters'");
        Ok(row.fetch_optional(&self.readers).await?.is_some())
    }

    /// Notes that the bundled master games were imported.
    pub async fn mark_masters(&self) -> Result<(), LibraryError> {
        let _turn = self.gate.turn().await;
        sqlx::query("INSERT OR IGNORE INTO library_import (name) VALUES ('masters')")
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// Pauses for as long as a transaction took, so that other programs with this database get their turn too.
    async fn pause_after(&self, began: Instant) {
        self.gate.pause(began.elapsed().min(MAX_PAUSE)).await;
    }

    /// Adds games, skipping those the owner already has. Their positions are appended to `pending`.
    pub async fn add(
        &self,
        owner: i64,
        folder: &str,
        at: i64,
        entries: Vec<Entry>,
        pending: &mut PendingPositions,
    ) -> Result<ImportCounts, LibraryError> {
        let mut added = ImportCounts::default();
        let mut entries = entries.into_iter().peekable();
        while entries.peek().is_some() {
            let began = Instant::now();
            let some = entries.by_ref().take(GAMES).collect();
            let new = self.add_some(owner, folder, at, some, pending).await?;
            added.new += new.new;
            added.known += new.known;
            if entries.peek().is_some() {
                self.pause_after(began).await;
            }
        }
        Ok(added)
    }

    async fn add_some(
        &self,
        owner: i64,
        folder: &str,
        at: i64,
        entries: Vec<Entry>,
        pending: &mut PendingPositions,
    ) -> Result<ImportCounts, LibraryError> {
        let _turn = self.gate.turn().await;
        let mut tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let mut ids: HashMap<String, i64> = HashMap::new();
        let mut added = ImportCounts::default();
        for entry in entries {
            let name_ids = name_ids(&mut tx, &entry, &mut ids).await?;
            let result = result_code(entry.ending);
            let inserted = sqlx::query(
                "INSERT INTO library_game (owner, game, first, second, event, site, date, result, code, plies, moves,
                 folder, labels, added_at, digest, indexed)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, 0)
                 ON CONFLICT (owner, digest) DO NOTHING RETURNING id",
            )
            .bind(owner)
            .bind(entry.game)
            .bind(name_ids[0])
            .bind(name_ids[1])
            .bind(name_ids[2])
            .bind(name_ids[3])
            .bind(&entry.date)
            .bind(result)
            .bind(&entry.code)
            .bind(entry.plies)
            .bind(entry.moves)
            .bind(folder)
            .bind(at)
            .bind(entry.digest as i64)
            .fetch_optional(&mut *tx)
            .await?;
            match inserted {
                Some(row) => {
                    added.new += 1;
                    let game: i64 = row.try_get(0)?;
                    sqlx::query("INSERT INTO library_record (game, pgn) VALUES (?, ?)")
                        .bind(game)
                        .bind(&entry.pgn)
                        .execute(&mut *tx)
                        .await?;
                    pending.push(owner, game, result, entry.visits);
                }
                None => added.known += 1,
            }
        }
        tx.commit().await?;
        Ok(added)
    }

    /// Writes the pending positions in key order, so that neighboring rows are written together. Short transactions
    /// keep other writers from waiting long.
    pub async fn index(&self, pending: &mut PendingPositions) -> Result<(), LibraryError> {
        let mut rows = std::mem::take(&mut pending.0);
        rows.sort_unstable_by_key(|position| {
            (position.visit.key as i64, position.owner, position.game, position.visit.ply)
        });
        let mut games: Vec<i64> = rows.iter().map(|position| position.game).collect();
        games.sort_unstable();
        games.dedup();
        for chunk in rows.chunks(TRANSACTION) {
            let began = Instant::now();
            let turn = self.gate.turn().await;
            let mut tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
            for rows in chunk.chunks(ROWS) {
                let mut query = QueryBuilder::<Sqlite>::new(
                    "INSERT OR IGNORE INTO library_position (key, owner, game, ply, mv, result) ",
                );
                query.push_values(rows, |mut row, position| {
                    row.push_bind(position.visit.key as i64)
                        .push_bind(position.owner)
                        .push_bind(position.game)
                        .push_bind(position.visit.ply)
                        .push_bind(&position.visit.mv)
                        .push_bind(position.result);
                });
                query.build().persistent(rows.len() == ROWS).execute(&mut *tx).await?;
            }
            tx.commit().await?;
            drop(turn);
            if rows.len() > TRANSACTION {
                self.pause_after(began).await;
            }
        }
        for chunk in games.chunks(ROWS) {
            let _turn = self.gate.turn().await;
            let mut query = QueryBuilder::<Sqlite>::new("UPDATE library_game SET indexed = 1 WHERE id IN (");
            let mut list = query.separated(", ");
            for game in chunk {
                list.push_bind(game);
            }
            query.push(")");
            query.build().persistent(false).execute(&self.writer).await?;
        }
        Ok(())
    }

    /// Indexes games whose positions had not been written when the program ended.
    async fn index_pending(&self) -> Result<(), LibraryError> {
        loop {
            let unindexed = sqlx::query(
                "SELECT g.id, g.owner, g.game, g.result, r.pgn FROM library_game g JOIN library_record r ON r.game = g.id
                 WHERE g.indexed = 0 LIMIT 2000",
            )
            .fetch_all(&self.writer)
            .await?;
            if unindexed.is_empty() {
                return Ok(());
            }
            let mut pending = PendingPositions::default();
            for row in &unindexed {
                let (game, owner, result): (i64, i64, i64) =
                    (row.try_get(0)?, row.try_get(1)?, row.try_get(3)?);
                let record = crate::search::read_back(row.try_get(2)?, row.try_get(4)?);
                let entry = record.and_then(|record| Entry::from_record(record.as_ref()).ok());
                let visits = entry.map(|entry| entry.visits).unwrap_or_default();
                pending.push(owner, game, result, visits);
            }
            self.index(&mut pending).await?;
            for row in &unindexed {
                let game: i64 = row.try_get(0)?;
                sqlx::query("UPDATE library_game SET indexed = 1 WHERE id = ?")
                    .bind(game)
                    .execute(&self.writer)
                    .await?;
            }
        }
    }

    /// Deletes a game of an owner. Returns false if there is no such game.
    pub async fn delete(&self, owner: i64, game: i64) -> Result<bool, LibraryError> {
        let mut tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let row = sqlx::query(
            "SELECT g.game, r.pgn FROM library_game g JOIN library_record r ON r.game = g.id WHERE g.id = ? AND g.owner = ?",
        )
        .bind(game)
        .bind(owner)
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(false) };
        sqlx::query("DELETE FROM library_game WHERE id = ?").bind(game).execute(&mut *tx).await?;
        let record = crate::search::read_back(row.try_get(0)?, row.try_get(1)?);
        let mut keys = Vec::new();
        if let Some(record) = record {
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
        tx.commit().await?;
        Ok(true)
    }

    /// Sets the folder and labels of an owner's game. Returns false if there is no such game.
    pub async fn organize(
        &self,
        owner: i64,
        game: i64,
        folder: &str,
        labels: &[String],
    ) -> Result<bool, LibraryError> {
        let labels: String = labels.iter().map(|label| format!(",{}", label.replace(',', " "))).collect();
        let labels = if labels.is_empty() { labels } else { labels + "," };
        let done = sqlx::query("UPDATE library_game SET folder = ?, labels = ? WHERE id = ? AND owner = ?")
            .bind(folder)
            .bind(labels)
            .bind(game)
            .bind(owner)
            .execute(&self.writer)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// Replaces the record of an owner's game by one with the same moves but other comments. Returns false if there
    /// is no such game.
    pub async fn update_record(&self, owner: i64, game: i64, entry: &Entry) -> Result<bool, LibraryError> {
        let mut tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let done = sqlx::query("UPDATE OR IGNORE library_game SET digest = ? WHERE id = ? AND owner = ?")
            .bind(entry.digest as i64)
            .bind(game)
            .bind(owner)
            .execute(&mut *tx)
            .await?;
        if done.rows_affected() > 0 {
            sqlx::query("UPDATE library_record SET pgn = ? WHERE game = ?")
                .bind(&entry.pgn)
                .bind(game)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(done.rows_affected() > 0)
    }

    /// Number of games of an owner.
    pub async fn count(&self, owner: i64) -> Result<i64, LibraryError> {
        let row = sqlx::query("SELECT count(*) FROM library_game WHERE owner = ?")
            .bind(owner)
            .fetch_one(&self.readers)
            .await?;
        Ok(row.try_get(0)?)
    }
}

/// Ids of a game's names: both players, event, site.
pub(crate) async fn name_ids(
    connection: &mut SqliteConnection,
    entry: &Entry,
    ids: &mut HashMap<String, i64>,
) -> Result<[i64; 4], sqlx::Error> {
    let mut name_ids = [0; 4];
    let [first, second] = &entry.players;
    for (id, text) in name_ids.iter_mut().zip([first, second, &entry.event, &entry.site]) {
        *id = name_id(connection, text, ids).await?;
    }
    Ok(name_ids)
}

async fn name_id(
    connection: &mut SqliteConnection,
    text: &str,
    ids: &mut HashMap<String, i64>,
) -> Result<i64, sqlx::Error> {
    if let Some(&id) = ids.get(text) {
        return Ok(id);
    }
    let row = sqlx::query(
        "INSERT INTO library_name (text, plain, folded) VALUES (?, ?, ?)
         ON CONFLICT (text) DO UPDATE SET text = text RETURNING id",
    )
    .bind(text)
    .bind(unify_variants(text))
    // The leading space lets every word match by its prefix.
    .bind(format!(" {}", fold(text)))
    .fetch_one(connection)
    .await?;
    let id = row.try_get(0)?;
    ids.insert(text.to_owned(), id);
    Ok(id)
}
