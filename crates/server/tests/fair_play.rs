//! Fair play between people: first moves in time, credit for network delay, and no help with a running rated game.

mod common;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use common::people::{PASSWORD, code, sign_in, sign_up};
use common::{Client, Folder, RoomSocket, TestServer, with};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

fn rated() -> Value {
    json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"}, "rated": true,
        "clock": {"kind": "game", "initial_ms": 60_000, "increment_ms": 0}})
}

/// Room of a game of two people, the first with the first side.
async fn seated(one: &mut Client, other: &mut Client, asked: Value) -> String {
    let (room, invitation) = one.create_game(asked).await;
    let (status, answer) = other.post(&format!("/api/invitations/{}", invitation.unwrap()), &json!({})).await;
    assert_eq!(status, 200, "{answer}");
    room
}

async fn two_accounts(server: &TestServer) -> (Client, Client) {
    let (mut an, mut binh) = (server.client(), server.client());
    sign_up(&mut an, "An_2003").await;
    sign_up(&mut binh, "Binh99").await;
    (an, binh)
}

async fn rated_games(folder: &Folder) -> i64 {
    let options = SqliteConnectOptions::new().filename(folder.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let (count,): (i64,) =
        sqlx::query_as("SELECT count(*) FROM rated_game").fetch_one(&mut connection).await.unwrap();
    count
}

async fn end_of(person: &mut Client, room: &str) -> Value {
    for _ in 0..400 {
        let (_, view) = person.get(&format!("/api/rooms/{room}")).await;
        if !view["outcome"].is_null() {
            return view;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the game goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_move_that_does_not_come_aborts_the_game_unrated() {
    let server = TestServer::start_with(|config| config.limits.first_move_s = 1).await;
    let (mut an, mut binh) = two_accounts(&server).await;
    let (waiting, _) = an.create_game(rated()).await;
    let room = seated(&mut an, &mut binh, rated()).await;
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    assert!((1..=1000).contains(&view["first_move_ms"].as_i64().unwrap()), "{view}");
    assert_eq!(end_of(&mut an, &room).await["outcome"]["reason"], "aborted");
    let (_, view) = an.get(&format!("/api/rooms/{waiting}")).await;
    assert_eq!(
        (&view["outcome"], &view["first_move_ms"]),
        (&Value::Null, &Value::Null),
        "nobody has come yet"
    );

    // The other side's first move has its time too, and then the clocks decide.
    let room = seated(&mut an, &mut binh, rated()).await;
    let mut first = an.connect(&room).await;
    first.view().await;
    first.play("h2e2").await;
    assert_eq!(end_of(&mut an, &room).await["outcome"]["reason"], "aborted");
    let room = seated(&mut an, &mut binh, rated()).await;
    let (mut first, mut second) = (an.connect(&room).await, binh.connect(&room).await);
    first.view().await;
    first.play("h2e2").await;
    second.view_where(|view| common::plies(view) == 1).await;
    let view = second.play("h9g7").await;
    assert_eq!(view["first_move_ms"], Value::Null);
    tokio::time::sleep(Duration::from_millis(1_300)).await;
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(view["outcome"], Value::Null);

    // Casual games by link have no such limit.
    let casual = with(rated(), "rated", Value::Null);
    let room = seated(&mut an, &mut binh, casual).await;
    assert_eq!(an.get(&format!("/api/rooms/{room}")).await.1["first_move_ms"], Value::Null);
    let folder = server.stop().await;
    assert_eq!(rated_games(&folder).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_for_the_first_move_goes_on_after_a_restart_without_anybody() {
    let server = TestServer::start_with(|config| config.limits.first_move_s = 3).await;
    let (mut an, mut binh) = two_accounts(&server).await;
    let room = seated(&mut an, &mut binh, rated()).await;
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    let server = server.restart_after(Duration::from_millis(500)).await;
    server.redirect(&mut an);
    let begun = Instant::now();
    let mut view = Value::Null;
    while view["rooms"][0]["outcome"].is_null() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{view}");
        tokio::time::sleep(Duration::from_millis(50)).await;
        // The list does not load the room.
        view = an.get("/api/rooms").await.1;
    }
    assert_eq!(view["rooms"][0]["room"], room.as_str());
    assert_eq!(view["rooms"][0]["outcome"]["reason"], "aborted");
    assert!(begun.elapsed() >= Duration::from_millis(1_200), "the downtime was credited");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn either_player_aborts_before_both_have_moved_and_may_claim_when_the_other_has_left() {
    let server = TestServer::start_with(|config| config.grace = Duration::from_secs(2)).await;
    let (mut an, mut binh) = two_accounts(&server).await;
    let room = seated(&mut an, &mut binh, rated()).await;
    let mut second = binh.connect(&room).await;
    second.view().await;
    let view = second.request_ok(json!({"type": "abort"})).await;
    assert_eq!(view["outcome"]["reason"], "aborted");
    let room = seated(&mut an, &mut binh, rated()).await;
    let (mut first, mut second) = (an.connect(&room).await, binh.connect(&room).await);
    first.view().await;
    first.play("h2e2").await;
    second.view_where(|view| common::plies(view) == 1).await;
    second.play("h9g7").await;
    assert_eq!(second.refusal_code(json!({"type": "abort"})).await, "refusal_too_late_to_abort");
    drop(second);
    let left = first.read_until(|message| !message["claim_in_ms"][1].is_null()).await;
    assert!(left["claim_in_ms"][1].as_u64().unwrap() <= 2_000, "the grace is shown: {left}");
    assert_eq!(first.refusal_code(json!({"type": "claim_left", "draw": false})).await, "refusal_not_left");
    tokio::time::sleep(Duration::from_millis(2_300)).await;
    let end = first.request_ok(json!({"type": "claim_left", "draw": false})).await;
    assert_eq!(
        (&end["outcome"]["winner"], &end["outcome"]["reason"]),
        (&json!("first"), &json!("abandonment"))
    );
    assert!(end["rated"]["change"]["after"][0].as_i64().unwrap() > 1600, "a rated win: {end}");
    server.stop().await;
}

/// Passes bytes on between a client and the server, each way after a delay.
async fn slow_network(server: SocketAddr, delay: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(server).await.unwrap();
            for stream in [&client, &server] {
                stream.set_nodelay(true).unwrap();
            }
            let (from_client, to_client) = client.into_split();
            let (from_server, to_server) = server.into_split();
            tokio::spawn(pass_on(from_client, to_server, delay));
            tokio::spawn(pass_on(from_server, to_client, delay));
        }
    });
    address
}

async fn pass_on(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    delay: Duration,
) {
    let (queue, mut delayed) = tokio::sync::mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        while let Some((due, bytes)) = delayed.recv().await {
            tokio::time::sleep_until(due.into()).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    });
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(count) = from.read(&mut buffer).await {
        if count == 0 || queue.send((Instant::now() + delay, buffer[..count].to_vec())).is_err() {
            return;
        }
    }
}

/// Reads for a while, so that pings are answered.
async fn read_for(socket: &mut RoomSocket, time: Duration) {
    let _ = tokio::time::timeout(time, async { while socket.next().await.is_some() {} }).await;
}

const MOVES: [&str; 10] = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "b0c2", "c6c5", "c3c4", "g6g5"];

#[tokio::test(flavor = "multi_thread")]
async fn network_delay_is_given_back_and_no_more() {
    const DELAY: Duration = Duration::from_millis(120);
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    let direct = an.address;
    let room = seated(&mut an, &mut binh, with(rated(), "rated", Value::Null)).await;
    // Binh sits behind a slow network; An's delay is only claimed: pings are answered a second late.
    let mut slow = Client { address: slow_network(direct, DELAY).await, ..binh.clone() };
    // The page's own address is the server's.
    let mut second = connect_through(&mut slow, direct, &room).await;
    let mut first = an.connect(&room).await;
    second.view().await;
    read_for(&mut second, Duration::from_millis(600)).await;
    first.view().await;
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    for (ply, mv) in MOVES.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut first } else { &mut second };
        if ply > 0 {
            mover.view_where(|view| common::plies(view) == ply as u64).await;
        }
        let answer = mover.request(json!({"type": "play", "mv": mv})).await;
        assert_eq!(answer["type"], "ack", "{answer}");
    }
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    let plies = view["plies"].as_array().unwrap();
    let clock = |ply: usize| plies[ply]["clock_ms"].as_i64().unwrap();
    // Binh's five moves took at least 240 ms each by the server's clock.
    let lost = 60_000 - clock(9);
    assert!(lost < 5 * 240 - 500, "{lost} ms were lost to the network: {plies:?}");
    for ply in (2..plies.len()).step_by(2) {
        assert!(clock(ply) <= clock(ply - 2), "nobody gains time");
    }
    for (ply, played) in plies.iter().enumerate().skip(1) {
        assert!(played["ms"].as_i64().unwrap() >= 0 && clock(ply) <= 60_000);
    }
    // The log replays to the same clocks.
    let left = [&view["clock"]["left_ms"][1], &plies[9]["clock_ms"]];
    assert_eq!(left[0], left[1]);
    let server = server.restart_after(Duration::ZERO).await;
    server.redirect(&mut an);
    let (_, again) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(again["plies"], view["plies"]);
    server.stop().await;
}

/// Connects to a room through another address, as a page of the server.
async fn connect_through(client: &mut Client, server: SocketAddr, room: &str) -> RoomSocket {
    use tokio_tungstenite::tungstenite::client::IntoClientRequest;
    let mut request = format!("ws://{server}/api/rooms/{room}/socket").into_client_request().unwrap();
    request.headers_mut().insert("origin", format!("http://{server}").parse().unwrap());
    request.headers_mut().insert("cookie", client.cookie.clone().unwrap().parse().unwrap());
    let stream = TcpStream::connect(client.address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    RoomSocket { stream: socket, received: Vec::new() }
}

/// Requests for help with the position after some moves: method, path and body.
fn requests(moves: &str, position: &str) -> Vec<(&'static str, String, Option<Value>)> {
    let list: Vec<&str> = moves.split(',').filter(|mv| !mv.is_empty()).collect();
    let encoded = position.replace(' ', "%20");
    vec![
        ("GET", format!("/api/analysis?game=xiangqi&moves={moves}&depth=1"), None),
        ("GET", format!("/api/analysis?game=xiangqi&position={encoded}&depth=1"), None),
        ("POST", "/api/solves".into(), Some(json!({"game": "xiangqi", "position": position, "seconds": 1}))),
        ("POST", "/api/defences".into(), Some(json!({"game": "xiangqi", "position": position, "moves": []}))),
        ("POST", "/api/labs/evaluation".into(), Some(json!({"game": "xiangqi", "moves": list}))),
        (
            "POST",
            "/api/labs".into(),
            Some(json!({"game": "xiangqi", "moves": list, "engines": ["alphabeta:depth=1"]})),
        ),
        ("POST", "/api/reviews".into(), Some(json!({"line": {"game": "xiangqi", "moves": list}}))),
        ("GET", format!("/api/library/explorer?game=xiangqi&position={encoded}"), None),
        ("GET", format!("/api/library?game=xiangqi&position={encoded}"), None),
        (
            "POST",
            "/api/rooms".into(),
            Some(json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "level", "level": 8},
                "setup": position})),
        ),
        (
            "POST",
            "/api/rooms".into(),
            Some(json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "level", "level": 8},
                "moves": list})),
        ),
    ]
}

/// Statuses and codes of the answers to such requests.
async fn answers(person: &mut Client, moves: &str, position: &str) -> Vec<(String, u16, String)> {
    let mut seen = Vec::new();
    for (method, path, body) in requests(moves, position) {
        let body = body.map(|body| body.to_string());
        let (status, _, answer) = person.send(method, &path, body.as_deref()).await;
        let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
        seen.push((format!("{method} {path}"), status, code(&answer).to_owned()));
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_computed_for_the_players_of_a_running_rated_game() {
    let server = TestServer::start_with(|config| config.idle = Duration::from_millis(100)).await;
    let (mut an, mut binh) = two_accounts(&server).await;
    let room = seated(&mut an, &mut binh, rated()).await;
    let (mut first, mut second) = (an.connect(&room).await, binh.connect(&room).await);
    first.view().await;
    first.play("h2e2").await;
    second.view_where(|view| common::plies(view) == 1).await;
    let position = second.play("h9g7").await["position"].as_str().unwrap().to_owned();
    // Counters at the end of a position do not matter.
    let counters = format!("{} 7 9", position.rsplitn(3, ' ').nth(2).unwrap_or(&position));
    let moves = "h2e2,h9g7";
    // The account on another device is the same player.
    let mut phone = server.client();
    assert_eq!(sign_in(&mut phone, "An_2003", PASSWORD, false).await.0, 200);
    for (who, person) in [("An", &mut an), ("Binh", &mut binh), ("An's phone", &mut phone)] {
        for (what, status, code) in answers(person, moves, &counters).await {
            assert_eq!((status, code.as_str()), (403, "fair_play_running"), "{who}: {what}");
        }
        // What follows from the game's position is refused too, and an earlier position.
        for moves in ["h2e2,h9g7,h0g2", "h2e2"] {
            let path = format!("/api/analysis?game=xiangqi&moves={moves}&depth=1");
            assert_eq!(person.get(&path).await.0, 403, "{who}: {moves}");
        }
        // Other positions, and the start of every game, are free.
        for moves in ["", "b2e2", "b2e2,h9g7"] {
            let path = format!("/api/analysis?game=xiangqi&moves={moves}&depth=1");
            assert_eq!(person.get(&path).await.0, 200, "{who}: {moves}");
        }
    }
    let (mut stranger, mut guest) = (server.client(), server.client());
    sign_up(&mut stranger, "Someone").await;
    for person in [&mut stranger, &mut guest] {
        for (what, status, _) in answers(person, moves, &counters).await {
            assert_ne!(status, 403, "{what}");
        }
    }
    // The room does not have to be in memory.
    drop((first, second));
    for (what, status, _) in answers(&mut an, moves, &counters).await.into_iter().take(2) {
        assert_eq!(status, 403, "{what}");
    }
    let mut second = binh.connect(&room).await;
    second.view().await;
    second.request_ok(json!({"type": "resign"})).await;
    for (what, status, _) in answers(&mut an, moves, &counters).await {
        assert_ne!(status, 403, "the game is over: {what}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_tells_nothing_about_hidden_pieces() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    sign_up(&mut an, "An_2003").await;
    sign_up(&mut binh, "Binh99").await;
    let room = seated(&mut an, &mut binh, with(rated(), "game", json!("jieqi"))).await;
    let mut sockets = [an.connect(&room).await, binh.connect(&room).await];
    let views = common::dealt_views(&mut sockets).await;
    let mv = views[0]["legal"][0].as_str().unwrap().to_owned();
    let [first, _] = &mut sockets;
    let own = first.play(&mv).await["position"].as_str().unwrap().to_owned();
    let ask = |position: &str| {
        let position = position.replace(' ', "%20").replace('[', "%5B").replace(']', "%5D");
        format!("/api/analysis?game=jieqi&position={position}&depth=1")
    };
    assert_eq!(an.get(&ask(&own)).await.0, 403);
    let (_, seen) = binh.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(binh.get(&ask(seen["position"].as_str().unwrap())).await.0, 403, "as Binh knows it");
    server.stop().await;
}
