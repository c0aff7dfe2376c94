//! Minimal server for tests and benchmarks: `minimal_server DATABASE [ADDRESS [WEB]]` listens on a free port, or at an
//! address, and prints where. With a directory it serves the web app too.

use std::net::Ipv4Addr;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(database) = arguments.next() else {
        eprintln!("usage: minimal_server DATABASE [ADDRESS [WEB]]");
        return ExitCode::FAILURE;
    };
    let address = arguments.next().and_then(|text| text.to_str()?.parse().ok());
    let address = address.unwrap_or((Ipv4Addr::LOCALHOST, 0).into());
    // All clients connect from one address here.
    let usual = server::Config::new(address, database.into());
    let web = arguments.next().map(Into::into);
    let config = server::Config { requests: 0, backups: 0, web, ..usual };
    match server::run(config, |address| println!("{address}")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
