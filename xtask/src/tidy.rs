//! The house rules no compiler knows: which crate may use which, and what no file may hold.

mod code;
mod directions;
mod map;
mod sources;

use std::path::Path;

use crate::shell::{Done, capture, root};
use crate::workspace::Workspace;

/// Checks everything and prints each breach.
pub fn run() -> Done {
    let workspace = Workspace::load()?;
    let files = files()?;
    let mut breaches = directions::check(&workspace.crates);
    let games: Vec<&str> = map::games(&workspace.crates).collect();
    for file in &files {
        // A file that is no text (a net, a picture) has no house style.
        if let Ok(text) = std::fs::read_to_string(root().join(file)) {
            sources::check(&workspace.crates, &games, file, &text, &mut breaches);
        }
    }
    for breach in &breaches {
        println!("{breach}");
    }
    match breaches.len() {
        0 => {
            println!("{} crates and {} files are tidy", workspace.crates.len(), files.len());
            Ok(())
        }
        count => Err(format!("{count} house rules are broken (see above; CONTRIBUTING.md explains them)")),
    }
}

/// The project's files, from its root: those git knows or would add.
fn files() -> Done<Vec<String>> {
    let mut git = std::process::Command::new("git");
    git.current_dir(root()).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let mut found: Vec<String> = match capture(&mut git) {
        Ok(list) => list.split_terminator('\0').map(str::to_owned).collect(),
        // Not a checkout but an archive: whatever lies here, except what builds leave.
        Err(_) => {
            let mut found = Vec::new();
            walk(&root(), "", &mut found)
                .map_err(|error| format!("the project cannot be listed: {error}"))?;
            found
        }
    };
    found.retain(|file| root().join(file).is_file());
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn walk(directory: &Path, prefix: &str, found: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if ["target", ".git", ".venv", "node_modules"].contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{path}/"), found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_without_git_is_listed_too() {
        let mut found = Vec::new();
        walk(&root().join("xtask"), "", &mut found).unwrap();
        assert!(found.contains(&"src/tidy.rs".to_owned()), "{found:?}");
    }
}
