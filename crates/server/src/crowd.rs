//! How many connections there may be: in all, and from one address; who comes when it is full is told so.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use game::Message;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use words::Language;

use crate::http::network;
use crate::wire::{ErrorOut, Said};

/// After how many seconds whoever found no place may try again.
const LATER: u32 = 10;
/// How long somebody who found no place may take to listen.
const LISTENS: Duration = Duration::from_secs(2);
/// Turned away at once; more are let go without a word.
const TOLD: usize = 64;

/// Who is connected.
#[derive(Default)]
struct Here {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The connections there are, and the most there may be; 0 for any number.
pub struct Crowd {
    most: usize,
    from_one: usize,
    here: Mutex<Here>,
    told: Arc<tokio::sync::Semaphore>,
}

/// A place among the connections, given back when it is dropped.
pub struct Place {
    crowd: Arc<Crowd>,
    address: Option<IpAddr>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut here = self.crowd.here.lock().unwrap_or_else(PoisonError::into_inner);
        here.all = here.all.saturating_sub(1);
        let Some(address) = self.address else { return };
        if let Some(count) = here.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                here.by_address.remove(&address);
            }
        }
    }
}

impl Crowd {
    /// So many in all, and so many from one address.
    pub fn new(most: usize, from_one: usize) -> Crowd {
        let told = Arc::new(tokio::sync::Semaphore::new(TOLD));
        Crowd { most, from_one, here: Mutex::default(), told }
    }

    /// A place for somebody from this address, unless it is full. Whoever sits at this machine is never too many from
    /// one address: a proxy speaks for everybody.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let address = Some(network(address)).filter(|address| self.from_one > 0 && !address.is_loopback());
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        if self.most > 0 && here.all >= self.most {
            return None;
        }
        if let Some(address) = address {
            let count = here.by_address.entry(address).or_insert(0);
            if *count >= self.from_one {
                return None;
            }
            *count += 1;
        }
        here.all += 1;
        Some(Place { crowd: Arc::clone(self), address })
    }

    /// Tells somebody that there is no place, beside everything else.
    pub fn turn_away(&self, stream: TcpStream) {
        let Ok(turn) = Arc::clone(&self.told).try_acquire_owned() else { return };
        tokio::spawn(async move {
            let _turn = turn;
            let _ = tokio::time::timeout(LISTENS, tell(stream)).await;
        });
    }
}

/// Answers the first request of a connection, whatever it is.
async fn tell(mut stream: TcpStream) -> std::io::Result<()> {
    let mut head = vec![0; 4096];
    let read = stream.read(&mut head).await?;
    let head = String::from_utf8_lossy(head.get(..read).unwrap_or_default()).into_owned();
    stream.write_all(answer(&head).as_bytes()).await?;
    stream.shutdown().await?;
    // What else was sent is taken, so that the answer is not thrown away with it.
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// What somebody is told: programs a code, people a sentence in their language.
fn answer(head: &str) -> String {
    let message = Message::new("wire_crowded").number("seconds", LATER);
    let asks_api = head.split(' ').nth(1).is_some_and(|path| path.starts_with("/api/"));
    let (kind, body) = if asks_api {
        let error = ErrorOut { error: Said::from(&message) };
        ("application/json", serde_json::to_string(&error).unwrap_or_default())
    } else {
        ("text/plain; charset=utf-8", words::render(&message, language(head)) + "\n")
    };
    format!(
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: {LATER}\r\nContent-Type: {kind}\r\n\
         Cache-Control: no-store\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// The first language a browser asks for that we speak; Vietnamese otherwise.
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
    fn a_full_house_lets_somebody_in_when_somebody_leaves() {
        let crowd = Arc::new(Crowd::new(2, 0));
        let one = crowd.enter(address("192.0.2.1"));
        let _other = crowd.enter(address("192.0.2.2"));
        assert!(one.is_some() && crowd.enter(address("192.0.2.3")).is_none());
        drop(one);
        assert!(crowd.enter(address("192.0.2.3")).is_some());
    }

    #[test]
    fn one_address_cannot_take_every_place_and_a_proxy_is_not_one() {
        let crowd = Arc::new(Crowd::new(10, 2));
        let places: Vec<_> = (0..3).map(|_| crowd.enter(address("2001:db8:1:2::1"))).collect();
        assert_eq!(places.iter().flatten().count(), 2);
        assert!(crowd.enter(address("2001:db8:1:2:3::9")).is_none(), "a household is one");
        assert!(crowd.enter(address("192.0.2.1")).is_some());
        let many: Vec<_> = (0..5).map(|_| crowd.enter(address("127.0.0.1"))).collect();
        assert_eq!(many.iter().flatten().count(), 5);
        drop(places);
        assert!(crowd.enter(address("2001:db8:1:2::1")).is_some());
    }

    #[test]
    fn people_are_told_in_their_language_and_programs_by_a_code() {
        let page = "GET / HTTP/1.1\r\nAccept-Language: fr,zh-TW;q=0.9\r\n\r\n";
        assert_eq!(language(page), Language::ZhHant);
        assert_eq!(language("GET / HTTP/1.1\r\n"), Language::Vi);
        assert!(answer(page).contains("text/plain"));
        assert!(answer("GET /api/games HTTP/1.1\r\n").contains("\"code\":\"wire_crowded\""));
    }
}
