//! Test server on a free port, and clients with real sockets.
#![allow(dead_code, reason = "each test program uses its own part")]

pub mod events;
pub mod people;
pub mod tournament;

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

/// Generous timeout, for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Temporary directory, removed at the end.
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

/// Running server with a directory of its own.
pub struct TestServer {
    pub config: Config,
    pub folder: Folder,
    running: Running,
}

impl TestServer {
    pub async fn start() -> TestServer {
        TestServer::start_with(|_| {}).await
    }

    /// Starts a server with a changed configuration. All clients share one address here, so there is no rate limit.
    pub async fn start_with(change: impl FnOnce(&mut Config)) -> TestServer {
        let folder = Folder::new();
        let usual = Config::new((Ipv4Addr::LOCALHOST, 0).into(), folder.database());
        let mut config = Config { requests: 0, backups: 0, ..usual };
        change(&mut config);
        let running = server::start(config.clone()).await.unwrap();
        TestServer { config, folder, running }
    }

    /// Starts a server with a new client.
    pub async fn start_with_client() -> (TestServer, Client) {
        let server = TestServer::start().await;
        let client = server.client();
        (server, client)
    }

    /// New client without a cookie.
    pub fn client(&self) -> Client {
        Client { address: self.running.address, cookie: None }
    }

    /// Address of the metrics.
    pub fn metrics(&self) -> SocketAddr {
        self.running.metrics.unwrap()
    }

    /// Points an existing client to the restarted server.
    pub fn redirect(&self, person: &mut Client) {
        person.address = self.running.address;
    }

    pub async fn stop(self) -> Folder {
        self.running.stop().await;
        self.folder
    }

    /// Stops the server, and starts it again after a while.
    pub async fn restart_after(self, while_closed: Duration) -> TestServer {
        let TestServer { config, folder, running } = self;
        running.stop().await;
        tokio::time::sleep(while_closed).await;
        let running = server::start(config.clone()).await.unwrap();
        TestServer { config, folder, running }
    }
}

/// Minimal server as a separate process, killed at the end. Cargo builds the examples with the tests.
pub struct ServerProcess {
    child: Child,
    pub address: SocketAddr,
}

impl ServerProcess {
    pub fn start(folder: &Folder) -> ServerProcess {
        ServerProcess::start_with(folder, None)
    }

    /// Starts it with a limit on file sizes, in blocks of 512 bytes.
    pub fn start_with(folder: &Folder, largest_file: Option<u32>) -> ServerProcess {
        let tests = std::env::current_exe().unwrap();
        let program = tests.parent().and_then(Path::parent).unwrap().join("examples").join("minimal_server");
        let mut command = match largest_file {
            None => Command::new(program),
            Some(blocks) => {
                let mut shell = Command::new("sh");
                // With the signal ignored, the write itself fails.
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
            .expect("the example `minimal_server` is built with the tests");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        ServerProcess { child, address: line.trim().parse().expect("the server starts") }
    }

    pub fn client(&self) -> Client {
        Client { address: self.address, cookie: None }
    }

    /// Removes the limit on file sizes.
    pub fn let_files_grow(&self) {
        let pid = self.child.id().to_string();
        let done = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited"]).status();
        assert!(done.expect("util-linux is there").success());
    }

    /// Kills the process as a power failure would, without a shutdown.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Request for a game of two people on one device.
pub fn one_device(game: &str) -> Value {
    json!({"game": game, "one": {"kind": "me"}, "other": {"kind": "here"}})
}

/// Request for a game against an engine.
pub fn against(game: &str, engine: &str) -> Value {
    json!({"game": game, "one": {"kind": "me"}, "other": {"kind": "engine", "engine": engine}})
}

/// Adds a field to a request.
pub fn with(mut asked: Value, name: &str, value: Value) -> Value {
    asked[name] = value;
    asked
}

/// Number of plies played at the time of a view.
pub fn plies(view: &Value) -> u64 {
    view["plies_from"].as_u64().unwrap() + view["plies"].as_array().unwrap().len() as u64
}

/// Sides whose nonce a view still expects from its client.
pub fn missing_nonces(view: &Value) -> Vec<&str> {
    if view["deal"]["dealt"] != false || !view["outcome"].is_null() {
        return Vec::new();
    }
    let missing = |side: &&str| view["deal"]["nonces"][usize::from(*side == "second")].is_null();
    view["own_sides"].as_array().unwrap().iter().filter_map(Value::as_str).filter(missing).collect()
}

/// `add_part` message of a side, as a browser sends it.
pub fn nonce_message(side: &str) -> Value {
    let nonce = if side == "first" { "0f".repeat(16) } else { "f0".repeat(32) };
    json!({"type": "add_part", "side": side, "nonce": nonce, "id": format!("part of {side}")})
}

/// HTTP client with a cookie.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

impl Client {
    fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    pub async fn send(&mut self, method: &str, path: &str, body: Option<&str>) -> (u16, String, String) {
        let origin = self.origin();
        self.send_from(method, path, body, Some(&origin)).await
    }

    /// Sends a request; returns status, head and body of the response.
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
        // A server that has already refused may not read the body.
        let _ = stream.write_all(body.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        for line in head.lines().filter(|line| line.to_ascii_lowercase().starts_with("set-cookie:")) {
            let pair = line.split_once(':').and_then(|(_, value)| value.split(';').next());
            self.keep_cookie(pair.unwrap_or_default().trim());
        }
        let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        let body = if chunked { unchunk(body) } else { body.to_owned() };
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, head.to_owned(), body)
    }

    /// Keeps a cookie of an answer as a browser does; an empty value removes it.
    fn keep_cookie(&mut self, pair: &str) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let known = self.cookie.take().unwrap_or_default();
        let others = known.split("; ").filter(|old| !old.is_empty() && old.split('=').next() != Some(name));
        let mut jar: Vec<&str> = others.collect();
        if !value.is_empty() {
            jar.push(pair);
        }
        self.cookie = (!jar.is_empty()).then(|| jar.join("; "));
    }

    /// Value of a cookie.
    pub fn cookie_value(&self, name: &str) -> Option<String> {
        let pairs = self.cookie.as_deref().unwrap_or_default().split("; ");
        pairs
            .filter_map(|pair| pair.split_once('='))
            .find(|(own, _)| *own == name)
            .map(|(_, value)| value.to_owned())
    }

    pub async fn get(&mut self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.send("GET", path, None).await;
        (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, answer) = self.send("POST", path, Some(&body.to_string())).await;
        (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
    }

    /// Statistics once they contain this many games: summaries are stored in the background.
    pub async fn stats_with(&mut self, games: u64) -> Value {
        for _ in 0..200 {
            let (_, stats) = self.get("/api/stats").await;
            let counted = stats["rows"].as_array().into_iter().flatten().map(|row| {
                ["wins", "draws", "losses"].iter().filter_map(|name| row[*name].as_u64()).sum::<u64>()
            });
            if counted.sum::<u64>() + stats["uncounted"].as_u64().unwrap_or(0) >= games {
                return stats;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("the statistics never contained {games} games");
    }

    /// Creates a game.
    pub async fn create_game(&mut self, asked: Value) -> (String, Option<String>) {
        let (status, answer) = self.post("/api/rooms", &asked).await;
        assert_eq!(status, 201, "{answer}");
        (answer["room"].as_str().unwrap().to_owned(), answer["invitation"].as_str().map(str::to_owned))
    }

    /// Creates a game and connects to it: returns the room, the socket, and the first view.
    pub async fn create_and_connect(&mut self, asked: Value) -> (String, RoomSocket, Value) {
        let (room, _) = self.create_game(asked).await;
        let mut socket = self.connect(&room).await;
        let view = socket.view().await;
        (room, socket, view)
    }

    /// Connects to a room.
    pub async fn connect(&self, room: &str) -> RoomSocket {
        self.try_connect(room, Some(&self.origin())).await.unwrap()
    }

    /// Connects to a room without evaluations, which take time.
    pub async fn connect_without_evaluations(&self, room: &str) -> RoomSocket {
        self.connect_with_query(room, "evaluation=false").await
    }

    /// Connects to a room with a query.
    pub async fn connect_with_query(&self, room: &str, query: &str) -> RoomSocket {
        let mut request = self.socket_request(room, Some(&self.origin()));
        *request.uri_mut() = format!("{}?{query}", request.uri()).parse().unwrap();
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        RoomSocket { stream: socket, received: Vec::new() }
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

    /// Connects to a room with a small receive buffer.
    pub async fn connect_with_small_buffer(&self, room: &str) -> WebSocketStream<TcpStream> {
        let tcp = TcpSocket::new_v4().unwrap();
        tcp.set_recv_buffer_size(4096).unwrap();
        let stream = tcp.connect(self.address).await.unwrap();
        let request = self.socket_request(room, Some(&self.origin()));
        tokio_tungstenite::client_async(request, stream).await.unwrap().0
    }

    pub async fn try_connect(&self, room: &str, origin: Option<&str>) -> Result<RoomSocket, u16> {
        let request = self.socket_request(room, origin);
        let stream = TcpStream::connect(self.address).await.map_err(|_| 0_u16)?;
        stream.set_nodelay(true).unwrap();
        match tokio_tungstenite::client_async(request, stream).await {
            Ok((socket, _)) => Ok(RoomSocket { stream: socket, received: Vec::new() }),
            Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(_) => Err(0),
        }
    }
}

/// Joins the chunks of a streamed body.
fn unchunk(mut rest: &str) -> String {
    let mut body = Vec::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size.trim(), 16) else { break };
        if size == 0 {
            break;
        }
        body.extend_from_slice(&after.as_bytes()[..size.min(after.len())]);
        rest = after.get(size + 2..).unwrap_or_default();
    }
    String::from_utf8_lossy(&body).into_owned()
}

/// Views of a dealt match, after all clients have added their nonces.
pub async fn dealt_views(sockets: &mut [RoomSocket]) -> Vec<Value> {
    let mut views = Vec::new();
    for socket in sockets.iter_mut() {
        views.push(socket.view().await);
    }
    for (socket, view) in sockets.iter_mut().zip(&mut views) {
        if view["deal"]["dealt"] == false {
            *view = socket.dealt().await;
        }
    }
    views
}

/// Socket of a room.
pub struct RoomSocket {
    pub stream: WebSocketStream<TcpStream>,
    /// All messages received.
    pub received: Vec<String>,
}

impl RoomSocket {
    /// Next message; `None` when the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(TIMEOUT, self.stream.next())
                .await
                .expect("the server sends something")?
            {
                Ok(Message::Text(text)) => {
                    self.received.push(text.to_string());
                    let message: Option<Value> = serde_json::from_str(&text).ok();
                    if let Some(view) = message.as_ref().filter(|message| message["type"] == "view") {
                        for side in missing_nonces(view) {
                            self.send_text(&nonce_message(side).to_string()).await;
                        }
                    }
                    return message;
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Reads messages until one matches.
    pub async fn read_until(&mut self, meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let next = self.next().await.expect("the socket stays open");
            if meant(&next) {
                return next;
            }
        }
    }

    /// Next view that expects nothing from the client: like a browser, this client adds its nonces at once.
    pub async fn view(&mut self) -> Value {
        self.view_where(|_| true).await
    }

    /// Next view that matches.
    pub async fn view_where(&mut self, meant: impl Fn(&Value) -> bool) -> Value {
        self.read_until(|message| {
            message["type"] == "view" && missing_nonces(message).is_empty() && meant(message)
        })
        .await
    }

    /// View of a dealt match, or of one without hidden pieces.
    pub async fn dealt(&mut self) -> Value {
        self.view_where(|view| view["deal"]["dealt"] != false).await
    }

    pub async fn send_text(&mut self, text: &str) {
        let _ = self.stream.send(Message::Text(text.into())).await;
    }

    /// Sends a request and returns its answer: `ack`, `refusal` or `pong`.
    pub async fn request(&mut self, mut what: Value) -> Value {
        // Unique across clients and sockets: a repeated identifier would be the same command.
        static ASKED: AtomicU64 = AtomicU64::new(1);
        if what.get("id").is_none() {
            what["id"] = json!(format!("c{}", ASKED.fetch_add(1, Ordering::Relaxed)));
        }
        let id = what["id"].clone();
        self.send_text(&what.to_string()).await;
        self.read_until(|message| {
            message["id"] == id && ["ack", "refusal", "pong"].iter().any(|kind| message["type"] == *kind)
        })
        .await
    }

    /// Sends a request that must succeed, and returns the view that follows.
    pub async fn request_ok(&mut self, what: Value) -> Value {
        let answer = self.request(what).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        let seq = answer["seq"].as_u64().unwrap();
        self.read_until(|message| message["type"] == "view" && message["seq"].as_u64().unwrap() >= seq).await
    }

    pub async fn play(&mut self, mv: &str) -> Value {
        self.request_ok(json!({"type": "play", "mv": mv})).await
    }

    /// Sends a request that must be refused, and returns the code of the refusal.
    pub async fn refusal_code(&mut self, what: Value) -> String {
        let answer = self.request(what).await;
        assert_eq!(answer["type"], "refusal", "{answer}");
        answer["why"]["code"].as_str().unwrap().to_owned()
    }
}
