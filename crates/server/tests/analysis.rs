//! Analysis board over HTTP: streaming, stopping by disconnecting, fair sharing; lines; files as variation trees.

mod common;

use std::time::{Duration, Instant};

use common::{Client, TestServer};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Event stream; dropping it disconnects.
struct Events {
    stream: TcpStream,
    buffer: String,
}

impl Events {
    async fn of(an: &Client, query: &str) -> Events {
        let mut stream = TcpStream::connect(an.address).await.unwrap();
        let cookie = an.cookie.as_deref().unwrap_or_default();
        let head = format!(
            "GET /api/analysis?{query} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n",
            an.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        Events { stream, buffer: String::new() }
    }

    /// Next event; `None` after the end of the stream.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((before, rest)) = self.buffer.split_once("\n\n") {
                let data = before.split_once("\ndata: ").map(|(_, data)| data.to_owned());
                self.buffer = rest.to_owned();
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
            self.buffer.push_str(&String::from_utf8_lossy(&some[..count]));
        }
    }
}

/// Starts a server with a client that has a cookie.
async fn start_server() -> (TestServer, Client) {
    let server = TestServer::start().await;
    let an = somebody(&server).await;
    (server, an)
}

async fn somebody(server: &TestServer) -> Client {
    let mut client = server.client();
    client.get("/api/me").await;
    assert!(client.cookie.is_some());
    client
}

/// Events of an analysis, until it ends or `enough` returns true.
async fn listen(an: &Client, query: &str, enough: impl Fn(&Value) -> bool) -> Vec<Value> {
    let mut received = Vec::new();
    let mut stream = Events::of(an, query).await;
    while let Some(event) = stream.next().await {
        let stop = enough(&event);
        received.push(event);
        if stop {
            break;
        }
    }
    received
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_sends_the_requested_number_of_lines_and_ends_at_its_depth() {
    let (server, an) = start_server().await;
    for (game, best) in [("xiangqi", 3), ("chess", 5), ("jieqi", 2)] {
        let query = format!("game={game}&lines={best}&depth=4");
        let received = listen(&an, &query, |_| false).await;
        let last = received.last().unwrap();
        assert_eq!(last["state"], "done", "{game}: {last}");
        let lines = last["lines"].as_array().unwrap();
        assert_eq!(lines.len(), best, "{game}: {last}");
        for line in lines {
            assert!(line["score"]["chance"].as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance)));
            let moves = line["moves"].as_array().unwrap();
            let coordinates = line["text"]["uci"].as_array().unwrap();
            assert_eq!(moves[0], coordinates[0], "{game}");
        }
        assert!(last["depth"].as_u64() >= Some(4) && last["nodes"].as_u64() > Some(0), "{game}: {last}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn disconnecting_stops_an_analysis_and_a_new_one_replaces_it() {
    let (server, an) = start_server().await;
    let long = "game=xiangqi&seconds=600";
    // Disconnected after the first report: the next analysis does not wait ten minutes.
    listen(&an, long, |event| event["state"] == "running").await;
    let began = Instant::now();
    let received = listen(&an, long, |event| event["depth"].as_u64() > Some(2)).await;
    assert!(received.iter().any(|event| event["depth"].as_u64() > Some(2)));
    assert!(began.elapsed() < Duration::from_secs(100));
    // Started again by the same player: the first stream ends with a state that says so.
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
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_concurrent_analyses_of_one_player_all_but_one_end_soon() {
    let (server, an) = start_server().await;
    let (over, mut observed) = tokio::sync::mpsc::channel(8);
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
        let state = tokio::time::timeout(Duration::from_secs(100), observed.recv()).await.unwrap();
        assert_eq!(state, Some("elsewhere".into()));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_share_the_analysis_threads_and_games_are_not_delayed() {
    let (server, mut an) = start_server().await;
    let mut streams = Vec::new();
    for _ in 0..4 {
        let other = somebody(&server).await;
        streams.push(Events::of(&other, "game=xiangqi&seconds=600").await);
    }
    // Each gets a time slice, although none would stop by itself.
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
    let room = room["room"].as_str().unwrap();
    let address = format!("/api/rooms/{room}");
    // Machines think for rooms with somebody in them.
    let _present = an.connect(room).await;
    let mut moved = false;
    for _ in 0..600 {
        let (_, view) = an.get(&address).await;
        moved = !view["plies"].as_array().unwrap().is_empty();
        if moved {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(moved, "the machine moves while four people analyze");
    drop(streams);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_analysis_requests_are_refused() {
    let (server, mut an) = start_server().await;
    for (query, code) in [
        ("game=xiangqi&lines=6", "analysis_range"),
        ("game=xiangqi&seconds=0", "analysis_range"),
        ("game=xiangqi&depth=1000", "analysis_range"),
        ("game=go", "cli_game_unknown"),
        ("game=xiangqi&moves=h2e9", "move_illegal"),
        // In check the turn cannot be passed.
        ("game=xiangqi&threat=true&position=3k5/9/9/9/9/9/9/9/3R5/4K4%20b", "analysis_no_threat"),
    ] {
        let (status, refusal_code) = an.get(&format!("/api/analysis?{query}")).await;
        assert_eq!(status, 422, "{query}: {refusal_code}");
        if code != "move_illegal" {
            assert_eq!(refusal_code["error"]["code"], code, "{query}: {refusal_code}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_threat_is_the_opponents_best_move() {
    let (server, an) = start_server().await;
    // Red to move; were it Black's turn, its chariot would mate on the bottom rank.
    let query = "game=xiangqi&depth=4&threat=true&position=3k5/9/9/9/9/9/9/r8/1r7/4K4%20w";
    let received = listen(&an, query, |_| false).await;
    let last = received.last().unwrap();
    assert_eq!(last["lines"][0]["score"]["mate"], -1, "{last}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_returns_the_requested_plies_and_names_its_opening() {
    let (server, mut an) = start_server().await;
    let (status, seen) = an.get("/api/lines?game=xiangqi&moves=h2e2,h9g7,h0g2&from=2").await;
    assert_eq!(status, 200, "{seen}");
    assert_eq!(seen["line"]["plies"].as_array().unwrap().len(), 1);
    assert_eq!(seen["line"]["plies"][0]["mv"], "h0g2");
    assert!(!seen["line"]["legal"].as_array().unwrap().is_empty());
    assert!(seen["opening"]["code"].is_string(), "{seen}");
    assert_eq!(seen["may_pass"], true);
    let (_, seen) = an.get("/api/lines?game=chess&moves=e2e4,e7e5,g1f3,b8c6,f1b5").await;
    assert!(seen["opening"]["code"].as_str().unwrap().starts_with('C'), "{seen}");
    // A revealed piece is part of the move.
    let (_, seen) = an.get("/api/lines?game=jieqi&moves=b2e2R").await;
    assert_eq!(seen["line"]["plies"][0]["turned"], "R", "{seen}");
    let (status, _) = an.get("/api/lines?game=xiangqi&moves=h2h2").await;
    assert_eq!(status, 422);
    server.stop().await;
}

async fn send(an: &mut Client, address: &str, body: &str) -> (u16, Value) {
    let (status, _, answer) = an.send("POST", address, Some(body)).await;
    (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
}

const NOTED: &str = "[Red \"An\"]\n\n{Mở đầu} 1. h2e2 $1 {[%cal Gh2e2] hay} (1. c3c4 {Tiên nhân chỉ lộ} 1... c6c5 (1... h7e7)) 1... h9g7 2. h0g2 1-0\n";

#[tokio::test(flavor = "multi_thread")]
async fn files_and_trees_convert_into_each_other_without_loss() {
    let (server, mut an) = start_server().await;
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
        let (status, message) = send(&mut an, address, body).await;
        assert_eq!(status, 422, "{address}: {message}");
    }
    server.stop().await;
}
