//! Watching: the list of games that anybody may watch, spectators that are counted, and spectators that are behind.

mod common;

use std::time::Duration;

use common::events::EventStream;
use common::people::{ask, seat, sign_up};
use common::{Client, TestServer, one_device, plies, with};
use serde_json::{Value, json};

fn by_link(game: &str) -> Value {
    json!({"game": game, "one": {"kind": "me"}, "other": {"kind": "link"},
        "clock": {"kind": "game", "initial_ms": 600_000, "increment_ms": 0}})
}

/// Game of two people by link.
async fn begin(one: &mut Client, other: &mut Client, asked: Value) -> String {
    let (room, invitation) = one.create_game(asked).await;
    let (status, answer) = other.post(&format!("/api/invitations/{}", invitation.unwrap()), &json!({})).await;
    assert_eq!(status, 200, "{answer}");
    room
}

/// List of games once it matches.
async fn list_where(person: &mut Client, meant: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..200 {
        let (status, list) = person.get("/api/watch").await;
        assert_eq!(status, 200);
        if meant(&list) {
            return list;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("waited in vain: {}", person.get("/api/watch").await.1);
}

fn rooms(list: &Value) -> Vec<&str> {
    list["games"].as_array().unwrap().iter().map(|game| game["room"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listed_game_moves_in_the_list_and_its_result_stays_a_moment() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (mut binh, mut viewer) = (server.client(), server.client());
    sign_up(&mut an, "Hang11").await;
    let mut events = EventStream::open(&viewer, "/api/watch/events").await;
    let first = events.next().await.unwrap();
    assert_eq!((&first["all"], &first["games"], &first["total"]), (&json!(true), &json!([]), &json!(0)));

    let asked = with(by_link("xiangqi"), "listed", json!(true));
    let (room, invitation) = an.create_game(asked).await;
    let path = format!("/api/invitations/{}", invitation.unwrap());
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(rooms(&viewer.get("/api/watch").await.1), Vec::<&str>::new(), "one player is no game");
    binh.post(&path, &json!({"name": "Bình"})).await;
    let listed = |event: &Value| !event["games"].as_array().unwrap().is_empty();
    let seen = events.read_until(listed).await;
    let game = &seen["games"][0];
    assert_eq!((&seen["all"], &game["room"], &game["plies"]), (&json!(false), &json!(room), &json!(0)));
    assert_eq!(
        (&game["players"][0]["handle"], &game["players"][1]["name"]),
        (&json!("Hang11"), &json!("Bình"))
    );
    assert_eq!(seen["featured"], room.as_str());

    let (mut red, mut black) = (an.connect(&room).await, binh.connect(&room).await);
    red.view().await;
    black.view().await;
    red.play("h2e2").await;
    let seen = events.read_until(|event| event["games"][0]["plies"] == 1).await;
    assert_eq!(seen["games"][0]["last_move"], json!([25, 22]));
    assert_eq!(
        (&seen["games"][0]["turn"], &seen["games"][0]["running"]),
        (&json!("second"), &json!("second"))
    );
    // Two pages of one spectator are one person.
    viewer.get("/api/me").await;
    let (one, two) = (viewer.connect(&room).await, viewer.connect(&room).await);
    let seen = events.read_until(|event| event["games"][0]["watchers"] == 1).await;
    assert_eq!(seen["games"][0]["plies"], 1);
    red.read_until(|message| message["type"] == "presence" && message["watchers"] == 1).await;
    drop((one, two));
    events.read_until(|event| event["games"][0]["watchers"] == 0).await;

    black.request_ok(json!({"type": "resign"})).await;
    let seen = events.read_until(|event| !event["games"][0]["outcome"].is_null()).await;
    assert_eq!((&seen["games"][0]["outcome"]["winner"], &seen["total"]), (&json!("first"), &json!(0)));
    // Somebody looks at the finished game later: it does not come back.
    let seen = events.read_until(|event| event["gone"] != json!([])).await;
    assert_eq!((&seen["gone"], &seen["featured"]), (&json!([room]), &Value::Null));
    viewer.get(&format!("/api/rooms/{room}")).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(rooms(&viewer.get("/api/watch").await.1), Vec::<&str>::new());
    server.stop().await;
    assert!(events.next().await.is_none(), "the stream ends with the server");
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_are_listed_and_private_ones_are_not() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (mut binh, mut viewer) = (server.client(), server.client());
    sign_up(&mut an, "Cong22").await;
    sign_up(&mut binh, "Rieng3").await;
    let rated = with(by_link("xiangqi"), "rated", json!(true));
    let open = begin(&mut an, &mut binh, rated.clone()).await;
    // By link and casual, kept out by the creator, against a machine, on one device.
    begin(&mut an, &mut binh, by_link("chess")).await;
    begin(&mut an, &mut binh, with(rated.clone(), "listed", json!(false))).await;
    let machine = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "level", "level": 1}, "listed": true});
    an.create_game(machine).await;
    an.create_game(with(one_device("xiangqi"), "listed", json!(true))).await;
    let list = list_where(&mut viewer, |list| list["total"] == 1).await;
    assert_eq!(rooms(&list), [open.as_str()]);
    assert_eq!(list["games"][0]["players"][1]["rating"]["rating"], 1500);

    // Either player can keep the own games out, also while one is running.
    let following = "/api/players/Rieng3/follow";
    assert_eq!(ask(&mut an, "PUT", following, json!({})).await.0, 204);
    let shown = |list: &Value| list[0]["room"].clone();
    assert_eq!(shown(&an.get("/api/following").await.1), open.as_str());
    for setting in ["is_unlisted", "is_private"] {
        assert_eq!(ask(&mut binh, "PUT", "/api/account/profile", json!({setting: true})).await.0, 204);
        assert_eq!(binh.get("/api/account").await.1["account"][setting], true);
        list_where(&mut viewer, |list| list["total"] == 0).await;
        assert_eq!(shown(&an.get("/api/following").await.1), Value::Null);
        assert_eq!(viewer.get("/api/players/Rieng3").await.1["room"], Value::Null);
        assert_eq!(ask(&mut binh, "PUT", "/api/account/profile", json!({setting: false})).await.0, 204);
        list_where(&mut viewer, |list| list["total"] == 1).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_are_behind_if_the_players_wish() {
    let server = TestServer::start_with(|config| config.idle = Duration::from_millis(200)).await;
    let (mut an, mut binh, mut viewer) = (server.client(), server.client(), server.client());
    for (asked, plies) in [(by_link("xiangqi"), 21), (one_device("xiangqi"), 2)] {
        let (status, answer) = an.post("/api/rooms", &with(asked, "delay", json!(plies))).await;
        assert_eq!((status, &answer["error"]["code"]), (422, &json!("new_delay")));
    }
    let asked = with(with(by_link("xiangqi"), "delay", json!(2)), "listed", json!(true));
    let room = begin(&mut an, &mut binh, asked).await;
    viewer.get("/api/me").await;
    let (mut red, mut black) = (an.connect(&room).await, binh.connect(&room).await);
    let mut spectator = viewer.connect(&room).await;
    assert_eq!(red.view().await["delay"], 2);
    black.view().await;
    let seen = spectator.view().await;
    assert_eq!((&seen["delay"], &seen["own_sides"]), (&json!(2), &json!([])));
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9"];
    for (ply, mv) in moves.iter().enumerate() {
        let socket = if ply % 2 == 0 { &mut red } else { &mut black };
        // The first view was read above.
        if ply > 0 {
            socket.view_where(|view| view["turn"] == ["first", "second"][ply % 2]).await;
        }
        socket.play(mv).await;
    }
    let seen = spectator.view_where(|view| plies(view) == 2).await;
    assert_eq!((&seen["plies"][0]["mv"], &seen["clock"]["running"]), (&json!("h9g7"), &Value::Null));
    let everything = spectator.received.join("\n");
    for hidden in ["h0g2", "i9h9"] {
        assert!(!everything.contains(hidden), "{hidden} is too new");
    }
    // Network delay that was credited is an event too, so the number is not that of the plies.
    let numbers = spectator.received.iter().filter_map(|text| {
        serde_json::from_str::<Value>(text).ok().and_then(|message| message["seq"].as_u64())
    });
    assert_eq!(numbers.max(), seen["seq"].as_u64(), "not even the number of events tells");
    let refusal = spectator.request(json!({"type": "resign"})).await;
    assert_eq!((&refusal["why"]["code"], &refusal["seq"]), (&json!("wire_watching"), &seen["seq"]));
    // REST, records and the list are as far behind; a player sees everything.
    let list = list_where(&mut viewer, |list| list["games"][0]["plies"] == 2).await;
    assert_eq!((&list["games"][0]["delay"], &list["games"][0]["running"]), (&json!(2), &Value::Null));
    for path in [
        String::new(),
        "/record?format=pgn&notation=uci".to_owned(),
        "/record?format=txt&notation=uci".to_owned(),
        "/record?format=json".to_owned(),
    ] {
        let path = format!("/api/rooms/{room}{path}");
        let (status, _, text) = viewer.send("GET", &path, None).await;
        assert!(status == 200 && text.contains("h9g7") && !text.contains("h0g2"), "{path}: {text}");
        assert!(an.send("GET", &path, None).await.2.contains("i9h9"), "{path}");
    }
    // A room that is loaded again, and a spectator who comes later, are behind too.
    drop((red, black, spectator));
    while viewer.get("/api/health").await.1["rooms"] != 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let server = server.restart_after(Duration::from_millis(100)).await;
    for person in [&mut an, &mut binh, &mut viewer] {
        server.redirect(person);
    }
    let mut spectator = viewer.connect(&room).await;
    assert_eq!(plies(&spectator.view().await), 2);
    let mut black = binh.connect(&room).await;
    assert_eq!(plies(&black.view().await), 4);
    // The end shows everything.
    black.request_ok(json!({"type": "resign"})).await;
    let seen = spectator.view_where(|view| !view["outcome"].is_null()).await;
    assert_eq!((&seen["plies_from"], plies(&seen)), (&json!(2), 4));
    assert!(
        viewer
            .send("GET", &format!("/api/rooms/{room}/record?format=pgn&notation=uci"), None)
            .await
            .2
            .contains("i9h9")
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_viewers_of_the_list_are_no_work_for_a_room() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    let room = begin(&mut an, &mut binh, with(by_link("xiangqi"), "listed", json!(true))).await;
    let mut streams = Vec::new();
    for _ in 0..100 {
        streams.push(EventStream::open(&an, "/api/watch/events").await);
    }
    let mut red = an.connect(&room).await;
    red.view().await;
    red.play("h2e2").await;
    for stream in &mut streams {
        let seen = stream.read_until(|event| event["games"][0]["plies"] == 1).await;
        assert_eq!(seen["games"][0]["watchers"], 0, "who looks at the list is not in the room");
    }
    let room_clients = red.received.iter().filter(|text| text.contains("\"type\":\"view\"")).count();
    assert!(room_clients <= 3, "the room sent {room_clients} views");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_lobby_are_listed_unless_a_player_objects() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (mut binh, mut viewer) = (server.client(), server.client());
    let terms =
        json!({"game": "xiangqi", "clock": {"kind": "game", "initial_ms": 300_000, "increment_ms": 3_000}});
    let mut streams = Vec::new();
    for person in [&mut an, &mut binh] {
        person.get("/api/me").await;
        let mut stream = EventStream::open(person, "/api/lobby/events").await;
        stream.next_of("lobby").await;
        streams.push(stream);
    }
    an.post("/api/seeks", &terms).await;
    binh.post("/api/seeks", &with(terms.clone(), "listed", json!(false))).await;
    an.post("/api/seeks", &terms).await;
    let (_, second) = binh.post("/api/seeks", &terms).await;
    let list = list_where(&mut viewer, |list| list["total"] == 1).await;
    assert_eq!(rooms(&list), [second["room"].as_str().unwrap()], "two games were begun");
    assert_eq!(an.get("/api/rooms").await.1["total"], 2);
    // A rematch is as the game before.
    let room = seat(&mut an, &mut binh).await;
    assert_eq!(viewer.get(&format!("/api/rooms/{room}")).await.1["is_listed"], false);
    server.stop().await;
}
