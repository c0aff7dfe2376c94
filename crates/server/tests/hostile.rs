//! Malformed and hostile input: each gets a defined answer and does no harm.

mod common;

use common::{Client, TestServer, one_device};
use futures_util::SinkExt;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn malformed_messages_are_refused_and_the_socket_stays_usable() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (_, mut socket, _) = an.create_and_connect(one_device("xiangqi")).await;
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
        socket.send_text(garbage).await;
        let answer = socket.read_until(|message| message["type"] == "refusal").await;
        assert_eq!(answer["why"]["code"], "wire_unreadable", "{garbage}");
    }
    let named = socket.refusal_code(json!({"type": "fly", "id": "named"})).await;
    assert_eq!(named, "wire_unreadable");
    socket.stream.send(Message::Binary(vec![1, 2, 3].into())).await.unwrap();
    socket.read_until(|message| message["type"] == "refusal").await;
    for odd in ["", "h2e2e2", "zz", "🙂", "h2e2\n\rquit", "--"] {
        assert!(socket.refusal_code(json!({"type": "play", "mv": odd})).await.starts_with("move_"), "{odd}");
    }
    assert_eq!(
        socket.refusal_code(json!({"type": "play", "mv": "a", "notation": "klingon"})).await,
        "notation_unknown"
    );
    let long = "x".repeat(65);
    socket.send_text(&json!({"type": "ping", "id": long}).to_string()).await;
    assert_eq!(socket.read_until(|message| message["type"] == "refusal").await["why"]["code"], "wire_id");
    assert_eq!(
        socket.refusal_code(json!({"type": "take_back", "plies": 4_000_000_000_u32})).await,
        "refusal_nothing_to_take_back"
    );
    assert_eq!(socket.refusal_code(json!({"type": "redo", "plies": 0})).await, "refusal_nothing_to_redo");
    assert_eq!(socket.refusal_code(json!({"type": "flag"})).await, "refusal_time_left");
    assert_eq!(socket.play("h2e2").await["turn"], "second");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_frames_and_floods_close_only_their_own_socket() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, mut calm, _) = an.create_and_connect(one_device("xiangqi")).await;
    let mut huge = an.connect(&room).await;
    huge.view().await;
    huge.send_text(&"x".repeat(9000)).await;
    while huge.next().await.is_some() {}
    let mut flood = an.connect(&room).await;
    flood.view().await;
    for count in 0..150 {
        flood.send_text(&json!({"type": "ping", "id": count.to_string()}).to_string()).await;
    }
    let mut answered = 0;
    while let Some(message) = flood.next().await {
        answered += u32::from(message["type"] == "pong");
    }
    assert!(answered <= 100, "{answered}");
    assert_eq!(calm.play("h2e2").await["turn"], "second");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cross_site_requests_and_other_players_are_refused() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, _) = an.create_game(one_device("xiangqi")).await;
    for origin in [Some("http://evil.example"), Some("null"), None] {
        assert_eq!(an.try_connect(&room, origin).await.err(), Some(403), "{origin:?}");
    }
    assert_eq!(an.connect_to_missing_room().await, 404);
    let body = one_device("chess").to_string();
    let (status, _, answer) =
        an.send_from("POST", "/api/rooms", Some(&body), Some("http://evil.example")).await;
    assert_eq!(status, 403, "{answer}");
    let mut other = server.client();
    assert_eq!(other.send("DELETE", &format!("/api/rooms/{room}"), None).await.0, 404, "not on that list");
    let (_, head, _) = other.send("GET", "/api/health", None).await;
    let head = head.to_ascii_lowercase();
    for needed in [
        "content-security-policy: default-src 'self'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
    ] {
        assert!(head.contains(needed), "{needed} in {head}");
    }
    let mut fresh = server.client();
    let (_, head, _) = fresh.send("GET", "/api/me", None).await;
    let cookie = head.lines().find(|line| line.to_ascii_lowercase().starts_with("set-cookie")).unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"),
        "{cookie}"
    );
    server.stop().await;
}

impl Client {
    async fn connect_to_missing_room(&self) -> u16 {
        self.try_connect("nosuchroom", Some(&format!("http://{}", self.address))).await.err().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_requests_get_an_error_code() {
    let (server, mut an) = TestServer::start_with_client().await;
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
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_over_the_rate_limit_is_told_to_wait_and_no_other_is() {
    let server = TestServer::start_with(|config| config.requests = 30).await;
    let (mut an, mut binh) = (server.client(), server.client());
    an.get("/api/me").await;
    an.create_game(one_device("toy")).await;
    let mut asked = 0;
    let (head, answer) = loop {
        let (status, head, answer) = an.send("GET", "/api/games", None).await;
        if status != 200 {
            assert_eq!(status, 429, "{answer}");
            break (head.to_ascii_lowercase(), answer);
        }
        asked += 1;
        assert!(asked < 1000, "the limit is never reached");
    };
    assert!(asked >= 20, "a game and twenty requests are within the limit: {asked}");
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["error"]["code"], "wire_too_many");
    assert!(answer["error"]["params"]["seconds"]["number"].as_u64() >= Some(1));
    assert!(head.contains("retry-after: "), "{head}");
    assert_eq!(binh.get("/api/games").await.0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_the_cookie_has_the_host_prefix() {
    let server = TestServer::start_with(|config| config.https = true).await;
    let mut an = server.client();
    let (_, head, _) = an.send("GET", "/api/me", None).await;
    let cookie = head.lines().find(|line| line.to_ascii_lowercase().starts_with("set-cookie")).unwrap();
    assert!(
        cookie.contains("__Host-kydai=") && cookie.contains("Secure") && cookie.contains("Path=/"),
        "{cookie}"
    );
    assert!(head.to_ascii_lowercase().contains("strict-transport-security: "), "{head}");
    // A cookie that is used lives for another year.
    let before = an.cookie.clone();
    let (_, head, _) = an.send("GET", "/api/me", None).await;
    assert!(head.to_ascii_lowercase().contains("max-age=31536000"), "{head}");
    assert_eq!(an.cookie, before, "the client is known");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_first_requests_of_a_browser_share_one_identity() {
    let pages = common::Folder::new();
    std::fs::write(pages.0.join("index.html"), "<p>the page</p>").unwrap();
    let web = pages.0.clone();
    let server = TestServer::start_with(move |config| config.web = Some(web)).await;
    let cookies = |head: &str| head.to_ascii_lowercase().matches("set-cookie:").count();
    // Without the page a client gets no cookie until it changes something, so concurrent answers cannot disagree.
    let mut early = server.client();
    for path in ["/api/games", "/api/rooms", "/api/stats", "/api/puzzles", "/api/library"] {
        let (status, head, _) = early.send("GET", path, None).await;
        assert_eq!((status, cookies(&head)), (200, 0), "{path}");
    }
    // The page sets the cookie once, and all later requests use it.
    let mut an = server.client();
    let (_, head, _) = an.send("GET", "/", None).await;
    assert_eq!(cookies(&head), 1, "{head}");
    assert!(head.to_ascii_lowercase().contains("cache-control: private"), "not for shared caches: {head}");
    let first = an.cookie.clone();
    let (_, head, _) = an.send("GET", "/room/abc", None).await;
    assert_eq!(an.cookie, first, "the client is known");
    assert_eq!(cookies(&head), 1, "the cookie is renewed");
    let before = an.cookie.clone();
    let (room, _) = an.create_game(one_device("xiangqi")).await;
    assert_eq!(an.cookie, before);
    let (_, rooms) = an.get("/api/rooms").await;
    assert_eq!(rooms["rooms"][0]["room"], room.as_str(), "{rooms}");
    // A caller without a cookie has no games.
    let (_, rooms) = server.client().get("/api/rooms").await;
    assert_eq!(rooms["rooms"].as_array().map(Vec::len), Some(0), "{rooms}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_the_connection_limit_new_clients_get_503_and_games_continue() {
    let server = TestServer::start_with(|config| config.connections = 3).await;
    let mut an = server.client();
    let (_, mut socket, _) = an.create_and_connect(one_device("xiangqi")).await;
    // Two idle connections take the remaining slots.
    let idle = [
        tokio::net::TcpStream::connect(an.address).await.unwrap(),
        tokio::net::TcpStream::connect(an.address).await.unwrap(),
    ];
    let mut late = server.client();
    let (status, head, answer) = loop {
        // The slot of an earlier request may be released a moment later.
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
    assert_eq!(socket.play("h2e2").await["turn"], "second");
    drop(idle);
    let mut tries = 0;
    while late.send("GET", "/api/games", None).await.0 != 200 {
        tries += 1;
        assert!(tries < 1000, "the slots are not released");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    server.stop().await;
}

/// Moves of a long random game.
fn long_game() -> Vec<String> {
    let book = table::games::by_name("xiangqi").unwrap();
    let mut study = book.open(None, &[]).unwrap();
    let mut chance = game::Random::new(7);
    while study.ply() < 300 && study.status().outcome.is_none() {
        let legal = study.legal_moves(table::Notation::Uci);
        study.play(&legal[chance.below(legal.len())], table::Notation::Uci).unwrap();
    }
    // Without the last move, so that the game can continue.
    let mut moves = study.moves(table::Notation::Uci);
    moves.pop();
    moves
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_dropped_and_others_continue() {
    let (server, mut an) = TestServer::start_with_client().await;
    let asked = common::with(one_device("xiangqi"), "moves", json!(long_game()));
    let (room, mut calm, view) = an.create_and_connect(asked).await;
    let mut stalled = server.client().connect_with_small_buffer(&room).await;
    calm.read_until(|message| message["type"] == "presence" && message["watchers"] == 1).await;
    for number in 0..49 {
        for on in [false, true] {
            let ask = json!({"type": "evaluation", "on": on, "id": format!("{number}{on}")});
            stalled.send(Message::Text(ask.to_string().into())).await.unwrap();
        }
    }
    calm.play(view["legal"][0].as_str().unwrap()).await;
    calm.read_until(|message| message["type"] == "presence" && message["watchers"] == 0).await;
    let view = calm.request_ok(json!({"type": "take_back"})).await;
    assert_eq!(view["undone"], 1);
    server.stop().await;
}
