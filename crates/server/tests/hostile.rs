//! Bad input: each gets its answer, and nothing breaks.
#![allow(clippy::unwrap_used)]

mod common;

use common::{House, Person, one_device};
use futures_util::SinkExt;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_survives_whatever_is_said_to_it() {
    let (house, mut an) = House::with_a_guest().await;
    let (_, mut talk, _) = an.sits(one_device("xiangqi")).await;
    for garbage in [
        "",
        "x",
        "{",
        "[]",
        "null",
        "{\"type\":\"play\"}",
        "{\"id\":\"a\",\"type\":\"fly\"}",
        "\u{0}",
        "{\"id\":5,\"type\":\"ping\"}",
    ] {
        talk.send_text(garbage).await;
        let answer = talk.until(|said| said["type"] == "refusal").await;
        assert_eq!(answer["why"]["code"], "wire_unreadable", "{garbage}");
    }
    let named = talk.refused(json!({"type": "fly", "id": "named"})).await;
    assert_eq!(named, "wire_unreadable");
    talk.socket.send(Message::Binary(vec![1, 2, 3].into())).await.unwrap();
    talk.until(|said| said["type"] == "refusal").await;
    for odd in ["", "h2e2e2", "zz", "🙂", "h2e2\n\rquit", "--"] {
        assert!(talk.refused(json!({"type": "play", "mv": odd})).await.starts_with("move_"), "{odd}");
    }
    assert_eq!(
        talk.refused(json!({"type": "play", "mv": "a", "notation": "klingon"})).await,
        "notation_unknown"
    );
    let long = "x".repeat(65);
    talk.send_text(&json!({"type": "ping", "id": long}).to_string()).await;
    assert_eq!(talk.until(|said| said["type"] == "refusal").await["why"]["code"], "wire_id");
    assert_eq!(
        talk.refused(json!({"type": "take_back", "plies": 4_000_000_000_u32})).await,
        "refusal_nothing_to_take_back"
    );
    assert_eq!(talk.refused(json!({"type": "redo", "plies": 0})).await, "refusal_nothing_to_redo");
    assert_eq!(talk.refused(json!({"type": "flag"})).await, "refusal_time_left");
    assert_eq!(talk.plays("h2e2").await["turn"], "second");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_too_large_or_too_many_close_the_socket_and_harm_nobody() {
    let (house, mut an) = House::with_a_guest().await;
    let (room, mut calm, _) = an.sits(one_device("xiangqi")).await;
    let mut huge = an.enter(&room).await;
    huge.view().await;
    huge.send_text(&"x".repeat(9000)).await;
    while huge.next().await.is_some() {}
    let mut flood = an.enter(&room).await;
    flood.view().await;
    for count in 0..150 {
        flood.send_text(&json!({"type": "ping", "id": count.to_string()}).to_string()).await;
    }
    let mut answered = 0;
    while let Some(said) = flood.next().await {
        answered += u32::from(said["type"] == "pong");
    }
    assert!(answered <= 100, "{answered}");
    assert_eq!(calm.plays("h2e2").await["turn"], "second");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_stay_outside() {
    let (house, mut an) = House::with_a_guest().await;
    let (room, _) = an.begin(one_device("xiangqi")).await;
    for origin in [Some("http://evil.example"), Some("null"), None] {
        assert_eq!(an.try_enter(&room, origin).await.err(), Some(403), "{origin:?}");
    }
    assert_eq!(an.enter_missing().await, 404);
    let body = one_device("chess").to_string();
    let (status, _, answer) =
        an.send_from("POST", "/api/rooms", Some(&body), Some("http://evil.example")).await;
    assert_eq!(status, 403, "{answer}");
    let mut other = house.guest();
    assert_eq!(other.send("DELETE", &format!("/api/rooms/{room}"), None).await.0, 404, "not on that shelf");
    let (_, head, _) = other.send("GET", "/api/health", None).await;
    let head = head.to_ascii_lowercase();
    for needed in [
        "content-security-policy: default-src 'self'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
    ] {
        assert!(head.contains(needed), "{needed} in {head}");
    }
    let mut fresh = house.guest();
    let (_, head, _) = fresh.send("GET", "/api/me", None).await;
    let cookie = head.lines().find(|line| line.to_ascii_lowercase().starts_with("set-cookie")).unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"),
        "{cookie}"
    );
    house.stop().await;
}

impl Person {
    async fn enter_missing(&self) -> u16 {
        self.try_enter("nosuchroom", Some(&format!("http://{}", self.address))).await.err().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_make_no_sense_are_answered_in_words() {
    let (house, mut an) = House::with_a_guest().await;
    for (method, path, body, status) in [
        ("GET", "/api/nowhere", None, 404),
        ("GET", "/api/rooms/nowhere", None, 404),
        ("GET", "/api/rooms/nowhere/record", None, 404),
        ("GET", "/api/invitations/nothing", None, 404),
        ("POST", "/api/rooms", Some("{"), 422),
        ("POST", "/api/rooms", Some("[]"), 422),
        ("POST", "/api/positions", Some("{\"game\":\"xiangqi\",\"text\":\"9/9/9\"}"), 422),
        ("POST", "/api/records", Some("{\"text\":\"\"}"), 422),
        ("GET", "/api/rooms/a/socket", None, 426),
    ] {
        let (answered, _, answer) = an.send(method, path, body).await;
        assert_eq!(answered, status, "{method} {path}: {answer}");
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert!(answer["error"]["code"].is_string(), "{answer}");
    }
    let large = json!({"text": "e4 ".repeat(400_000)}).to_string();
    assert_eq!(an.send("POST", "/api/records", Some(&large)).await.0, 413);
    let (status, read) = an
        .post("/api/positions", &json!({"game": "xiangqi", "text": "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"}))
        .await;
    assert_eq!(status, 200, "{read}");
    assert_eq!(read["start"]["turn"], "first");
    let (status, described) = an.get("/api/openapi.json").await;
    assert_eq!(status, 200);
    assert!(described["paths"].as_object().unwrap().len() >= 11);
    assert!(described["components"]["schemas"]["RoomView"].is_object());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_without_pause_is_told_to_wait_and_nobody_else_is() {
    let house = House::open_with(|config| config.requests = 30).await;
    let (mut an, mut binh) = (house.guest(), house.guest());
    an.get("/api/me").await;
    an.begin(one_device("toy")).await;
    let mut asked = 0;
    let (head, answer) = loop {
        let (status, head, answer) = an.send("GET", "/api/games", None).await;
        if status != 200 {
            assert_eq!(status, 429, "{answer}");
            break (head.to_ascii_lowercase(), answer);
        }
        asked += 1;
        assert!(asked < 1000, "there is no end to it");
    };
    assert!(asked >= 20, "a game and twenty looks are no flood: {asked}");
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["error"]["code"], "wire_too_many");
    assert!(answer["error"]["params"]["seconds"]["number"].as_u64() >= Some(1));
    assert!(head.contains("retry-after: "), "{head}");
    assert_eq!(binh.get("/api/games").await.0, 200);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_the_cookie_is_for_this_host_alone() {
    let house = House::open_with(|config| config.https = true).await;
    let mut an = house.guest();
    let (_, head, _) = an.send("GET", "/api/me", None).await;
    let cookie = head.lines().find(|line| line.to_ascii_lowercase().starts_with("set-cookie")).unwrap();
    assert!(
        cookie.contains("__Host-kydai=") && cookie.contains("Secure") && cookie.contains("Path=/"),
        "{cookie}"
    );
    assert!(head.to_ascii_lowercase().contains("strict-transport-security: "), "{head}");
    let (_, head, _) = an.send("GET", "/api/me", None).await;
    assert!(!head.to_ascii_lowercase().contains("set-cookie"), "it is known again");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_browser_is_one_person_however_much_it_asks_at_once() {
    let pages = common::Folder::new();
    std::fs::write(pages.0.join("index.html"), "<p>the page</p>").unwrap();
    let web = pages.0.clone();
    let house = House::open_with(move |config| config.web = Some(web)).await;
    let cookies = |head: &str| head.to_ascii_lowercase().matches("set-cookie:").count();
    // Without the page nobody is told who they are until they do something, so no two answers can disagree.
    let mut early = house.guest();
    for path in ["/api/games", "/api/rooms", "/api/stats", "/api/puzzles", "/api/library"] {
        let (status, head, _) = early.send("GET", path, None).await;
        assert_eq!((status, cookies(&head)), (200, 0), "{path}");
    }
    // With the page they are: once, and everything they ask afterwards is asked by the same person.
    let mut an = house.guest();
    let (_, head, _) = an.send("GET", "/", None).await;
    assert_eq!(cookies(&head), 1, "{head}");
    assert!(head.to_ascii_lowercase().contains("cache-control: private"), "kept for nobody else: {head}");
    let (_, head, _) = an.send("GET", "/room/abc", None).await;
    assert_eq!(cookies(&head), 0, "known again");
    let before = an.cookie.clone();
    let (room, _) = an.begin(one_device("xiangqi")).await;
    assert_eq!(an.cookie, before);
    let (_, rooms) = an.get("/api/rooms").await;
    assert_eq!(rooms["rooms"][0]["room"], room.as_str(), "{rooms}");
    // Nobody owns nothing.
    let (_, rooms) = house.guest().get("/api/rooms").await;
    assert_eq!(rooms["rooms"].as_array().map(Vec::len), Some(0), "{rooms}");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_says_so_and_those_inside_play_on() {
    let house = House::open_with(|config| config.connections = 3).await;
    let mut an = house.guest();
    let (_, mut talk, _) = an.sits(one_device("xiangqi")).await;
    // Two that say nothing take the other places.
    let idle = [
        tokio::net::TcpStream::connect(an.address).await.unwrap(),
        tokio::net::TcpStream::connect(an.address).await.unwrap(),
    ];
    let mut late = house.guest();
    let (status, head, answer) = loop {
        // A place of a request before may be given back a moment later.
        let answered = late.send("GET", "/api/games", None).await;
        if answered.0 != 200 {
            break answered;
        }
    };
    assert_eq!(status, 503, "{answer}");
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["error"]["code"], "wire_crowded");
    assert!(head.to_ascii_lowercase().contains("retry-after: "), "{head}");
    let (status, _, page) = late.send("GET", "/", None).await;
    assert!(status == 503 && !page.contains('{'), "{page}");
    assert_eq!(talk.plays("h2e2").await["turn"], "second");
    drop(idle);
    let mut tries = 0;
    while late.send("GET", "/api/games", None).await.0 != 200 {
        tries += 1;
        assert!(tries < 1000, "the places are not given back");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    house.stop().await;
}

/// A long game, played at random.
fn long_game() -> Vec<String> {
    let book = table::games::by_name("xiangqi").unwrap();
    let mut study = book.open(None, &[]).unwrap();
    let mut chance = game::Random::new(7);
    while study.ply() < 300 && study.status().outcome.is_none() {
        let legal = study.legal_moves(table::Notation::Uci);
        study.play(&legal[chance.below(legal.len())], table::Notation::Uci).unwrap();
    }
    // A move before its end, so that it can be played on.
    let mut moves = study.moves(table::Notation::Uci);
    moves.pop();
    moves
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_that_does_not_read_is_let_go_and_harms_nobody() {
    let (house, mut an) = House::with_a_guest().await;
    let asked = common::with(one_device("xiangqi"), "moves", json!(long_game()));
    let (room, mut calm, view) = an.sits(asked).await;
    let mut stalled = house.guest().enter_with_small_ears(&room).await;
    calm.until(|said| said["type"] == "presence" && said["watchers"] == 1).await;
    for number in 0..49 {
        for on in [false, true] {
            let ask = json!({"type": "evaluation", "on": on, "id": format!("{number}{on}")});
            stalled.send(Message::Text(ask.to_string().into())).await.unwrap();
        }
    }
    calm.plays(view["legal"][0].as_str().unwrap()).await;
    calm.until(|said| said["type"] == "presence" && said["watchers"] == 0).await;
    let view = calm.does(json!({"type": "take_back"})).await;
    assert_eq!(view["undone"], 1);
    house.stop().await;
}
