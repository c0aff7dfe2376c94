//! Python environment in the target directory with the libraries we compare with.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Done, run, succeeds};
use crate::system;
use crate::workspace::Workspace;

/// The libraries, pinned so that results are reproducible.
const LIBRARIES: [&str; 2] = ["pyffish==0.0.90", "chess==1.11.2"];

/// Script that succeeds if the pinned libraries are installed.
const PROBE: &str = "import sys, pyffish, chess
from importlib.metadata import version
sys.exit(any(version(name) != wanted for name, wanted in (pin.split('==') for pin in sys.argv[1:])))";

/// Returns the interpreter of the environment; creates the environment if needed.
pub fn ready() -> Done<PathBuf> {
    let home = Workspace::load()?.target.join("venv");
    let python = home.join("bin").join("python");
    if has_libraries(&python) {
        return Ok(python);
    }
    println!("making a Python environment with {}", LIBRARIES.join(" and "));
    let system_python = system_python()?;
    // `--clear` removes the rest of a failed earlier attempt.
    run(Command::new(&system_python).args(["-m", "venv", "--clear"]).arg(&home))?;
    let first = fetch(&python);
    if first.is_err() && !has_compiler() {
        // No wheel for this Python or processor: the library is compiled.
        system::install(&["g++", "python3-dev"], "a C++ compiler with Python's headers")?;
        fetch(&python)?;
    } else {
        first?;
    }
    if has_libraries(&python) {
        Ok(python)
    } else {
        Err("the libraries were installed but do not load".into())
    }
}

fn fetch(python: &Path) -> Done {
    run(Command::new(python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary"])
        .args(LIBRARIES))
    .map_err(|problem| {
        format!(
            "{problem}\nThe peers need these Python packages (is the network available?): {}",
            LIBRARIES.join(" ")
        )
    })
}

fn has_libraries(python: &Path) -> bool {
    succeeds(Command::new(python).args(["-c", PROBE]).args(LIBRARIES))
}

fn has_compiler() -> bool {
    succeeds(Command::new("g++").arg("--version"))
}

/// Returns a Python that can create environments; installs it if missing.
fn system_python() -> Done<PathBuf> {
    // The packaged one second: the first on the path may be another one without venv.
    let known = || {
        ["python3", "/usr/bin/python3"]
            .map(PathBuf::from)
            .into_iter()
            .find(|python| can_make_environments(python))
    };
    if let Some(python) = known() {
        return Ok(python);
    }
    system::install(&["python3", "python3-venv"], "Python 3 with venv")?;
    known()
        .ok_or_else(|| "python3 and python3-venv are installed, but `python3 -m venv` does not work".into())
}

fn can_make_environments(python: &Path) -> bool {
    succeeds(Command::new(python).args(["-c", "import venv, ensurepip; ensurepip.version()"]))
}
