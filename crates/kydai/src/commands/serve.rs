//! `kydai serve`: the app for browsers.

use std::env;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use server::{Asset, Config};
use table::{Message, ToMessage};

use crate::failure::Failure;
use crate::speech::Speech;

/// `kydai serve`.
#[derive(Args, Default)]
pub struct Serve {
    /// The address to listen at; 0.0.0.0 lets a whole network in [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<String>,

    /// The port; 0 takes any that is free [default: 8410]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,

    /// Where games are kept [default: the data directory of your system]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,

    /// Serve the pages of this directory instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub web: Option<PathBuf>,

    /// Browsers come by https, through a proxy: cookies are marked Secure
    #[arg(long)]
    pub https: bool,

    /// Threads that think [default: one less than the machine has, at least two]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,

    /// Requests one visitor may make in a minute; 0 for any number [default: 1200]
    #[arg(long, value_name = "N")]
    pub requests: Option<u32>,

    /// Connections at once; 0 for as many as the system allows [default: 10000]
    #[arg(long, value_name = "N")]
    pub connections: Option<usize>,

    /// Verified copies of the database to keep beside it, made every hour and at the end [default: 3]
    #[arg(long, value_name = "N")]
    pub backups: Option<usize>,

    /// Write logs as JSON, one object a line; RUST_LOG says how much
    #[arg(long)]
    pub log_json: bool,
}

const PORT: u16 = 8410;
pub(super) const DATABASE: &str = "kydai.sqlite";

pub fn run(asked: &Serve, speech: &Speech) -> Result<(), Failure> {
    server::write_logs(asked.log_json);
    let folder = asked.data.clone().unwrap_or_else(data_folder);
    let unusable = |error: std::io::Error| {
        Message::new("serve_data").text("folder", folder.display().to_string()).text("why", error.to_string())
    };
    std::fs::create_dir_all(&folder).map_err(unusable)?;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let usual = Config::new(address(asked)?, folder.join(DATABASE));
    let config = Config {
        workers: asked.workers.map_or((cores - 1).max(2), usize::from),
        https: asked.https,
        web: asked.web.clone(),
        assets: Some(embedded),
        requests: asked.requests.unwrap_or(usual.requests),
        connections: asked.connections.unwrap_or(usual.connections),
        backups: asked.backups.unwrap_or(usual.backups),
        ..usual
    };
    let opened = |address: SocketAddr| {
        let page = format!("http://{}", reachable(address));
        // Whoever reads this is not there any more, or will find it in the log.
        let _ = speech.print(&speech.say(&Message::new("serve_open").text("address", &page)));
        if asked.open {
            show(&page);
        }
    };
    server::run(config, opened).map_err(|error| error.message().into())
}

/// A page of the app inside this program.
fn embedded(path: &str) -> Option<Asset> {
    let found = web_ui::asset(path)?;
    Some(Asset { bytes: found.bytes, mime: found.mime, hash: found.hash, immutable: found.immutable })
}

fn address(asked: &Serve) -> Result<SocketAddr, Message> {
    let port = asked.port.unwrap_or(PORT);
    let Some(host) = &asked.host else { return Ok((Ipv4Addr::LOCALHOST, port).into()) };
    let found = (host.as_str(), port).to_socket_addrs().ok().and_then(|mut found| found.next());
    found.ok_or_else(|| Message::new("serve_host").text("host", host))
}

/// The address a browser on this machine can go to.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, address.port()).into(),
        _ => address,
    }
}

/// Where programs keep their data, by the custom of the system; the current directory where there is none.
pub(super) fn data_folder() -> PathBuf {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || folder("HOME");
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library").join("Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local").join("share")))
    };
    base.as_deref().unwrap_or(Path::new(".")).join("kydai")
}

fn show(page: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    // Without a browser the address above is enough.
    let _ =
        Command::new(program).args(arguments).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

pub const ABOUT: &str = "\
Serve the app to browsers: play the machine, a friend on this device or by link, or watch
machines play. Without options it opens at http://127.0.0.1:8410, for this machine alone.

Games are kept in a database in the data directory ($XDG_DATA_HOME/kydai or the like): every
move is on disk before it is acknowledged, so that a crash loses nothing and clocks go on
where they were. Copies of it are in the directory backups beside it: to go back to one,
stop the program and put the copy in the database's place. Stop it with Ctrl+C. The doors for
programs are described at /api.";

pub const EXAMPLES: &str = "\
Examples:
  kydai
  kydai serve --open
  kydai serve --host 0.0.0.0 --port 80 --data /srv/kydai
  RUST_LOG=debug kydai serve --log-json";
