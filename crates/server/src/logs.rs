//! What the server does, on standard error, for whoever keeps it.

use tracing_subscriber::EnvFilter;

/// Writes logs, for people or as JSON; `RUST_LOG` says how much.
pub fn write_logs(json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,tower_http=warn"));
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second call finds them written already.
    let _ = if json { logs.json().try_init() } else { logs.with_ansi(false).try_init() };
}
