//! Fair deals: commitment before the nonces, deal from all nonces, persistence over restarts, verification at the end.

mod common;

use std::time::Duration;

use common::{Client, RoomSocket, TestServer, against, dealt_views, nonce_message, one_device, with};
use futures_util::StreamExt as _;
use game::Random;
use serde_json::{Value, json};
use server::wire::DealProof;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};
use table::{DealCheck, DealRecord, Message, verify_deal};
use tokio_tungstenite::tungstenite::Message as Frame;

fn link() -> Value {
    json!({"game": "jieqi", "one": {"kind": "me"}, "other": {"kind": "link"}})
}

fn read(proof: &Value) -> DealRecord {
    let proof: DealProof = serde_json::from_value(proof.clone()).unwrap();
    let bytes = |text: &str| hex::decode(text).unwrap();
    DealRecord {
        game: proof.game,
        scheme: proof.scheme,
        options: proof.options.into_iter().collect(),
        start: proof.start,
        commitment: bytes(&proof.commitment),
        seed: bytes(&proof.seed),
        nonces: proof.nonces.each_ref().map(|nonce| bytes(nonce)),
        pieces: proof.pieces,
        moves: proof.moves,
    }
}

fn holds(found: &Result<(Vec<DealCheck>, String), Message>) -> bool {
    found.as_ref().is_ok_and(|(checks, _)| checks.iter().all(|check| check.holds))
}

/// First view as it is sent, before this client adds its nonce.
async fn first_view(socket: &mut RoomSocket) -> Value {
    loop {
        let frame = socket.stream.next().await.expect("the socket stays open").expect("a frame");
        // On a busy machine the server may send a ping first.
        let Frame::Text(text) = frame else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["type"] == "view" {
            return message;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_move_is_possible_before_both_nonces_are_known() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (mut binh, mut cuong) = (server.client(), server.client());
    let (room, token) = an.create_game(link()).await;
    binh.post(&format!("/api/invitations/{}", token.unwrap()), &json!({})).await;
    cuong.get("/api/me").await;
    let (mut one, mut other, mut watcher) =
        (an.connect(&room).await, binh.connect(&room).await, cuong.connect(&room).await);
    let seen = first_view(&mut one).await;
    assert_eq!(seen["deal"]["commitment"].as_str().unwrap().len(), 64);
    assert_eq!(seen["deal"]["scheme"], "jieqi-v1");
    assert_eq!((&seen["deal"]["dealt"], &seen["deal"]["nonces"]), (&json!(false), &json!([null, null])));
    assert_eq!(seen["legal"], json!([]));
    first_view(&mut other).await;
    let play = json!({"type": "play", "mv": "a3a4"});
    assert_eq!(one.refusal_code(play.clone()).await, "deal_waits");
    for wrong in ["", "0f", "zz", &"0".repeat(31), &"00".repeat(33), "đđđđđđđđđđđđđđđđ"] {
        assert_eq!(
            one.refusal_code(json!({"type": "add_part", "nonce": wrong})).await,
            "deal_part_form",
            "{wrong}"
        );
    }
    assert_eq!(watcher.refusal_code(nonce_message("first")).await, "wire_watching");
    assert_eq!(one.refusal_code(nonce_message("second")).await, "wire_other_seat");
    let given = one.request(nonce_message("first")).await;
    assert_eq!(given["type"], "ack");
    assert_eq!(one.request(nonce_message("first")).await["type"], "ack", "a repeated nonce is acknowledged");
    let another = json!({"type": "add_part", "nonce": "ab".repeat(16)});
    assert_eq!(one.refusal_code(another).await, "deal_part_given");
    assert_eq!(one.refusal_code(play.clone()).await, "deal_waits");
    let (_, view) = cuong.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(view["deal"]["nonces"], json!(["0f".repeat(16), null]));
    assert_eq!(other.request(nonce_message("second")).await["type"], "ack");
    let dealt = one.dealt().await;
    assert_eq!(dealt["deal"]["by"], json!(["player", "player"]));
    assert!(dealt["deal"]["seed"].is_null() && dealt["deal"]["pieces"].is_null());
    assert_eq!(one.request(play).await["type"], "ack");
    // A game without hidden pieces has no deal.
    let (_, mut open, _) = an.create_and_connect(one_device("xiangqi")).await;
    assert_eq!(open.refusal_code(nonce_message("first")).await, "deal_none");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machines_nonce_is_known_before_the_player_adds_one() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, _) = an.create_game(against("jieqi", "random")).await;
    let mut socket = an.connect(&room).await;
    let seen = first_view(&mut socket).await;
    let machine = seen["deal"]["nonces"][1].clone();
    assert_eq!(machine.as_str().unwrap().len(), 64);
    assert_eq!(seen["deal"]["by"], json!([null, "server"]));
    assert_eq!(socket.request(nonce_message("first")).await["type"], "ack");
    let dealt = socket.dealt().await;
    assert_eq!(dealt["deal"]["nonces"][1], machine);
    // Between machines the deal needs no player.
    let machines = json!({"game": "jieqi", "one": {"kind": "engine", "engine": "random"},
        "other": {"kind": "engine", "engine": "greedy"}, "pace_ms": 0});
    let (_, _, view) = an.create_and_connect(machines).await;
    assert_eq!(view["deal"]["by"], json!(["server", "server"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_survives_restarts_before_and_during_the_game() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    let (room, token) = an.create_game(link()).await;
    binh.post(&format!("/api/invitations/{}", token.unwrap()), &json!({})).await;
    let mut one = an.connect(&room).await;
    let promised = one.view().await["deal"].clone();
    let server = server.restart_after(Duration::from_millis(50)).await;
    [&mut an, &mut binh].into_iter().for_each(|person| server.redirect(person));
    let mut sockets = [an.connect(&room).await, binh.connect(&room).await];
    let mut views = dealt_views(&mut sockets).await;
    assert_eq!(views[0]["deal"]["commitment"], promised["commitment"]);
    assert_eq!(views[0]["deal"]["nonces"][0], promised["nonces"][0]);
    for ply in 0..6 {
        let mv = views[ply % 2]["legal"][(ply * 5) % 20].as_str().unwrap().to_owned();
        views[ply % 2] = sockets[ply % 2].play(&mv).await;
        let seq = views[ply % 2]["seq"].clone();
        views[(ply + 1) % 2] = sockets[(ply + 1) % 2].view_where(|view| view["seq"] == seq).await;
    }
    let server = server.restart_after(Duration::from_millis(50)).await;
    [&mut an, &mut binh].into_iter().for_each(|person| server.redirect(person));
    let mut one = an.connect(&room).await;
    let back = one.dealt().await;
    assert_eq!(back["position"], views[0]["position"]);
    assert_eq!(back["deal"]["commitment"], promised["commitment"]);
    one.request_ok(json!({"type": "resign"})).await;
    let (status, proof) = binh.get(&format!("/api/rooms/{room}/deal")).await;
    assert_eq!(status, 200, "{proof}");
    assert!(holds(&verify_deal(&read(&proof))));
    server.stop().await;
}

/// Plays random moves to the end of a game, or resigns after `most` moves.
async fn play_to_the_end(person: &mut Client, asked: Value, random: &mut Random, most: usize) -> String {
    let (room, mut socket, mut view) = person.create_and_connect(asked).await;
    for ply in 0..most {
        // Reconnects before the flood limit of 100 messages in 20 seconds is reached.
        if ply % 80 == 79 {
            socket = person.connect(&room).await;
            view = socket.view().await;
        }
        let mine = |view: &Value| view["own_sides"].as_array().unwrap().contains(&view["turn"]);
        if !mine(&view) {
            view = socket.view_where(|view| mine(view) || !view["outcome"].is_null()).await;
        }
        let legal = view["legal"].as_array().unwrap().clone();
        let Some(mv) = random.pick(&legal) else { break };
        view = socket.play(mv.as_str().unwrap()).await;
        if !view["outcome"].is_null() {
            return room;
        }
    }
    let (status, early) = person.get(&format!("/api/rooms/{room}/deal")).await;
    // The machine may have ended the game by now.
    if status != 200 {
        assert_eq!(early["error"]["code"], "deal_not_over");
        socket.request(json!({"type": "resign"})).await;
    }
    room
}

#[tokio::test(flavor = "multi_thread")]
async fn every_finished_game_verifies_and_any_changed_digit_fails() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut random = Random::new(20);
    let mut plies = 0;
    for number in 0..30 {
        let asked = match number % 5 {
            0 => against("jieqi", "random"),
            1 => with(one_device("jieqi"), "options", json!({"captured": "all"})),
            2 => with(one_device("jieqi"), "options", json!({"captured": "none"})),
            3 => with(
                one_device("jieqi"),
                "setup",
                json!("3xkx1xx/9/2a1p2ap/9/9/2r1P4/1R4p2/1CP1n3r/4N4/4K1CB1 w b2p2 0 25"),
            ),
            _ => one_device("jieqi"),
        };
        // A machine delays its moves, so its games are short.
        let most = if number % 5 == 0 { 4 } else { 5 + 6 * number };
        let room = play_to_the_end(&mut an, asked, &mut random, most).await;
        let (status, proof) = an.get(&format!("/api/rooms/{room}/deal")).await;
        assert_eq!(status, 200, "{proof}");
        let found = verify_deal(&read(&proof));
        assert!(holds(&found), "{found:?} of {proof}");
        plies += proof["moves"].as_array().unwrap().len();
        // Change one digit of each input.
        for pointer in ["/seed", "/commitment", "/nonces/0", "/nonces/1"] {
            let mut forged = proof.clone();
            let text = forged.pointer(pointer).and_then(Value::as_str).unwrap().to_owned();
            let at = random.below(text.len());
            let digit = if text.as_bytes()[at] == b'7' { "8" } else { "7" };
            *forged.pointer_mut(pointer).unwrap() =
                json!(format!("{}{digit}{}", &text[..at], &text[at + 1..]));
            let hides = proof["start"].as_str().unwrap().contains(['x', 'X']) && number % 5 != 3;
            assert!(
                !holds(&verify_deal(&read(&forged))) || (!hides && pointer.starts_with("/nonces")),
                "{pointer}"
            );
        }
        let mut forged = read(&proof);
        if let Some(mv) = forged.moves.iter_mut().find(|mv| mv.len() > 4) {
            let other = if mv[4..5].eq_ignore_ascii_case("p") { "R" } else { "P" };
            mv.replace_range(4..5, other);
            assert!(!holds(&verify_deal(&forged)), "a piece of another deal was revealed");
        }
    }
    assert!(plies > 1000, "only {plies} plies were played");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_ends_before_the_deal_has_no_proof() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, _) = an.create_game(link()).await;
    let mut socket = an.connect(&room).await;
    socket.view().await;
    socket.request_ok(json!({"type": "abort"})).await;
    let (status, answer) = an.get(&format!("/api/rooms/{room}/deal")).await;
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("deal_never")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_an_older_version_keeps_its_deal_and_verifies() {
    for sql in [
        include_str!("../../../testdata/store/version-2.sql"),
        include_str!("../../../testdata/store/version-3.sql"),
        include_str!("../../../testdata/store/version-4.sql"),
        include_str!("../../../testdata/store/version-5.sql"),
        include_str!("../../../testdata/store/version-6.sql"),
        include_str!("../../../testdata/store/version-7.sql"),
    ] {
        open_and_verify(sql).await;
    }
}

/// Opens a database of an older version, finishes its game, and verifies the deal.
async fn open_and_verify(sql: &'static str) {
    let fresh = TestServer::start().await;
    let config = fresh.config.clone();
    let folder = fresh.stop().await;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", folder.database().display()));
    }
    let options = SqliteConnectOptions::new().filename(folder.database());
    // The tables are in alphabetical order, so references are not checked.
    let options = options.create_if_missing(true).foreign_keys(false);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    connection.execute(sql).await.unwrap();
    connection.close().await.unwrap();
    let server = server::start(config).await.unwrap();
    let cookie = sql.lines().find_map(|line| line.split_once("the cookie ")).unwrap().1.trim_end_matches('.');
    let mut an = Client { address: server.address, cookie: Some(cookie.to_owned()) };
    let room = "cuea2kqyf9zuqu33";
    let mut socket = an.connect(room).await;
    let view = socket.view().await;
    assert_eq!(view["deal"]["dealt"], true);
    assert_eq!(view["deal"]["by"], json!(["server", "server"]));
    assert_eq!(view["plies"][0]["mv"], "b2b9P");
    assert_eq!(view["plies"][1]["mv"], "a9b9p");
    socket.play(view["legal"][0].as_str().unwrap()).await;
    socket.request_ok(json!({"type": "resign"})).await;
    let (_, proof) = an.get(&format!("/api/rooms/{room}/deal")).await;
    assert!(holds(&verify_deal(&read(&proof))), "{proof}");
    server.stop().await;
}
