//! Connection limits: in total and per remote address; a rejected client gets a 503 response.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use game::Message;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use words::Language;

use crate::http::network_of;
use crate::wire::{ErrorOut, MessageOut};

/// Seconds after which a rejected client may retry.
const RETRY_AFTER: u32 = 10;
/// Time limit for sending the rejection.
const REJECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum number of rejections sent at once; beyond it connections are closed without a response.
const MAX_REJECTIONS: usize = 64;

/// Numbers of open connections.
#[derive(Default)]
struct Counts {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Connection limiter with the configured limits; 0 for no limit.
pub struct ConnectionLimiter {
    max_total: usize,
    max_per_address: usize,
    /// Proxies, which connect for many clients.
    exempt: Vec<IpAddr>,
    counts: Mutex<Counts>,
    rejections: Arc<tokio::sync::Semaphore>,
}

/// Slot of an open connection, released when it is dropped.
pub struct ConnectionSlot {
    limiter: Arc<ConnectionLimiter>,
    address: Option<IpAddr>,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut counts = self.limiter.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.total = counts.total.saturating_sub(1);
        let Some(address) = self.address else { return };
        if let Some(count) = counts.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&address);
            }
        }
    }
}

impl ConnectionLimiter {
    /// Creates a limiter with a total limit and a limit per address, from which the given proxies are exempt.
    pub fn new(max_total: usize, max_per_address: usize, exempt: Vec<IpAddr>) -> ConnectionLimiter {
        let rejections = Arc::new(tokio::sync::Semaphore::new(MAX_REJECTIONS));
        ConnectionLimiter { max_total, max_per_address, exempt, counts: Mutex::default(), rejections }
    }

    /// Takes a slot for a connection from this address, unless a limit is reached. Loopback addresses have no limit of
    /// their own, since a local proxy connects for all clients.
    pub fn try_acquire(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionSlot> {
        let is_exempt = address.is_loopback() || self.exempt.contains(&address.to_canonical());
        let address = Some(network_of(address)).filter(|_| self.max_per_address > 0 && !is_exempt);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if self.max_total > 0 && counts.total >= self.max_total {
            return None;
        }
        if let Some(address) = address {
            let count = counts.by_address.entry(address).or_insert(0);
            if *count >= self.max_per_address {
                return None;
            }
            *count += 1;
        }
        counts.total += 1;
        Some(ConnectionSlot { limiter: Arc::clone(self), address })
    }

    /// Rejects a connection with a response, in a task of its own.
    pub fn reject(&self, stream: TcpStream) {
        let Ok(permit) = Arc::clone(&self.rejections).try_acquire_owned() else { return };
        tokio::spawn(async move {
            let _permit = permit;
            let _ = tokio::time::timeout(REJECT_TIMEOUT, answer_rejected(stream)).await;
        });
    }
}

/// Answers the first request of a rejected connection.
async fn answer_rejected(mut stream: TcpStream) -> std::io::Result<()> {
    let mut head = vec![0; 4096];
    let read = stream.read(&mut head).await?;
    let head = String::from_utf8_lossy(head.get(..read).unwrap_or_default()).into_owned();
    stream.write_all(rejection(&head).as_bytes()).await?;
    stream.shutdown().await?;
    // The rest of the request is read, so that the kernel does not discard the response.
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// Response of a rejection: JSON for API requests, a sentence in the client's language otherwise.
fn rejection(head: &str) -> String {
    let message = Message::new("wire_crowded").number("seconds", RETRY_AFTER);
    let is_api = head.split(' ').nth(1).is_some_and(|path| path.starts_with("/api/"));
    let (kind, body) = if is_api {
        let error = ErrorOut { error: MessageOut::from(&message) };
        ("application/json", serde_json::to_string(&error).unwrap_or_default())
    } else {
        ("text/plain; charset=utf-8", words::render(&message, language(head)) + "\n")
    };
    format!(
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: {RETRY_AFTER}\r\nContent-Type: {kind}\r\n\
         Cache-Control: no-store\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// First supported language of `Accept-Language`; Vietnamese by default.
fn language(head: &str) -> Language {
    let asked = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("accept-language").then_some(value)
    });
    asked
        .unwrap_or_default()
        .split([',', ';'])
        .find_map(|tag| Language::parse(tag.trim()))
        .unwrap_or(Language::Vi)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_released_slot_can_be_taken_again() {
        let limiter = Arc::new(ConnectionLimiter::new(2, 0, Vec::new()));
        let first = limiter.try_acquire(address("192.0.2.1"));
        let _second = limiter.try_acquire(address("192.0.2.2"));
        assert!(first.is_some() && limiter.try_acquire(address("192.0.2.3")).is_none());
        drop(first);
        assert!(limiter.try_acquire(address("192.0.2.3")).is_some());
    }

    #[test]
    fn one_address_is_limited_and_loopback_is_not() {
        let limiter = Arc::new(ConnectionLimiter::new(10, 2, Vec::new()));
        let slots: Vec<_> = (0..3).map(|_| limiter.try_acquire(address("2001:db8:1:2::1"))).collect();
        assert_eq!(slots.iter().flatten().count(), 2);
        assert!(limiter.try_acquire(address("2001:db8:1:2:3::9")).is_none(), "a /64 network is one client");
        assert!(limiter.try_acquire(address("192.0.2.1")).is_some());
        let many: Vec<_> = (0..5).map(|_| limiter.try_acquire(address("127.0.0.1"))).collect();
        assert_eq!(many.iter().flatten().count(), 5);
        drop(slots);
        assert!(limiter.try_acquire(address("2001:db8:1:2::1")).is_some());
    }

    #[test]
    fn rejections_are_json_for_the_api_and_localized_text_otherwise() {
        let page = "GET / HTTP/1.1\r\nAccept-Language: fr,zh-TW;q=0.9\r\n\r\n";
        assert_eq!(language(page), Language::ZhHant);
        assert_eq!(language("GET / HTTP/1.1\r\n"), Language::Vi);
        assert!(rejection(page).contains("text/plain"));
        assert!(rejection("GET /api/games HTTP/1.1\r\n").contains("\"code\":\"wire_crowded\""));
    }
}
