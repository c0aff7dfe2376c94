//! Persistent store in SQLite: an append-only event log per room, and the data for lists and statistics.
//!
//! A single writer task commits pending jobs together (group commit) and answers each job only after the commit. Readers
//! use connections of their own.

mod account_reads;
mod accounts;
mod backup;
mod contents;
mod deadline;
mod deals;
mod epoch;
pub mod event_codec;
mod gate;
mod integrity;
mod jobs;
mod leagues;
mod lock;
mod operator;
mod private_files;
mod profiles;
mod puzzles;
mod ratings;
mod read;
mod schema;
mod talk;
mod tournaments;
mod write;

use std::path::{Path, PathBuf};
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

use crate::metrics::Metrics;

pub use account_reads::{AccountRow, SessionRow};
pub use accounts::{AccountWrite, AccountWritten, MAX_FOLLOWED, NewAccount, NewSession, write_beside_server};
pub use backup::{BackupFile, Retention, back_up, list as backups, sync_folder, verify as verify_copy};
pub use contents::Contents;
pub use deadline::DeadlineChange;
pub use gate::Gate;
pub use integrity::{lost_references, problems};
pub use jobs::{JobRow, JobWrite};
pub use leagues::{LeagueGameRow, LeagueRow, LeagueWrite};
pub use lock::DataLock;
pub use operator::{
    BanRow, BanScope, OperatorAccountRow, OperatorAct, OperatorActRow, OperatorCounts, OperatorWrite,
    OperatorWritten, ReportRow, accounts_of, act_beside_server, operator_log_of, reports_of,
};
pub use private_files::create_private;
pub use profiles::{FollowedRow, ProfileFilter, ProfileGameRow};
pub use puzzles::{PuzzleAction, PuzzleEvent, PuzzleUpdate};
pub use ratings::{RankedRow, RatedGameRow, RatedResult, RatingChange, RatingCheck, check_ratings};
pub use read::{FinishedGame, LoadedRoom, RoomFilter, RoomListing, SeatRow};
pub(crate) use read::{load_room, room_ids};
pub use schema::{KNOWN_VERSION, portable_migrations, version};
pub use talk::{BlockedRow, NewReport, TalkRow, TalkWrite};
pub use tournaments::{TournamentEntry, TournamentRow, TournamentWrite};
pub use write::{NewRoomRow, RoomSummary, WriteJob, WriteResult, aid};

/// Capacity of the writer's queue.
const QUEUE: usize = 4096;
/// Maximum number of jobs per transaction.
const BATCH: usize = 256;
/// Maximum delay of summaries for lists, to be committed together with something else.
const SUMMARY_DELAY: Duration = Duration::from_millis(200);
/// Number of read-only connections.
const READERS: u32 = 4;

/// Error of the store.
#[derive(Debug)]
pub enum StoreError {
    /// The database was written by a newer program.
    Newer {
        /// Its version.
        found: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// Database error.
    Sql(sqlx::Error),
    /// An event cannot be decoded.
    Event(event_codec::EventCodecError),
    /// A backup failed its integrity check.
    Copy(String),
    /// The database file is damaged.
    Damaged(String),
    /// Another process uses the data directory.
    Locked {
        /// Description of that process.
        holder: String,
    },
    /// There is no database.
    Missing(PathBuf),
    /// A file could not be written.
    File(std::io::Error),
    /// A file name is not valid Unicode.
    Name,
    /// The writer has stopped: the program is ending.
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
            StoreError::Event(error) => write!(f, "{error}"),
            StoreError::Copy(said) => write!(f, "the backup failed its integrity check: {said}"),
            StoreError::Damaged(said) => write!(f, "the database is damaged: {said}"),
            StoreError::Locked { holder } => write!(f, "the data directory is in use by {holder}"),
            StoreError::Missing(file) => write!(f, "there is no database {}", file.display()),
            StoreError::File(error) => write!(f, "{error}"),
            StoreError::Name => write!(f, "the name of the directory is not valid Unicode"),
            StoreError::Closed => write!(f, "the store is closed"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if integrity::is_damage(&error) {
            StoreError::Damaged(error.to_string())
        } else {
            StoreError::Sql(error)
        }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        StoreError::File(error)
    }
}

impl From<event_codec::EventCodecError> for StoreError {
    fn from(error: event_codec::EventCodecError) -> Self {
        StoreError::Event(error)
    }
}

/// Options of a connection to an existing database.
fn plain_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .busy_timeout(Duration::from_secs(5))
        .disable_statement_logging()
}

/// Options of a connection to a backup, which nobody writes.
fn copy_options(file: &Path) -> SqliteConnectOptions {
    plain_options(file).read_only(true).immutable(true)
}

/// Opens a database for reading, beside a server or without one.
pub async fn read_only(file: &Path) -> Result<SqliteConnection, StoreError> {
    if !file.exists() {
        return Err(StoreError::Missing(file.to_owned()));
    }
    Ok(SqliteConnection::connect_with(&plain_options(file).pragma("query_only", "on")).await?)
}

/// Path of a file that SQLite keeps beside a database.
pub fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

struct WriteRequest {
    job: WriteJob,
    done: oneshot::Sender<Result<WriteResult, StoreError>>,
}

/// Handle of the store, cheap to clone.
#[derive(Clone)]
pub struct Store {
    readers: SqlitePool,
    writer: mpsc::Sender<WriteRequest>,
    written: Arc<AtomicU64>,
    shutdown: Arc<ShutdownSignal>,
    gate: Gate,
    /// Counters of the server.
    pub metrics: Arc<Metrics>,
}

/// Shutdown signal for the writer, and its task to wait for.
#[derive(Default)]
struct ShutdownSignal {
    asked: Notify,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Store {
    /// Opens the database, applies migrations, and starts the writer.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        let options = plain_options(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true);
        if file.exists() {
            schema::refuse_newer(file).await?;
            integrity::check_at_start(file).await?;
        }
        create_private(file)?;
        for ending in ["-wal", "-shm"] {
            private_files::make_private(&with_ending(file, ending));
        }
        let mut connection = SqliteConnection::connect_with(&options).await?;
        schema::migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        let (writer, requests) = mpsc::channel(QUEUE);
        let shutdown = Arc::new(ShutdownSignal::default());
        let gate = Gate::default();
        *shutdown.writer.lock().await = Some(tokio::spawn(serve(
            Writer { connection, options, gate: gate.clone() },
            requests,
            shutdown.clone(),
        )));
        Ok(Store { readers, writer, written: Arc::default(), shutdown, gate, metrics: Arc::default() })
    }

    /// Gate for other writers of this database in this process.
    pub fn gate(&self) -> Gate {
        self.gate.clone()
    }

    /// Commits pending jobs and closes the database; no connection is open when this returns.
    pub async fn close(&self) {
        self.readers.close().await;
        self.shutdown.asked.notify_one();
        if let Some(writer) = self.shutdown.writer.lock().await.take()
            && let Err(error) = writer.await
        {
            tracing::error!(%error, "writer task failed");
        }
    }

    /// Executes a job and returns once it is committed.
    pub async fn write(&self, job: WriteJob) -> Result<WriteResult, StoreError> {
        self.enqueue(job).await?.await
    }

    /// Queues a job and returns a future that ends once it is committed. Summaries are executed in the order in which they are queued.
    pub async fn enqueue(
        &self,
        job: WriteJob,
    ) -> Result<impl Future<Output = Result<WriteResult, StoreError>> + use<'_>, StoreError> {
        let counts = !matches!(job, WriteJob::Heartbeat(_) | WriteJob::Job(_));
        let timed = !job.can_wait();
        let begun = Instant::now();
        let (done, answer) = oneshot::channel();
        self.writer.send(WriteRequest { job, done }).await.map_err(|_| StoreError::Closed)?;
        Ok(async move {
            let done = answer.await.map_err(|_| StoreError::Closed)?;
            if timed {
                self.metrics.record_write(begun.elapsed(), done.is_ok());
            }
            let done = done?;
            self.written.fetch_add(u64::from(counts), Ordering::Relaxed);
            Ok(done)
        })
    }
}

/// Writer task: takes pending jobs, commits them together, and answers them. Summaries for lists are delayed a little, to
/// be committed with an event; that halves the number of commits.
async fn serve(
    mut writer: Writer,
    mut requests: mpsc::Receiver<WriteRequest>,
    shutdown: Arc<ShutdownSignal>,
) {
    let mut batch = Vec::with_capacity(BATCH);
    let mut delayed: Vec<WriteRequest> = Vec::new();
    let mut due: Option<Instant> = None;
    loop {
        let next = async {
            let next = requests.recv_many(&mut batch, BATCH);
            match due {
                None => next.await > 0,
                Some(at) => timeout_at(at, next).await.unwrap_or(1) > 0,
            }
        };
        let open = tokio::select! {
            open = next => open,
            () = shutdown.asked.notified() => {
                requests.close();
                continue;
            }
        };
        let is_due = !open || due.is_some_and(|at| at <= Instant::now());
        delayed.extend(batch.extract_if(.., |request| request.job.can_wait()));
        if batch.is_empty() && !is_due && delayed.len() < BATCH {
            if !delayed.is_empty() {
                due = due.or(Some(Instant::now() + SUMMARY_DELAY));
            }
            continue;
        }
        // What was delayed is older than the rest.
        batch.splice(..0, delayed.drain(..));
        due = None;
        writer.commit(&mut batch).await;
        if !open {
            break;
        }
    }
    if let Err(error) = writer.connection.close().await {
        tracing::error!(%error, "cannot close the database");
    }
}

/// Connection of the writer, and the options to reopen it.
struct Writer {
    connection: SqliteConnection,
    options: SqliteConnectOptions,
    gate: Gate,
}

impl Writer {
    async fn commit(&mut self, batch: &mut Vec<WriteRequest>) {
        match self.commit_batch(batch).await {
            Ok(results) => {
                for (request, done) in batch.drain(..).zip(results) {
                    let _ = request.done.send(Ok(done));
                }
            }
            // One job failed: each is committed by itself, so that the others succeed.
            Err(_) => {
                for request in batch.drain(..) {
                    let result = self.commit_batch(std::slice::from_ref(&request)).await;
                    let result = result.and_then(|mut done| done.pop().ok_or(StoreError::Closed));
                    if let Err(error) = &result {
                        tracing::error!(%error, "write failed");
                    }
                    let _ = request.done.send(result);
                }
            }
        }
    }

    async fn commit_batch(&mut self, batch: &[WriteRequest]) -> Result<Vec<WriteResult>, StoreError> {
        let turn = self.gate.turn().await;
        let done = transact(&mut self.connection, batch).await;
        drop(turn);
        if done.is_err() {
            self.reopen().await;
        }
        done
    }

    /// Opens a new connection: after a failed commit, as on a full disk, the old one may stay inside its transaction forever.
    async fn reopen(&mut self) {
        match SqliteConnection::connect_with(&self.options).await {
            Ok(fresh) => {
                let _ = std::mem::replace(&mut self.connection, fresh).close_hard().await;
            }
            Err(error) => tracing::error!(%error, "cannot reopen the database"),
        }
    }
}

async fn transact(
    connection: &mut SqliteConnection,
    batch: &[WriteRequest],
) -> Result<Vec<WriteResult>, StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(batch.len());
    for request in batch {
        results.push(write::execute(&mut transaction, &request.job).await?);
    }
    transaction.commit().await?;
    Ok(results)
}
