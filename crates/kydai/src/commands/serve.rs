//! `kydai serve`: serves the web app.

use std::env;
use std::io::{IsTerminal, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::{Args, ValueEnum};
use server::{AbandonRule, Asset, Config, MastersImport, Registration, ServerLimits, TalkRule, WordList};
use table::{Message, ToMessage};

use crate::failure::Failure;
use crate::output::Output;

/// `kydai serve`.
#[derive(Args, Default)]
pub struct Serve {
    /// Listen address; 0.0.0.0 accepts connections from the network [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<String>,

    /// Port; 0 selects a free one [default: 8410]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,

    /// Data directory [default: the system's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Open the page in a browser, which is the default when started in a terminal of a desktop
    #[arg(long, conflicts_with = "no_open")]
    pub open: bool,

    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,

    /// Serve the pages of this directory instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub web: Option<PathBuf>,

    /// Behind an https proxy: mark cookies as Secure
    #[arg(long)]
    pub https: bool,

    /// Address of a reverse proxy whose X-Forwarded-For header is trusted; may be repeated [default with --https: this machine]
    #[arg(long, value_name = "ADDRESS")]
    pub trusted_proxy: Vec<IpAddr>,

    /// Name by which the server may be addressed; may be repeated [default: any; on this machine only: localhost]
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,

    /// Visitors who may add the bundled master games to the library over the network
    #[arg(long, value_enum, default_value_t = Masters::Local)]
    pub masters: Masters,

    /// People who may create an account
    #[arg(long, value_enum, default_value_t = Registering::Open)]
    pub registration: Registering,

    /// Accept passwords over plain http from other machines too, as in a club's own network; others there can read them
    #[arg(long)]
    pub plain_passwords: bool,

    /// What two players may say to each other. Free text is for accounts only, who can block and report each other
    #[arg(long, value_enum, default_value_t = Talk::Phrases)]
    pub talk: Talk,

    /// Words that are refused in free text: one word or phrase per line of a file
    #[arg(long, value_name = "FILE")]
    pub refused_words: Option<PathBuf>,

    /// Limit for visitors as NAME=NUMBER; may be repeated. docs/admin.md lists them
    #[arg(long, value_name = "NAME=NUMBER")]
    pub limit: Vec<String>,

    /// Program that visitors may choose in leagues of the Lab, as NAME=ENGINE; may be repeated. ENGINE is written as for
    /// `kydai arena`: uci:/usr/games/stockfish?name=Stockfish
    #[arg(long, value_name = "NAME=ENGINE")]
    pub league_engine: Vec<String>,

    /// Engine threads [default: one less than the number of cores, at least two]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,

    /// Rate limit: requests per visitor and minute; 0 for no limit [default: 1200]
    #[arg(long, value_name = "N")]
    pub requests: Option<u32>,

    /// Maximum simultaneous connections; 0 for as many as the system allows [default: 10000]
    #[arg(long, value_name = "N")]
    pub connections: Option<usize>,

    /// Maximum simultaneous connections from one address; 0 for no limit [default: 500]
    #[arg(long, value_name = "N")]
    pub connections_per_address: Option<usize>,

    /// Number of newest database backups to keep, made every hour and at shutdown; 0 for none [default: 3]
    #[arg(long, value_name = "N")]
    pub backups: Option<usize>,

    /// Hours, days and weeks of which the last backup is kept too [default: 24,7,8]
    #[arg(long, value_name = "HOURS,DAYS,WEEKS", value_parser = tiers)]
    pub backup_tiers: Option<[usize; 3]>,

    /// Directory of the backups, for example on another disk [default: backups in the data directory]
    #[arg(long, value_name = "DIR")]
    pub backup_dir: Option<PathBuf>,

    /// Delete rooms in which no move was made after this many days; 0 for never. Played games stay [default: 7]
    #[arg(long, value_name = "DAYS")]
    pub unplayed_days: Option<u32>,

    /// End games without a clock after this many days without a move; 0 for never [default: 0]
    #[arg(long, value_name = "DAYS")]
    pub abandoned_days: Option<u32>,

    /// An abandoned game is lost for the side to move, instead of ending without a result
    #[arg(long, requires = "abandoned_days")]
    pub abandoned_loses: bool,

    /// Serve metrics for Prometheus at http://ADDRESS/metrics, for example 127.0.0.1:9410
    #[arg(long, value_name = "ADDRESS")]
    pub metrics: Option<SocketAddr>,

    /// Write logs as JSON, one object per line; RUST_LOG sets the level
    #[arg(long)]
    pub log_json: bool,
}

/// Visitors who may add the bundled master games over the network.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum Masters {
    /// Visitors on this machine
    #[default]
    Local,
    /// Everybody
    Anyone,
    /// Nobody: only `kydai library import`
    Nobody,
}

/// People who may create an account.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum Registering {
    /// Everybody
    #[default]
    Open,
    /// Whoever has a code of `kydai admin codes`
    ByCode,
    /// Nobody; existing accounts stay
    Closed,
}

/// What two players may say to each other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum Talk {
    /// Nothing
    Off,
    /// Fixed phrases, which everybody reads in their own language
    #[default]
    Phrases,
    /// Phrases, and free text between two accounts
    Text,
}

const PORT: u16 = 8410;
pub(super) const DATABASE: &str = "kydai.sqlite";

/// Reads a program for leagues: its name, and the specification of `kydai arena`. Built-in engines need no entry.
fn league_engine(text: &str) -> Result<(String, arena::PlayerSpec), Message> {
    let wrong = || Message::new("serve_league_engine").text("text", text);
    let (name, spec) = text.split_once('=').ok_or_else(wrong)?;
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
        return Err(wrong());
    }
    let spec: arena::PlayerSpec = spec.parse()?;
    match spec.kind {
        arena::PlayerKind::External(_) => Ok((name.to_owned(), spec)),
        _ => Err(wrong()),
    }
}

/// Reads the list of refused words.
fn refused_words(file: &Path) -> Result<WordList, Message> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        Message::new("serve_refused_words")
            .text("file", file.display().to_string())
            .text("why", error.to_string())
    })?;
    Ok(WordList::read(&text))
}

pub fn run(asked: &Serve, output: &Output) -> Result<(), Failure> {
    server::write_logs(asked.log_json);
    let folder = asked.data.clone().unwrap_or_else(data_folder);
    let unusable = |error: std::io::Error| {
        Message::new("serve_data").text("folder", folder.display().to_string()).text("why", error.to_string())
    };
    std::fs::create_dir_all(&folder).map_err(unusable)?;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let usual = Config::new(address(asked)?, folder.join(DATABASE));
    let mut limits = ServerLimits::default();
    asked.limit.iter().try_for_each(|limit| limits.set(limit))?;
    let config = Config {
        workers: asked.workers.map_or((cores - 1).max(2), usize::from),
        https: asked.https,
        trusted_proxies: asked.trusted_proxy.clone(),
        hosts: asked.name.clone(),
        masters: match asked.masters {
            Masters::Local => MastersImport::Local,
            Masters::Anyone => MastersImport::Anyone,
            Masters::Nobody => MastersImport::Nobody,
        },
        registration: match asked.registration {
            Registering::Open => Registration::Open,
            Registering::ByCode => Registration::ByCode,
            Registering::Closed => Registration::Closed,
        },
        plain_passwords: asked.plain_passwords,
        talk: match asked.talk {
            Talk::Off => TalkRule::Off,
            Talk::Phrases => TalkRule::Phrases,
            Talk::Text => TalkRule::Text,
        },
        refused_words: match &asked.refused_words {
            Some(file) => refused_words(file)?,
            None => WordList::default(),
        },
        limits,
        league_engines: asked
            .league_engine
            .iter()
            .map(|text| league_engine(text))
            .collect::<Result<_, _>>()?,
        web: asked.web.clone(),
        assets: Some(embedded),
        requests: asked.requests.unwrap_or(usual.requests),
        connections: asked.connections.unwrap_or(usual.connections),
        connections_from_one: asked.connections_per_address.unwrap_or(usual.connections_from_one),
        backups: asked.backups.unwrap_or(usual.backups),
        backup_tiers: asked.backup_tiers.unwrap_or(usual.backup_tiers),
        backup_dir: asked.backup_dir.clone(),
        metrics: asked.metrics,
        unplayed: asked.unplayed_days.map_or(usual.unplayed, days),
        abandoned: asked
            .abandoned_days
            .and_then(days)
            .map(|after| AbandonRule { after, forfeit: asked.abandoned_loses }),
        ..usual
    };
    let opened = |address: SocketAddr| {
        let page = format!("http://{}", reachable(address));
        // Standard output may be closed; the address is also in the log.
        let _ = output.print(&output.render(&Message::new("serve_open").text("address", &page)));
        let in_terminal = stdout().is_terminal();
        let opens =
            asked.open || (!asked.no_open && is_desktop(in_terminal, &|name| env::var_os(name).is_some()));
        if in_terminal {
            let next = if opens { "serve_opening" } else { "serve_next" };
            let _ = output.print(&output.render(&Message::new(next)));
        }
        if opens {
            show(&page);
        }
    };
    server::run(config, opened).map_err(|error| error.message().into())
}

/// Number of days as a time; `None` for 0.
fn days(days: u32) -> Option<Duration> {
    (days > 0).then(|| Duration::from_secs(u64::from(days) * 24 * 3600))
}

/// Parses the numbers of hours, days and weeks.
fn tiers(text: &str) -> Result<[usize; 3], String> {
    let numbers: Option<Vec<usize>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let tiers = numbers.and_then(|numbers| <[usize; 3]>::try_from(numbers).ok());
    tiers.ok_or_else(|| "three numbers are needed: hours, days and weeks, for example 24,7,8".to_owned())
}

/// Returns an embedded file of the web app.
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

/// Address that a browser on this machine can open.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, address.port()).into(),
        _ => address,
    }
}

/// Data directory by the conventions of the system, else the current directory.
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

/// Returns true if a person started the program in a terminal of a desktop: not by a service, nor over ssh.
fn is_desktop(in_terminal: bool, is_set: &dyn Fn(&str) -> bool) -> bool {
    let has_screen =
        cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    let is_remote = is_set("SSH_CONNECTION") || is_set("CI");
    in_terminal && has_screen && !is_remote
}

fn show(page: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    // If no browser can be opened, the printed address is enough.
    let _ =
        Command::new(program).args(arguments).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

pub const ABOUT: &str = "\
Serve the web app: play the computer, a friend on this device or by link, or watch engines
play. Without options it listens at http://127.0.0.1:8410, for this machine only.

Games are kept in a database in the data directory ($XDG_DATA_HOME/kydai or the like): every
move is on disk before it is acknowledged, so that a crash loses nothing and clocks resume
where they were. Verified backups are in the directory backups beside it: the newest, and one of
each hour, day and week. `kydai restore` lists them and goes back to one. Stop the server with
Ctrl+C. The REST interface is described at /api.";

pub const EXAMPLES: &str = "\
Examples:
  kydai
  kydai serve --no-open
  kydai serve --host 0.0.0.0 --port 80 --data /srv/kydai
  RUST_LOG=debug kydai serve --log-json";

#[cfg(test)]
mod tests {
    use super::is_desktop;

    #[test]
    fn a_browser_opens_on_a_desktop_only() {
        let with = |names: &'static [&str]| is_desktop(true, &|name| names.contains(&name));
        assert!(with(&["DISPLAY"]) && with(&["WAYLAND_DISPLAY"]));
        assert!(!with(&["DISPLAY", "SSH_CONNECTION"]) && !with(&["DISPLAY", "CI"]));
        assert!(!is_desktop(false, &|name| name == "DISPLAY"), "started by a service");
        #[cfg(target_os = "linux")]
        assert!(!with(&[]), "a server has no screen");
    }
}
