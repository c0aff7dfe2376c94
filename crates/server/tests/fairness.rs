//! Fairness between visitors: nobody's bursts, abandoned requests and slow connections cost the others their turn.

mod common;

use std::time::Duration;

use common::{Client, TestServer, against, one_device, with};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

/// Position whose win takes longer to prove than any test waits.
const HARD: &str = "2bak4/4a4/4b4/9/9/9/9/2N1B4/4A4/2BAK3R w";

async fn running_searches(an: &mut Client) -> u64 {
    an.get("/api/health").await.1["thinking"].as_u64().unwrap()
}

/// Waits until nothing is searched any more; a search that is not stopped would take minutes.
async fn until_idle(an: &mut Client) {
    for _ in 0..1_000 {
        if running_searches(an).await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("something still thinks");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_spectators_closes_neither_the_players_nor_each_other() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, mut player, _) = an.create_and_connect(one_device("xiangqi")).await;
    let mut joining = tokio::task::JoinSet::new();
    for _ in 0..200 {
        let (spectator, room) = (server.client(), room.clone());
        joining.spawn(async move { spectator.connect_without_evaluations(&room).await });
    }
    let mut spectators = joining.join_all().await;
    let seen = player.read_until(|message| message["type"] == "presence" && message["watchers"] == 200).await;
    assert_eq!(seen["seats"], json!([true, true]));
    let told = player.received.iter().filter(|text| text.contains("\"presence\"")).count();
    assert!(told < 100, "200 changes are merged, not sent {told} times");
    player.play("h2e2").await;
    for spectator in &mut spectators {
        spectator.view_where(|view| common::plies(view) == 1).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_thinks_for_an_empty_room() {
    let (server, mut an) = TestServer::start_with_client().await;
    let long = with(against("xiangqi", "champion:time=120000"), "color", json!("second"));
    let (room, _) = an.create_game(long).await;
    assert_eq!(running_searches(&mut an).await, 0, "nobody has come yet");
    let mut socket = an.connect(&room).await;
    socket.view().await;
    while running_searches(&mut an).await == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(socket);
    until_idle(&mut an).await;
    let engine = || json!({"kind": "engine", "engine": "champion:time=120000"});
    let match_of_machines = json!({"game": "xiangqi", "one": engine(), "other": engine()});
    let (_, socket, _) = an.create_and_connect(match_of_machines).await;
    while running_searches(&mut an).await == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(socket);
    until_idle(&mut an).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_games_of_one_guest_do_not_stop_another_guests_opponent() {
    let (server, mut greedy) = TestServer::start_with_client().await;
    let mut sockets = Vec::new();
    for _ in 0..6 {
        let long = with(against("xiangqi", "champion:time=120000"), "color", json!("second"));
        sockets.push(greedy.create_and_connect(long).await.1);
    }
    while running_searches(&mut greedy).await < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut an = server.client();
    let quick = with(against("xiangqi", "alphabeta:depth=2"), "color", json!("second"));
    let (_, mut socket, _) = an.create_and_connect(quick).await;
    for plies in [1, 3, 5] {
        let view = socket.view_where(|view| common::plies(view) == plies).await;
        socket.play(view["legal"][0].as_str().unwrap()).await;
    }
    // Twelve searches of up to ten seconds each on two slots come before, if they are served in order.
    for socket in &sockets {
        let moved = socket.received.iter().any(|text| text.contains("\"mv\""));
        assert!(!moved, "the long searches have not ended meanwhile");
    }
    drop(sockets);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_hang_up_stop_their_searches() {
    let (server, mut an) = TestServer::start_with_client().await;
    an.get("/api/me").await;
    let body = json!({"game": "xiangqi", "position": HARD, "moves": ["i0i9"]}).to_string();
    for _ in 0..30 {
        let mut stream = TcpStream::connect(an.address).await.unwrap();
        let head = format!(
            "POST /api/defences HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/json\r\n\
             Content-Length: {1}\r\n\r\n{body}",
            an.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
    }
    until_idle(&mut an).await;
    let (status, answer) =
        an.post("/api/defences", &json!({"game": "xiangqi", "position": HARD, "moves": ["i0i9"]})).await;
    assert_eq!(status, 200, "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_solve_replaces_the_old_one_wherever_it_stands() {
    let server = TestServer::start_with(|config| config.workers = 1).await;
    let mut an = server.client();
    an.get("/api/me").await;
    let ask = json!({"game": "xiangqi", "position": HARD, "seconds": 600});
    let mut ids: Vec<String> = Vec::new();
    for _ in 0..5 {
        let (status, view) = an.post("/api/solves", &ask).await;
        assert_eq!(status, 201, "{view}");
        ids.push(view["id"].as_str().unwrap().to_owned());
    }
    let last = ids.pop().unwrap();
    for id in ids {
        let mut state = Value::Null;
        for _ in 0..500 {
            state = an.get(&format!("/api/solves/{id}")).await.1["state"].clone();
            if state == "done" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(state, "done", "a replaced search ends");
    }
    let mut binh = server.client();
    binh.get("/api/me").await;
    let (status, view) = binh.post("/api/solves", &ask).await;
    assert_eq!(status, 201, "{view}");
    // The other guest's search gets its turn although the first one would run for ten minutes.
    let id = view["id"].as_str().unwrap();
    for _ in 0..1_000 {
        if binh.get(&format!("/api/solves/{id}")).await.1["state"] == "running" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(binh.get(&format!("/api/solves/{id}")).await.1["state"], "running");
    let (_, stopped) = an.get(&format!("/api/solves/{last}")).await;
    assert_ne!(stopped["state"], "done", "the first one pauses, it is not lost");
    server.stop().await;
}

/// Status, `Retry-After` and error code of a request.
async fn refusal(client: &mut Client, path: &str, body: &Value) -> (u16, bool, String) {
    let (status, head, answer) = client.send("POST", path, Some(&body.to_string())).await;
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let code = answer["error"]["code"].as_str().unwrap_or_default().to_owned();
    (status, head.to_ascii_lowercase().contains("retry-after:"), code)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_is_503_and_a_full_share_is_429_with_retry_after() {
    let server = TestServer::start_with(|config| {
        config.limits.solves_total = 1;
        config.limits.reviews_per_guest = 0;
        config.limits.questions_per_guest = 0;
        config.limits.rooms_per_guest = 1;
    })
    .await;
    let (mut an, mut binh) = (server.client(), server.client());
    let ask = json!({"game": "xiangqi", "position": HARD, "seconds": 600});
    let (status, view) = an.post("/api/solves", &ask).await;
    assert_eq!(status, 201, "{view}");
    assert_eq!(refusal(&mut binh, "/api/solves", &ask).await, (503, true, "wire_busy".to_owned()));
    let review = json!({"line": {"game": "xiangqi", "moves": ["h2e2"]}});
    assert_eq!(refusal(&mut an, "/api/reviews", &review).await, (429, true, "wire_own_share".to_owned()));
    let defend = json!({"game": "xiangqi", "position": HARD, "moves": ["i0i9"]});
    assert_eq!(refusal(&mut an, "/api/defences", &defend).await, (429, true, "wire_own_share".to_owned()));
    an.create_game(one_device("xiangqi")).await;
    let (status, _, code) = refusal(&mut an, "/api/rooms", &one_device("xiangqi")).await;
    assert_eq!((status, code.as_str()), (429, "new_too_many_rooms"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_library_search_has_a_limited_number_of_words() {
    let (server, mut an) = TestServer::start_with_client().await;
    for text in ["a,".repeat(500), "a%20".repeat(500)] {
        let (status, answer) = an.get(&format!("/api/library?text={text}")).await;
        assert_eq!((status, answer["error"]["code"].as_str()), (422, Some("library_many_words")));
    }
    let (status, page) = an.get("/api/library?text=li%20lai,xu%20yin").await;
    assert_eq!(status, 200, "{page}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_decides_who_imports_the_master_games() {
    let server = TestServer::start_with(|config| config.masters = server::MastersImport::Nobody).await;
    let mut an = server.client();
    let (status, _, code) = refusal(&mut an, "/api/library/masters", &json!({})).await;
    assert_eq!((status, code.as_str()), (403, "library_masters_closed"));
    server.stop().await;
    // Behind a proxy on this machine a visitor is who the proxy says.
    let server = TestServer::start_with(|config| config.trusted_proxies = vec![[127, 0, 0, 1].into()]).await;
    let address = server.client().address;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/library/masters HTTP/1.1\r\nHost: {address}\r\nX-Forwarded-For: 192.0.2.9\r\n\
         Content-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_master_games_are_imported_once() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (status, job) = an.post("/api/library/masters", &json!({})).await;
    assert_eq!((status, &job["running"]), (202, &json!(true)));
    let (status, _, code) = refusal(&mut an, "/api/library/masters", &json!({})).await;
    assert_eq!((status, code.as_str()), (409, "library_busy"));
    // The import takes minutes in a test build: a second server, over a library that is marked as done.
    server.stop().await;
    let (server, mut an) = TestServer::start_with_client().await;
    library::Library::open(&server.folder.database()).await.unwrap().mark_masters().await.unwrap();
    let (status, _, code) = refusal(&mut an, "/api/library/masters", &json!({})).await;
    assert_eq!((status, code.as_str()), (409, "library_masters_there"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pings_count_as_messages_and_errors_close_with_their_code() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, _) = an.create_game(one_device("xiangqi")).await;
    let code = |mut socket: common::RoomSocket| async move {
        loop {
            match tokio::time::timeout(Duration::from_secs(60), socket.stream.next()).await.unwrap() {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    };
    let mut socket = an.connect(&room).await;
    for _ in 0..150 {
        if socket.stream.send(Message::Ping(Vec::new().into())).await.is_err() {
            break;
        }
    }
    assert_eq!(code(socket).await, Some(CloseCode::Policy), "pings");
    // Frames that a well-behaved client does not send: masked, with a mask of zeros.
    for (frame, expected) in [
        (&[0x83, 0x80, 0, 0, 0, 0][..], CloseCode::Protocol),
        (&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe][..], CloseCode::Invalid),
        (&[0x81, 0xfe, 0xff, 0xff, 0, 0, 0, 0][..], CloseCode::Size),
    ] {
        let mut socket = an.connect(&room).await;
        socket.stream.get_mut().write_all(frame).await.unwrap();
        assert_eq!(code(socket).await, Some(expected), "{frame:?}");
    }
    server.stop().await;
}

/// Everything that the server sends on a connection before it closes it.
async fn answer_to_slow(address: std::net::SocketAddr, part: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(part.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let reading = stream.read_to_end(&mut answer);
    let _ = tokio::time::timeout(Duration::from_secs(30), reading).await.expect("the server closes it");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_heads_and_bodies_do_not_hold_their_connection() {
    let server = TestServer::start_with(|config| {
        config.limits.header_s = 1;
        config.limits.body_s = 1;
    })
    .await;
    let address = server.client().address;
    let head = format!("GET /api/games HTTP/1.1\r\nHost: {address}\r\nX-Slow: ");
    answer_to_slow(address, &head).await;
    let body = format!(
        "POST /api/positions HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{\"game\":"
    );
    let answer = answer_to_slow(address, &body).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_for_another_host_is_refused() {
    let server = TestServer::start().await;
    let address = server.client().address;
    for (host, status) in [("evil.example", "421"), ("localhost", "200")] {
        for path in ["/api/games", "/api/me"] {
            let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let answer = answer_to_slow(address, &head).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}{path}: {answer}");
        }
    }
    server.stop().await;
}
