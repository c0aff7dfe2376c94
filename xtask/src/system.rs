//! System packages: what is installed, what can be installed, and advice if it cannot.

use std::path::Path;
use std::process::Command;

use crate::shell::{Done, run, succeeds};

/// Installs Debian packages; if that is not possible, the error says how to.
///
/// `need` describes the packages for messages.
pub fn install(packages: &[&str], need: &str) -> Done {
    let names = packages.join(" ");
    if !can_install() {
        return Err(advice(need, &names));
    }
    println!("{need} is missing: installing {names}");
    let failed = |problem| format!("{problem}\n{need} is missing and could not be installed: {names}");
    run(apt().arg("update")).map_err(failed)?;
    run(apt().args(["install", "-y", "--no-install-recommends"]).args(packages)).map_err(failed)
}

/// Returns the advice for a manual installation.
fn advice(need: &str, names: &str) -> String {
    format!(
        "{need} is missing. Install it and run this again; on Debian or Ubuntu:\n    \
         sudo apt-get update && sudo apt-get install -y {names}"
    )
}

/// Returns true if we can install packages: as root, on a system with apt.
fn can_install() -> bool {
    Path::new("/etc/debian_version").exists()
        && succeeds(Command::new("apt-get").arg("--version"))
        && is_root()
}

fn apt() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").args(["-q"]);
    command
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Makes sure the standard library of this compilation target is there; installs it with rustup if needed.
pub fn target(triple: &str) -> Done {
    let there = || {
        let mut rustc = Command::new("rustc");
        let folder =
            rustc.current_dir(crate::shell::root()).args(["--print", "target-libdir", "--target", triple]);
        folder.output().is_ok_and(|out| Path::new(String::from_utf8_lossy(&out.stdout).trim()).is_dir())
    };
    if there() {
        return Ok(());
    }
    println!("the target {triple} is missing: installing it with rustup");
    let mut rustup = Command::new("rustup");
    let asked = succeeds(rustup.current_dir(crate::shell::root()).args(["target", "add", triple]));
    if asked && there() {
        return Ok(());
    }
    Err(format!(
        "the target {triple} is missing. Install it and run this again:\n    rustup target add {triple}"
    ))
}

/// Makes sure cargo has this component (`rustfmt`, `clippy`); installs it with rustup if needed.
pub fn component(subcommand: &str, name: &str) -> Done {
    let there = || succeeds(&mut crate::shell::cargo(&[subcommand, "--version"]));
    if there() {
        return Ok(());
    }
    println!("`cargo {subcommand}` is missing: installing {name} with rustup");
    let asked = succeeds(Command::new("rustup").args(["component", "add", name]));
    if asked && there() {
        return Ok(());
    }
    Err(format!(
        "`cargo {subcommand}` is missing. Install it and run this again:\n    rustup component add {name}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_contains_the_command() {
        let text = advice("Python 3 with venv", "python3 python3-venv");
        assert!(text.starts_with("Python 3 with venv is missing."), "{text}");
        assert!(text.ends_with("apt-get install -y python3 python3-venv"), "{text}");
    }
}
