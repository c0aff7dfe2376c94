//! Rated games: who may play them, and that each counts exactly once whatever is killed.

mod common;

use std::time::Duration;

use common::people::sign_up;
use common::{Client, Folder, RoomSocket, ServerProcess, TestServer, with};
use serde_json::{Value, json};
use server::store::check_ratings;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};

fn rated() -> Value {
    json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"}, "rated": true,
        "clock": {"kind": "game", "initial_ms": 300_000, "increment_ms": 3_000}})
}

/// Rated game of two players after one move each.
async fn begin(one: &mut Client, other: &mut Client) -> (String, RoomSocket, RoomSocket) {
    let (room, invitation) = one.create_game(rated()).await;
    let (status, answer) = other.post(&format!("/api/invitations/{}", invitation.unwrap()), &json!({})).await;
    assert_eq!(status, 200, "{answer}");
    let (mut first, mut second) = (one.connect(&room).await, other.connect(&room).await);
    first.view().await;
    first.play("h2e2").await;
    second.view_where(|view| common::plies(view) == 1).await;
    second.play("h9g7").await;
    (room, first, second)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_changes_both_ratings_once() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    sign_up(&mut an, "An_2003").await;
    sign_up(&mut binh, "Binh99").await;
    let (room, mut first, mut second) = begin(&mut an, &mut binh).await;
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(view["rated"]["pool"], "xiangqi.quick");
    assert_eq!(view["rated"]["ratings"][1], json!({"rating": 1500, "deviation": 350, "provisional": true}));
    assert_eq!(second.refusal_code(json!({"type": "take_back"})).await, "refusal_not_allowed");
    second.request_ok(json!({"type": "resign"})).await;
    let end = first.view_where(|view| !view["outcome"].is_null()).await;
    let change = &end["rated"]["change"];
    assert_eq!((&change["before"], &change["uncounted"]), (&json!([1500, 1500]), &Value::Null), "{end}");
    let (won, lost) = (change["after"][0].as_i64().unwrap(), change["after"][1].as_i64().unwrap());
    assert!(won > 1600 && lost < 1400, "{change}");

    for (handle, rating) in [("an_2003", won), ("BINH99", lost)] {
        let (status, player) = server.client().get(&format!("/api/players/{handle}")).await;
        assert_eq!(status, 200);
        let pool = &player["ratings"][0];
        assert_eq!((&pool["pool"], &pool["games"]), (&json!("xiangqi.quick"), &json!(1)));
        assert_eq!(
            (&pool["rating"]["rating"], &pool["rating"]["provisional"]),
            (&json!(rating), &json!(true))
        );
        assert_eq!((&pool["curve"][0]["rating"], &pool["curve"][0]["room"]), (&json!(rating), &json!(room)));
    }
    // Look-alikes and unknown names are nobody, and provisional ratings are not ranked.
    for handle in ["An2003", "nobody", "%3Cscript%3E"] {
        assert_eq!(server.client().get(&format!("/api/players/{handle}")).await.0, 404, "{handle}");
    }
    let (_, ranking) = server.client().get("/api/ranking?pool=xiangqi.quick").await;
    assert_eq!(ranking["rows"], json!([]));
    let config = server.config.clone();
    let server = server.restart_after(Duration::ZERO).await;
    server.redirect(&mut an);
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(view["rated"]["change"], *change, "after a restart too");
    let folder = server.stop().await;
    let check = check_ratings(&config.database, false).await.unwrap();
    assert_eq!((check.games, check.ratings, check.different.len()), (1, 2, 0));
    drop(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_equal_games_of_two_accounts_are_rated() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut guest = server.client();
    let (status, answer) = guest.post("/api/rooms", &rated()).await;
    assert_eq!((status, &answer["error"]["code"]), (403, &json!("rated_account")));
    sign_up(&mut an, "An_2003").await;
    let (_, invitation) = an.create_game(rated()).await;
    let path = format!("/api/invitations/{}", invitation.unwrap());
    assert_eq!(guest.get(&path).await.1["rated"], true);
    let (status, answer) = guest.post(&path, &json!({})).await;
    assert_eq!((status, &answer["error"]["code"]), (403, &json!("rated_account")));
    for (field, value, code) in [
        ("other", json!({"kind": "level", "level": 1}), "rated_terms"),
        ("other", json!({"kind": "here"}), "rated_terms"),
        ("setup", json!("3k5/9/9/9/9/9/9/9/9/R3K4 w"), "rated_terms"),
        ("moves", json!(["h2e2"]), "rated_terms"),
        ("handicap", json!({"by": "one", "moves": 1}), "rated_terms"),
        ("undo", json!({"kind": "asked"}), "rated_terms"),
        ("clock", json!({"kind": "off"}), "rated_clock"),
        ("other_clock", json!({"kind": "game", "initial_ms": 1_000, "increment_ms": 0}), "rated_clock"),
    ] {
        let (status, answer) = an.post("/api/rooms", &with(rated(), field, value)).await;
        assert_eq!((status, &answer["error"]["code"]), (422, &json!(code)), "{field}");
    }
    // Aborted games, and casual ones, leave no trace in the log.
    let mut binh = server.client();
    sign_up(&mut binh, "Binh99").await;
    let (room, invitation) = an.create_game(rated()).await;
    binh.post(&format!("/api/invitations/{}", invitation.unwrap()), &json!({})).await;
    let mut socket = an.connect(&room).await;
    socket.view().await;
    socket.request_ok(json!({"type": "abort"})).await;
    let folder = server.stop().await;
    let mut connection = open(&folder).await;
    assert_eq!(number(&mut connection, "SELECT count(*) FROM rated_game").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn points_that_are_handed_over_stop_counting() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    sign_up(&mut an, "An_2003").await;
    sign_up(&mut binh, "Binh99").await;
    let mut uncounted = Vec::new();
    for _ in 0..5 {
        let (_, mut first, mut second) = begin(&mut an, &mut binh).await;
        second.request_ok(json!({"type": "resign"})).await;
        let end = first.view_where(|view| !view["outcome"].is_null()).await;
        uncounted.push(end["rated"]["change"]["uncounted"].clone());
    }
    let farmed = json!("uncounted_short_games");
    assert_eq!(uncounted, [Value::Null, Value::Null, Value::Null, farmed.clone(), farmed]);
    let (_, player) = server.client().get("/api/players/An_2003").await;
    assert_eq!(player["ratings"][0]["games"], 3);
    server.stop().await;
}

async fn open(folder: &Folder) -> SqliteConnection {
    SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(folder.database())).await.unwrap()
}

async fn number(connection: &mut SqliteConnection, query: &'static str) -> i64 {
    sqlx::query_as::<_, (i64,)>(query).fetch_one(connection).await.unwrap().0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_around_the_end_of_games_counts_each_once() {
    const TIMES: u64 = 50;
    let folder = Folder::new();
    let mut server = ServerProcess::start(&folder);
    let (mut an, mut binh) = (server.client(), server.client());
    sign_up(&mut an, "An_2003").await;
    sign_up(&mut binh, "Binh99").await;
    let mut unfinished = 0;
    for time in 0..TIMES {
        let (room, mut first, mut second) = begin(&mut an, &mut binh).await;
        first.request_ok(json!({"type": "offer_draw"})).await;
        second.read_until(|message| message["type"] == "view" && !message["offer"].is_null()).await;
        second
            .send_text(&json!({"type": "answer", "accept": true, "id": format!("end {time}")}).to_string())
            .await;
        // Between nothing at all and well after the commit.
        tokio::time::sleep(Duration::from_micros(time * 400)).await;
        server.kill();
        server = ServerProcess::start(&folder);
        (an.address, binh.address) = (server.address, server.address);
        let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
        // Both facts are in one transaction: either the game is over and rated, or neither.
        assert_eq!(view["outcome"].is_null(), view["rated"]["change"].is_null(), "{view}");
        if view["outcome"].is_null() {
            unfinished += 1;
            let mut again = binh.connect(&room).await;
            again.view().await;
            again.request_ok(json!({"type": "answer", "accept": true, "id": format!("end {time}")})).await;
        }
    }
    server.kill();
    println!("{unfinished} of {TIMES} games were not over when the server was killed");
    let mut connection = open(&folder).await;
    assert_eq!(number(&mut connection, "SELECT count(*) FROM rated_game").await, TIMES as i64);
    let twice = "SELECT count(*) FROM (SELECT room FROM event WHERE body LIKE '{\"ended\":%' GROUP BY room HAVING count(*) <> 1)";
    assert_eq!(number(&mut connection, twice).await, 0);
    connection.close().await.unwrap();
    let check = check_ratings(&folder.database(), false).await.unwrap();
    assert_eq!((check.games, check.ratings), (TIMES as usize, 2));
    assert_eq!(check.different, [], "computed again, every bit is the same");
    // A damaged rating is found, and computed again from the log.
    let mut connection = open(&folder).await;
    sqlx::query("UPDATE rating SET rating = rating + 0.000000001").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    assert_eq!(check_ratings(&folder.database(), true).await.unwrap().different.len(), 2);
    assert_eq!(check_ratings(&folder.database(), false).await.unwrap().different, []);
}
