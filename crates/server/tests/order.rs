//! First the disk, then the word: nothing is acknowledged before it is committed.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::Duration;

use common::{House, one_device};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor, Row};
use tokio_tungstenite::tungstenite::Message;

async fn beside(house: &House) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(house.folder.database());
    SqliteConnection::connect_with(&options).await.unwrap()
}

async fn kept(connection: &mut SqliteConnection, room: &str) -> i64 {
    let row = sqlx::query("SELECT MAX(seq) FROM event WHERE room = ?").bind(room).fetch_one(connection).await;
    row.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn while_nothing_can_be_committed_nothing_is_acknowledged_or_shown() {
    let (house, mut an) = House::with_a_guest().await;
    let (room, mut talk, view) = an.sits(one_device("xiangqi")).await;
    let mut watcher = house.guest().enter(&room).await;
    watcher.view().await;
    let mut other = beside(&house).await;
    let before = kept(&mut other, &room).await;
    // Somebody else holds the pen: the house can decide, and cannot write.
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let play = json!({"type": "play", "mv": "h2e2", "id": "held", "seq": view["seq"]});
    talk.socket.send(Message::Text(play.to_string().into())).await.unwrap();
    let silence = tokio::time::timeout(Duration::from_millis(700), async {
        loop {
            tokio::select! {
                said = talk.socket.next() => if tells_of_the_move(said) { return "the player" },
                said = watcher.socket.next() => if tells_of_the_move(said) { return "a watcher" },
            }
        }
    });
    assert!(silence.await.is_err(), "somebody was told of a move that was not on disk");
    other.execute("ROLLBACK").await.unwrap();
    talk.until(|said| said["type"] == "ack" && said["id"] == "held").await;
    // Once it is said, everybody who opens the database can read it.
    assert!(kept(&mut other, &room).await > before);
    watcher.view_where(|said| common::plies(said) == 1).await;
    house.stop().await;
}

/// Whether a frame acknowledges the move or shows it.
fn tells_of_the_move(frame: Option<Result<Message, tokio_tungstenite::tungstenite::Error>>) -> bool {
    let Some(Ok(Message::Text(text))) = frame else { return false };
    let said: serde_json::Value = serde_json::from_str(&text).unwrap();
    said["type"] == "ack" || said["type"] == "view" && common::plies(&said) > 0
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_move_can_be_read_by_others_at_once() {
    let (house, mut an) = House::with_a_guest().await;
    let (room, mut talk, mut view) = an.sits(one_device("xiangqi")).await;
    let mut other = beside(&house).await;
    for count in 0..40 {
        let legal = view["legal"].as_array().unwrap();
        let mv = legal[count * 5 % legal.len()].clone();
        let answer = talk.ask(json!({"type": "play", "mv": mv})).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        let seq = answer["seq"].as_i64().unwrap();
        assert!(kept(&mut other, &room).await >= seq, "acknowledged, and not there");
        view = talk.view_where(|said| said["seq"].as_i64() >= Some(seq)).await;
        if !view["outcome"].is_null() {
            break;
        }
    }
    house.stop().await;
}
