//! `kydai admin` beside a running server: accounts, bans, the log, and the key that no pipe gets.
#![cfg(unix)]

#[allow(dead_code, reason = "not all of it is needed here")]
mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Stdio};

use common::{RunOutput, command, kydai};

/// Server with a data directory of its own, killed and removed at the end.
struct Serving {
    child: Child,
    folder: PathBuf,
    address: String,
}

impl Serving {
    fn start() -> Serving {
        let folder = std::env::temp_dir().join(format!("kydai-admin-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a directory");
        let data = folder.to_str().expect("a path");
        let mut child = command(&["serve", "--port", "0", "--data", data])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("output")).read_line(&mut line).expect("a line");
        let page = line.split_whitespace().last().expect("an address");
        let address = page.strip_prefix("http://").expect("an address").trim_end_matches('/').to_owned();
        Serving { child, folder, address }
    }

    fn admin(&self, arguments: &[&str]) -> RunOutput {
        let data = self.folder.to_str().expect("a path");
        kydai(&[&["admin"], arguments, &["--data", data, "--lang", "en"]].concat())
    }

    /// Status of a request with a body.
    fn post(&self, path: &str, body: &str) -> u16 {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {1}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn an_operator_lists_bans_renames_resets_and_closes_accounts() {
    let server = Serving::start();
    assert_eq!(server.admin(&["players"]).out.trim(), "There are no such accounts.");
    let account = r#"{"handle":"An_2003","name":"Ân","password":"pháo đầu mã đội"}"#;
    assert_eq!(server.post("/api/account", account), 201);
    let listed = server.admin(&["players", "an", "--json"]).json();
    assert_eq!(
        (&listed["players"][0]["handle"], &listed["players"][0]["sessions"]),
        (&"An_2003".into(), &1.into())
    );
    let done = server.admin(&["ban", "An_2003", "--days", "3", "--reason", "used an engine"]);
    assert_eq!(done.status, 0, "{}", done.err);
    let text = server.admin(&["players"]).out;
    assert!(text.contains("An_2003  Ân") && text.contains("[banned from rated games]"), "{text}");
    assert!(text.contains("used an engine"), "{text}");
    assert_eq!(server.admin(&["unban", "An_2003"]).status, 0);
    for (arguments, sentence) in [
        (&["unban", "An_2003"][..], "Nothing to do"),
        (&["ban", "Nobody"], "there is no account Nobody"),
        (&["ban", "An_2003", "--days", "0"], "1 to 3650 days"),
        (&["close", "An_2003"], "Add --yes"),
        (&["rename", "An_2003", "x"], ""),
        (&["reports", "--close", "none"], "There is no open report none."),
    ] {
        let refused = server.admin(arguments);
        assert_eq!(refused.status, 1, "{arguments:?}: {}", refused.out);
        assert!(refused.err.contains(sentence), "{arguments:?}: {}", refused.err);
    }
    assert_eq!(server.admin(&["rename", "An_2003", "Thanh_An"]).status, 0);
    let reset = server.admin(&["reset-password", "Thanh_An", "--json"]).json();
    let code = reset["recovery_code"].as_str().expect("a code").to_owned();
    assert_eq!(server.post("/api/session", r#"{"handle":"Thanh_An","password":"pháo đầu mã đội"}"#), 401);
    let recover = format!(r#"{{"handle":"Thanh_An","code":"{code}","password":"xe pháo mã tốt"}}"#);
    assert_eq!(server.post("/api/account/recover", &recover), 200);
    assert_eq!(server.admin(&["close", "Thanh_An", "--yes"]).status, 0);
    assert_eq!(server.admin(&["players", "--json"]).json()["players"], serde_json::json!([]));
    assert_eq!(server.admin(&["reports"]).out.trim(), "There are no reports.");
    // The list for people has time and words, in the language of the terminal; the codes are in the JSON.
    let text = server.admin(&["log"]).out;
    let last = text.lines().last().expect("the first act");
    assert!(last.ends_with("used an engine") && last.contains("[banned from rated games]"), "{text}");
    let time = last.split_whitespace().nth(2).expect("a time");
    assert!(time.len() == 5 && time.as_bytes()[2] == b':', "{text}");
    assert!(
        text.contains("ban ended") && text.contains("password reset  Thanh_An") && !text.contains("rated ·"),
        "{text}"
    );
    let data = server.folder.to_str().expect("a path");
    let text = kydai(&["admin", "log", "--data", data, "--lang", "vi"]).out;
    assert!(text.contains("đặt lại mật khẩu") && text.contains("dòng lệnh"), "{text}");
    let log = server.admin(&["log", "--json"]);
    assert!(!log.out.contains(&code), "no secret is in the log");
    let kinds: Vec<String> = log.json()["log"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["kind"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(kinds, ["close", "reset_password", "rename", "unban", "ban"]);

    // The key is for the eyes of whoever sits at a terminal.
    let key = server.admin(&["key"]);
    assert_eq!((key.status, key.out.as_str()), (1, ""));
    let file = server.folder.join("operator.key");
    let secret = std::fs::read_to_string(&file).expect("it was created");
    assert!(!key.err.contains(secret.trim()) && key.err.contains("operator.key"), "{}", key.err);
    assert_eq!(std::fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o600);
}
