//! The command line of Kỳ Đài: reads the arguments, opens the right room, says what went wrong.

mod cli;
mod commands;
mod desk;
mod draw;
mod failure;
mod speech;
mod text;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

use cli::Cli;
use failure::Failure;
use speech::Speech;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let speech = Speech::new(cli.lang, cli.json);
    match commands::run(cli.command, &speech) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough (`| head`): no failure.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell(&speech);
            ExitCode::FAILURE
        }
    }
}

/// Help and version are answers; anything else is bad input, and bad input ends with status 1 everywhere.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nobody is left to tell when the help itself cannot be written.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if std::env::args_os().any(|argument| argument == "--json") {
        let message = error.render().to_string();
        let report = serde_json::json!({ "error": { "code": "usage", "message": message.trim_end() } });
        let _ = writeln!(io::stdout(), "{report}");
    }
    let _ = error.print();
    ExitCode::FAILURE
}
