//! What is kept: rooms put away and brought back, copies, a database of another time, a disk without room.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::Duration;

use common::{Folder, House, one_device, plies};
use game::ToMessage;
use serde_json::json;
use server::Config;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};

#[tokio::test(flavor = "multi_thread")]
async fn a_room_nobody_is_in_is_put_away_and_comes_back_as_it_was() {
    let house = House::open_with(|config| config.idle = Duration::from_millis(200)).await;
    let mut an = house.guest();
    let (room, mut talk, view) = an.sits(one_device("jieqi")).await;
    let view = talk.plays(view["legal"][0].as_str().unwrap()).await;
    let rooms = |health: serde_json::Value| health["rooms"].as_u64().unwrap();
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(rooms(an.get("/api/health").await.1), 1, "somebody is in it");
    drop(talk);
    while rooms(an.get("/api/health").await.1) > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut talk = an.enter(&room).await;
    let back = talk.view().await;
    assert_eq!(back["position"], view["position"]);
    assert_eq!((plies(&back), back["seq"].clone()), (1, view["seq"].clone()));
    talk.plays(back["legal"][0].as_str().unwrap()).await;
    // One whose clock runs stays.
    let mut clocked = one_device("chess");
    clocked["clock"] = json!({"kind": "game", "initial_ms": 600_000, "increment_ms": 0});
    let (_, mut talk2, _) = an.sits(clocked).await;
    talk2.plays("e2e4").await;
    drop((talk, talk2));
    while rooms(an.get("/api/health").await.1) > 1 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(rooms(an.get("/api/health").await.1), 1);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_program_is_refused_in_words_and_left_alone() {
    let house = House::open().await;
    let config = house.config.clone();
    let folder = house.stop().await;
    let options = SqliteConnectOptions::new().filename(folder.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    connection.execute("PRAGMA user_version = 999").await.unwrap();
    // As a crash leaves it: what was written last stands in the log beside the database only.
    let crashed = Folder::new();
    for ending in ["", "-wal"] {
        let name = format!("kydai.sqlite{ending}");
        std::fs::copy(folder.0.join(&name), crashed.0.join(name)).unwrap();
    }
    connection.close().await.unwrap();
    let files =
        || ["", "-wal"].map(|end| std::fs::read(format!("{}{end}", crashed.database().display())).unwrap());
    let before = files();
    let config = Config { database: crashed.database(), ..config };
    let Err(refused) = server::start(config).await else { panic!("it opened") };
    let message = refused.message();
    assert_eq!(message.code, "serve_newer");
    for language in [words::Language::Vi, words::Language::En] {
        let said = words::render(&message, language);
        assert!(said.contains("999") && said.contains("--data"), "{said}");
    }
    assert_eq!(files(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_house_leaves_one_file_and_nobody_has_it_open() {
    for _ in 0..10 {
        let (house, mut an) = House::with_a_guest().await;
        an.begin(one_device("toy")).await;
        let folder = house.stop().await;
        let left: Vec<_> =
            std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["kydai.sqlite"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_the_database_brings_every_game_back() {
    let house = House::open_with(|config| config.backups = 2).await;
    let mut an = house.guest();
    let mut rooms = Vec::new();
    for game in ["xiangqi", "jieqi", "chess"] {
        let (room, mut talk, mut view) = an.sits(one_device(game)).await;
        for _ in 0..5 {
            view = talk.plays(view["legal"][2].as_str().unwrap()).await;
        }
        rooms.push((room, view["position"].clone()));
    }
    let house = house.stop_for(Duration::from_millis(1100)).await;
    house.welcome(&mut an);
    // Something new each time, so that there is something to copy; the oldest copy goes.
    an.begin(one_device("toy")).await;
    let house = house.stop_for(Duration::from_millis(1100)).await;
    house.welcome(&mut an);
    an.begin(one_device("toy")).await;
    let folder = house.stop().await;
    let mut copies: Vec<_> =
        std::fs::read_dir(folder.0.join("backups")).unwrap().map(|entry| entry.unwrap().path()).collect();
    copies.sort();
    assert_eq!(copies.len(), 2, "{copies:?}");
    // The drill: the copy in the place of a database that is lost.
    let newest = copies.pop().unwrap();
    let house = House::open_with(|config| {
        std::fs::copy(newest, &config.database).unwrap();
    })
    .await;
    house.welcome(&mut an);
    for (room, position) in rooms {
        let (status, view) = an.get(&format!("/api/rooms/{room}")).await;
        assert_eq!((status, &view["position"]), (200, &position));
        assert_eq!(plies(&view), 5);
    }
    house.stop().await;
}
