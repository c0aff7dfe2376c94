//! The cargo workspace: its crates, their dependencies, and the target directory.

use std::path::PathBuf;

use serde_json::Value;

use crate::shell::{Done, capture, cargo, run};

/// Builds a program of the workspace and returns its path.
pub fn built(name: &str) -> Done<PathBuf> {
    run(&mut cargo(&["build", "--quiet", "--package", name]))?;
    debug_build(name)
}

/// Returns a program as built by `cargo test`: a separate build would compile half of the workspace again, without the
/// features that only tests enable.
pub fn built_by_tests(name: &str) -> Done<PathBuf> {
    run(&mut cargo(&["test", "--quiet", "--workspace", "--no-run"]))?;
    debug_build(name)
}

fn debug_build(name: &str) -> Done<PathBuf> {
    let file = Workspace::load()?.target.join("debug").join(name);
    Ok(file.with_extension(std::env::consts::EXE_EXTENSION))
}

/// The workspace.
#[derive(Debug)]
pub struct Workspace {
    /// Target directory.
    pub target: PathBuf,
    /// Member crates.
    pub crates: Vec<Crate>,
}

/// A member of the workspace.
#[derive(Debug)]
pub struct Crate {
    /// Name.
    pub name: String,
    /// Directory from the root: `crates/game`.
    pub home: String,
    /// Dependencies of its library or program.
    pub dependencies: Vec<String>,
    /// Dependencies of its tests and examples only.
    pub test_dependencies: Vec<String>,
}

impl Workspace {
    /// Loads the metadata from cargo.
    pub fn load() -> Done<Self> {
        let text = capture(&mut cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
        Self::read(&text).ok_or_else(|| "`cargo metadata` printed something unexpected".into())
    }

    /// Parses the output of `cargo metadata --no-deps`.
    pub fn read(text: &str) -> Option<Self> {
        let metadata: Value = serde_json::from_str(text).ok()?;
        let root = metadata["workspace_root"].as_str()?;
        let packages = metadata["packages"].as_array()?;
        let crates = packages.iter().map(|package| Crate::read(package, root)).collect::<Option<_>>()?;
        Some(Workspace { target: metadata["target_directory"].as_str()?.into(), crates })
    }
}

impl Crate {
    fn read(package: &Value, root: &str) -> Option<Self> {
        let manifest = package["manifest_path"].as_str()?;
        let home = manifest.strip_prefix(root)?.trim_start_matches('/').strip_suffix("Cargo.toml")?;
        let all = package["dependencies"].as_array()?;
        let of_kind = |dev: bool| {
            let names = all.iter().filter(|one| (one["kind"].as_str() == Some("dev")) == dev);
            names.map(|one| one["name"].as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        };
        Some(Crate {
            name: package["name"].as_str()?.to_owned(),
            home: home.trim_end_matches('/').to_owned(),
            dependencies: of_kind(false)?,
            test_dependencies: of_kind(true)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dev_dependencies_are_read_separately() {
        let text = r#"{"workspace_root": "/x", "target_directory": "/x/target", "packages": [
            {"name": "jieqi", "manifest_path": "/x/crates/jieqi/Cargo.toml", "dependencies": [
                {"name": "game", "kind": null}, {"name": "cc", "kind": "build"}, {"name": "proptest", "kind": "dev"}]}]}"#;
        let workspace = Workspace::read(text).unwrap();
        let jieqi = &workspace.crates[0];
        assert_eq!((jieqi.name.as_str(), jieqi.home.as_str()), ("jieqi", "crates/jieqi"));
        assert_eq!(jieqi.dependencies, ["game", "cc"]);
        assert_eq!(jieqi.test_dependencies, ["proptest"]);
    }

    #[test]
    fn other_text_is_rejected() {
        assert!(Workspace::read("{}").is_none());
        assert!(Workspace::read("not json").is_none());
    }
}
