//! Running the built program, and looking at what it says.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run said, and how it ended.
pub struct Said {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// The answer as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// The program with these arguments, in an environment without a language.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kydai"));
    // The machine's own language must not decide what a test sees.
    command.args(arguments).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C.UTF-8");
    command
}

/// Runs the program with these arguments.
pub fn kydai(arguments: &[&str]) -> Said {
    finish(command(arguments).stdin(Stdio::null()), "")
}

/// The same with this on standard input.
#[allow(dead_code, reason = "not every test program feeds input")]
pub fn kydai_reading(arguments: &[&str], input: &str) -> Said {
    finish(command(arguments).stdin(Stdio::piped()), input)
}

/// Runs it to its end.
pub fn finish(command: &mut Command, input: &str) -> Said {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    if let Some(mut stdin) = child.stdin.take() {
        // A program that needs no input may be gone before it comes.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().expect("output");
    Said {
        status: output.status.code().expect("a status"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}
