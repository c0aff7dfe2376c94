//! A house on a random port, and people who come to it with real sockets.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Running};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};

/// Long enough for a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(120);

/// A directory of its own, gone at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("kydai-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn database(&self) -> PathBuf {
        self.0.join("kydai.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An open house over a directory of its own.
pub struct House {
    pub config: Config,
    pub folder: Folder,
    running: Running,
}

impl House {
    pub async fn open() -> House {
        House::open_with(|_| {}).await
    }

    /// With some things otherwise. Everybody comes from one address here, so nobody counts requests.
    pub async fn open_with(change: impl FnOnce(&mut Config)) -> House {
        let folder = Folder::new();
        let usual = Config::new((Ipv4Addr::LOCALHOST, 0).into(), folder.database());
        let mut config = Config { requests: 0, backups: 0, ..usual };
        change(&mut config);
        let running = server::start(config.clone()).await.unwrap();
        House { config, folder, running }
    }

    /// A house, and somebody new who comes to it.
    pub async fn with_a_guest() -> (House, Person) {
        let house = House::open().await;
        let guest = house.guest();
        (house, guest)
    }

    /// Somebody new.
    pub fn guest(&self) -> Person {
        Person { address: self.running.address, cookie: None }
    }

    /// Somebody who was here before the house opened again.
    pub fn welcome(&self, person: &mut Person) {
        person.address = self.running.address;
    }

    pub async fn stop(self) -> Folder {
        self.running.stop().await;
        self.folder
    }

    /// Closes the house, and opens it again after a while.
    pub async fn stop_for(self, while_closed: Duration) -> House {
        let House { config, folder, running } = self;
        running.stop().await;
        tokio::time::sleep(while_closed).await;
        let running = server::start(config.clone()).await.unwrap();
        House { config, folder, running }
    }
}

/// The bare house as a program of its own, gone at the end whatever happens. Cargo builds examples with the tests.
pub struct Program {
    child: Child,
    pub address: SocketAddr,
}

impl Program {
    pub fn start(folder: &Folder) -> Program {
        Program::start_with(folder, None)
    }

    /// With files that may not grow beyond so many half kilobytes.
    pub fn start_with(folder: &Folder, largest_file: Option<u32>) -> Program {
        let tests = std::env::current_exe().unwrap();
        let program = tests.parent().and_then(Path::parent).unwrap().join("examples").join("house");
        let mut command = match largest_file {
            None => Command::new(program),
            Some(blocks) => {
                let mut shell = Command::new("sh");
                // A program that ignores the signal is told by the write that fails.
                shell.args(["-c", &format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" \"$1\"")]);
                shell.arg(program);
                shell
            }
        };
        let mut child = command
            .arg(folder.database())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the example `house` is built with the tests");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Program { child, address: line.trim().parse().expect("the house opens") }
    }

    pub fn guest(&self) -> Person {
        Person { address: self.address, cookie: None }
    }

    /// The disk has room again.
    pub fn let_files_grow(&self) {
        let pid = self.child.id().to_string();
        let done = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited"]).status();
        assert!(done.expect("util-linux is there").success());
    }

    /// As the power goes: no goodbye, nothing written any more.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game of two people at one device.
pub fn one_device(game: &str) -> Value {
    json!({"game": game, "one": {"kind": "me"}, "other": {"kind": "here"}})
}

/// A game against the machine.
pub fn against(game: &str, engine: &str) -> Value {
    json!({"game": game, "one": {"kind": "me"}, "other": {"kind": "brain", "brain": engine}})
}

/// The same with something more.
pub fn with(mut asked: Value, name: &str, value: Value) -> Value {
    asked[name] = value;
    asked
}

/// How many plies have been played by the time of a view.
pub fn plies(view: &Value) -> u64 {
    view["plies_from"].as_u64().unwrap() + view["plies"].as_array().unwrap().len() as u64
}

/// The sides whose part of the deal a view still asks its reader for.
pub fn awaited(view: &Value) -> Vec<&str> {
    if view["deal"]["dealt"] != false || !view["outcome"].is_null() {
        return Vec::new();
    }
    let missing = |side: &&str| view["deal"]["nonces"][usize::from(*side == "second")].is_null();
    view["hands"].as_array().unwrap().iter().filter_map(Value::as_str).filter(missing).collect()
}

/// What this side adds to deals, as a browser would say it.
pub fn part(side: &str) -> Value {
    let nonce = if side == "first" { "0f".repeat(16) } else { "f0".repeat(32) };
    json!({"type": "add_part", "side": side, "nonce": nonce, "id": format!("part of {side}")})
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Person {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

impl Person {
    fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    pub async fn send(&mut self, method: &str, path: &str, body: Option<&str>) -> (u16, String, String) {
        let origin = self.origin();
        self.send_from(method, path, body, Some(&origin)).await
    }

    /// A whole request: status, head and body of the answer.
    pub async fn send_from(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&str>,
        origin: Option<&str>,
    ) -> (u16, String, String) {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        if let Some(origin) = origin {
            head.push_str(&format!("Origin: {origin}\r\n"));
        }
        if let Some(cookie) = &self.cookie {
            head.push_str(&format!("Cookie: {cookie}\r\n"));
        }
        let body = body.unwrap_or_default();
        head.push_str(&format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len()));
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // A server that has refused already may not read the rest.
        let _ = stream.write_all(body.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        if let Some(line) = head.lines().find(|line| line.to_ascii_lowercase().starts_with("set-cookie:")) {
            self.cookie = line
                .split_once(':')
                .and_then(|(_, value)| value.split(';').next())
                .map(|it| it.trim().to_owned());
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, head.to_owned(), body.to_owned())
    }

    pub async fn get(&mut self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.send("GET", path, None).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, answer) = self.send("POST", path, Some(&body.to_string())).await;
        (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
    }

    /// Begins a game.
    pub async fn begin(&mut self, asked: Value) -> (String, Option<String>) {
        let (status, answer) = self.post("/api/rooms", &asked).await;
        assert_eq!(status, 201, "{answer}");
        (answer["room"].as_str().unwrap().to_owned(), answer["invitation"].as_str().map(str::to_owned))
    }

    /// Begins a game and sits down at it: its room, a conversation with it, and the first view.
    pub async fn sits(&mut self, asked: Value) -> (String, Talk, Value) {
        let (room, _) = self.begin(asked).await;
        let mut talk = self.enter(&room).await;
        let view = talk.view().await;
        (room, talk, view)
    }

    /// Enters a room.
    pub async fn enter(&self, room: &str) -> Talk {
        self.try_enter(room, Some(&self.origin())).await.unwrap()
    }

    /// Enters a room without being told evaluations, which take their time.
    pub async fn enter_calmly(&self, room: &str) -> Talk {
        let mut request = self.socket_request(room, Some(&self.origin()));
        *request.uri_mut() = format!("{}?evaluation=false", request.uri()).parse().unwrap();
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        Talk { socket, heard: Vec::new() }
    }

    fn socket_request(&self, room: &str, origin: Option<&str>) -> tungstenite::handshake::client::Request {
        let address = format!("ws://{}/api/rooms/{room}/socket", self.address);
        let mut request = address.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        request
    }

    /// Enters a room by a socket that takes little in at a time.
    pub async fn enter_with_small_ears(&self, room: &str) -> WebSocketStream<TcpStream> {
        let ears = TcpSocket::new_v4().unwrap();
        ears.set_recv_buffer_size(4096).unwrap();
        let stream = ears.connect(self.address).await.unwrap();
        let request = self.socket_request(room, Some(&self.origin()));
        tokio_tungstenite::client_async(request, stream).await.unwrap().0
    }

    pub async fn try_enter(&self, room: &str, origin: Option<&str>) -> Result<Talk, u16> {
        let request = self.socket_request(room, origin);
        let stream = TcpStream::connect(self.address).await.map_err(|_| 0_u16)?;
        stream.set_nodelay(true).unwrap();
        match tokio_tungstenite::client_async(request, stream).await {
            Ok((socket, _)) => Ok(Talk { socket, heard: Vec::new() }),
            Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(_) => Err(0),
        }
    }
}

/// The views of a match whose pieces are dealt, once everybody here has added what they are asked for.
pub async fn dealt_views(talks: &mut [Talk]) -> Vec<Value> {
    let mut views = Vec::new();
    for talk in talks.iter_mut() {
        views.push(talk.view().await);
    }
    for (talk, view) in talks.iter_mut().zip(&mut views) {
        if view["deal"]["dealt"] == false {
            *view = talk.dealt().await;
        }
    }
    views
}

/// A conversation with a room.
pub struct Talk {
    pub socket: WebSocketStream<TcpStream>,
    /// Every text that came.
    pub heard: Vec<String>,
}

impl Talk {
    /// What comes next; `None` when the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(PATIENCE, self.socket.next())
                .await
                .expect("the server says something")?
            {
                Ok(Message::Text(text)) => {
                    self.heard.push(text.to_string());
                    let said: Option<Value> = serde_json::from_str(&text).ok();
                    if let Some(view) = said.as_ref().filter(|said| said["type"] == "view") {
                        for side in awaited(view) {
                            self.send_text(&part(side).to_string()).await;
                        }
                    }
                    return said;
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Listens until something comes that is meant.
    pub async fn until(&mut self, meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let next = self.next().await.expect("the socket stays open");
            if meant(&next) {
                return next;
            }
        }
    }

    /// The next view that asks its reader for nothing: as a browser, whoever sits here adds a part to a deal at once.
    pub async fn view(&mut self) -> Value {
        self.view_where(|_| true).await
    }

    /// A view that is meant.
    pub async fn view_where(&mut self, meant: impl Fn(&Value) -> bool) -> Value {
        self.until(|said| said["type"] == "view" && awaited(said).is_empty() && meant(said)).await
    }

    /// The view of a match whose pieces are dealt, or in which nothing is hidden.
    pub async fn dealt(&mut self) -> Value {
        self.view_where(|view| view["deal"]["dealt"] != false).await
    }

    pub async fn send_text(&mut self, text: &str) {
        let _ = self.socket.send(Message::Text(text.into())).await;
    }

    /// Says something and returns its answer: `ack`, `refusal` or `pong`.
    pub async fn ask(&mut self, mut what: Value) -> Value {
        // New each time, whoever asks and by whichever socket: the same again would be the same command.
        static ASKED: AtomicU64 = AtomicU64::new(1);
        if what.get("id").is_none() {
            what["id"] = json!(format!("c{}", ASKED.fetch_add(1, Ordering::Relaxed)));
        }
        let id = what["id"].clone();
        self.send_text(&what.to_string()).await;
        self.until(|said| {
            said["id"] == id && ["ack", "refusal", "pong"].iter().any(|kind| said["type"] == *kind)
        })
        .await
    }

    /// Does something that must go well, and returns the view that follows.
    pub async fn does(&mut self, what: Value) -> Value {
        let answer = self.ask(what).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        let seq = answer["seq"].as_u64().unwrap();
        self.until(|said| said["type"] == "view" && said["seq"].as_u64().unwrap() >= seq).await
    }

    pub async fn plays(&mut self, mv: &str) -> Value {
        self.does(json!({"type": "play", "mv": mv})).await
    }

    /// The code of a refusal.
    pub async fn refused(&mut self, what: Value) -> String {
        let answer = self.ask(what).await;
        assert_eq!(answer["type"], "refusal", "{answer}");
        answer["why"]["code"].as_str().unwrap().to_owned()
    }
}
