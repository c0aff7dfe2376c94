//! A house on a random port, and people who come to it with real sockets.
#![allow(dead_code, clippy::unwrap_used)]

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Running};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
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
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub async fn open(folder: &Path) -> Running {
    let config = Config {
        address: (Ipv4Addr::LOCALHOST, 0).into(),
        database: folder.join("kydai.sqlite"),
        workers: 2,
        https: false,
        web: None,
        assets: None,
    };
    server::start(config).await.unwrap()
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Person {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

impl Person {
    pub fn at(address: SocketAddr) -> Person {
        Person { address, cookie: None }
    }

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

    /// Enters a room.
    pub async fn enter(&self, room: &str) -> Talk {
        self.try_enter(room, Some(&self.origin())).await.unwrap()
    }

    pub async fn try_enter(&self, room: &str, origin: Option<&str>) -> Result<Talk, u16> {
        let address = format!("ws://{}/api/rooms/{room}/socket", self.address);
        let mut request = address.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.map_err(|_| 0_u16)?;
        stream.set_nodelay(true).unwrap();
        match tokio_tungstenite::client_async(request, stream).await {
            Ok((socket, _)) => Ok(Talk { socket, heard: Vec::new(), said: 0 }),
            Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(_) => Err(0),
        }
    }
}

/// A conversation with a room.
pub struct Talk {
    pub socket: WebSocketStream<TcpStream>,
    /// Every text that came.
    pub heard: Vec<String>,
    said: u64,
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
                    return serde_json::from_str(&text).ok();
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

    pub async fn view(&mut self) -> Value {
        self.until(|said| said["type"] == "view").await
    }

    pub async fn send_text(&mut self, text: &str) {
        let _ = self.socket.send(Message::Text(text.into())).await;
    }

    /// Says something and returns its answer: `ack`, `refusal` or `pong`.
    pub async fn ask(&mut self, mut what: Value) -> Value {
        self.said += 1;
        if what.get("id").is_none() {
            what["id"] = json!(format!("c{}", self.said));
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
