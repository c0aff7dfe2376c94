//! The analysis board from outside: an engine listened to, stopped by leaving, shared fairly; lines followed; files as trees.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{House, Person};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Events on their way; who drops them has left.
struct Events {
    stream: TcpStream,
    heard: String,
}

impl Events {
    async fn of(an: &Person, query: &str) -> Events {
        let mut stream = TcpStream::connect(an.address).await.unwrap();
        let cookie = an.cookie.as_deref().unwrap_or_default();
        let head = format!(
            "GET /api/analysis?{query} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n",
            an.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        Events { stream, heard: String::new() }
    }

    /// The next one; `None` once the stream has ended.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((before, rest)) = self.heard.split_once("\n\n") {
                let data = before.split_once("\ndata: ").map(|(_, data)| data.to_owned());
                self.heard = rest.to_owned();
                match data {
                    Some(data) => return Some(serde_json::from_str(&data).unwrap()),
                    None => continue,
                }
            }
            let mut some = [0; 4096];
            let reading = self.stream.read(&mut some);
            let count = tokio::time::timeout(Duration::from_secs(120), reading).await.unwrap().unwrap();
            if count == 0 {
                return None;
            }
            self.heard.push_str(&String::from_utf8_lossy(&some[..count]));
        }
    }
}

/// A house, and somebody it knows.
async fn house() -> (House, Person) {
    let house = House::open().await;
    let an = somebody(&house).await;
    (house, an)
}

async fn somebody(house: &House) -> Person {
    let mut guest = house.guest();
    guest.get("/api/me").await;
    assert!(guest.cookie.is_some());
    guest
}

/// The events of an analysis, until it ends or enough are heard.
async fn listen(an: &Person, query: &str, enough: impl Fn(&Value) -> bool) -> Vec<Value> {
    let mut heard = Vec::new();
    let mut stream = Events::of(an, query).await;
    while let Some(event) = stream.next().await {
        let stop = enough(&event);
        heard.push(event);
        if stop {
            break;
        }
    }
    heard
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_tells_as_many_lines_as_were_asked_for_and_ends_at_its_depth() {
    let (house, an) = house().await;
    for (game, best) in [("xiangqi", 3), ("chess", 5), ("jieqi", 2)] {
        let query = format!("game={game}&lines={best}&depth=4");
        let heard = listen(&an, &query, |_| false).await;
        let last = heard.last().unwrap();
        assert_eq!(last["state"], "done", "{game}: {last}");
        let lines = last["lines"].as_array().unwrap();
        assert_eq!(lines.len(), best, "{game}: {last}");
        for line in lines {
            assert!(line["worth"]["chance"].as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance)));
            let moves = line["moves"].as_array().unwrap();
            let coordinates = line["text"]["uci"].as_array().unwrap();
            assert_eq!(moves[0], coordinates[0], "{game}");
        }
        assert!(last["depth"].as_u64() >= Some(4) && last["nodes"].as_u64() > Some(0), "{game}: {last}");
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_stops_the_engine_and_who_begins_another_one_takes_its_place() {
    let (house, an) = house().await;
    let long = "game=xiangqi&seconds=600";
    // Left after the first look: the next one does not wait for ten minutes.
    listen(&an, long, |event| event["state"] == "running").await;
    let began = Instant::now();
    let heard = listen(&an, long, |event| event["depth"].as_u64() > Some(2)).await;
    assert!(heard.iter().any(|event| event["depth"].as_u64() > Some(2)));
    assert!(began.elapsed() < Duration::from_secs(100));
    // Begun elsewhere by the same person: the first one is told so.
    let mut first = Events::of(&an, long).await;
    first.next().await.unwrap();
    let mut second = Events::of(&an, long).await;
    let mut state = Value::Null;
    while let Some(event) = first.next().await {
        state = event["state"].clone();
    }
    assert_eq!(state, "elsewhere");
    while let Some(event) = second.next().await {
        if event["depth"].as_u64() > Some(1) {
            break;
        }
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_begun_at_once_all_but_one_are_told_so_soon() {
    let (house, an) = house().await;
    let (over, mut told) = tokio::sync::mpsc::channel(8);
    for _ in 0..6 {
        let mut stream = Events::of(&an, "game=xiangqi&seconds=600").await;
        let over = over.clone();
        tokio::spawn(async move {
            let mut state = Value::Null;
            while let Some(event) = stream.next().await {
                state = event["state"].clone();
            }
            let _ = over.send(state).await;
        });
    }
    for _ in 0..5 {
        let state = tokio::time::timeout(Duration::from_secs(100), told.recv()).await.unwrap();
        assert_eq!(state, Some("elsewhere".into()));
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_share_the_engine_and_play_is_not_held_up() {
    let (house, mut an) = house().await;
    let mut streams = Vec::new();
    for _ in 0..4 {
        let other = somebody(&house).await;
        streams.push(Events::of(&other, "game=xiangqi&seconds=600").await);
    }
    // Everybody gets a turn, though nobody would stop by themselves.
    for stream in &mut streams {
        let mut seen = false;
        while let Some(event) = stream.next().await {
            seen |= event["depth"].as_u64() > Some(0);
            if seen {
                break;
            }
        }
        assert!(seen);
    }
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "level", "level": 1}, "color": "second"});
    let (status, room) = an.post("/api/rooms", &asked).await;
    assert_eq!(status, 201, "{room}");
    let address = format!("/api/rooms/{}", room["room"].as_str().unwrap());
    let mut moved = false;
    for _ in 0..600 {
        let (_, view) = an.get(&address).await;
        moved = !view["plies"].as_array().unwrap().is_empty();
        if moved {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(moved, "the machine has moved while four people analyze");
    drop(streams);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_refused() {
    let (house, mut an) = house().await;
    for (query, code) in [
        ("game=xiangqi&lines=6", "analysis_range"),
        ("game=xiangqi&seconds=0", "analysis_range"),
        ("game=xiangqi&depth=1000", "analysis_range"),
        ("game=go", "cli_game_unknown"),
        ("game=xiangqi&moves=h2e9", "move_illegal"),
        // In check nobody can give the turn away.
        ("game=xiangqi&threat=true&position=3k5/9/9/9/9/9/9/9/3R5/4K4%20b", "analysis_no_threat"),
    ] {
        let (status, refused) = an.get(&format!("/api/analysis?{query}")).await;
        assert_eq!(status, 422, "{query}: {refused}");
        if code != "move_illegal" {
            assert_eq!(refused["error"]["code"], code, "{query}: {refused}");
        }
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_threat_is_what_the_other_side_would_do() {
    let (house, an) = house().await;
    // Red to move; were it Black's turn, its chariot would mate on the bottom rank.
    let query = "game=xiangqi&depth=4&threat=true&position=3k5/9/9/9/9/9/9/r8/1r7/4K4%20w";
    let heard = listen(&an, query, |_| false).await;
    let last = heard.last().unwrap();
    assert_eq!(last["lines"][0]["worth"]["mate"], -1, "{last}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_followed_from_where_it_is_new_and_its_opening_named() {
    let (house, mut an) = house().await;
    let (status, seen) = an.get("/api/lines?game=xiangqi&moves=h2e2,h9g7,h0g2&from=2").await;
    assert_eq!(status, 200, "{seen}");
    assert_eq!(seen["line"]["plies"].as_array().unwrap().len(), 1);
    assert_eq!(seen["line"]["plies"][0]["mv"], "h0g2");
    assert!(!seen["line"]["legal"].as_array().unwrap().is_empty());
    assert!(seen["opening"]["code"].is_string(), "{seen}");
    assert_eq!(seen["may_pass"], true);
    let (_, seen) = an.get("/api/lines?game=chess&moves=e2e4,e7e5,g1f3,b8c6,f1b5").await;
    assert!(seen["opening"]["code"].as_str().unwrap().starts_with('C'), "{seen}");
    // A piece turned up is told with the move.
    let (_, seen) = an.get("/api/lines?game=jieqi&moves=b2e2R").await;
    assert_eq!(seen["line"]["plies"][0]["turned"], "R", "{seen}");
    let (status, _) = an.get("/api/lines?game=xiangqi&moves=h2h2").await;
    assert_eq!(status, 422);
    house.stop().await;
}

async fn send(an: &mut Person, address: &str, body: &str) -> (u16, Value) {
    let (status, _, answer) = an.send("POST", address, Some(body)).await;
    (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
}

const NOTED: &str = "[Red \"An\"]\n\n{Mở đầu} 1. h2e2 $1 {[%cal Gh2e2] hay} (1. c3c4 {Tiên nhân chỉ lộ} 1... c6c5 (1... h7e7)) 1... h9g7 2. h0g2 1-0\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_file_becomes_a_tree_and_a_tree_a_file_without_loss() {
    let (house, mut an) = house().await;
    let (status, read) = send(&mut an, "/api/analysis/read?game=xiangqi", NOTED).await;
    assert_eq!(status, 200, "{read}");
    let tree = &read["tree"];
    assert_eq!((&tree["comment"], &tree["result"]), (&json!("Mở đầu"), &json!("1-0")));
    let nodes = tree["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 6);
    assert_eq!(nodes[0]["glyphs"], json!([1]));
    assert_eq!(nodes[0]["marks"], json!(["cal Gh2e2"]));
    let after: Vec<&Value> = nodes.iter().map(|node| &node["after"]).collect();
    assert_eq!(nodes.iter().filter(|node| node["after"].is_null()).count(), 2, "{after:?}");
    for (format, word) in [("pgn", "C2=5"), ("txt", "P2-5"), ("dhtmlxq", "[DhtmlXQ")] {
        let notation = if format == "txt" { "vi" } else { "wxf" };
        let address = format!("/api/analysis/write?game=xiangqi&format={format}&notation={notation}");
        let (status, _, text) = an.send("POST", &address, Some(NOTED)).await;
        assert_eq!(status, 200, "{text}");
        assert!(text.contains(word), "{format}: {text}");
        let (status, again) = send(&mut an, "/api/analysis/read", &text).await;
        assert_eq!(status, 200, "{again}");
        let moves = |read: &Value| {
            let nodes = read["tree"]["nodes"].as_array().unwrap().clone();
            nodes.iter().map(|node| (node["after"].clone(), node["ply"]["mv"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(moves(&again), moves(&read), "{format}");
    }
    for (body, address) in [
        ("", "/api/analysis/read"),
        ("hello", "/api/analysis/read?game=chess"),
        ("1. h2e9 *", "/api/analysis/write?game=xiangqi"),
        ("1. h2e2 *", "/api/analysis/write?game=xiangqi&format=doc"),
    ] {
        let (status, said) = send(&mut an, address, body).await;
        assert_eq!(status, 422, "{address}: {said}");
    }
    house.stop().await;
}
