//! How the house is to be run.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::http::Assets;

/// How the house is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub address: SocketAddr,
    /// The database.
    pub database: PathBuf,
    /// Threads that think.
    pub workers: usize,
    /// Whether browsers come by https, through a proxy: cookies are then `Secure`, and the proxy is believed when it
    /// says whom it speaks for.
    pub https: bool,
    /// A directory with the pages, instead of those in the program.
    pub web: Option<PathBuf>,
    /// The pages in the program.
    pub assets: Option<Assets>,
    /// Requests one visitor may make in a minute, where one that changes something counts as ten; 0 for any number.
    pub requests: u32,
    /// Connections at once; 0 for any number.
    pub connections: usize,
    /// Connections at once from one address that is not this machine; 0 for any number. Behind a proxy nobody is counted.
    pub connections_from_one: usize,
    /// How long a room stays in memory that nobody is in and nothing happens in.
    pub idle: Duration,
    /// Advice is sought in so many positions, whatever time that takes, instead of for a second, and engines
    /// remember nothing from one thought to the next: the same question then gets the same answer.
    pub advice_nodes: Option<u64>,
    /// How many verified copies of the database are kept beside it; 0 for none.
    pub backups: usize,
}

impl Config {
    /// At this address and over this database; everything else as usual.
    pub fn new(address: SocketAddr, database: PathBuf) -> Config {
        Config {
            address,
            database,
            workers: 2,
            https: false,
            web: None,
            assets: None,
            requests: 1_200,
            connections: 10_000,
            connections_from_one: 500,
            idle: Duration::from_secs(60),
            advice_nodes: None,
            backups: 3,
        }
    }
}
