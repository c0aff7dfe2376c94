//! Databases of every schema version open in today's program, and nothing in them is lost.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use common::people::{PASSWORD, ask, code, sign_in};
use common::{Client, Folder, TestServer};
use serde_json::json;
use server::maintenance::{self, check};
use server::store::{KNOWN_VERSION, check_ratings, version};
use server::{Config, Running};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Executor, SqliteConnection};

/// First version of which a database was kept.
const OLDEST: i64 = 2;

async fn open(folder: &Folder) -> SqliteConnection {
    // The tables of a fixture are in alphabetical order, so references are not checked.
    let options = SqliteConnectOptions::new().filename(folder.database());
    SqliteConnection::connect_with(&options.create_if_missing(true).foreign_keys(false)).await.unwrap()
}

/// Number of rows of each table.
async fn rows(connection: &mut SqliteConnection) -> BTreeMap<String, i64> {
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let tables: Vec<(String,)> = sqlx::query_as(tables).fetch_all(&mut *connection).await.unwrap();
    let mut rows = BTreeMap::new();
    for (table,) in tables {
        let query = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        let (count,): (i64,) = sqlx::query_as(query).fetch_one(&mut *connection).await.unwrap();
        rows.insert(table, count);
    }
    rows
}

/// Directory with a database from its text, and the configuration of a server for it.
async fn restored(sql: &str) -> (Folder, Config) {
    let fresh = TestServer::start().await;
    let config = fresh.config.clone();
    let folder = fresh.stop().await;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", folder.database().display()));
    }
    let mut connection = open(&folder).await;
    connection.execute(sqlx::AssertSqlSafe(sql.to_owned())).await.unwrap();
    connection.close().await.unwrap();
    (folder, config)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_every_version_migrates_and_loses_nothing() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/store");
    let mut versions = BTreeSet::new();
    for file in std::fs::read_dir(fixtures).unwrap() {
        let file = file.unwrap().path();
        let sql = std::fs::read_to_string(&file).unwrap();
        let (folder, config) = restored(&sql).await;
        let mut connection = open(&folder).await;
        let found = version(&mut connection).await.unwrap();
        let before = rows(&mut connection).await;
        connection.close().await.unwrap();
        assert!(before["event"] > 0, "{} has a game", file.display());
        versions.insert(found);

        server::start(config).await.unwrap().stop().await;
        let mut connection = open(&folder).await;
        assert_eq!(version(&mut connection).await.unwrap(), KNOWN_VERSION);
        let after = rows(&mut connection).await;
        connection.close().await.unwrap();
        for (table, count) in before {
            // Version 3 moved what this table held.
            let table = if table == "secret" { "deal" } else { table.as_str() };
            let now = after.get(table).copied();
            assert!(now >= Some(count), "{}, {table}: {count} rows, then {now:?}", file.display());
        }
        let database = folder.database();
        let checked = tokio::task::spawn_blocking(move || check(&database)).await.unwrap().unwrap();
        assert_eq!(checked.problems, Vec::<String>::new(), "{}", file.display());
    }
    let all: BTreeSet<i64> = (OLDEST..=KNOWN_VERSION).collect();
    assert_eq!(versions, all, "a database of each version belongs into testdata/store");
}

async fn started(config: Config) -> (Running, Client) {
    let server = server::start(config).await.unwrap();
    let cookie = format!("kydai={}; kydai-session={}", "d4".repeat(32), "c3".repeat(32));
    let an = Client { address: server.address, cookie: Some(cookie) };
    (server, an)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_version_12_keeps_people_with_all_that_is_theirs() {
    let (folder, config) = restored(include_str!("../../../testdata/store/version-12.sql")).await;
    let (server, mut an) = started(config).await;
    let (_, account) = an.get("/api/account").await;
    assert_eq!(account["account"]["handle"], "An_2003", "{account}");
    assert_eq!(an.get("/api/rooms").await.1["total"], 3);
    let (_, profile) = an.get("/api/players/An_2003").await;
    assert_eq!(
        (&profile["ratings"][0]["pool"], &profile["ratings"][0]["games"]),
        (&json!("xiangqi.slow"), &json!(3))
    );
    let (_, games) = an.get("/api/players/An_2003/games").await;
    let open: Vec<bool> =
        games["games"].as_array().unwrap().iter().map(|game| !game["room"].is_null()).collect();
    assert_eq!(open, [false, true, true], "the game whose room is deleted still counts: {games}");
    assert_eq!(an.get("/api/following").await.1[0]["player"]["handle"], "Binh99");

    // The game by correspondence goes on, with its talk and with spectators behind.
    let (_, turns) = an.get("/api/turns").await;
    assert_eq!(turns["total"], 0, "{turns}");
    let room = "degnb6ikgsu5esa2";
    let mut viewer = Client { address: an.address, cookie: None };
    assert_eq!(viewer.get(&format!("/api/rooms/{room}")).await.1["plies"].as_array().unwrap().len(), 1);
    let mut socket = an.connect(room).await;
    let view = socket.view().await;
    assert_eq!((common::plies(&view), &view["delay"]), (3, &json!(2)), "{view}");
    let talk = socket.read_until(|message| message["type"] == "talk").await;
    assert!(talk.to_string().contains("good_luck"), "{talk}");

    let (_, leagues) = an.get("/api/leagues").await;
    let league = leagues["leagues"][0]["id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        an.get(&format!("/api/leagues/{league}/games")).await.1.as_array().map(Vec::len),
        Some(2),
        "{leagues}"
    );
    let (_, tournament) = an.get("/api/tournaments/aqhipbszfykpvesk").await;
    assert_eq!(
        (&tournament["role"], &tournament["sections"][0]["rounds"][0]["boards"][0]["result"]),
        (&json!("organizer"), &json!("first"))
    );

    // Chau signs in with the old password, still blocks An, and is still banned from rated games.
    let mut chau = viewer.clone();
    assert_eq!(sign_in(&mut chau, "chau", PASSWORD, false).await.0, 200);
    assert_eq!(chau.get("/api/blocked").await.1[0]["handle"], "An_2003");
    let rated = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"}, "rated": true,
        "clock": {"kind": "game", "initial_ms": 300_000, "increment_ms": 0}});
    let (status, answer) = ask(&mut chau, "POST", "/api/rooms", rated).await;
    assert_eq!((status, code(&answer)), (403, "banned_rated"), "{answer}");
    let database = folder.database();
    let (reports, log) = tokio::task::spawn_blocking(move || {
        (maintenance::reports(&database, false, 9).unwrap(), maintenance::operator_log(&database, 9).unwrap())
    })
    .await
    .unwrap();
    assert_eq!((reports.len(), log.len(), log[0].kind.as_str()), (1, 1, "ban"));
    server.stop().await;
    let ratings = check_ratings(&folder.database(), false).await.unwrap();
    assert_eq!((ratings.games, ratings.different.len()), (3, 0), "computed again, every bit is the same");
}
