//! Server-sent events, read line by line from a real connection.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::{Client, TIMEOUT};

/// Open stream of events.
pub struct EventStream {
    lines: tokio::io::Lines<BufReader<TcpStream>>,
}

impl EventStream {
    /// Opens a stream with the cookie of a client.
    pub async fn open(client: &Client, path: &str) -> EventStream {
        let cookie = client.cookie.as_deref().unwrap_or_default();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\n\r\n", client.address);
        let mut stream = TcpStream::connect(client.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        EventStream { lines: BufReader::new(stream).lines() }
    }

    /// Status of a stream, and its first event if it has one at once.
    pub async fn beginning(client: &Client, path: &str) -> (u16, String) {
        let mut stream = EventStream::open(client, path).await;
        let head = tokio::time::timeout(TIMEOUT, stream.lines.next_line()).await.expect("an answer");
        let head = head.ok().flatten().unwrap_or_default();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let first = tokio::time::timeout(Duration::from_millis(300), stream.next()).await;
        (status, first.ok().flatten().map_or_else(String::new, |event| event.to_string()))
    }

    /// Next event; `None` when the server has ended the stream.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let line =
                tokio::time::timeout(TIMEOUT, self.lines.next_line()).await.expect("the stream is alive");
            // A chunked body ends with an empty chunk, and the connection may stay open after it.
            let line = line.ok().flatten().filter(|line| line != "0")?;
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).ok();
            }
        }
    }

    /// Reads events until one matches.
    pub async fn read_until(&mut self, meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let next = self.next().await.expect("the stream stays open");
            if meant(&next) {
                return next;
            }
        }
    }

    /// Reads events until one of this type.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        self.read_until(|event| event["type"] == kind).await
    }
}
