//! What outlives the program: an append-only log of events per room, and what lists are made from.
//!
//! One task writes; whatever waits is committed together, and nobody is told before it is on disk. Readers have
//! connections of their own.

pub mod letter;
mod read;
mod schema;
mod write;

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};

pub use read::{ListAsk, Listed, Loaded, Played, SeatRow};
pub use write::{Done, Job, NewRow, RowNow, Sealed};

/// How many jobs may wait for the writer before senders wait too.
const QUEUE: usize = 4096;
/// How many jobs are committed together at most.
const BATCH: usize = 256;
/// Connections that only read.
const READERS: u32 = 4;

/// What can go wrong with the store.
#[derive(Debug)]
pub enum StoreError {
    /// The database was made by a newer program.
    Newer {
        /// Its version.
        found: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// The database said no.
    Sql(sqlx::Error),
    /// An event cannot be read.
    Letter(letter::LetterError),
    /// The writer is gone: the program is ending.
    Closed,
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Newer { found, known } => {
                write!(
                    f,
                    "the database has version {found}, this program knows up to {known}: it needs a newer program"
                )
            }
            StoreError::Sql(error) => write!(f, "{error}"),
            StoreError::Letter(error) => write!(f, "{error}"),
            StoreError::Closed => write!(f, "the store is closed"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        StoreError::Sql(error)
    }
}

impl From<letter::LetterError> for StoreError {
    fn from(error: letter::LetterError) -> Self {
        StoreError::Letter(error)
    }
}

struct Order {
    job: Job,
    done: oneshot::Sender<Result<Done, StoreError>>,
}

/// The store, shared by everybody.
#[derive(Clone)]
pub struct Store {
    readers: SqlitePool,
    writer: mpsc::Sender<Order>,
}

impl Store {
    /// Opens the database, makes it grow into today's form, and starts the writer.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .disable_statement_logging();
        let mut connection = SqliteConnection::connect_with(&options).await?;
        schema::grow(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        let (writer, orders) = mpsc::channel(QUEUE);
        tokio::spawn(serve(connection, orders));
        Ok(Store { readers, writer })
    }

    /// Does a job and returns once it is on disk.
    pub async fn write(&self, job: Job) -> Result<Done, StoreError> {
        let (done, answer) = oneshot::channel();
        self.writer.send(Order { job, done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// The writer: takes what waits, commits it together, tells everybody.
async fn serve(mut connection: SqliteConnection, mut orders: mpsc::Receiver<Order>) {
    let mut batch = Vec::with_capacity(BATCH);
    while orders.recv_many(&mut batch, BATCH).await > 0 {
        match together(&mut connection, &batch).await {
            Ok(results) => {
                for (order, done) in batch.drain(..).zip(results) {
                    let _ = order.done.send(Ok(done));
                }
            }
            // One of them cannot be done: each by itself, so that the others are.
            Err(_) => {
                for order in batch.drain(..) {
                    let result = together(&mut connection, std::slice::from_ref(&order)).await;
                    let result = result.and_then(|mut done| done.pop().ok_or(StoreError::Closed));
                    if let Err(error) = &result {
                        tracing::error!(%error, "the log was not written");
                    }
                    let _ = order.done.send(result);
                }
            }
        }
    }
    if let Err(error) = connection.close().await {
        tracing::error!(%error, "the database was not closed well");
    }
}

async fn together(connection: &mut SqliteConnection, batch: &[Order]) -> Result<Vec<Done>, StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(batch.len());
    for order in batch {
        results.push(write::carry_out(&mut transaction, &order.job).await?);
    }
    transaction.commit().await?;
    Ok(results)
}
