//! Checks of the web app with Node, and browser tests.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::shell::{Done, capture, root, run};
use crate::{system, workspace};

/// Minimum version of Node.
const MIN_NODE: (u32, u32) = (20, 19);

/// Possible paths of Chromium.
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

/// Kind of browser run and the build of the program it uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BrowserRun {
    /// The journeys, with a separate build of the program.
    Journeys,
    /// The journeys, with the program that `cargo test` has built.
    JourneysWithTestBuild,
    /// Takes the screenshots of docs/screenshots.
    Screenshots,
    /// Measures the speed of the page.
    Bench,
}

/// Runs the browser tests (journeys) of `web/tests/browser` against the program.
pub fn journeys(run_kind: BrowserRun) -> Done {
    ready()?;
    let browser = chromium()?;
    let program = match run_kind {
        BrowserRun::JourneysWithTestBuild => workspace::built_by_tests("kydai")?,
        BrowserRun::Journeys | BrowserRun::Screenshots | BrowserRun::Bench => workspace::built("kydai")?,
    };
    let script: &[&str] = match run_kind {
        BrowserRun::Screenshots => &["tests/browser/shots.mjs"],
        BrowserRun::Bench => &["tests/browser/bench.mjs"],
        BrowserRun::Journeys | BrowserRun::JourneysWithTestBuild => {
            &["--test", "--test-reporter=spec", "tests/browser/journeys.test.mjs"]
        }
    };
    println!("server: {}, browser: {}", program.display(), browser.display());
    let mut node = Command::new("node");
    node.current_dir(root().join("web")).args(script);
    run(node.env("KYDAI_BIN", program).env("KYDAI_CHROMIUM", browser))
}

/// Returns a Chromium of this machine; installs Debian's if there is none.
pub fn chromium() -> Done<PathBuf> {
    if let Some(named) = std::env::var_os("KYDAI_CHROMIUM") {
        return Ok(named.into());
    }
    let find = || BROWSERS.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(found) = find() {
        return Ok(found);
    }
    system::install(&["chromium"], "Chromium for the journeys")?;
    find().ok_or_else(|| "Chromium was installed but is not at the expected path".to_owned())
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
        Some(here) if here >= MIN_NODE => Ok(()),
        _ => Err(format!(
            "the web app needs Node.js {}.{} or newer, but this is {}; see https://nodejs.org",
            MIN_NODE.0,
            MIN_NODE.1,
            found.trim()
        )),
    }
}

/// Parses major and minor version of `v20.19.1`.
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
        assert!(read_version("v20.9.0") < Some(MIN_NODE));
        assert!(read_version("v22.2.0") > Some(MIN_NODE));
        assert_eq!(read_version("20.1"), None);
    }
}
