//! Write ordering: nothing is acknowledged or shown before it is committed.

mod common;

use std::time::Duration;

use common::{TestServer, one_device};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor, Row};
use tokio_tungstenite::tungstenite::Message;

async fn open_database(server: &TestServer) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(server.folder.database());
    SqliteConnection::connect_with(&options).await.unwrap()
}

async fn kept(connection: &mut SqliteConnection, room: &str) -> i64 {
    let row = sqlx::query("SELECT MAX(seq) FROM event WHERE room = ?").bind(room).fetch_one(connection).await;
    row.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_acknowledged_or_shown_while_the_database_is_locked() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, mut socket, view) = an.create_and_connect(one_device("xiangqi")).await;
    let mut watcher = server.client().connect(&room).await;
    watcher.view().await;
    let mut other = open_database(&server).await;
    let before = kept(&mut other, &room).await;
    // Another connection holds the write lock: the server can decide, but not write.
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let play = json!({"type": "play", "mv": "h2e2", "id": "held", "seq": view["seq"]});
    socket.stream.send(Message::Text(play.to_string().into())).await.unwrap();
    let silence = tokio::time::timeout(Duration::from_millis(700), async {
        loop {
            tokio::select! {
                message = socket.stream.next() => if shows_the_move(message) { return "the player" },
                message = watcher.stream.next() => if shows_the_move(message) { return "a watcher" },
            }
        }
    });
    assert!(silence.await.is_err(), "a move was shown before it was on disk");
    other.execute("ROLLBACK").await.unwrap();
    socket.read_until(|message| message["type"] == "ack" && message["id"] == "held").await;
    // An acknowledged move is visible to every connection.
    assert!(kept(&mut other, &room).await > before);
    watcher.view_where(|message| common::plies(message) == 1).await;
    server.stop().await;
}

/// Returns true if a frame acknowledges the move or shows it.
fn shows_the_move(frame: Option<Result<Message, tokio_tungstenite::tungstenite::Error>>) -> bool {
    let Some(Ok(Message::Text(text))) = frame else { return false };
    let message: serde_json::Value = serde_json::from_str(&text).unwrap();
    message["type"] == "ack" || message["type"] == "view" && common::plies(&message) > 0
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_move_is_visible_to_other_connections_at_once() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, mut socket, mut view) = an.create_and_connect(one_device("xiangqi")).await;
    let mut other = open_database(&server).await;
    for count in 0..40 {
        let legal = view["legal"].as_array().unwrap();
        let mv = legal[count * 5 % legal.len()].clone();
        let answer = socket.request(json!({"type": "play", "mv": mv})).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        let seq = answer["seq"].as_i64().unwrap();
        assert!(kept(&mut other, &room).await >= seq, "acknowledged but not stored");
        view = socket.view_where(|message| message["seq"].as_i64() >= Some(seq)).await;
        if !view["outcome"].is_null() {
            break;
        }
    }
    server.stop().await;
}
