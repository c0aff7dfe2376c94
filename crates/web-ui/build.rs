//! Builds `web/` inside `OUT_DIR`, never in the source tree, and generates the table of embedded files.

use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

type Done<T> = Result<T, Box<dyn Error>>;

/// Entries of `web/` that the build does not need.
const SKIPPED: &[&str] = &["node_modules", "dist", ".vite", "tests"];

const NO_NODE: &str = "the web app needs Node.js 20.19 or newer with npm, and `npm` was not found: install Node.js \
                       (https://nodejs.org, or `apt install nodejs npm`), or point KYDAI_WEB_DIST at a built web app";

fn main() {
    if let Err(problem) = build() {
        println!("cargo::error={problem}");
        std::process::exit(1);
    }
}

fn build() -> Done<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=KYDAI_WEB_DIST");
    // Cargo shows lines of a build script only as warnings. A newcomer's first command is `cargo run --release`.
    if env::var("PROFILE").as_deref() == Ok("release") {
        println!(
            "cargo::warning=A first build takes several minutes. Then Kỳ Đài starts at http://127.0.0.1:8410"
        );
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: run this with cargo")?);
    let dist = match env::var_os("KYDAI_WEB_DIST") {
        Some(ready) => {
            let ready = fs::canonicalize(&ready)
                .map_err(|why| format!("KYDAI_WEB_DIST={}: {why}", Path::new(&ready).display()))?;
            println!("cargo::rerun-if-changed={}", ready.display());
            ready
        }
        None => with_npm(&out)?,
    };
    if !dist.join("index.html").is_file() {
        return Err(format!("{} holds no index.html: it is not a built web app", dist.display()).into());
    }
    fs::write(out.join("files.rs"), file_table(&dist)?)?;
    Ok(())
}

/// Runs npm on a copy of the sources and returns the directory of the built app.
fn with_npm(out: &Path) -> Done<PathBuf> {
    // Read at run time: a compiled build script must also work after the project was moved.
    let manifest =
        env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set: run this with cargo")?;
    let root = Path::new(&manifest).join("../..");
    let (web, words) = (root.join("web"), root.join("messages"));
    // Cargo watches directories recursively, so the entries are listed one by one: web/node_modules of a developer
    // changes often.
    for entry in fs::read_dir(&web).map_err(|why| format!("web/: {why}"))? {
        let entry = entry?;
        if !is_skipped(&entry.file_name()) {
            println!("cargo::rerun-if-changed={}", entry.path().display());
        }
    }
    println!("cargo::rerun-if-changed={}", words.display());

    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    match Command::new(npm).arg("--version").output() {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Err(NO_NODE.into()),
        Err(why) => return Err(format!("npm does not run: {why}").into()),
        Ok(_) => {}
    }

    let (work, dist) = (out.join("build/web"), out.join("dist"));
    clear(&work)?;
    copy(&web, &work)?;
    // The app imports the message catalogues from `../messages`.
    let _ = fs::remove_dir_all(out.join("build/messages"));
    copy(&words, &out.join("build/messages"))?;

    let lock = fs::read(work.join("package-lock.json"))?;
    let installed = work.join("node_modules/.installed");
    if fs::read(&installed).ok().as_deref() != Some(&lock[..]) {
        run(
            npm,
            &["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
            &work,
            &dist,
        )?;
        fs::write(&installed, &lock)?;
    }
    run(npm, &["run", "--silent", "build"], &work, &dist)?;
    Ok(dist)
}

/// Empties the working copy, but keeps the packages that npm installed.
fn clear(work: &Path) -> io::Result<()> {
    if !work.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(work)? {
        let entry = entry?;
        if entry.file_name() == "node_modules" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Runs npm. Its output is shown only if it fails, since the output of a build script belongs to cargo.
fn run(npm: &str, args: &[&str], work: &Path, dist: &Path) -> Done<()> {
    let ran = Command::new(npm).args(args).current_dir(work).env("WEB_DIST", dist).output()?;
    if ran.status.success() {
        return Ok(());
    }
    eprintln!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    Err(format!("`npm {}` failed in {}: {}", args.join(" "), work.display(), ran.status).into())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if is_skipped(&name) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(&name))?;
        } else {
            fs::copy(entry.path(), to.join(&name))?;
        }
    }
    Ok(())
}

fn is_skipped(name: &OsStr) -> bool {
    SKIPPED.iter().any(|one| name == *one)
}

/// Rust source of the file table: path, bytes, MIME type and hash, sorted by path for binary search.
fn file_table(dist: &Path) -> Done<String> {
    let mut files = Vec::new();
    list(dist, "", &mut files)?;
    files.sort();
    let mut out = String::from("&[\n");
    for path in &files {
        let file = dist.join(path);
        let mut hasher = DefaultHasher::new();
        fs::read(&file)?.hash(&mut hasher);
        let hash = format!("{:016x}", hasher.finish());
        let bytes = file.display().to_string();
        writeln!(out, "    ({path:?}, include_bytes!({bytes:?}), {:?}, {hash:?}),", mime_type(path))?;
    }
    out.push(']');
    Ok(out)
}

fn list(directory: &Path, prefix: &str, out: &mut Vec<String>) -> Done<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name =
            entry.file_name().into_string().map_err(|name| format!("{}: not a name", name.display()))?;
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{prefix}{name}/"), out)?;
        } else {
            out.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

fn mime_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
