//! What outlives the program: an append-only log of events per room, and what lists are made from.
//!
//! One task writes; whatever waits is committed together, and nobody is told before it is on disk. Readers have
//! connections of their own.

mod backup;
pub mod letter;
mod puzzles;
mod read;
mod schema;
mod write;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

pub use puzzles::{PuzzleEvent, PuzzleHappened, PuzzleKept};
pub use read::{ListAsk, Listed, Loaded, Played, SeatRow};
pub use write::{Done, Job, NewRow, RowNow};

/// How many jobs may wait for the writer before senders wait too.
const QUEUE: usize = 4096;
/// How many jobs are committed together at most.
const BATCH: usize = 256;
/// How long what only lists show may wait to be written together with something else.
const LISTS_WAIT: Duration = Duration::from_millis(200);
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
    /// A copy of the database is not whole.
    Copy(String),
    /// A file could not be written.
    File(std::io::Error),
    /// The name of a file cannot be said to the database.
    Name,
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
            StoreError::Copy(said) => write!(f, "the copy is not whole: {said}"),
            StoreError::File(error) => write!(f, "{error}"),
            StoreError::Name => write!(f, "the name of the directory is not text"),
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

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        StoreError::File(error)
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
    written: Arc<AtomicU64>,
    end: Arc<End>,
}

/// How the writer is asked to end, and how one waits for it.
#[derive(Default)]
struct End {
    asked: Notify,
    writer: Mutex<Option<JoinHandle<()>>>,
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
        if file.exists() {
            schema::refuse_newer(file).await?;
        }
        let mut connection = SqliteConnection::connect_with(&options).await?;
        schema::grow(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        let (writer, orders) = mpsc::channel(QUEUE);
        let end = Arc::new(End::default());
        *end.writer.lock().await =
            Some(tokio::spawn(serve(Pen { connection, options }, orders, end.clone())));
        Ok(Store { readers, writer, written: Arc::default(), end })
    }

    /// Writes what waits and closes the database: when this returns, nobody has its file open.
    pub async fn close(&self) {
        self.readers.close().await;
        self.end.asked.notify_one();
        if let Some(writer) = self.end.writer.lock().await.take()
            && let Err(error) = writer.await
        {
            tracing::error!(%error, "the writer did not end well");
        }
    }

    /// Does a job and returns once it is on disk.
    pub async fn write(&self, job: Job) -> Result<Done, StoreError> {
        let counts = !matches!(job, Job::Heartbeat(_));
        let (done, answer) = oneshot::channel();
        self.writer.send(Order { job, done }).await.map_err(|_| StoreError::Closed)?;
        let done = answer.await.map_err(|_| StoreError::Closed)??;
        self.written.fetch_add(u64::from(counts), Ordering::Relaxed);
        Ok(done)
    }
}

/// The writer: takes what waits, commits it together, tells everybody. What only lists show waits a little, to be
/// committed with something that must be: the disk is asked half as often.
async fn serve(mut pen: Pen, mut orders: mpsc::Receiver<Order>, end: Arc<End>) {
    let mut batch = Vec::with_capacity(BATCH);
    let mut patient: Vec<Order> = Vec::new();
    let mut due: Option<Instant> = None;
    loop {
        let next = async {
            let next = orders.recv_many(&mut batch, BATCH);
            match due {
                None => next.await > 0,
                Some(at) => timeout_at(at, next).await.unwrap_or(1) > 0,
            }
        };
        let open = tokio::select! {
            open = next => open,
            () = end.asked.notified() => {
                orders.close();
                continue;
            }
        };
        let is_due = !open || due.is_some_and(|at| at <= Instant::now());
        patient.extend(batch.extract_if(.., |order| order.job.can_wait()));
        if batch.is_empty() && !is_due && patient.len() < BATCH {
            if !patient.is_empty() {
                due = due.or(Some(Instant::now() + LISTS_WAIT));
            }
            continue;
        }
        batch.append(&mut patient);
        due = None;
        pen.commit(&mut batch).await;
        if !open {
            break;
        }
    }
    if let Err(error) = pen.connection.close().await {
        tracing::error!(%error, "the database was not closed well");
    }
}

/// The writer's connection, and how to open it again.
struct Pen {
    connection: SqliteConnection,
    options: SqliteConnectOptions,
}

impl Pen {
    async fn commit(&mut self, batch: &mut Vec<Order>) {
        match self.together(batch).await {
            Ok(results) => {
                for (order, done) in batch.drain(..).zip(results) {
                    let _ = order.done.send(Ok(done));
                }
            }
            // One of them cannot be done: each by itself, so that the others are.
            Err(_) => {
                for order in batch.drain(..) {
                    let result = self.together(std::slice::from_ref(&order)).await;
                    let result = result.and_then(|mut done| done.pop().ok_or(StoreError::Closed));
                    if let Err(error) = &result {
                        tracing::error!(%error, "the log was not written");
                    }
                    let _ = order.done.send(result);
                }
            }
        }
    }

    async fn together(&mut self, batch: &[Order]) -> Result<Vec<Done>, StoreError> {
        let done = transact(&mut self.connection, batch).await;
        if done.is_err() {
            self.renew().await;
        }
        done
    }

    /// Takes a new connection: one whose commit failed, as on a full disk, may believe for ever that it is still in the
    /// middle of it.
    async fn renew(&mut self) {
        match SqliteConnection::connect_with(&self.options).await {
            Ok(fresh) => {
                let _ = std::mem::replace(&mut self.connection, fresh).close_hard().await;
            }
            Err(error) => tracing::error!(%error, "the database cannot be opened again"),
        }
    }
}

async fn transact(connection: &mut SqliteConnection, batch: &[Order]) -> Result<Vec<Done>, StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(batch.len());
    for order in batch {
        results.push(write::carry_out(&mut transaction, &order.job).await?);
    }
    transaction.commit().await?;
    Ok(results)
}
