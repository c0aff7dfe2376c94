//! Games by correspondence: they rest between moves, keep their deadlines over restarts, and are listed where it is one's turn.

mod common;

use std::time::Duration;

use common::people::ask;
use common::{Client, Folder, TestServer, with};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};

const DAY: i64 = 86_400_000;

fn days(days: i64) -> Value {
    json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"},
        "clock": {"kind": "move", "allowance_ms": days * DAY}})
}

/// Game of two guests after some moves, with nobody connected.
async fn played(one: &mut Client, other: &mut Client, asked: Value, moves: &[&str]) -> String {
    let (room, invitation) = one.create_game(asked).await;
    let (status, answer) = other.post(&format!("/api/invitations/{}", invitation.unwrap()), &json!({})).await;
    assert_eq!(status, 200, "{answer}");
    let (mut first, mut second) = (one.connect(&room).await, other.connect(&room).await);
    first.view().await;
    second.view().await;
    for (ply, mv) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut first } else { &mut second };
        mover.play(mv).await;
    }
    room
}

/// Waits until no room is in memory.
async fn rest(person: &mut Client) {
    for _ in 0..400 {
        if person.get("/api/health").await.1["rooms"] == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the room stays in memory");
}

/// Games in which it is a person's turn, once there are this many: lists follow a move within a moment.
async fn turns(person: &mut Client, wanted: usize) -> Vec<Value> {
    for _ in 0..200 {
        let (status, page) = person.get("/api/turns").await;
        assert_eq!(status, 200, "{page}");
        let rooms = page["rooms"].as_array().unwrap().clone();
        if rooms.len() == wanted {
            return rooms;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("never {wanted} games");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_rests_between_moves_and_keeps_its_time_over_a_restart() {
    let server = TestServer::start_with(|config| {
        (config.idle, config.grace) = (Duration::from_millis(100), Duration::ZERO);
    })
    .await;
    let (mut an, mut binh) = (server.client(), server.client());
    let room = played(&mut an, &mut binh, days(3), &["h2e2", "h9g7", "h0g2"]).await;
    rest(&mut an).await;
    assert!(turns(&mut an, 0).await.is_empty());
    let listed = turns(&mut binh, 1).await;
    let row = &listed[0];
    assert_eq!(
        (&row["room"], &row["clock"]),
        (&json!(room), &json!({"kind": "move", "allowance_ms": 3 * DAY}))
    );
    let due = row["move_by"].as_i64().unwrap();
    let left = due - row["touched_at"].as_i64().unwrap();
    assert_eq!(left, 3 * DAY, "the exact time, not the shortest that is possible");

    let server = server.restart_after(Duration::from_millis(400)).await;
    server.redirect(&mut an);
    server.redirect(&mut binh);
    assert_eq!(an.get("/api/health").await.1["rooms"], 0, "no room was loaded at start");
    let again = turns(&mut binh, 1).await[0]["move_by"].as_i64().unwrap();
    assert!(again >= due + 300, "the downtime is credited: {}", again - due);
    // Nobody has to be there: leaving is no reason for a claim.
    let mut first = an.connect(&room).await;
    let view = first.view().await;
    let left = view["clock"]["left_ms"][1].as_i64().unwrap();
    assert!((3 * DAY - 60_000..=3 * DAY).contains(&left), "{left}");
    assert_eq!(first.refusal_code(json!({"type": "claim_left", "draw": false})).await, "refusal_not_left");
    let presence = server_presence(&mut first).await;
    assert_eq!(presence["claim_in_ms"], json!([null, null]), "{presence}");
    server.stop().await;
}

/// Presence after somebody else has come and gone.
async fn server_presence(socket: &mut common::RoomSocket) -> Value {
    socket.send_text(&json!({"type": "ping", "id": "p"}).to_string()).await;
    let known = socket.received.iter().rev().find(|text| text.contains("\"presence\"")).cloned();
    match known {
        Some(text) => serde_json::from_str(&text).unwrap(),
        None => socket.read_until(|message| message["type"] == "presence").await,
    }
}

async fn open(folder: &Folder) -> SqliteConnection {
    SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(folder.database())).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn time_that_runs_out_while_everybody_is_away_ends_the_game() {
    let server = TestServer::start_with(|config| config.idle = Duration::from_millis(100)).await;
    let (mut an, mut binh) = (server.client(), server.client());
    let room = played(&mut an, &mut binh, days(1), &["h2e2", "h9g7", "h0g2"]).await;
    rest(&mut an).await;
    let config = server.config.clone();
    let folder = server.stop().await;
    // As if the last move had been made a day ago, while the server was running.
    let mut connection = open(&folder).await;
    connection.execute("UPDATE event SET at = at - 86400000").await.unwrap();
    connection.execute("UPDATE deadline SET at = at - 86400000").await.unwrap();
    connection.close().await.unwrap();
    let running = server::start(config).await.unwrap();
    (an.address, binh.address) = (running.address, running.address);
    for tries in 0.. {
        let (_, page) = an.get("/api/rooms?state=over").await;
        if page["total"] == 1 {
            assert_eq!(page["rooms"][0]["room"], room.as_str());
            assert_eq!(page["rooms"][0]["outcome"]["winner"], "first", "{page}");
            assert_eq!(page["rooms"][0]["outcome"]["reason"], "time_forfeit");
            break;
        }
        assert!(tries < 400, "{page}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_most_urgent_game_comes_first_and_running_clocks_are_not_listed() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    let later = played(&mut an, &mut binh, days(7), &["h2e2"]).await;
    let soon = played(&mut an, &mut binh, days(1), &["h2e2"]).await;
    let untimed = with(days(1), "clock", json!({"kind": "off"}));
    let untimed = played(&mut an, &mut binh, untimed, &["h2e2"]).await;
    let blitz = with(days(1), "clock", json!({"kind": "game", "initial_ms": 300_000, "increment_ms": 0}));
    played(&mut an, &mut binh, blitz, &["h2e2"]).await;
    let rooms: Vec<Value> = turns(&mut binh, 3).await.into_iter().map(|row| row["room"].clone()).collect();
    assert_eq!(rooms, [json!(soon), json!(later), json!(untimed)]);
    // A game against oneself or a machine waits for nobody else.
    an.create_game(common::one_device("xiangqi")).await;
    an.create_game(common::against("xiangqi", "random")).await;
    assert!(turns(&mut an, 0).await.is_empty());
    let (status, _) = ask(&mut binh, "GET", "/api/rooms?state=live", json!({})).await;
    assert_eq!(status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_per_move_have_bounds() {
    let (server, mut an) = TestServer::start_with_client().await;
    assert_eq!(an.post("/api/rooms", &days(14)).await.0, 201);
    let (status, answer) = an.post("/api/rooms", &days(15)).await;
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("new_clock_allowance")));
    server.stop().await;
}
