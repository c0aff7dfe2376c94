//! Check that rules, evaluation, search, notation, matches and messages compile for the browser (`cargo xtask portable`).

use crate::shell::{self, Done, cargo};
use crate::system;
use crate::tidy::map;
use crate::workspace::Workspace;

/// Target without an operating system, clock or files.
const TARGET: &str = "wasm32-unknown-unknown";

/// Installs the target if it is missing.
pub fn set_up() -> Done {
    system::target(TARGET)
}

/// Checks every portable crate for the target.
pub fn run() -> Done {
    set_up()?;
    let workspace = Workspace::load()?;
    let mut check = cargo(&["check", "--quiet", "--target", TARGET]);
    for name in portable(&workspace) {
        check.args(["--package", name]);
    }
    shell::run(&mut check)
}

fn portable(workspace: &Workspace) -> Vec<&str> {
    workspace.crates.iter().map(|one| one.name.as_str()).filter(|name| map::is_portable(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_search_and_matches_are_portable_and_programs_are_not() {
        let workspace = Workspace::load().unwrap();
        let portable = portable(&workspace);
        let games = map::games(&workspace.crates);
        for name in ["game", "grid", "eval", "search", "record", "table", "words"].into_iter().chain(games) {
            assert!(portable.contains(&name), "{name}");
        }
        for name in ["server", "kydai", "arena", "learn", "xtask"] {
            assert!(!portable.contains(&name), "{name}");
        }
    }
}
