//! Runs the built program and captures its output.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Output and exit status of a run.
pub struct RunOutput {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl RunOutput {
    /// Standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// Command with these arguments and no locale.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kydai"));
    // The locale of the machine must not affect the tests.
    command.args(arguments).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C.UTF-8");
    command
}

/// Runs the program.
pub fn kydai(arguments: &[&str]) -> RunOutput {
    finish(command(arguments).stdin(Stdio::null()), "")
}

/// Runs the program with this standard input.
#[allow(dead_code, reason = "not every test program feeds input")]
pub fn kydai_reading(arguments: &[&str], input: &str) -> RunOutput {
    finish(command(arguments).stdin(Stdio::piped()), input)
}

/// Runs a command to its end.
pub fn finish(command: &mut Command, input: &str) -> RunOutput {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    if let Some(mut stdin) = child.stdin.take() {
        // A program that reads no input may exit before it is written.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().expect("output");
    RunOutput {
        status: output.status.code().expect("a status"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}
