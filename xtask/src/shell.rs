//! Running other programs, and the root of the project.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Result of a step; an error is a sentence for the terminal.
pub type Done<T = ()> = Result<T, String>;

/// Returns the root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| ".".into(), Path::to_path_buf)
}

/// Returns a command of the cargo that runs us, in the root of the project.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    command
}

/// Runs a command with its output shown; a failure is an error that names it.
pub fn run(command: &mut Command) -> Done {
    let name = describe(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{name}` ended with {status}")),
        Err(error) => Err(format!("`{name}` could not be started: {error}")),
    }
}

/// Runs a command and returns its standard output; its error output is shown.
pub fn capture(command: &mut Command) -> Done<String> {
    let name = describe(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("`{name}` could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{name}` ended with {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{name}` printed something that is not text"))
}

/// Returns true if a command runs and succeeds; its output is hidden.
pub fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Returns the command line as typed.
fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program()).to_string_lossy();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy());
    std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_described_as_typed() {
        let command = cargo(&["fmt", "--check"]);
        assert!(describe(&command).ends_with("fmt --check"), "{}", describe(&command));
    }

    #[test]
    fn a_missing_program_is_an_error_that_names_it() {
        let problem = run(&mut Command::new("no-such-program-here")).unwrap_err();
        assert!(problem.contains("no-such-program-here"), "{problem}");
    }

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("Cargo.lock").exists());
    }
}
