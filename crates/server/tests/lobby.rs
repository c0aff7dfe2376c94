//! Lobby: seeks are matched by their terms, challenges reach who is here, and both begin a game for two people.

mod common;

use common::events::EventStream;
use common::people::{PASSWORD, ask, code, sign_in, sign_up};
use common::{Client, TestServer, with};
use serde_json::{Value, json};

fn terms() -> Value {
    json!({"game": "xiangqi", "clock": {"kind": "game", "initial_ms": 300_000, "increment_ms": 3_000}})
}

/// Opens the stream of a person and waits until it works.
async fn enter(person: &mut Client) -> EventStream {
    person.get("/api/me").await;
    let mut stream = EventStream::open(person, "/api/lobby/events").await;
    stream.next_of("lobby").await;
    stream
}

async fn seek(person: &mut Client, asked: &Value) -> Value {
    let (status, answer) = person.post("/api/seeks", asked).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_who_seek_the_same_game_are_told_of_one_room() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    sign_up(&mut an, "An_2003").await;
    let (status, answer) = an.post("/api/seeks", &terms()).await;
    assert_eq!((status, code(&answer)), (409, "lobby_absent"), "nobody could tell An of the game");
    let (mut to_an, mut to_binh) = (enter(&mut an).await, enter(&mut binh).await);
    let waiting = seek(&mut an, &with(terms(), "color", json!("second"))).await;
    assert!(waiting["seek"].is_string() && waiting["room"].is_null(), "{waiting}");
    let seen =
        to_binh.read_until(|event| event["seeks"].as_array().is_some_and(|list| !list.is_empty())).await;
    assert_eq!(seen["seeks"][0]["handle"], "An_2003", "{seen}");
    assert_eq!(seen["seeks"][0]["rating"], json!({"rating": 1500, "deviation": 350, "provisional": true}));
    assert_eq!((&seen["people"][0]["handle"], &seen["here"]), (&json!("An_2003"), &json!(2)));
    let (_, lobby) = an.get("/api/lobby").await;
    assert_eq!(lobby["seek"], waiting["seek"]);

    // Other terms do not fit.
    let slower = with(terms(), "clock", json!({"kind": "game", "initial_ms": 900_000, "increment_ms": 0}));
    assert!(seek(&mut binh, &slower).await["room"].is_null());
    let found = seek(&mut binh, &terms()).await;
    let room = found["room"].as_str().expect("a game").to_owned();
    for stream in [&mut to_an, &mut to_binh] {
        assert_eq!(stream.next_of("begin").await["room"], room.as_str());
    }
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!((&view["own_sides"], &view["rated"]), (&json!(["second"]), &Value::Null), "{view}");
    assert_eq!(view["seats"][1]["handle"], "An_2003");
    assert_eq!(binh.get(&format!("/api/rooms/{room}")).await.1["own_sides"], json!(["first"]));
    for person in [&mut an, &mut binh] {
        assert_eq!(person.get("/api/rooms").await.1["total"], 1, "the game is on both lists");
        let (_, lobby) = person.get("/api/lobby").await;
        assert_eq!((&lobby["seek"], &lobby["lobby"]["seeks"]), (&Value::Null, &json!([])));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_seeks_need_accounts_and_ranges_hold() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (mut binh, mut guest) = (server.client(), server.client());
    sign_up(&mut an, "Rater1").await;
    sign_up(&mut binh, "Rater7").await;
    let (mut to_an, _binh, _guest) = (enter(&mut an).await, enter(&mut binh).await, enter(&mut guest).await);
    let rated = with(terms(), "rated", json!(true));
    for (asked, status, wanted) in [
        (rated.clone(), 403, "rated_account"),
        (with(terms(), "within", json!(100)), 422, "lobby_range_account"),
        (with(terms(), "range", json!([1600, 1500])), 422, "lobby_range_empty"),
        (with(terms(), "clock", json!({"kind": "off"})), 422, "lobby_clock"),
        (
            with(terms(), "clock", json!({"kind": "game", "initial_ms": 1, "increment_ms": 0})),
            422,
            "new_clock_initial",
        ),
        (with(terms(), "game", json!("go")), 422, "cli_game_unknown"),
    ] {
        let (seen, answer) = guest.post("/api/seeks", &asked).await;
        assert_eq!((seen, code(&answer)), (status, wanted), "{asked}");
    }
    // Established opponents only: a new player is not.
    let choosy = seek(&mut an, &with(rated.clone(), "established", json!(true))).await;
    assert!(seek(&mut binh, &rated).await["room"].is_null());
    let path = format!("/api/seeks/{}", choosy["seek"].as_str().unwrap());
    for (person, wanted) in [
        (&mut binh, (403, "lobby_range")),
        (&mut guest, (403, "rated_account")),
        (&mut an, (409, "lobby_own")),
    ] {
        let (status, answer) = person.post(&path, &json!({})).await;
        assert_eq!((status, code(&answer)), wanted);
    }
    // A range around the own rating fits another new player.
    let found = seek(&mut an, &with(rated, "within", json!(100))).await;
    let room = found["room"].as_str().expect("Bình still waits").to_owned();
    assert_eq!(to_an.next_of("begin").await["room"], room.as_str());
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(view["rated"]["pool"], "xiangqi.quick");
    assert_eq!(an.post(&path, &json!({})).await.0, 404, "the old seek is gone");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seek_is_accepted_from_the_list_and_goes_with_its_page() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    let (to_an, mut to_binh) = (enter(&mut an).await, enter(&mut binh).await);
    seek(&mut an, &terms()).await;
    let listed = |event: &Value| event["seeks"].as_array().is_some_and(|list| list.len() == 1);
    let seen = to_binh.read_until(listed).await;
    let path = format!("/api/seeks/{}", seen["seeks"][0]["id"].as_str().unwrap());
    // An closes the page: nobody can play against An now.
    drop(to_an);
    to_binh.read_until(|event| event["seeks"] == json!([]) && event["here"] == 1).await;
    let (status, answer) = binh.post(&path, &json!({})).await;
    assert_eq!((status, code(&answer)), (404, "lobby_seek_gone"));

    let mut to_an = enter(&mut an).await;
    seek(&mut an, &terms()).await;
    let seen = to_binh.read_until(listed).await;
    let path = format!("/api/seeks/{}", seen["seeks"][0]["id"].as_str().unwrap());
    let (status, answer) = binh.post(&path, &json!({})).await;
    assert_eq!(status, 200, "{answer}");
    for stream in [&mut to_an, &mut to_binh] {
        assert_eq!(stream.next_of("begin").await["room"], answer["room"]);
    }
    // A seek that is withdrawn is gone too.
    seek(&mut an, &terms()).await;
    assert_eq!(ask(&mut an, "DELETE", "/api/seeks", json!({})).await.0, 204);
    assert!(seek(&mut binh, &terms()).await["room"].is_null());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_reaches_a_player_who_is_here_and_can_be_declined_or_accepted() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (mut binh, mut other) = (server.client(), server.client());
    sign_up(&mut an, "Thach1").await;
    sign_up(&mut binh, "Dau777").await;
    let asked = |handle: &str| json!({"handle": handle, "terms": with(terms(), "rated", json!(true))});
    let mut to_an = enter(&mut an).await;
    for (handle, wanted) in [
        ("Dau777", (409, "lobby_not_here")),
        ("Nobody", (404, "player_unknown")),
        ("Thach1", (409, "lobby_own")),
    ] {
        let (status, answer) = an.post("/api/challenges", &asked(handle)).await;
        assert_eq!((status, code(&answer)), wanted, "{handle}");
    }
    let mut to_binh = enter(&mut binh).await;
    let is_here = async |client: &mut Client| client.get("/api/players/Dau777").await.1["is_here"].clone();
    assert_eq!(is_here(&mut an).await, true, "the profile says whom one may challenge");
    assert_eq!(ask(&mut binh, "PUT", "/api/account/profile", json!({"is_private": true})).await.0, 204);
    assert_eq!(is_here(&mut an).await, false, "of a private profile others see the name only");
    assert_eq!(ask(&mut binh, "PUT", "/api/account/profile", json!({"is_private": false})).await.0, 204);
    let (status, sent) = an.post("/api/challenges", &asked("dau777")).await;
    assert_eq!(status, 201, "{sent}");
    let heard = to_binh.next_of("challenge").await;
    assert_eq!((&heard["id"], &heard["seek"]["handle"]), (&sent["id"], &json!("Thach1")));
    let path = format!("/api/challenges/{}", sent["id"].as_str().unwrap());
    for stranger in [&mut other, &mut an] {
        assert_eq!(stranger.post(&path, &json!({})).await.0, 404, "only the challenged player accepts");
    }
    assert_eq!(ask(&mut other, "DELETE", &path, json!({})).await.0, 404);
    assert_eq!(ask(&mut binh, "DELETE", &path, json!({})).await.0, 204);
    assert_eq!(to_an.next_of("challenge_over").await["id"], sent["id"]);

    let (_, sent) = an.post("/api/challenges", &asked("Dau777")).await;
    let (_, lobby) = binh.get("/api/lobby").await;
    assert_eq!(lobby["challenges"][0]["id"], sent["id"], "a page that is opened later shows it");
    let path = format!("/api/challenges/{}", sent["id"].as_str().unwrap());
    let (status, begun) = binh.post(&path, &json!({})).await;
    assert_eq!(status, 200, "{begun}");
    assert_eq!(to_an.next_of("begin").await["room"], begun["room"]);
    let (_, view) = an.get(&format!("/api/rooms/{}", begun["room"].as_str().unwrap())).await;
    assert_eq!(view["rated"]["pool"], "xiangqi.quick");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seek_that_is_withdrawn_on_one_page_ends_on_the_others() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (mut one, mut other) = (enter(&mut an).await, enter(&mut an).await);
    let first = seek(&mut an, &terms()).await["seek"].clone();
    // The other page asks for something else: the first seek is replaced.
    let second = seek(&mut an, &with(terms(), "game", json!("chess"))).await["seek"].clone();
    assert_eq!(ask(&mut an, "DELETE", "/api/seeks", json!({})).await.0, 204);
    for stream in [&mut one, &mut other] {
        for (kind, id) in [("seek", &first), ("seek_over", &first), ("seek", &second), ("seek_over", &second)]
        {
            assert_eq!(&stream.next_of(kind).await["id"], id, "{kind}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ending_a_session_ends_its_stream_and_its_seek() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut phone = server.client();
    sign_up(&mut an, "Phien1").await;
    assert_eq!(sign_in(&mut phone, "Phien1", PASSWORD, false).await.0, 200);
    let mut to_phone = enter(&mut phone).await;
    seek(&mut phone, &with(terms(), "rated", json!(true))).await;
    assert_eq!(ask(&mut an, "DELETE", "/api/account/sessions", json!({})).await.0, 204);
    while to_phone.next().await.is_some() {}
    loop {
        let (_, lobby) = an.get("/api/lobby").await;
        if lobby["lobby"]["here"] == 0 {
            assert_eq!(lobby["lobby"]["seeks"], json!([]));
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.stop().await;
}
