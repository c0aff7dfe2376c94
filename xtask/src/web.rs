//! The web app's own checks: what Node runs in `web/`.

use std::fs;
use std::process::Command;

use crate::shell::{Done, capture, root, run};
use crate::system;

/// The oldest Node the build tools run on.
const NEEDED: (u32, u32) = (20, 19);

/// Installs what the lock file names, then types and accessibility of components, unit tests, and a build.
pub fn run_checks() -> Done {
    ready()?;
    run(npm().args(["run", "--silent", "check"]))?;
    run(npm().args(["run", "--silent", "test"]))?;
    let dist = root().join("target/web-dist");
    run(npm().args(["run", "--silent", "build", "--", "--logLevel", "warn"]).env("WEB_DIST", &dist))?;
    run(npm().args(["run", "--silent", "size"]).env("WEB_DIST", &dist))
}

/// Node, and the packages of `web/package-lock.json` in `web/node_modules`.
pub fn ready() -> Done {
    node()?;
    let web = root().join("web");
    let lock =
        fs::read(web.join("package-lock.json")).map_err(|why| format!("web/package-lock.json: {why}"))?;
    let stamp = web.join("node_modules/.installed");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run(npm().args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    fs::write(stamp, lock).map_err(|why| format!("web/node_modules: {why}"))
}

fn npm() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root().join("web"));
    command
}

fn node() -> Done {
    let version = || capture(Command::new("node").arg("--version"));
    let found = match version() {
        Ok(found) => found,
        Err(_) => {
            system::install(&["nodejs", "npm"], "Node.js with npm")?;
            version()?
        }
    };
    match read_version(&found) {
        Some(here) if here >= NEEDED => Ok(()),
        _ => Err(format!(
            "the web app needs Node.js {}.{} or newer, and this is {}: https://nodejs.org has it",
            NEEDED.0,
            NEEDED.1,
            found.trim()
        )),
    }
}

/// Major and minor of `v20.19.1`.
fn read_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(read_version("v20.19.1\n"), Some((20, 19)));
        assert!(read_version("v20.9.0") < Some(NEEDED));
        assert!(read_version("v22.2.0") > Some(NEEDED));
        assert_eq!(read_version("20.1"), None);
    }
}
