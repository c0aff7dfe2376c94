//! A bare house for trials: `house DATABASE` listens on a free port and prints its address.

use std::net::Ipv4Addr;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(database) = std::env::args_os().nth(1) else {
        eprintln!("house DATABASE");
        return ExitCode::FAILURE;
    };
    let config = server::Config {
        address: (Ipv4Addr::LOCALHOST, 0).into(),
        database: database.into(),
        workers: 2,
        https: false,
        web: None,
        assets: None,
    };
    match server::run(config, |address| println!("{address}")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
