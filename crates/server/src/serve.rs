//! The house opens and closes: address, data, rooms that were left open, and a goodbye to everybody.

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
use crate::crowd::Crowd;
use crate::http;
use crate::ids;
use crate::listen::{Door, Peer, allow_many_files};
use crate::store::{Job, StoreError};

/// How often the house notes that it is open.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// Rooms somebody was in this lately are opened at once.
const LATELY: i64 = 24 * 3600 * 1000;
/// How long open requests may take when the house closes; and the last copy of the database.
const GOODBYE: Duration = Duration::from_secs(5);
/// How often the database is copied, where something was written.
const COPIED_EVERY: Duration = Duration::from_secs(3600);

/// Files the house opens for itself: the database, copies, pages.
const FILES_OF_ITS_OWN: usize = 100;

/// Why the house does not open.
#[derive(Debug)]
pub enum ServeError {
    /// The database.
    Store(StoreError),
    /// The address.
    Listen(SocketAddr, std::io::Error),
    /// The system.
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

/// An open house.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    /// Closes it: everybody is told, everything is kept.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.task.await;
    }
}

/// Opens the house; it is open when this returns.
pub async fn start(config: Config) -> Result<Running, ServeError> {
    let wanted = config.address;
    let app = App::open(config).await?;
    // Clocks go on before anybody can come in.
    for room in app.store.waiting(app.opened.at - LATELY).await? {
        if let Err(missing) = app.lobby.inbox(&app, &room).await {
            tracing::error!(room, ?missing, "a room that was left open cannot be opened");
        }
    }
    app.store.write(Job::Heartbeat(ids::now())).await?;
    let listener = TcpListener::bind(wanted).await.map_err(|error| ServeError::Listen(wanted, error))?;
    let address = listener.local_addr().map_err(ServeError::System)?;
    tracing::info!(%address, rooms = app.lobby.count(), "open");
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(keep_open(app, listener, stopped));
    Ok(Running { address, stop, task })
}

async fn keep_open(app: App, listener: TcpListener, stopped: oneshot::Receiver<()>) {
    let beating = tokio::spawn(beat(app.clone()));
    let (close, closing) = oneshot::channel::<()>();
    let copying = tokio::spawn(copy_every_hour(app.clone()));
    let service = http::router(app.clone()).into_make_service_with_connect_info::<Peer>();
    let config = &app.config;
    // A proxy speaks for everybody.
    let from_one = if config.https { 0 } else { config.connections_from_one };
    let door = Door::new(listener, Crowd::new(config.connections, from_one));
    let serving = axum::serve(door, service).with_graceful_shutdown(async {
        let _ = closing.await;
    });
    let mut serving = tokio::spawn(async move { serving.await });
    tokio::select! {
        _ = stopped => {}
        ended = &mut serving => tracing::error!(?ended, "the listener ended"),
    }
    let _ = close.send(());
    app.lobby.close().await;
    app.engines.close();
    app.studies.close();
    app.reviews.close();
    app.analyses.close();
    beating.abort();
    copying.abort();
    if let Err(error) = app.store.write(Job::Heartbeat(ids::now())).await {
        tracing::error!(%error, "the time of closing was not kept");
    }
    if tokio::time::timeout(GOODBYE, &mut serving).await.is_err() {
        serving.abort();
    }
    if tokio::time::timeout(GOODBYE, copy(&app)).await.is_err() {
        tracing::warn!("no time for a last copy of the database");
    }
    if tokio::time::timeout(GOODBYE, app.store.close()).await.is_err() {
        tracing::warn!("no time to close the database: the next start reads its log");
    }
    tracing::info!("closed");
}

/// Where copies of the database are kept.
fn copies(app: &App) -> PathBuf {
    app.config.database.with_file_name("backups")
}

/// Copies the database, where anything was written to it and copies are wanted.
async fn copy(app: &App) {
    if app.config.backups == 0 || app.store.written() == 0 {
        return;
    }
    match app.store.back_up(&copies(app), &moment(ids::now()), app.config.backups).await {
        Ok(file) => tracing::info!(file = %file.display(), "the database was copied"),
        Err(error) => tracing::error!(%error, "the database was not copied"),
    }
}

async fn copy_every_hour(app: App) {
    let mut copied = 0;
    loop {
        tokio::time::sleep(COPIED_EVERY).await;
        if app.store.written() != copied {
            copied = app.store.written();
            copy(&app).await;
        }
    }
}

async fn beat(app: App) {
    let mut beats = tokio::time::interval(HEARTBEAT);
    loop {
        beats.tick().await;
        let kept = app.store.write(Job::Heartbeat(ids::now())).await;
        app.is_well(kept.is_ok());
    }
}

/// Opens the house and keeps it open until the system asks it to close. `opened` is told the address.
pub fn run(config: Config, opened: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let files = usize::try_from(allow_many_files()).unwrap_or(usize::MAX);
    // More connections than the system has files for would be refused without a word.
    let most = files.saturating_sub(FILES_OF_ITS_OWN).max(FILES_OF_ITS_OWN);
    let connections = if config.connections == 0 { most } else { config.connections.min(most) };
    let config = Config { connections, ..config };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(2)
        .build()
        .map_err(ServeError::System)?;
    runtime.block_on(async {
        let running = start(config).await?;
        opened(running.address);
        asked_to_close().await;
        running.stop().await;
        Ok(())
    })
}

#[cfg(unix)]
async fn asked_to_close() {
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
async fn asked_to_close() {
    let _ = tokio::signal::ctrl_c().await;
}
