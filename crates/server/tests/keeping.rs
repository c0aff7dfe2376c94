//! Care of the data: backups, lock, damage, restarts without loading, cleanup, and what an operator sees.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{Client, Folder, TestServer, one_device, plies, with};
use game::ToMessage;
use serde_json::{Value, json};
use server::maintenance;
use server::store::{Retention, StoreError};
use server::{AbandonRule, Config};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const RETENTION: Retention = Retention { recent: 1, hours: 1, days: 1, weeks: 1 };

/// Plays some moves in a new game and returns its room.
async fn played_game(an: &mut Client, asked: Value, moves: usize) -> String {
    let (room, mut socket, mut view) = an.create_and_connect(asked).await;
    for _ in 0..moves {
        view = socket.play(view["legal"][2].as_str().unwrap()).await;
    }
    room
}

fn copies(folder: &Folder) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.0.join("backups")).unwrap();
    let mut copies: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    copies.sort();
    copies
}

fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::spawn(work).join().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_database_never_pushes_out_its_backups_and_can_be_restored() {
    let server = TestServer::start_with(|config| {
        (config.backups, config.backup_tiers) = (1, [1, 1, 1]);
    })
    .await;
    let mut an = server.client();
    let room = played_game(&mut an, one_device("xiangqi"), 5).await;
    let config = server.config.clone();
    let folder = server.stop().await;
    let [full] = &copies(&folder)[..] else { panic!("one copy: {:?}", copies(&folder)) };
    std::fs::remove_file(folder.database()).unwrap();
    // Several stops within a second, each with something to back up.
    for _ in 0..4 {
        let running = server::start(config.clone()).await.unwrap();
        let mut binh = Client { address: running.address, cookie: None };
        played_game(&mut binh, one_device("xiangqi"), 1).await;
        running.stop().await;
    }
    assert!(full.exists(), "{:?}", copies(&folder));
    let database = folder.database();
    let listed = blocking({
        let backups = folder.0.join("backups");
        move || maintenance::backups(&backups).unwrap()
    });
    assert!(listed.len() < 5, "the emptier copies replace each other");
    assert_eq!(listed.iter().map(|copy| copy.contents.moves).max(), Some(5));
    let report = blocking({
        let (database, full) = (database.clone(), full.clone());
        move || maintenance::restore(&database, &full).unwrap()
    });
    assert_eq!((report.contents.moves, report.contents.rooms), (5, 1));
    assert!(report.previous.is_some_and(|file| file.exists()), "the previous database is kept");
    let running = server::start(config).await.unwrap();
    an.address = running.address;
    let (status, view) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!((status, plies(&view)), (200, 5));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_is_refused_and_maintenance_works_beside_the_first() {
    let (server, mut an) = TestServer::start_with_client().await;
    let room = played_game(&mut an, one_device("chess"), 3).await;
    let Err(refused) = server::start(server.config.clone()).await else { panic!("it started") };
    let message = refused.message();
    assert_eq!(message.code, "serve_locked");
    let sentence = words::render(&message, words::Language::En);
    assert!(sentence.contains(&format!("process {}", std::process::id())), "{sentence}");
    let database = server.folder.database();
    // The counts are those of the lists, which follow a move within a moment.
    while an.get("/api/rooms").await.1["rooms"][0]["plies"] != 3 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let elsewhere = server.folder.0.join("another disk");
    let (copy, report, restored) = blocking(move || {
        let copy = maintenance::backup(&database, &elsewhere, RETENTION).unwrap();
        let file = server::library::LocalFile {
            name: "game.pgn".to_owned(),
            bytes: b"[Game \"Chess\"]\n\n1. e4 e5 2. Nf3 *\n".to_vec(),
        };
        server::library::import_files(&database, vec![file], "", &|_, _| {}).unwrap();
        let report = maintenance::check(&database).unwrap();
        let restored = maintenance::restore(&database, &copy.file);
        (copy, report, restored)
    });
    assert_eq!((copy.contents.moves, report.contents.moves), (3, 3));
    assert_eq!((report.replayed, report.problems), (1, Vec::new()));
    assert!(matches!(restored, Err(StoreError::Locked { .. })));
    // The first server is as well as before.
    let mut socket = an.connect(&room).await;
    let view = socket.view().await;
    socket.play(view["legal"][0].as_str().unwrap()).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_database_is_refused_at_start_and_found_by_the_check() {
    let (server, mut an) = TestServer::start_with_client().await;
    played_game(&mut an, one_device("xiangqi"), 8).await;
    let config = server.config.clone();
    let folder = server.stop().await;
    let mut bytes = std::fs::read(folder.database()).unwrap();
    for page in bytes.chunks_mut(4096).skip(1) {
        page[..64].fill(0xa5);
    }
    std::fs::write(folder.database(), &bytes).unwrap();
    let Err(refused) = server::start(config).await else { panic!("it started") };
    assert_eq!(refused.message().code, "serve_damaged");
    assert_eq!(std::fs::read(folder.database()).unwrap(), bytes, "it is left unchanged");
    let database = folder.database();
    let problems = blocking(move || match maintenance::check(&database) {
        Ok(report) => report.problems.len(),
        Err(StoreError::Damaged(_)) => 1,
        Err(error) => panic!("{error}"),
    });
    assert!(problems > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_finds_a_game_that_cannot_be_replayed() {
    let (server, mut an) = TestServer::start_with_client().await;
    let room = played_game(&mut an, one_device("xiangqi"), 3).await;
    let folder = server.stop().await;
    let options = SqliteConnectOptions::new().filename(folder.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    connection.execute("UPDATE event SET body = '{\"moved\": 5}' WHERE seq = 2").await.unwrap();
    connection.close().await.unwrap();
    let database = folder.database();
    let report = blocking(move || maintenance::check(&database).unwrap());
    assert_eq!(report.problems.len(), 1, "{:?}", report.problems);
    assert!(report.problems[0].contains(&room), "{:?}", report.problems);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_database_and_its_copies_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let server = TestServer::start_with(|config| {
        config.backups = 1;
        // A database of an older program, readable by all.
        std::fs::write(&config.database, []).unwrap();
        std::fs::set_permissions(&config.database, std::fs::Permissions::from_mode(0o644)).unwrap();
    })
    .await;
    let mut an = server.client();
    let clocked = json!({"kind": "game", "initial_ms": 600_000, "increment_ms": 0});
    played_game(&mut an, with(one_device("jieqi"), "clock", clocked), 2).await;
    let mode = |file: &Path| std::fs::metadata(file).unwrap().permissions().mode() & 0o777;
    for ending in ["", "-wal", "-shm"] {
        let file = PathBuf::from(format!("{}{ending}", server.folder.database().display()));
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    let folder = server.stop().await;
    for copy in copies(&folder) {
        assert_eq!(mode(&copy), 0o600, "{}", copy.display());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_asked_twelve_times_at_once_is_one_room() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, mut socket, _) = an.create_and_connect(one_device("xiangqi")).await;
    socket.play("h2e2").await;
    socket.request_ok(json!({"type": "resign"})).await;
    let path = format!("/api/rooms/{room}/rematch");
    let asking: Vec<_> = (0..12)
        .map(|_| {
            let (mut person, path) = (an.clone(), path.clone());
            tokio::spawn(async move { person.post(&path, &json!({})).await })
        })
        .collect();
    let mut rooms = std::collections::BTreeSet::new();
    for answer in asking {
        let (status, answer) = answer.await.unwrap();
        assert_eq!(status, 201, "{answer}");
        rooms.insert(answer["room"].as_str().unwrap().to_owned());
    }
    assert_eq!(rooms.len(), 1, "{rooms:?}");
    let (_, mine) = an.get("/api/rooms").await;
    assert_eq!(mine["total"], 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_with_invisible_characters_are_refused() {
    let (server, mut an) = TestServer::start_with_client().await;
    for name in ["An\u{202e}", "A\u{200b}n", "\u{2066}An"] {
        let (status, _, body) = an.send("PUT", "/api/me", Some(&json!({"name": name}).to_string())).await;
        assert!(status == 422 && body.contains("name_invisible"), "{body}");
        let here = json!({"game": "chess", "one": {"kind": "me"}, "other": {"kind": "here", "name": name}});
        let (status, answer) = an.post("/api/rooms", &here).await;
        assert_eq!((status, answer["error"]["code"].clone()), (422, json!("name_invisible")));
    }
    let (status, _, body) = an.send("PUT", "/api/me", Some("{\"name\": \"Nguyễn An\"}")).await;
    assert!(status == 200 && body.contains("Nguyễn An"), "{body}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_served_at_their_own_address_only() {
    let server = TestServer::start_with(|config| config.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let mut an = server.client();
    played_game(&mut an, one_device("xiangqi"), 3).await;
    let mut stream = tokio::net::TcpStream::connect(server.metrics()).await.unwrap();
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("text/plain; version=0.0.4"), "{head}");
    let value = |name: &str| {
        let line = body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name}: {body}")).parse::<f64>().unwrap()
    };
    assert_eq!(value("kydai_healthy"), 1.0);
    assert_eq!(value("kydai_rooms_loaded"), 1.0);
    assert!(value("kydai_writes_total") >= 4.0);
    assert!(value("kydai_write_seconds_count") >= 4.0);
    assert_eq!(value("kydai_write_seconds_bucket{le=\"+Inf\"}"), value("kydai_write_seconds_count"));
    let (status, _, body) = an.send("GET", "/metrics", None).await;
    assert!(status == 404 || !body.contains("kydai_writes_total"), "{body}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_rooms_stay_on_disk_and_flags_still_fall() {
    let (server, mut an) = TestServer::start_with_client().await;
    let clock = |ms: u64| json!({"kind": "game", "initial_ms": ms, "increment_ms": 0});
    let long = played_game(&mut an, with(one_device("xiangqi"), "clock", clock(3_600_000)), 3).await;
    let short = played_game(&mut an, with(one_device("chess"), "clock", clock(4_000)), 2).await;
    let untimed = played_game(&mut an, one_device("chess"), 2).await;
    let left = |view: &Value| view["clock"]["left_ms"][1].as_i64().unwrap();
    let before = left(&an.get(&format!("/api/rooms/{long}")).await.1);
    // Twice, without anybody opening the games in between: both times are credited.
    let server = server.restart_after(Duration::from_millis(2500)).await;
    let server = server.restart_after(Duration::from_millis(2500)).await;
    server.redirect(&mut an);
    let (_, health) = an.get("/api/health").await;
    assert!(health["rooms"].as_u64().unwrap() <= 1, "{health}");
    // Nobody opens this game, and yet its flag falls: the list reads rows only.
    loop {
        let (_, mine) = an.get("/api/rooms?state=over").await;
        if let Some(row) = mine["rooms"].as_array().unwrap().first() {
            assert_eq!(row["room"], json!(short));
            assert_eq!(row["outcome"]["reason"], "time_forfeit", "{row}");
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (_, view) = an.get(&format!("/api/rooms/{long}")).await;
    assert_eq!((plies(&view), view["clock"]["running"].clone()), (3, json!("second")));
    let spent = before - left(&view);
    assert!(spent < 60_000, "{spent} ms");
    let events = events(&server, &long).await;
    let credited: i64 = events.iter().filter_map(|event| event["credited"].as_i64()).sum();
    assert!(credited >= 5000, "{events:?}");
    assert_eq!(plies(&an.get(&format!("/api/rooms/{untimed}")).await.1), 2);
    server.stop().await;
}

async fn events(server: &TestServer, room: &str) -> Vec<Value> {
    let options = SqliteConnectOptions::new().filename(server.folder.database()).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let rows: Vec<(String,)> = sqlx::query_as("SELECT body FROM event WHERE room = ? ORDER BY seq")
        .bind(room)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    rows.iter().map(|(body,)| serde_json::from_str(body).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_without_moves_are_deleted_and_abandoned_games_end_but_no_played_game_is_deleted() {
    let server = TestServer::start_with(|config| {
        config.idle = Duration::from_millis(100);
        config.cleanup_interval = Duration::from_millis(200);
        config.unplayed = Some(Duration::from_millis(1500));
        config.abandoned = Some(AbandonRule { after: Duration::from_millis(1500), forfeit: false });
    })
    .await;
    let mut an = server.client();
    let (empty, _) = an.create_game(one_device("xiangqi")).await;
    let played = played_game(&mut an, one_device("xiangqi"), 1).await;
    // All moves taken back: it was played all the same.
    let (reset, mut socket, _) = an.create_and_connect(one_device("chess")).await;
    socket.play("e2e4").await;
    socket.request_ok(json!({"type": "take_back"})).await;
    drop(socket);
    // Somebody is waiting here.
    let (open, _open_socket, _) = an.create_and_connect(one_device("chess")).await;
    while an.get(&format!("/api/rooms/{empty}")).await.0 == 200 {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    loop {
        let (status, view) = an.get(&format!("/api/rooms/{played}")).await;
        assert_eq!(status, 200);
        if view["outcome"]["reason"] == "aborted" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    for room in [&reset, &open] {
        let (status, view) = an.get(&format!("/api/rooms/{room}")).await;
        assert_eq!((status, view["outcome"].clone()), (200, Value::Null));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn databases_of_older_programs_are_upgraded_and_their_clocks_are_armed() {
    let (server, mut an) = TestServer::start_with_client().await;
    let clock = json!({"kind": "game", "initial_ms": 600_000, "increment_ms": 0});
    let room = played_game(&mut an, with(one_device("xiangqi"), "clock", clock), 3).await;
    let config: Config = server.config.clone();
    let folder = server.stop().await;
    let options = SqliteConnectOptions::new().filename(folder.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    for table in [
        "deadline",
        "operator_act",
        "ban",
        "report",
        "talk",
        "block",
        "follow",
        "league_game",
        "league",
        "tournament_event",
        "tournament",
        "rated_game",
        "rating",
        "registration_code",
        "device",
        "session",
        "account",
    ] {
        connection.execute(sqlx::AssertSqlSafe(format!("DROP TABLE {table}"))).await.unwrap();
    }
    connection.execute("DROP INDEX seat_player").await.unwrap();
    for column in ["node", "epoch", "pool", "is_listed"] {
        let drop = format!("ALTER TABLE room DROP COLUMN {column}");
        connection.execute(sqlx::AssertSqlSafe(drop)).await.unwrap();
    }
    connection.execute("PRAGMA user_version = 5").await.unwrap();
    connection.close().await.unwrap();
    let running = server::start(Config { idle: Duration::from_millis(100), ..config }).await.unwrap();
    an.address = running.address;
    // The room is loaded once, credited, and leaves memory with its deadline.
    let options = SqliteConnectOptions::new().filename(folder.database()).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    loop {
        let (at,): (i64,) =
            sqlx::query_as("SELECT at FROM deadline").fetch_one(&mut connection).await.unwrap();
        if at > 1_000_000_000_000 && an.get("/api/health").await.1["rooms"] == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!((plies(&view), view["clock"]["running"].clone()), (3, json!("second")));
    connection.close().await.unwrap();
    running.stop().await;
}
