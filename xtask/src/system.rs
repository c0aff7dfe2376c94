//! The machine under us: what is installed, what can be, and what to ask for when it cannot.

use std::path::Path;
use std::process::Command;

use crate::shell::{Done, run, succeeds};

/// Installs Debian packages, or says that somebody must.
///
/// `need` says in words what the packages are for.
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

/// What somebody must do when we may not.
fn advice(need: &str, names: &str) -> String {
    format!(
        "{need} is missing. Install it and run this again; on Debian or Ubuntu:\n    \
         sudo apt-get update && sudo apt-get install -y {names}"
    )
}

/// Whether we may install packages here: root, on a system with apt.
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

/// Makes sure cargo has this component (`rustfmt`, `clippy`), by rustup where there is one.
pub fn component(subcommand: &str, name: &str) -> Done {
    let there = || succeeds(&mut crate::shell::cargo(&[subcommand, "--version"]));
    if there() {
        return Ok(());
    }
    println!("`cargo {subcommand}` is missing: asking rustup for {name}");
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
    fn what_cannot_be_installed_is_named_with_the_command_that_would() {
        let text = advice("Python 3 with venv", "python3 python3-venv");
        assert!(text.starts_with("Python 3 with venv is missing."), "{text}");
        assert!(text.ends_with("apt-get install -y python3 python3-venv"), "{text}");
    }
}
