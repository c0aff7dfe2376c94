//! Project rules that no compiler checks: dependencies between crates, and what files may contain.

mod code;
mod directions;
mod language;
pub mod map;
mod sources;
pub mod sql;

use std::path::Path;

use crate::shell::{Done, capture, root};
use crate::workspace::Workspace;

/// Checks everything and prints each violation.
pub fn run() -> Done {
    let workspace = Workspace::load()?;
    let files = files()?;
    let mut violations = directions::check(&workspace.crates);
    let games: Vec<&str> = map::games(&workspace.crates).collect();
    for file in &files {
        // Binary files (networks, pictures) are not checked.
        if let Ok(text) = std::fs::read_to_string(root().join(file)) {
            sources::check(&workspace.crates, &games, file, &text, &mut violations);
            language::check(file, &text, &mut violations);
            sql::check(file, &text, &mut violations);
        }
    }
    for violation in &violations {
        println!("{violation}");
    }
    match violations.len() {
        0 => {
            println!("{} crates and {} files are tidy", workspace.crates.len(), files.len());
            Ok(())
        }
        count => Err(format!(
            "{count} violations of the project rules (see above; CONTRIBUTING.md explains the rules)"
        )),
    }
}

/// Statements of the store that SQLite and PostgreSQL are both to accept.
pub fn statements() -> Done<Vec<sql::Statement>> {
    let files = files()?.into_iter().filter(|file| file.starts_with(sql::STORE));
    let read = |file: String| match std::fs::read_to_string(root().join(&file)) {
        Ok(text) => Ok((file, text)),
        Err(error) => Err(format!("{file}: {error}")),
    };
    sql::statements(&files.map(read).collect::<Done<Vec<_>>>()?)
}

/// Lists the files of the project, relative to its root: those that git tracks or would add.
fn files() -> Done<Vec<String>> {
    let mut git = std::process::Command::new("git");
    git.current_dir(root()).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let mut found: Vec<String> = match capture(&mut git) {
        Ok(list) => list.split_terminator('\0').map(str::to_owned).collect(),
        // Not a checkout but an archive: all files, except build output.
        Err(_) => {
            let mut found = Vec::new();
            walk(&root(), "", &mut found)
                .map_err(|error| format!("cannot list the files of the project: {error}"))?;
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
    fn an_archive_without_git_is_listed() {
        let mut found = Vec::new();
        walk(&root().join("xtask"), "", &mut found).unwrap();
        assert!(found.contains(&"src/tidy.rs".to_owned()), "{found:?}");
    }
}
