//! Command-line program of Kỳ Đài: parses the arguments, runs the command, reports errors.

mod cli;
mod commands;
mod draw;
mod failure;
mod output;
mod setup;
mod text;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

use cli::Cli;
use failure::Failure;
use output::Output;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let output = Output::new(cli.lang, cli.json);
    let command = match cli.chosen() {
        Ok(command) => command,
        Err(error) => return usage(&error),
    };
    match commands::run(command, &output) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe (`| head`): not an error.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report(&output);
            ExitCode::from(failure.status())
        }
    }
}

/// Prints help and version with status 0, usage errors with status 1 as for all bad input.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A failure to print the help has nowhere to be reported.
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
