//! Writes the TypeScript copy of the wire types; `cargo xtask wire` runs it.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(server::wire::typescript::PATH);
    match std::fs::write(&path, server::wire::typescript::file()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}
