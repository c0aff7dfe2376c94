//! Accounts over REST: what a guest keeps, sessions, recovery, deletion, and who may do what.

mod common;

use std::time::Duration;

use common::people::{PASSWORD, ask, code, seat, sign_in, sign_up, total_rooms};
use common::{Client, Folder, RoomSocket, TestServer, against, one_device, with};
use serde_json::{Value, json};
use server::Registration;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Executor, SqliteConnection};

const GAME: &str =
    "[Game \"xiangqi\"]\n[Red \"An\"]\n[Black \"Binh\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 1-0\n\n";

/// Plays until both sides have moved, so that a resignation counts.
async fn two_moves(one: &mut RoomSocket, other: &mut RoomSocket) {
    one.view().await;
    one.play("h2e2").await;
    other.view_where(|view| common::plies(view) == 1).await;
    other.play("h9g7").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_signs_up_and_keeps_everything() {
    let (server, mut an) = TestServer::start_with_client().await;
    an.get("/api/me").await;
    let guest_cookie = an.cookie.clone();
    let (room, mut socket, _) = an.create_and_connect(one_device("xiangqi")).await;
    socket.play("h2e2").await;
    an.send("POST", "/api/library/import?name=a.pgn", Some(GAME)).await;
    let (_, puzzles) = an.get("/api/puzzles/games").await;
    let puzzle = puzzles["rows"][0]["id"].as_str().unwrap().to_owned();
    let help = json!({"moves": [], "whole": false});
    an.post(&format!("/api/puzzles/games/{puzzle}/help"), &help).await;
    let before = an.get("/api/puzzles/games").await.1["rows"][0]["mine"].clone();
    assert_eq!(before, "helped");

    sign_up(&mut an, "An_2003").await;
    assert_eq!(total_rooms(&mut an).await, 1);
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(view["own_sides"], json!(["first", "second"]));
    assert_eq!(an.get("/api/library/shelf").await.1["own"], 1);
    assert_eq!(an.get("/api/puzzles/games").await.1["rows"][0]["mine"], before);
    let (_, state) = an.get("/api/account").await;
    assert_eq!((&state["account"]["handle"], &state["guest_games"]), (&json!("An_2003"), &json!(0)));
    let mut again = an.connect(&room).await;
    assert_eq!(again.view().await["own_sides"], json!(["first", "second"]));

    // The cookie from before is worth nothing: it is not a second key to the account.
    let mut thief = Client { cookie: guest_cookie.clone(), ..an.clone() };
    assert_eq!(total_rooms(&mut thief).await, 0);
    let (_, view) = thief.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(view["own_sides"], json!([]));
    let (_, me) = thief.get("/api/account").await;
    assert_eq!(me["account"], Value::Null);
    thief.get("/api/me").await;
    assert_ne!(thief.cookie, guest_cookie, "the browser becomes another guest");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_elsewhere_shows_the_games_and_asks_about_those_of_the_guest() {
    let (server, mut an) = TestServer::start_with_client().await;
    an.create_game(one_device("xiangqi")).await;
    sign_up(&mut an, "Binh99").await;

    let mut school = server.client();
    let (guest_room, _) = school.create_game(one_device("chess")).await;
    let mut watching = school.connect(&guest_room).await;
    watching.view().await;
    school.send("POST", "/api/library/import?name=a.pgn", Some(GAME)).await;
    // A handle is found however it is written.
    let (status, state) = sign_in(&mut school, "BINH99", PASSWORD, false).await;
    assert_eq!(
        (status, &state["account"]["handle"], &state["guest_games"]),
        (200, &json!("Binh99"), &json!(1))
    );
    assert_eq!(total_rooms(&mut school).await, 1, "the game of the account, not that of the guest");
    assert_eq!(school.get("/api/library/shelf").await.1["own"], 0);
    let (status, _) = ask(&mut school, "DELETE", "/api/session", json!({})).await;
    assert_eq!(status, 204);
    let (_, mine) = school.get("/api/rooms").await;
    assert_eq!(
        (&mine["total"], &mine["rooms"][0]["room"]),
        (&json!(1), &json!(guest_room)),
        "the guest is back"
    );

    let (status, _) = sign_in(&mut school, "binh_99", PASSWORD, true).await;
    assert_eq!(status, 200);
    assert_eq!(total_rooms(&mut school).await, 2);
    assert_eq!(school.get("/api/library/shelf").await.1["own"], 1);
    let (_, view) = school.get(&format!("/api/rooms/{guest_room}")).await;
    assert_eq!(view["own_sides"], json!(["first", "second"]));
    assert_eq!(total_rooms(&mut an).await, 2, "also where the account was before");
    ask(&mut school, "DELETE", "/api/session", json!({})).await;
    assert_eq!(total_rooms(&mut school).await, 0, "the guest has nothing left");
    // The room was in memory all the time: its socket lost the seat.
    let answer = watching.request(json!({"type": "play", "mv": "e2e4"})).await;
    assert_eq!(answer["why"]["code"], "wire_watching", "{answer}");
    let server = server.restart_after(Duration::ZERO).await;
    server.redirect(&mut an);
    assert_eq!(total_rooms(&mut an).await, 2, "after a restart too");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_new_listed_and_revoked_with_their_sockets() {
    let (server, mut an) = TestServer::start_with_client().await;
    sign_up(&mut an, "Chau").await;
    let (room, _) = an.create_game(one_device("xiangqi")).await;

    // Fixation: a session cookie that the server did not give is never accepted, also not by signing in with it.
    let planted = "ab".repeat(32);
    let mut phone = server.client();
    phone.cookie = Some(format!("kydai-session={planted}"));
    assert_eq!(phone.get("/api/account").await.1["account"], Value::Null);
    assert_eq!(sign_in(&mut phone, "Chau", PASSWORD, false).await.0, 200);
    let first = phone.cookie_value("kydai-session").unwrap();
    assert_ne!(first, planted);
    let mut victim = Client { cookie: Some(format!("kydai-session={planted}")), ..phone.clone() };
    assert_eq!(victim.get("/api/account").await.1["account"], Value::Null);

    // Rotation: signing in again gives another cookie, and the one before ends.
    let before = phone.clone();
    assert_eq!(sign_in(&mut phone, "Chau", PASSWORD, false).await.0, 200);
    assert_ne!(phone.cookie_value("kydai-session").unwrap(), first);
    assert_eq!(before.clone().get("/api/account").await.1["account"], Value::Null);

    let (_, sessions) = an.get("/api/account/sessions").await;
    let sessions = sessions.as_array().unwrap();
    assert_eq!(sessions.len(), 2);
    let other = sessions.iter().find(|one| one["current"] == false).unwrap()["id"].as_str().unwrap();
    let mut socket = phone.connect(&room).await;
    assert_eq!(socket.view().await["own_sides"], json!(["first", "second"]));
    let (status, _) = ask(&mut an, "DELETE", &format!("/api/account/sessions/{other}"), json!({})).await;
    assert_eq!(status, 204);
    while socket.next().await.is_some() {}
    assert_eq!(phone.clone().get("/api/account/sessions").await.0, 401);
    let mut late = phone.connect(&room).await;
    assert_eq!(late.view().await["own_sides"], json!([]), "only a spectator now");
    let (status, answer) = ask(&mut an, "DELETE", "/api/account/sessions/nonsense", json!({})).await;
    assert_eq!((status, code(&answer)), (404, "account_no_session"));

    let mut own = an.connect(&room).await;
    own.view().await;
    let session = an.clone();
    assert_eq!(ask(&mut an, "DELETE", "/api/account/sessions", json!({})).await.0, 204);
    while own.next().await.is_some() {}
    assert_eq!(an.cookie_value("kydai-session"), None);
    assert_eq!(session.clone().get("/api/account").await.1["account"], Value::Null);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn handles_and_passwords_are_checked_and_look_alikes_refused() {
    let (server, mut an) = TestServer::start_with_client().await;
    sign_up(&mut an, "Long").await;
    for (handle, password, wanted) in [
        ("L0ng", PASSWORD, (409, "handle_taken")),
        ("LONG", PASSWORD, (409, "handle_taken")),
        ("lo-ng", PASSWORD, (409, "handle_taken")),
        ("Tú An", PASSWORD, (422, "handle_letter")),
        ("<script>", PASSWORD, (422, "handle_letter")),
        ("admin", PASSWORD, (422, "handle_reserved")),
        ("ab", PASSWORD, (422, "handle_length")),
        ("Minh", "short", (422, "password_length")),
        ("Minh", "password1", (422, "password_weak")),
    ] {
        let mut guest = server.client();
        let asked = json!({"handle": handle, "password": password});
        let (status, answer) = guest.post("/api/account", &asked).await;
        assert_eq!((status, code(&answer)), wanted, "{handle}");
    }
    // Display names are free: two people may have the same, with all marks.
    for handle in ["TuAnh", "Tuyet"] {
        let mut guest = server.client();
        let asked = json!({"handle": handle, "name": "Tứ", "password": PASSWORD});
        assert_eq!(guest.post("/api/account", &asked).await.0, 201);
        assert_eq!(guest.get("/api/me").await.1["name"], "Tứ");
    }
    let (status, answer) = an.post("/api/account", &json!({"handle": "Other", "password": PASSWORD})).await;
    assert_eq!((status, code(&answer)), (409, "account_signed_in"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_decides_who_may_register() {
    let closed = TestServer::start_with(|config| config.registration = Registration::Closed).await;
    let (status, answer) =
        closed.client().post("/api/account", &json!({"handle": "Hoa", "password": PASSWORD})).await;
    assert_eq!((status, code(&answer)), (403, "account_closed"));
    let (_, state) = closed.client().get("/api/account").await;
    assert_eq!(state["registration"], "closed");
    closed.stop().await;

    let server = TestServer::start_with(|config| config.registration = Registration::ByCode).await;
    let database = server.config.database.clone();
    let codes = tokio::task::spawn_blocking(move || server::maintenance::registration_codes(&database, 1));
    let codes = codes.await.unwrap().unwrap();
    let asked = |handle: &str, code: &str| json!({"handle": handle, "password": PASSWORD, "code": code});
    let mut guest = server.client();
    let (status, answer) = guest.post("/api/account", &asked("Hoa", "wrong")).await;
    assert_eq!((status, code(&answer)), (403, "account_code"));
    assert_eq!(guest.post("/api/account", &asked("Hoa", &codes[0].to_uppercase())).await.0, 201);
    let (status, answer) = server.client().post("/api/account", &asked("Lan", &codes[0])).await;
    assert_eq!((status, code(&answer)), (403, "account_code"), "a code works once");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_works_once_and_ends_all_sessions() {
    let (server, mut an) = TestServer::start_with_client().await;
    let first = sign_up(&mut an, "Giang").await;
    let fresh = "sĩ tượng bền vững";
    let asked = |code: &str| json!({"handle": "giang", "code": code, "password": fresh});
    let mut phone = server.client();
    let (status, answer) = phone.post("/api/account/recover", &asked("wrong")).await;
    assert_eq!((status, code(&answer)), (401, "account_code_wrong"));
    let (status, answer) = phone.post("/api/account/recover", &asked(&first.to_uppercase())).await;
    assert_eq!(status, 200, "{answer}");
    let second = answer["recovery_code"].as_str().unwrap().to_owned();
    assert_eq!(phone.get("/api/account").await.1["account"]["handle"], "Giang");
    assert_eq!(an.get("/api/account").await.1["account"], Value::Null, "sessions of before ended");
    assert_eq!(phone.post("/api/account/recover", &asked(&first)).await.0, 401, "the code was used");
    assert_eq!(sign_in(&mut an, "Giang", PASSWORD, false).await.0, 401);
    assert_eq!(sign_in(&mut an, "Giang", fresh, false).await.0, 200);

    // Changing the password needs the old one, and ends the other sessions.
    let change = |old: &str| json!({"old": old, "new": PASSWORD});
    assert_eq!(ask(&mut an, "PUT", "/api/account/password", change("wrong")).await.0, 401);
    assert_eq!(ask(&mut an, "PUT", "/api/account/password", change(fresh)).await.0, 204);
    assert_eq!(an.get("/api/account").await.1["account"]["handle"], "Giang");
    assert_eq!(phone.get("/api/account").await.1["account"], Value::Null);
    let (status, answer) = an.post("/api/account/recovery", &json!({"password": PASSWORD})).await;
    assert_eq!(status, 200);
    assert_ne!(answer["recovery_code"], json!(second));
    assert_eq!(phone.post("/api/account/recover", &asked(&second)).await.0, 401, "it was replaced");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_leaves_anonymous_games_and_nothing_else() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    sign_up(&mut an, "Hung").await;
    an.send("POST", "/api/library/import?name=a.pgn", Some(GAME)).await;
    let (alone, _) = an.create_game(against("xiangqi", "random")).await;
    let room = seat(&mut an, &mut binh).await;
    let (mut one, mut other) = (an.connect(&room).await, binh.connect(&room).await);
    two_moves(&mut one, &mut other).await;
    assert_eq!(ask(&mut an, "DELETE", "/api/account", json!({"password": "wrong"})).await.0, 401);
    assert_eq!(ask(&mut an, "DELETE", "/api/account", json!({"password": PASSWORD})).await.0, 204);

    // The running game is lost, and stays with its opponent.
    let end = other.view_where(|view| !view["outcome"].is_null()).await;
    assert_eq!(
        (&end["outcome"]["winner"], &end["outcome"]["reason"]),
        (&json!("second"), &json!("resignation"))
    );
    let (_, seen) = binh.get(&format!("/api/rooms/{room}")).await;
    assert_eq!((&seen["seats"][0]["name"], &seen["seats"][0]["handle"]), (&Value::Null, &Value::Null));
    let record = binh.send("GET", &format!("/api/rooms/{room}/record?format=pgn"), None).await.2;
    assert!(!record.contains("Hung"), "{record}");
    assert_eq!(binh.get(&format!("/api/rooms/{alone}")).await.0, 404);
    assert_eq!(an.get("/api/account").await.1["account"], Value::Null);
    assert_eq!(sign_in(&mut an, "Hung", PASSWORD, false).await.0, 401);
    assert_eq!(total_rooms(&mut an).await, 0);
    let server = server.restart_after(Duration::ZERO).await;
    server.redirect(&mut binh);
    let (_, seen) = binh.get(&format!("/api/rooms/{room}")).await;
    assert_eq!((&seen["seats"][0]["name"], &seen["outcome"]["winner"]), (&Value::Null, &json!("second")));
    sign_up(&mut server.client(), "Hung").await;
    let folder = server.stop().await;
    let mut connection = open(&folder).await;
    for table in ["puzzle", "library_game", "shelf"] {
        let query = format!("SELECT count(*) FROM {table}");
        let (rows,): (i64,) =
            sqlx::query_as(sqlx::AssertSqlSafe(query)).fetch_one(&mut connection).await.unwrap();
        assert_eq!(rows, i64::from(table == "shelf"), "{table}");
    }
}

async fn open(folder: &Folder) -> SqliteConnection {
    let options =
        SqliteConnectOptions::new().filename(folder.database()).create_if_missing(true).foreign_keys(false);
    SqliteConnection::connect_with(&options).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_about_an_account_can_be_exported() {
    let (server, mut an) = TestServer::start_with_client().await;
    for game in ["xiangqi", "chess"] {
        an.create_game(with(one_device(game), "moves", json!([]))).await;
    }
    sign_up(&mut an, "Khanh").await;
    let settings = json!({"language": "vi", "theme": "dark"});
    assert_eq!(ask(&mut an, "PUT", "/api/account/settings", settings.clone()).await.0, 204);
    let mut binh = server.client();
    sign_up(&mut binh, "Binh99").await;
    assert_eq!(ask(&mut an, "PUT", "/api/players/Binh99/follow", json!({})).await.0, 204);
    let rated = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"}, "rated": true,
        "clock": {"kind": "game", "initial_ms": 60_000, "increment_ms": 0}});
    let (room, invitation) = an.create_game(rated).await;
    binh.post(&format!("/api/invitations/{}", invitation.unwrap()), &json!({})).await;
    let (mut one, mut other) = (an.connect(&room).await, binh.connect(&room).await);
    two_moves(&mut one, &mut other).await;
    other.request_ok(json!({"type": "resign"})).await;
    an.send("POST", "/api/library/import?name=a.pgn", Some(GAME)).await;
    let (status, exported) = an.get("/api/account/export").await;
    assert_eq!(
        (status, &exported["handle"], &exported["settings"]),
        (200, &json!("Khanh"), &settings),
        "{exported}"
    );
    assert_eq!(exported["following"], json!(["Binh99"]));
    assert_eq!(
        (&exported["ratings"][0]["pool"], &exported["ratings"][0]["games"]),
        (&json!("xiangqi.quick"), &json!(1))
    );
    let (_, _, library) = an.send("GET", exported["library"].as_str().unwrap(), None).await;
    assert_eq!(library.matches("[Result ").count(), 1, "{library}");
    let games = exported["games"].as_array().unwrap();
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|game| game["pgn"].as_str().unwrap().contains("[Event")), "{exported}");
    let (_, head, pgn) = an.send("GET", "/api/account/export?format=pgn", None).await;
    assert_eq!(pgn.matches("[Event ").count(), 3, "{pgn}");
    assert!(head.to_ascii_lowercase().contains("content-disposition: attachment"), "{head}");
    assert_eq!(server.client().get("/api/account/export").await.0, 401);
    let large = json!({"text": "x".repeat(9000)});
    let (status, answer) = ask(&mut an, "PUT", "/api/account/settings", large).await;
    assert_eq!((status, code(&answer)), (422, "account_settings_size"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_version_6_migrates_and_loses_nothing() {
    let sql = include_str!("../../../testdata/store/version-6-guests.sql");
    let fresh = TestServer::start().await;
    let config = fresh.config.clone();
    let folder = fresh.stop().await;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", folder.database().display()));
    }
    let mut connection = open(&folder).await;
    connection.execute(sql).await.unwrap();
    let tables = [
        "room",
        "seat",
        "event",
        "shelf",
        "player",
        "puzzle",
        "puzzler",
        "deal",
        "invitation",
        "library_game",
    ];
    let mut before = Vec::new();
    for table in tables {
        before.push(rows(&mut connection, table).await);
    }
    connection.close().await.unwrap();
    let server = server::start(config).await.unwrap();
    let mut an = Client { address: server.address, cookie: Some(format!("kydai={}", "a1".repeat(32))) };
    assert_eq!(an.get("/api/me").await.1["name"], "Nguyễn Ân");
    let (_, mine) = an.get("/api/rooms").await;
    assert_eq!(mine["total"], 3, "{mine}");
    assert_eq!(an.get("/api/library/shelf").await.1["own"], 1);
    assert_eq!(an.get("/api/puzzles/games").await.1["rows"][0]["mine"], "solved");
    // The running game goes on, between the same two guests; and signing up keeps it.
    let room = mine["rooms"].as_array().unwrap().iter().find(|row| row["game"] == "xiangqi").unwrap()["room"]
        .clone();
    let room = room.as_str().unwrap();
    sign_up(&mut an, "An_1990").await;
    let binh = Client { address: server.address, cookie: Some(format!("kydai={}", "b2".repeat(32))) };
    let (mut one, mut other) = (an.connect(room).await, binh.connect(room).await);
    let view = one.view().await;
    assert_eq!((&view["own_sides"], common::plies(&view)), (&json!(["first"]), 3));
    assert_eq!(view["seats"][0]["handle"], "An_1990");
    other.view().await;
    let next = other.play("b9c7").await;
    assert_eq!(next["turn"], "first");
    server.stop().await;
    let mut connection = open(&folder).await;
    for (table, before) in tables.iter().zip(&before) {
        let after = rows(&mut connection, table).await;
        assert!(after >= *before, "{table}: {before} rows before, {after} after");
    }
}

async fn rows(connection: &mut SqliteConnection, table: &str) -> i64 {
    let query = format!("SELECT count(*) FROM {table}");
    let (rows,): (i64,) = sqlx::query_as(sqlx::AssertSqlSafe(query)).fetch_one(connection).await.unwrap();
    rows
}
