//! Logging to standard error.

use tracing_subscriber::EnvFilter;

/// Initializes logging as text or JSON; `RUST_LOG` sets the filter.
pub fn write_logs(json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,tower_http=warn"));
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Fails harmlessly if logging is already initialized.
    let _ = if json { logs.json().try_init() } else { logs.with_ansi(false).try_init() };
}
