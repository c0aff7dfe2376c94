//! Minimal server for tests and benchmarks: `minimal_server DATABASE` listens on a free port and prints its address.

use std::net::Ipv4Addr;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(database) = std::env::args_os().nth(1) else {
        eprintln!("usage: minimal_server DATABASE");
        return ExitCode::FAILURE;
    };
    // All clients connect from one address here.
    let usual = server::Config::new((Ipv4Addr::LOCALHOST, 0).into(), database.into());
    let config = server::Config { requests: 0, backups: 0, ..usual };
    match server::run(config, |address| println!("{address}")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
