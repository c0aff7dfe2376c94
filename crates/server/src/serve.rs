//! Server start-up and graceful shutdown: address, database, restored rooms, heartbeat and backups.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use game::{Message, ToMessage};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::calendar::moment;
use crate::config::Config;
use crate::connections::ConnectionLimiter;
use crate::http;
use crate::ids;
use crate::jobs;
use crate::listener::{LimitedListener, Timeouts, allow_many_files};
use crate::store::{StoreError, WriteJob};

/// Interval of the heartbeat in the database.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// Rooms with activity within this time are loaded at start.
const RECENT: i64 = 24 * 3600 * 1000;
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
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    /// Shuts the server down: notifies all clients and stores everything.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.task.await;
    }
}

/// Starts the server; it accepts connections when this returns.
pub async fn start(config: Config) -> Result<Running, ServeError> {
    let wanted = config.address;
    let app = App::open(config).await?;
    // Clocks are restored before clients can connect.
    for room in app.store.waiting(app.start_times.started_at - RECENT).await? {
        if let Err(missing) = app.lobby.inbox(&app, &room).await {
            tracing::error!(room, ?missing, "cannot load a running room");
        }
    }
    app.store.write(WriteJob::Heartbeat(ids::now())).await?;
    let listener = TcpListener::bind(wanted).await.map_err(|error| ServeError::Listen(wanted, error))?;
    let address = listener.local_addr().map_err(ServeError::System)?;
    tracing::info!(%address, rooms = app.lobby.count(), "server started");
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(serve(app, listener, stopped));
    Ok(Running { address, stop, task })
}

async fn serve(app: App, listener: TcpListener, stopped: oneshot::Receiver<()>) {
    let heartbeats = tokio::spawn(send_heartbeats(app.clone()));
    let (close, closing) = oneshot::channel::<()>();
    let backups = tokio::spawn(back_up_periodically(app.clone()));
    let leases = tokio::spawn(jobs::maintain(app.clone()));
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
    app.lobby.close().await;
    app.analyses.close();
    app.scheduler.close();
    jobs::release(&app).await;
    heartbeats.abort();
    backups.abort();
    if let Err(error) = app.store.write(WriteJob::Heartbeat(ids::now())).await {
        tracing::error!(%error, "shutdown time not stored");
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
    tracing::info!("server stopped");
}

/// Directory of the backups.
fn backup_dir(app: &App) -> PathBuf {
    app.config.database.with_file_name("backups")
}

/// Backs the database up, if it has changed and backups are enabled.
async fn back_up(app: &App) {
    if app.config.backups == 0 || app.store.written() == 0 {
        return;
    }
    match app.store.back_up(&backup_dir(app), &moment(ids::now()), app.config.backups).await {
        Ok(file) => tracing::info!(file = %file.display(), "database backed up"),
        Err(error) => tracing::error!(%error, "backup failed"),
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
    loop {
        ticks.tick().await;
        let written = app.store.write(WriteJob::Heartbeat(ids::now())).await;
        app.set_healthy(written.is_ok());
    }
}

/// Runs the server until it gets a termination signal. `opened` is called with the address.
pub fn run(config: Config, on_start: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
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
