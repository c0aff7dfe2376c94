//! Talk of two players: phrases and text, who sees it, limits, blocks, reports, and what the operator switches off.

mod common;

use std::time::Duration;

use common::events::EventStream;
use common::people::{PASSWORD, ask, code, seat, sign_up};
use common::{Client, Folder, RoomSocket, TestServer, one_device};
use serde_json::{Value, json};
use server::{TalkRule, WordList};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Row};

async fn server(rule: TalkRule) -> TestServer {
    TestServer::start_with(|config| {
        config.talk = rule;
        config.refused_words = WordList::read("# not here\nđồ tồi\n");
    })
    .await
}

fn text(said: &str) -> Value {
    json!({"type": "talk", "text": said})
}

fn phrase(said: &str) -> Value {
    json!({"type": "talk", "phrase": said})
}

async fn sockets(people: &[&Client], room: &str) -> Vec<RoomSocket> {
    let mut sockets = Vec::new();
    for person in people {
        let mut socket = person.connect(room).await;
        socket.view().await;
        sockets.push(socket);
    }
    sockets
}

async fn heard(socket: &mut RoomSocket) -> Value {
    socket.read_until(|message| message["type"] == "talk").await
}

async fn rows(folder: &Folder, query: &'static str) -> Vec<String> {
    let options = SqliteConnectOptions::new().filename(folder.database()).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let rows = sqlx::query(query).fetch_all(&mut connection).await.unwrap();
    let read = |row: &sqlx::sqlite::SqliteRow| row.get::<Option<String>, _>(0).unwrap_or_default();
    let rows = rows.iter().map(read).collect();
    connection.close().await.unwrap();
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn phrases_reach_the_opponent_and_nobody_else() {
    let server = server(TalkRule::Phrases).await;
    let (mut an, mut binh, mut viewer) = (server.client(), server.client(), server.client());
    viewer.get("/api/me").await;
    let room = seat(&mut an, &mut binh).await;
    let mut all = sockets(&[&an, &binh, &viewer], &room).await;
    let [red, black, spectator] = all.as_mut_slice() else { panic!("three") };
    assert_eq!(an.get(&format!("/api/rooms/{room}")).await.1["talk"], "phrases");
    assert_eq!(viewer.get(&format!("/api/rooms/{room}")).await.1["talk"], "off");
    let answer = red.request(with_id(phrase("good_luck"), "hello-1")).await;
    assert_eq!(answer["type"], "ack", "{answer}");
    let line = &heard(black).await["lines"][0];
    assert_eq!(
        (&line["phrase"], &line["side"], &line["number"]),
        (&json!("good_luck"), &json!("first"), &json!(1))
    );
    // A message that is sent again after a lost connection is said once.
    assert_eq!(red.request(with_id(phrase("good_luck"), "hello-1")).await["type"], "ack");
    for (asked, wanted) in [
        (text("chào"), "talk_phrases_only"),
        (json!({"type": "talk"}), "talk_empty"),
        (phrase("insult"), "wire_unreadable"),
    ] {
        assert_eq!(red.refusal_code(asked).await, wanted);
    }
    assert_eq!(spectator.refusal_code(phrase("hello")).await, "wire_watching");
    black.request(phrase("you_too")).await;
    assert_eq!(heard(red).await["lines"][0]["phrase"], "you_too");
    // After a reload the page has all lines; after a restart too.
    let server = server.restart_after(Duration::from_millis(50)).await;
    for person in [&mut an, &mut binh, &mut viewer] {
        server.redirect(person);
    }
    let mut red = an.connect(&room).await;
    let known = heard(&mut red).await;
    assert_eq!((&known["all"], known["lines"].as_array().unwrap().len()), (&json!(true), 2));
    // Spectators see nothing of it, not even when the game is over.
    red.request_ok(json!({"type": "resign"})).await;
    let mut late = viewer.connect(&room).await;
    late.view().await;
    late.request(json!({"type": "ping"})).await;
    for socket in [&*spectator, &late] {
        assert!(!socket.received.iter().any(|text| text.contains("\"type\":\"talk\"")));
    }
    server.stop().await;
}

fn with_id(mut asked: Value, id: &str) -> Value {
    asked["id"] = json!(id);
    asked
}

#[tokio::test(flavor = "multi_thread")]
async fn text_is_for_two_accounts_and_is_cleaned_and_limited() {
    let server = server(TalkRule::Text).await;
    let (mut an, mut binh, mut guest) = (server.client(), server.client(), server.client());
    sign_up(&mut an, "Noi111").await;
    sign_up(&mut binh, "Nghe22").await;
    let room = seat(&mut an, &mut guest).await;
    let mut with_guest = sockets(&[&an], &room).await;
    assert_eq!(with_guest[0].refusal_code(text("chào")).await, "talk_phrases_only", "a guest is there");
    let room = seat(&mut an, &mut binh).await;
    let mut all = sockets(&[&an, &binh], &room).await;
    let [red, black] = all.as_mut_slice() else { panic!("two") };
    for (said, wanted) in [
        ("   ", "talk_empty"),
        ("\u{202e}\u{200b}", "talk_empty"),
        ("ĐỒ   TỒI!", "talk_word"),
        (&"x".repeat(201), "talk_long"),
    ] {
        assert_eq!(red.refusal_code(text(said)).await, wanted);
    }
    red.request(text(" <b>Chào</b>\n\u{202e}bạn ")).await;
    assert_eq!(heard(black).await["lines"][0]["text"], "<b>Chào</b> bạn", "a line of visible text");
    // Five lines at once; refused ones do not count.
    for _ in 0..4 {
        assert_eq!(red.request(phrase("thanks")).await["type"], "ack");
    }
    assert_eq!(red.refusal_code(text("nữa")).await, "talk_often");
    assert_eq!(black.request(text("chờ nhé")).await["type"], "ack", "the opponent has an own limit");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_switches_talk_off_and_machines_do_not_talk() {
    let server = server(TalkRule::Off).await;
    let (mut an, mut binh) = (server.client(), server.client());
    let room = seat(&mut an, &mut binh).await;
    let mut all = sockets(&[&an], &room).await;
    assert_eq!(an.get(&format!("/api/rooms/{room}")).await.1["talk"], "off");
    assert_eq!(all[0].refusal_code(phrase("hello")).await, "talk_off");
    server.stop().await;
    let server = self::server(TalkRule::Text).await;
    server.redirect(&mut an);
    let (room, mut socket, view) = an.create_and_connect(one_device("chess")).await;
    assert_eq!(view["talk"], "off");
    assert_eq!(socket.refusal_code(phrase("hello")).await, "wire_watching");
    let machine = json!({"game": "chess", "one": {"kind": "me"}, "other": {"kind": "level", "level": 1}});
    let (_, mut socket, view) = an.create_and_connect(machine).await;
    assert_eq!(view["talk"], "off", "{room}");
    assert_eq!(socket.refusal_code(phrase("hello")).await, "talk_off");
    server.stop().await;
}

async fn enter(person: &mut Client) -> EventStream {
    let mut stream = EventStream::open(person, "/api/lobby/events").await;
    stream.next_of("lobby").await;
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_block_each_other_neither_talk_nor_meet() {
    let server = server(TalkRule::Text).await;
    let (mut an, mut binh) = (server.client(), server.client());
    sign_up(&mut an, "Chan11").await;
    sign_up(&mut binh, "Phien2").await;
    for path in ["/api/players/Chan11/follow", "/api/players/Phien2/follow"] {
        let person = if path.contains("Chan") { &mut binh } else { &mut an };
        assert_eq!(ask(person, "PUT", path, json!({})).await.0, 204);
    }
    let room = seat(&mut an, &mut binh).await;
    let mut all = sockets(&[&an, &binh], &room).await;
    let (_an, _binh) = (enter(&mut an).await, enter(&mut binh).await);
    let terms =
        json!({"game": "xiangqi", "clock": {"kind": "game", "initial_ms": 300_000, "increment_ms": 0}});
    let (_, waiting) = binh.post("/api/seeks", &terms).await;
    assert_eq!(ask(&mut an, "PUT", "/api/players/Phien2/block", json!({})).await.0, 204);
    assert_eq!(an.get("/api/blocked").await.1[0]["handle"], "Phien2");
    assert_eq!(an.get("/api/players/Phien2").await.1["is_blocked"], true);
    assert_eq!(binh.get("/api/players/Chan11").await.1["is_blocked"], false, "it is not told");
    for person in [&mut an, &mut binh] {
        assert_eq!(person.get("/api/following").await.1, json!([]), "nobody follows any longer");
    }
    let (status, answer) = ask(&mut binh, "PUT", "/api/players/Chan11/follow", json!({})).await;
    assert_eq!((status, code(&answer)), (403, "lobby_blocked"));
    for socket in &mut all {
        assert_eq!(socket.refusal_code(phrase("hello")).await, "talk_blocked");
    }
    // The seek that waits already does not fit, and is not accepted from the list.
    assert!(an.post("/api/seeks", &terms).await.1["room"].is_null());
    let path = format!("/api/seeks/{}", waiting["seek"].as_str().unwrap());
    let (status, answer) = an.post(&path, &json!({})).await;
    assert_eq!((status, code(&answer)), (403, "lobby_blocked"));
    for (person, handle) in [(&mut an, "Phien2"), (&mut binh, "Chan11")] {
        let (status, answer) =
            person.post("/api/challenges", &json!({"handle": handle, "terms": terms})).await;
        assert_eq!((status, code(&answer)), (403, "lobby_blocked"));
    }
    all[0].request_ok(json!({"type": "resign"})).await;
    let (status, answer) = binh.post(&format!("/api/rooms/{room}/rematch"), &json!({})).await;
    assert_eq!((status, code(&answer)), (403, "lobby_blocked"));
    // Until the block ends.
    assert_eq!(ask(&mut an, "DELETE", "/api/players/Phien2/block", json!({})).await.0, 204);
    assert_eq!(all[1].request(phrase("sorry")).await["type"], "ack");
    let (status, _) = binh.post("/api/challenges", &json!({"handle": "Chan11", "terms": terms})).await;
    assert_eq!(status, 201);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_has_game_and_talk_and_goes_with_the_account() {
    let server = server(TalkRule::Text).await;
    let (mut an, mut binh, mut guest) = (server.client(), server.client(), server.client());
    sign_up(&mut an, "Bao111").await;
    sign_up(&mut binh, "Toi222").await;
    guest.get("/api/me").await;
    let room = seat(&mut an, &mut binh).await;
    let mut all = sockets(&[&an, &binh], &room).await;
    all[0].play("h2e2").await;
    all[1].request(text("thua đi")).await;
    all[0].request(text("lịch sự nhé")).await;
    let asked = json!({"room": room, "reason": "talk", "note": " nói\nbậy "});
    let (status, answer) = guest.post("/api/reports", &asked).await;
    assert_eq!((status, code(&answer)), (401, "account_needed"));
    for (asked, wanted) in [
        (json!({"reason": "name"}), (422, "report_whom")),
        (json!({"reason": "name", "handle": "Bao111"}), (409, "report_own")),
        (json!({"reason": "name", "handle": "Nobody"}), (404, "player_unknown")),
        (json!({"reason": "talk", "room": "nowhere"}), (404, "wire_no_room")),
        (json!({"reason": "talk", "room": room, "note": "x".repeat(501)}), (422, "report_long")),
    ] {
        let (status, answer) = an.post("/api/reports", &asked).await;
        assert_eq!((status, code(&answer)), wanted, "{asked}");
    }
    assert_eq!(an.post("/api/reports", &json!({"reason": "spam"})).await.0, 422);
    assert_eq!(an.post("/api/reports", &asked).await.0, 204);
    assert_eq!(an.post("/api/reports", &asked).await.0, 204, "the second replaces the first");
    let report = "SELECT reason || '|' || note || '|' || game || '|' || moves || '|' || coalesce(closed_at, 'open') FROM report";
    assert_eq!(rows(&server.folder, report).await, ["talk|nói bậy|xiangqi|h2e2|open"]);
    assert_eq!(
        rows(&server.folder, "SELECT body FROM talk ORDER BY number").await,
        ["thua đi", "lịch sự nhé"]
    );
    let (_, _, export) = binh.send("GET", "/api/account/export", None).await;
    assert!(export.contains("thua đi") && !export.contains("lịch sự nhé"), "one's own words only");
    // Ten a day.
    let mut last = 0;
    for number in 0..12 {
        let mut person = server.client();
        sign_up(&mut person, &format!("Nhieu{number}x")).await;
        let asked = json!({"reason": "name", "handle": format!("Nhieu{number}x")});
        last = an.post("/api/reports", &asked).await.0;
    }
    assert_eq!(last, 429);
    // Whoever deletes the account takes the words along.
    assert_eq!(ask(&mut an, "DELETE", "/api/account", json!({"password": PASSWORD})).await.0, 204);
    let known = all[1].read_until(|message| message["type"] == "talk" && message["all"] == true).await;
    assert_eq!(known["lines"].as_array().unwrap().len(), 1);
    assert_eq!(rows(&server.folder, "SELECT body FROM talk").await, ["thua đi"]);
    assert_eq!(rows(&server.folder, "SELECT note FROM report WHERE room IS NOT NULL").await, [""]);
    assert_eq!(ask(&mut binh, "DELETE", "/api/account", json!({"password": PASSWORD})).await.0, 204);
    assert_eq!(rows(&server.folder, "SELECT body FROM talk").await, Vec::<String>::new());
    assert_eq!(
        rows(&server.folder, "SELECT id FROM report WHERE room IS NOT NULL").await,
        Vec::<String>::new()
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_version_10_migrates_with_its_games_listed_as_they_were_shown() {
    let fresh = TestServer::start().await;
    let config = fresh.config.clone();
    let folder = fresh.stop().await;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", folder.database().display()));
    }
    // The tables are in alphabetical order, so references are not checked.
    let options = SqliteConnectOptions::new().filename(folder.database());
    let options = options.create_if_missing(true).foreign_keys(false);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::Executor::execute(&mut connection, include_str!("../../../testdata/store/version-10.sql"))
        .await
        .unwrap();
    connection.close().await.unwrap();
    let server = server::start(config).await.unwrap();
    let mut an = Client {
        address: server.address,
        cookie: Some(format!("kydai={}; kydai-session={}", "d4".repeat(32), "c3".repeat(32))),
    };
    let (_, account) = an.get("/api/account").await;
    assert_eq!(account["account"]["handle"], "An_2003", "{account}");
    assert_eq!(account["account"]["is_unlisted"], false);
    assert_eq!(an.get("/api/rooms").await.1["total"], 4);
    assert_eq!(an.get("/api/following").await.1[0]["player"]["handle"], "Binh99");
    let (_, own) = an.get("/api/players/An_2003").await;
    assert_eq!(own["room"], "ratedgamerunning", "{own}");
    let mut socket = an.connect("ratedgamerunning").await;
    let view = socket.view().await;
    assert_eq!(
        (&view["is_listed"], &view["delay"], &view["talk"]),
        (&json!(false), &json!(0), &json!("phrases"))
    );
    assert_eq!(socket.request(phrase("hello")).await["type"], "ack");
    server.stop().await;
}
