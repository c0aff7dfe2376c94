//! `kydai serve` as a process: start, page and graceful shutdown.
#![cfg(unix)]

#[allow(dead_code, reason = "not all of it is needed here")]
mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{command, finish, kydai};

/// Temporary directory, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kydai-serve-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Running server, killed when dropped.
struct Serving {
    child: Child,
    page: String,
}

impl Serving {
    fn start(command: &mut Command) -> Serving {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("output")).read_line(&mut line).expect("a line");
        let page = line.split_whitespace().last().expect("an address").to_owned();
        Serving { child, page }
    }

    /// Status line of a response.
    fn get(&self, path: &str) -> String {
        self.send("GET", path, "", "").lines().next().unwrap_or_default().to_owned()
    }

    /// Response to a request with this cookie, head and body.
    fn send(&self, method: &str, path: &str, cookie: &str, body: &str) -> String {
        let address = self.page.strip_prefix("http://").expect("an address");
        let mut stream = TcpStream::connect(address).expect("it listens");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a signal and returns the exit status and the log.
    fn signal(mut self, signal: &str) -> (Option<i32>, String) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        let mut log = String::new();
        self.child.stderr.take().expect("a log").read_to_string(&mut log).expect("text");
        (self.child.wait().expect("it ends").code(), log)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(folder: &Folder, more: &[&str]) -> Command {
    let mut command = command(&["serve", "--port", "0", "--data"]);
    command.arg(&folder.0).args(more);
    command
}

#[test]
fn the_server_starts_and_shuts_down_on_a_signal() {
    for signal in ["-TERM", "-INT"] {
        let folder = Folder::new(&signal[1..]);
        let serving = Serving::start(&mut serve(&folder, &[]));
        assert_eq!(serving.get("/api/health"), "HTTP/1.1 200 OK");
        assert_eq!(serving.get("/"), "HTTP/1.1 200 OK");
        let (status, log) = serving.signal(signal);
        assert_eq!(status, Some(0), "{log}");
        assert!(log.lines().last().is_some_and(|line| line.contains("server stopped")), "{log}");
    }
}

#[test]
fn a_browser_is_opened_only_on_request() {
    let folder = Folder::new("open");
    let browser = folder.0.join("xdg-open");
    let shown = folder.0.join("shown");
    std::fs::write(
        &browser,
        format!("#!/bin/sh\necho \"$1\" > '{0}.part' && mv '{0}.part' '{0}'\n", shown.display()),
    )
    .expect("a browser");
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).expect("that can be run");
    let path = format!("{}:{}", folder.0.display(), std::env::var("PATH").unwrap_or_default());
    for open in [false, true] {
        let more: &[&str] = if open { &["--open"] } else { &[] };
        let serving = Serving::start(serve(&folder, more).env("PATH", &path));
        let mut tries = 0;
        while !shown.exists() && tries < if open { 600 } else { 10 } {
            std::thread::sleep(Duration::from_millis(50));
            tries += 1;
        }
        assert_eq!(shown.exists(), open);
        if open {
            assert_eq!(std::fs::read_to_string(&shown).expect("an address").trim(), serving.page);
        }
    }
}

#[test]
fn start_up_errors_are_explained() {
    let folder = Folder::new("taken");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let mut command = command(&["--lang", "vi", "serve", "--port", &port, "--data"]);
    let output = finish(command.arg(&folder.0).stdin(Stdio::null()), "");
    assert_ne!(output.status, 0);
    assert!(output.err.contains(&port) && output.err.contains("--port"), "{}", output.err);
    assert!(output.err.contains("đã có chương trình khác"), "{}", output.err);
}

#[test]
fn backup_check_and_restore_work_on_the_command_line() {
    let folder = Folder::new("data");
    let data = folder.0.to_str().expect("a path").to_owned();
    let missing = kydai(&["check", "--data", &data]);
    assert!(missing.status != 0 && missing.err.contains("kydai.sqlite"), "{}", missing.err);
    assert_ne!(kydai(&["restore", "--data", &data]).status, 0, "there are no backups");
    let serving = Serving::start(&mut serve(&folder, &["--backups", "0"]));
    let copy = kydai(&["backup", "--data", &data, "--json"]);
    assert_eq!(copy.status, 0, "{}", copy.err);
    let file = copy.json()["file"].as_str().expect("a file").to_owned();
    let checked = kydai(&["check", "--data", &data]);
    assert!(checked.status == 0 && checked.out.contains("sound"), "{}{}", checked.out, checked.err);
    assert_eq!(kydai(&["check", &file]).status, 0);
    // Beside a running server a restore is refused, and the message names its process.
    let refused = kydai(&["restore", &file, "--data", &data]);
    assert!(refused.status != 0 && refused.err.contains(&serving.child.id().to_string()), "{}", refused.err);
    let mut second = serve(&folder, &[]);
    let second = finish(second.stdin(Stdio::null()), "");
    assert!(second.status != 0 && second.err.contains(&serving.child.id().to_string()), "{}", second.err);
    let (status, log) = serving.signal("-TERM");
    assert_eq!(status, Some(0), "{log}");
    let listed = kydai(&["restore", "--data", &data]);
    let name = file.rsplit('/').next().expect("a name");
    assert!(listed.status == 0 && listed.out.contains(name), "{}{}", listed.out, listed.err);
    let restored = kydai(&["restore", name, "--data", &data]);
    assert!(restored.status == 0 && restored.out.contains("replaced-"), "{}{}", restored.out, restored.err);
    std::fs::write(folder.0.join("backups").join("kydai-2026.01.01-00.00.00.sqlite"), "not a database")
        .expect("a file");
    let refused = kydai(&["restore", "kydai-2026.01.01-00.00.00.sqlite", "--data", &data]);
    assert_ne!(refused.status, 0, "{}", refused.out);
    assert_eq!(kydai(&["check", "--data", &data]).status, 0, "nothing was replaced");
}

#[test]
fn a_lost_database_is_announced_and_loudly_if_there_are_backups() {
    let folder = Folder::new("new");
    let (_, log) = Serving::start(&mut serve(&folder, &[])).signal("-TERM");
    assert!(log.contains("first start") && !log.contains("WARN"), "{log}");
    let (_, log) = Serving::start(&mut serve(&folder, &[])).signal("-TERM");
    assert!(log.contains("database opened"), "{log}");
    // A data directory that was in use, without its database.
    std::fs::remove_file(folder.0.join("kydai.sqlite")).expect("removed");
    let (_, log) = Serving::start(&mut serve(&folder, &[])).signal("-TERM");
    assert!(log.contains("WARN") && log.contains("a new, empty database was created"), "{log}");
    // A backup with games, and no database.
    let imported = folder.0.join("game.pgn");
    std::fs::write(&imported, "[Variant \"Xiangqi\"]\n\n1. C2=5 *\n").expect("a file");
    let data = folder.0.to_str().expect("a path");
    let done = kydai(&["library", "import", imported.to_str().expect("a path"), "--data", data]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert_eq!(kydai(&["backup", "--data", data]).status, 0);
    std::fs::remove_file(folder.0.join("kydai.sqlite")).expect("removed");
    let (_, log) = Serving::start(&mut serve(&folder, &[])).signal("-TERM");
    assert!(log.contains("ERROR") && log.contains("THE DATABASE IS NEW AND EMPTY"), "{log}");
    assert!(log.contains("kydai restore"), "{log}");
}

/// Resident memory of a process in megabytes.
#[cfg(target_os = "linux")]
fn resident_megabytes(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("resident memory");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).expect("a number")
        / 1024
}

#[test]
#[cfg(target_os = "linux")]
fn a_server_with_six_finished_proofs_takes_less_than_a_hundred_megabytes() {
    let folder = Folder::new("proofs");
    let serving = Serving::start(&mut serve(&folder, &[]));
    let page = serving.send("POST", "/api/solves", "", r#"{"game": "chess"}"#);
    let cookie = page.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a guest's cookie");
    let cookie = cookie.split(';').next().unwrap_or_default();
    let mates = std::fs::read_to_string("../../testdata/mates/xiangqi_games.tsv").expect("mates");
    let in_four =
        mates.lines().map(|line| line.split('\t').collect::<Vec<_>>()).filter(|row| row.get(1) == Some(&"4"));
    for row in in_four.take(6) {
        let body = format!(r#"{{"game": "xiangqi", "position": "{}", "seconds": 120}}"#, row[2]);
        let begun = json_body(&serving.send("POST", "/api/solves", cookie, &body));
        let solve = format!("/api/solves/{}", begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")));
        let finished = loop {
            let view = json_body(&serving.send("GET", &solve, cookie, ""));
            if view["state"] == "done" {
                break view;
            }
            std::thread::sleep(Duration::from_millis(100));
        };
        assert_eq!(
            (&finished["answer"]["result"], &finished["answer"]["tree"]),
            (&"win".into(), &true.into())
        );
    }
    let megabytes = resident_megabytes(serving.child.id());
    assert!(megabytes < 100, "{megabytes} MB");
}

#[cfg(target_os = "linux")]
fn json_body(response: &str) -> serde_json::Value {
    let body = response.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).unwrap_or_else(|_| panic!("{response}"))
}
