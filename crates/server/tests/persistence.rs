//! Persistence: unloaded rooms, backups, databases of other versions, shutdown.

mod common;

use std::time::Duration;

use common::{Folder, TestServer, one_device, plies};
use game::ToMessage;
use serde_json::json;
use server::Config;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_room_is_unloaded_and_restored_unchanged() {
    let server = TestServer::start_with(|config| config.idle = Duration::from_millis(200)).await;
    let mut an = server.client();
    let (room, mut socket, view) = an.create_and_connect(one_device("jieqi")).await;
    let view = socket.play(view["legal"][0].as_str().unwrap()).await;
    let rooms = |health: serde_json::Value| health["rooms"].as_u64().unwrap();
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(rooms(an.get("/api/health").await.1), 1, "a client is connected");
    drop(socket);
    while rooms(an.get("/api/health").await.1) > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut socket = an.connect(&room).await;
    let back = socket.view().await;
    assert_eq!(back["position"], view["position"]);
    assert_eq!((plies(&back), back["seq"].clone()), (1, view["seq"].clone()));
    socket.play(back["legal"][0].as_str().unwrap()).await;
    // A room with a running clock leaves memory too, and its clock goes on.
    let mut clocked = one_device("chess");
    clocked["clock"] = json!({"kind": "game", "initial_ms": 600_000, "increment_ms": 0});
    let (clocked, mut second_socket, _) = an.create_and_connect(clocked).await;
    second_socket.play("e2e4").await;
    drop((socket, second_socket));
    while rooms(an.get("/api/health").await.1) > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (_, view) = an.get(&format!("/api/rooms/{clocked}")).await;
    assert_eq!(view["clock"]["running"], "second");
    assert!(view["clock"]["left_ms"][1].as_i64().unwrap() < 600_000, "{}", view["clock"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_version_is_refused_and_left_unchanged() {
    let server = TestServer::start().await;
    let config = server.config.clone();
    let folder = server.stop().await;
    let options = SqliteConnectOptions::new().filename(folder.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    connection.execute("PRAGMA user_version = 999").await.unwrap();
    // As after a crash: the last write is only in the write-ahead log.
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
    let Err(refusal_code) = server::start(config).await else { panic!("it started") };
    let message = refusal_code.message();
    assert_eq!(message.code, "serve_newer");
    for language in [words::Language::Vi, words::Language::En] {
        let message = words::render(&message, language);
        assert!(message.contains("999") && message.contains("--data"), "{message}");
    }
    assert_eq!(files(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_server_leaves_one_file_and_no_open_connection() {
    for _ in 0..10 {
        let (server, mut an) = TestServer::start_with_client().await;
        an.create_game(one_device("toy")).await;
        let folder = server.stop().await;
        let left: Vec<_> =
            std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        let mut left: Vec<_> = left.into_iter().filter(|name| name != "kydai.lock").collect();
        left.sort();
        assert_eq!(left, ["kydai.sqlite"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_restores_every_game() {
    let server = TestServer::start_with(|config| {
        (config.backups, config.backup_tiers) = (2, [0, 0, 0]);
    })
    .await;
    let mut an = server.client();
    let mut rooms = Vec::new();
    for game in ["xiangqi", "jieqi", "chess"] {
        let (room, mut socket, mut view) = an.create_and_connect(one_device(game)).await;
        for _ in 0..5 {
            view = socket.play(view["legal"][2].as_str().unwrap()).await;
        }
        rooms.push((room, view["position"].clone()));
    }
    let server = server.restart_after(Duration::from_millis(1100)).await;
    server.redirect(&mut an);
    // New data each time, so that there is something to back up; the oldest backup is deleted.
    an.create_game(one_device("toy")).await;
    let server = server.restart_after(Duration::from_millis(1100)).await;
    server.redirect(&mut an);
    an.create_game(one_device("toy")).await;
    let folder = server.stop().await;
    let mut copies: Vec<_> =
        std::fs::read_dir(folder.0.join("backups")).unwrap().map(|entry| entry.unwrap().path()).collect();
    copies.sort();
    assert_eq!(copies.len(), 2, "{copies:?}");
    // Restore: the backup replaces a lost database.
    let newest = copies.pop().unwrap();
    let server = TestServer::start_with(|config| {
        std::fs::copy(newest, &config.database).unwrap();
    })
    .await;
    server.redirect(&mut an);
    for (room, position) in rooms {
        let (status, view) = an.get(&format!("/api/rooms/{room}")).await;
        assert_eq!((status, &view["position"]), (200, &position));
        assert_eq!(plies(&view), 5);
    }
    server.stop().await;
}
