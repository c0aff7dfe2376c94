//! The web app's own checks: what Node runs in `web/`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::shell::{Done, capture, root, run};
use crate::{system, workspace};

/// The oldest Node the build tools run on.
const NEEDED: (u32, u32) = (20, 19);

/// Where a Chromium may be.
const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

/// Installs the locked packages, then checks formatting, lints, types and accessibility of components, unit tests,
/// a production build and its size.
pub fn run_checks() -> Done {
    ready()?;
    run(npm().args(["run", "--silent", "format:check"]))?;
    run(npm().args(["run", "--silent", "lint"]))?;
    run(npm().args(["run", "--silent", "check"]))?;
    run(npm().args(["run", "--silent", "test"]))?;
    let dist = root().join("target/web-dist");
    run(npm().args(["run", "--silent", "build", "--", "--logLevel", "warn"]).env("WEB_DIST", &dist))?;
    run(npm().args(["run", "--silent", "size"]).env("WEB_DIST", &dist))
}

/// Which journeys are played, and by which build of the program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// The journeys, with a build of the program alone.
    Alone,
    /// The journeys, with the program as the tests' build left it.
    WithTheTests,
    /// The pictures of docs/screenshots are taken instead.
    Shots,
    /// How fast the page answers is measured instead.
    Bench,
}

/// Plays the journeys of `web/tests/browser`: the program, a real browser, and what people do with them.
pub fn journeys(played: Played) -> Done {
    ready()?;
    let browser = chromium()?;
    let program = match played {
        Played::WithTheTests => workspace::built_with_the_tests("kydai")?,
        Played::Alone | Played::Shots | Played::Bench => workspace::built("kydai")?,
    };
    let script: &[&str] = match played {
        Played::Shots => &["tests/browser/shots.mjs"],
        Played::Bench => &["tests/browser/bench.mjs"],
        Played::Alone | Played::WithTheTests => {
            &["--test", "--test-reporter=spec", "tests/browser/journeys.test.mjs"]
        }
    };
    println!("{} serves, {} visits", program.display(), browser.display());
    let mut node = Command::new("node");
    node.current_dir(root().join("web")).args(script);
    run(node.env("KYDAI_BIN", program).env("KYDAI_CHROMIUM", browser))
}

/// A Chromium of this machine; Debian's is installed where there is none.
pub fn chromium() -> Done<PathBuf> {
    if let Some(named) = std::env::var_os("KYDAI_CHROMIUM") {
        return Ok(named.into());
    }
    let find = || BROWSERS.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(found) = find() {
        return Ok(found);
    }
    system::install(&["chromium"], "Chromium for the journeys")?;
    find().ok_or_else(|| "Chromium was installed and is not where it should be".to_owned())
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
