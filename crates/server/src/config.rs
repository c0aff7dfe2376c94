//! Server configuration.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use arena::PlayerSpec;

use crate::cleanup::AbandonRule;
use crate::http::Assets;
use crate::limits::ServerLimits;
use crate::store::Retention;
use crate::talk::WordList;
use crate::wire::TalkRule;

/// Visitors who may import the bundled master games over the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MastersImport {
    /// Visitors on the server's own machine.
    Local,
    /// Everybody.
    Anyone,
    /// Nobody: only `kydai library import`.
    Nobody,
}

/// People who may create an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Registration {
    /// Everybody.
    Open,
    /// Whoever has a registration code of the operator.
    ByCode,
    /// Nobody. Existing accounts stay.
    Closed,
}

/// Server configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub address: SocketAddr,
    /// The database.
    pub database: PathBuf,
    /// Engine worker threads.
    pub workers: usize,
    /// True behind an https proxy: cookies are then `Secure`.
    pub https: bool,
    /// Addresses of reverse proxies, whose `X-Forwarded-For` header is trusted. Everybody else's is ignored.
    pub trusted_proxies: Vec<IpAddr>,
    /// Names by which the server may be addressed in the `Host` header; empty for any.
    pub hosts: Vec<String>,
    /// Visitors who may import the bundled master games over the network.
    pub masters: MastersImport,
    /// People who may create an account.
    pub registration: Registration,
    /// True if passwords may be sent over plain http from other machines, as in a club's own network.
    pub plain_passwords: bool,
    /// Rule of talk between the players of a game.
    pub talk: TalkRule,
    /// Words that are refused in free text.
    pub refused_words: WordList,
    /// Limits for visitors.
    pub limits: ServerLimits,
    /// Programs that may play in leagues, each by the name under which visitors choose it.
    pub league_engines: Vec<(String, PlayerSpec)>,
    /// Directory with the web app, instead of the embedded files.
    pub web: Option<PathBuf>,
    /// Embedded web app.
    pub assets: Option<Assets>,
    /// Requests per minute and client, where a request that changes something counts as ten; 0 for no limit.
    pub requests: u32,
    /// Maximum number of connections; 0 for no limit.
    pub connections: usize,
    /// Maximum number of connections from one remote address; 0 for no limit. Not applied to trusted proxies.
    pub connections_from_one: usize,
    /// Time after which an idle room without clients is unloaded from memory.
    pub idle: Duration,
    /// Time after which a player who has left loses the right to play on, if the opponent claims it.
    pub grace: Duration,
    /// Node limit for hints, instead of one second. Engines then keep no state between searches, so that the same
    /// question gets the same answer.
    pub advice_nodes: Option<u64>,
    /// Address of the metrics for Prometheus; none if not given.
    pub metrics: Option<SocketAddr>,
    /// Time after which a room in which no move was made is deleted; `None` for never.
    pub unplayed: Option<Duration>,
    /// Interval of the cleanup.
    pub cleanup_interval: Duration,
    /// Rule for abandoned games without a clock; `None` to keep them open.
    pub abandoned: Option<AbandonRule>,
    /// Number of newest verified backups of the database that are kept; 0 for no backups at all.
    pub backups: usize,
    /// Hours, days and weeks of which the last backup is kept too.
    pub backup_tiers: [usize; 3],
    /// Directory of the backups, for example on another disk; `backups` beside the database if none is given.
    pub backup_dir: Option<PathBuf>,
}

impl Config {
    /// Trusted proxies; by default with https those on this machine.
    pub fn proxies(&self) -> Vec<IpAddr> {
        if self.https && self.trusted_proxies.is_empty() {
            return vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        }
        self.trusted_proxies.iter().map(IpAddr::to_canonical).collect()
    }

    /// Creates a configuration with defaults for everything but the address and the database.
    pub fn new(address: SocketAddr, database: PathBuf) -> Config {
        Config {
            address,
            database,
            workers: 2,
            https: false,
            trusted_proxies: Vec::new(),
            hosts: Vec::new(),
            masters: MastersImport::Local,
            registration: Registration::Open,
            plain_passwords: false,
            talk: TalkRule::Phrases,
            refused_words: WordList::default(),
            limits: ServerLimits::default(),
            league_engines: Vec::new(),
            web: None,
            assets: None,
            requests: 1_200,
            connections: 10_000,
            connections_from_one: 500,
            idle: Duration::from_secs(60),
            grace: Duration::from_secs(60),
            advice_nodes: None,
            metrics: None,
            unplayed: Some(Duration::from_secs(7 * 24 * 3600)),
            cleanup_interval: Duration::from_secs(3600),
            abandoned: None,
            backups: 3,
            backup_tiers: [24, 7, 8],
            backup_dir: None,
        }
    }

    /// Directory of the backups.
    pub fn backup_dir(&self) -> PathBuf {
        self.backup_dir.clone().unwrap_or_else(|| crate::maintenance::default_backup_dir(&self.database))
    }

    /// Numbers of backups to keep.
    pub fn retention(&self) -> Retention {
        let [hours, days, weeks] = self.backup_tiers;
        Retention { recent: self.backups, hours, days, weeks }
    }
}
