//! Server start-up and graceful shutdown: address, database, restored rooms, heartbeat and backups.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use game::{Message, ToMessage};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::allocator;
use crate::app::{App, StartTimes};
use crate::cleanup;
use crate::config::Config;
use crate::connections::ConnectionLimiter;
use crate::deadlines;
use crate::game_clock::compare_with_system;
use crate::heartbeat_file::{self, HeartbeatThread};
use crate::http;
use crate::ids;
use crate::jobs;
use crate::listener::{LimitedListener, Timeouts, allow_many_files};
use crate::metrics;
use crate::operator;
use crate::store::{self, StoreError, WriteJob};
use crate::tournaments;

/// Interval of the heartbeat in the database.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// Time limits of the shutdown: for open requests, for the last backup and for closing the database.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// Backup interval, if something was written.
const BACKUP_INTERVAL: Duration = Duration::from_secs(3600);

/// Files reserved for the server itself: database, backups, pages.
const RESERVED_FILES: usize = 100;

/// Error of the server start.
#[derive(Debug)]
pub enum ServeError {
    /// Database error.
    Store(StoreError),
    /// The address cannot be bound.
    Listen(SocketAddr, std::io::Error),
    /// Operating system error.
    System(std::io::Error),
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServeError::Store(error) => write!(f, "{error}"),
            ServeError::Listen(address, error) => write!(f, "{address}: {error}"),
            ServeError::System(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ServeError {}

impl ToMessage for ServeError {
    fn message(&self) -> Message {
        match self {
            ServeError::Store(StoreError::Newer { found, known }) => {
                Message::new("serve_newer").number("found", *found).number("known", *known)
            }
            ServeError::Store(StoreError::Damaged(why)) => Message::new("serve_damaged").text("why", why),
            ServeError::Store(StoreError::Locked { holder }) => {
                Message::new("serve_locked").text("holder", holder)
            }
            ServeError::Listen(address, error) if error.kind() == ErrorKind::AddrInUse => {
                Message::new("serve_taken").text("address", address.to_string())
            }
            other => Message::new("serve_failed").text("why", other.to_string()),
        }
    }
}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> Self {
        ServeError::Store(error)
    }
}

/// Running server.
pub struct Running {
    /// Bound address.
    pub address: SocketAddr,
    /// Bound address of the metrics.
    pub metrics: Option<SocketAddr>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    metrics_task: Option<JoinHandle<()>>,
}

impl Running {
    /// Shuts the server down: notifies all clients and stores everything.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.task.await;
        if let Some(task) = self.metrics_task {
            task.abort();
        }
    }
}

/// Starts the server; it accepts connections when this returns.
pub async fn start(config: Config) -> Result<Running, ServeError> {
    let wanted = config.address;
    let app = App::open(config).await?;
    let lock = Arc::clone(&app.lock);
    let running = open(app, wanted).await;
    if running.is_err() {
        lock.release();
    }
    running
}

async fn open(app: App, wanted: SocketAddr) -> Result<Running, ServeError> {
    // Clocks are restored before clients can connect; the rooms themselves stay on disk.
    let StartTimes { started_at, last_heartbeat } = app.start_times;
    app.store.write(WriteJob::Start { now: started_at, last_heartbeat }).await?;
    heartbeat_file::remove(&app.config.database);
    let acts = operator::load_bans(&app).await?;
    app.deadlines.arm_all(app.store.deadlines().await?, started_at);
    let bind_error = |address| move |error| ServeError::Listen(address, error);
    let metrics = match app.config.metrics {
        Some(address) => Some(metrics::serve(app.clone(), address).await.map_err(bind_error(address))?),
        None => None,
    };
    let listener = TcpListener::bind(wanted).await.map_err(bind_error(wanted))?;
    let address = listener.local_addr().map_err(ServeError::System)?;
    let heartbeat =
        HeartbeatThread::start(&app.config.database, &app.deadlines).map_err(ServeError::System)?;
    if app.config.plain_passwords && !app.config.https && !address.ip().is_loopback() {
        tracing::warn!("passwords are accepted without encryption: anybody in the network can read them");
    }
    tracing::info!(%address, clocks = app.deadlines.count(), "server started");
    let (stop, stopped) = oneshot::channel();
    let (metrics, metrics_task) = metrics.unzip();
    let task = tokio::spawn(serve(app, listener, stopped, heartbeat, acts));
    Ok(Running { address, metrics, stop, task, metrics_task })
}

async fn serve(
    app: App,
    listener: TcpListener,
    stopped: oneshot::Receiver<()>,
    heartbeat_thread: HeartbeatThread,
    acts: i64,
) {
    let operator = tokio::spawn(operator::follow_acts(app.clone(), acts));
    let deadlines = tokio::spawn(deadlines::load_when_due(app.clone()));
    let cleanup = tokio::spawn(cleanup::clean_periodically(app.clone()));
    let heartbeats = tokio::spawn(send_heartbeats(app.clone()));
    let lobby = tokio::spawn(app.seeks.clone().publish());
    let watching = tokio::spawn(app.watching.clone().publish());
    let (close, closing) = oneshot::channel::<()>();
    let backups = tokio::spawn(back_up_periodically(app.clone()));
    let leases = tokio::spawn(jobs::maintain(app.clone()));
    let tournaments = tokio::spawn(tournaments::watch_games(app.clone()));
    let config = &app.config;
    let limiter = ConnectionLimiter::new(config.connections, config.connections_from_one, config.proxies());
    let seconds = |limit: u32| Duration::from_secs(u64::from(limit));
    let timeouts = Timeouts { idle: seconds(config.limits.idle_s), head: seconds(config.limits.header_s) };
    let listener = LimitedListener::new(listener, limiter, timeouts);
    let mut serving = tokio::spawn(listener.serve(http::router(app.clone()), async {
        let _ = closing.await;
    }));
    tokio::select! {
        _ = stopped => {}
        ended = &mut serving => tracing::error!(?ended, "listener stopped"),
    }
    let _ = close.send(());
    app.begin_closing();
    leases.abort();
    operator.abort();
    tournaments.abort();
    deadlines.abort();
    cleanup.abort();
    lobby.abort();
    watching.abort();
    app.seeks.close();
    app.watching.close();
    app.lobby.close().await;
    app.analyses.close();
    app.scheduler.close();
    jobs::release(&app).await;
    heartbeats.abort();
    backups.abort();
    match app.store.write(WriteJob::Heartbeat(ids::now())).await {
        Ok(_) => heartbeat_thread.stop(),
        Err(error) => tracing::error!(%error, "shutdown time not stored"),
    }
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, &mut serving).await.is_err() {
        serving.abort();
    }
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, back_up(&app)).await.is_err() {
        tracing::warn!("last backup timed out");
    }
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, app.store.close()).await.is_err() {
        tracing::warn!("closing the database timed out: the next start recovers its log");
    }
    app.lock.release();
    tracing::info!("server stopped");
}

/// Backs the database up, if it has changed and backups are enabled.
async fn back_up(app: &App) {
    if app.config.backups == 0 || app.store.written() == 0 {
        return;
    }
    let (config, folder) = (&app.config, app.config.backup_dir());
    match store::back_up(&config.database, &folder, config.retention()).await {
        Ok(copy) => {
            app.store.metrics.last_backup.store(copy.at / 1000, Ordering::Relaxed);
            tracing::info!(file = %copy.file.display(), moves = copy.contents.moves, "database backed up");
        }
        Err(error) => {
            app.store.metrics.backup_failures.fetch_add(1, Ordering::Relaxed);
            tracing::error!(%error, "backup failed");
        }
    }
}

async fn back_up_periodically(app: App) {
    let mut backed_up = 0;
    loop {
        tokio::time::sleep(BACKUP_INTERVAL).await;
        if app.store.written() != backed_up {
            backed_up = app.store.written();
            back_up(&app).await;
        }
    }
}

async fn send_heartbeats(app: App) {
    let mut ticks = tokio::time::interval(HEARTBEAT_INTERVAL);
    let mut written_before = 0;
    loop {
        ticks.tick().await;
        // A write in this second may just have started a clock.
        let written = app.store.written();
        let clocks_run = app.deadlines.clocks() > 0 || written != written_before;
        written_before = written;
        if let Some(jump) = compare_with_system(clocks_run) {
            app.store.metrics.clock_jumps.fetch_add(1, Ordering::Relaxed);
            tracing::warn!(
                by_ms = jump.by_ms,
                dates_follow = jump.followed,
                "the system clock has jumped; the clocks of games are not affected"
            );
        }
        let written = app.store.write(WriteJob::Heartbeat(ids::now())).await;
        app.set_healthy(written.is_ok());
    }
}

/// Runs the server until it gets a termination signal. `opened` is called with the address.
pub fn run(config: Config, on_start: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    allocator::return_large_blocks();
    let files = usize::try_from(allow_many_files()).unwrap_or(usize::MAX);
    // Connections beyond the file limit would fail without a response.
    let max_connections = files.saturating_sub(RESERVED_FILES).max(RESERVED_FILES);
    let connections =
        if config.connections == 0 { max_connections } else { config.connections.min(max_connections) };
    let config = Config { connections, ..config };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(2)
        .build()
        .map_err(ServeError::System)?;
    runtime.block_on(async {
        let running = start(config).await?;
        on_start(running.address);
        shutdown_signal().await;
        running.stop().await;
        Ok(())
    })
}

#[cfg(unix)]
async fn shutdown_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut ended) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = ended.recv() => {}
    }
}

#[cfg(not(unix))]
async fn shutdown_signal() {
    let _ = tokio::signal::ctrl_c().await;
}
