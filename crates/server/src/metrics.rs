//! Metrics in the text format of Prometheus, on a listener of their own.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::store::OperatorCounts;

/// Upper bounds of the write latency buckets, in milliseconds.
const BUCKETS_MS: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 500, 2_500];

/// Counters of the server.
#[derive(Default)]
pub struct Metrics {
    buckets: [AtomicU64; BUCKETS_MS.len()],
    writes: AtomicU64,
    write_micros: AtomicU64,
    write_failures: AtomicU64,
    /// Number of failed sign-ins.
    pub failed_sign_ins: AtomicU64,
    /// Number of noticed jumps of the system clock.
    pub clock_jumps: AtomicU64,
    /// Time of the last backup in seconds since 1970; 0 before the first.
    pub last_backup: AtomicI64,
    /// Number of failed backups.
    pub backup_failures: AtomicU64,
}

impl Metrics {
    /// Number of failed writes.
    pub fn write_failures(&self) -> u64 {
        self.write_failures.load(Ordering::Relaxed)
    }

    /// Mean time of a write in milliseconds.
    pub fn mean_write_ms(&self) -> f64 {
        let writes = self.writes.load(Ordering::Relaxed).max(1);
        self.write_micros.load(Ordering::Relaxed) as f64 / 1e3 / writes as f64
    }

    /// Records a write of the event log.
    pub fn record_write(&self, took: Duration, succeeded: bool) {
        if !succeeded {
            self.write_failures.fetch_add(1, Ordering::Relaxed);
            return;
        }
        for (bucket, bound) in self.buckets.iter().zip(BUCKETS_MS) {
            if took <= Duration::from_millis(bound) {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.write_micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// Serves `/metrics` at an address of its own. Returns the bound address.
pub async fn serve(app: App, address: SocketAddr) -> Result<(SocketAddr, JoinHandle<()>), std::io::Error> {
    let listener = TcpListener::bind(address).await?;
    let bound = listener.local_addr()?;
    let router = Router::new().route("/metrics", get(page)).with_state(app);
    let task = tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "metrics listener stopped");
        }
    });
    Ok((bound, task))
}

async fn page(State(app): State<App>) -> Response {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    // Without the database its figures are 0, and `kydai_healthy` says why.
    let counts = app.store.operator_counts().await.unwrap_or_default();
    ([(header::CONTENT_TYPE, kind)], text(&app, counts)).into_response()
}

fn text(app: &App, counts: OperatorCounts) -> String {
    let mut out = String::new();
    let count = |value: usize| value.to_string();
    let load = |value: &AtomicU64| value.load(Ordering::Relaxed).to_string();
    let metrics = &app.store.metrics;
    let lobby = app.seeks.figures();
    let seconds = (crate::ids::now() - app.start_times.started_at) / 1000;
    let rows: [(&str, &str, &str, String); 24] = [
        (
            "kydai_healthy",
            "gauge",
            "1 if the event log can be written.",
            u8::from(app.is_healthy()).to_string(),
        ),
        ("kydai_uptime_seconds", "gauge", "Time since the start.", seconds.to_string()),
        ("kydai_sockets", "gauge", "Open WebSockets.", count(app.sockets.load(Ordering::Relaxed))),
        ("kydai_lobby_people", "gauge", "People in the lobby.", count(lobby.people)),
        ("kydai_lobby_seeks", "gauge", "People who wait for an opponent.", count(lobby.seeks)),
        ("kydai_lobby_games_total", "counter", "Games begun through the lobby.", lobby.paired.to_string()),
        ("kydai_games_listed", "gauge", "Games that anybody may watch.", count(app.watching.count())),
        ("kydai_accounts", "gauge", "Accounts.", counts.accounts.to_string()),
        ("kydai_rated_games_total", "counter", "Rated games that ended.", counts.rated_games.to_string()),
        ("kydai_rated_games_running", "gauge", "Rated games that run.", counts.rated_running.to_string()),
        ("kydai_reports_open", "gauge", "Reports that wait for the operator.", counts.reports.to_string()),
        ("kydai_bans", "gauge", "Bans.", counts.bans.to_string()),
        (
            "kydai_sign_in_failures_total",
            "counter",
            "Failed sign-ins since the start.",
            load(&metrics.failed_sign_ins),
        ),
        ("kydai_rooms_loaded", "gauge", "Rooms in memory.", count(app.lobby.count())),
        ("kydai_clocks_running", "gauge", "Games with a running clock.", count(app.deadlines.clocks())),
        ("kydai_deadlines_armed", "gauge", "Deadlines of rooms not in memory.", count(app.deadlines.count())),
        ("kydai_searches_running", "gauge", "Computations running.", count(app.scheduler.running())),
        (
            "kydai_writes_total",
            "counter",
            "Writes since the start, without heartbeats.",
            app.store.written().to_string(),
        ),
        ("kydai_write_failures_total", "counter", "Failed writes.", load(&metrics.write_failures)),
        ("kydai_clock_jumps_total", "counter", "Jumps of the system clock.", load(&metrics.clock_jumps)),
        ("kydai_backup_failures_total", "counter", "Failed backups.", load(&metrics.backup_failures)),
        (
            "kydai_last_backup_timestamp_seconds",
            "gauge",
            "Time of the last backup; 0 before the first.",
            metrics.last_backup.load(Ordering::Relaxed).to_string(),
        ),
        ("kydai_database_bytes", "gauge", "Size of the database file.", file_size(app).to_string()),
        ("process_resident_memory_bytes", "gauge", "Resident memory.", resident_bytes().to_string()),
    ];
    for (name, kind, help, value) in rows {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
    }
    let name = "kydai_write_seconds";
    let _ = writeln!(out, "# HELP {name} Time from a write request to its commit.\n# TYPE {name} histogram");
    for (bucket, bound) in metrics.buckets.iter().zip(BUCKETS_MS) {
        let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {}", bound as f64 / 1e3, load(bucket));
    }
    let writes = load(&metrics.writes);
    let sum = metrics.write_micros.load(Ordering::Relaxed) as f64 / 1e6;
    let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {writes}\n{name}_sum {sum}\n{name}_count {writes}");
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(
        out,
        "# HELP kydai_info Version of the program.\n# TYPE kydai_info gauge\nkydai_info{{version=\"{version}\"}} 1"
    );
    out
}

/// Size of the database file.
pub fn file_size(app: &App) -> u64 {
    std::fs::metadata(&app.config.database).map_or(0, |file| file.len())
}

/// Load averages of the machine; empty where the system does not say.
pub fn load_averages() -> Vec<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().take(3).map_while(|field| field.parse().ok()).collect()
}

/// Resident memory of this process; 0 where the system does not say.
pub fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
