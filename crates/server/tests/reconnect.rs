//! Reconnection: repeated and stale commands, lost sockets, server restarts, clocks.

mod common;

use std::time::Duration;

use common::{TestServer, one_device, with};
use serde_json::{Value, json};

fn without_time(view: &Value) -> Value {
    let mut view = view.clone();
    view["clock"]["now"] = json!(0);
    view["clock"]["left_ms"] = json!(0);
    view["clock"]["since"] = json!(0);
    view["seq"] = json!(0);
    view
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_command_is_answered_again_and_a_stale_one_is_refused() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, mut socket, view) = an.create_and_connect(one_device("xiangqi")).await;
    let seq = view["seq"].as_u64().unwrap();
    let first = socket.request(json!({"type": "play", "mv": "h2e2", "id": "one", "seq": seq})).await;
    let again = socket.request(json!({"type": "play", "mv": "h2e2", "id": "one", "seq": seq})).await;
    assert_eq!(first, again);
    let stale = socket.refusal_code(json!({"type": "play", "mv": "h9g7", "id": "two", "seq": seq})).await;
    assert_eq!(stale, "wire_stale");
    let view = socket.view_where(|message| message["plies_from"] == 0).await;
    assert_eq!(view["plies"].as_array().unwrap().len(), 1);
    // The socket is lost; the same command over another socket is still the same command.
    drop(socket);
    let mut socket = an.connect(&room).await;
    let back = socket.view().await;
    assert_eq!(without_time(&back), without_time(&view));
    let again = socket.request(json!({"type": "play", "mv": "h2e2", "id": "one", "seq": seq})).await;
    assert_eq!(first, again);
    let (_, looked) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(looked["plies"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_server_continues_all_games_and_credits_the_downtime() {
    let (server, mut an) = TestServer::start_with_client().await;
    let clock = json!({"kind": "game", "initial_ms": 100_000, "increment_ms": 0});
    let mut rooms = Vec::new();
    for game in ["xiangqi", "jieqi", "chess"] {
        let asked = with(one_device(game), "clock", clock.clone());
        let (room, mut socket, mut view) = an.create_and_connect(asked).await;
        for _ in 0..6 {
            let mv = view["legal"][3].as_str().unwrap().to_owned();
            view =
                socket.request(json!({"type": "play", "mv": mv, "id": format!("{mv}{}", view["seq"])})).await;
            assert_eq!(view["type"], "ack");
            view = socket.view().await;
        }
        rooms.push((room, view["position"].clone(), view["clock"]["left_ms"].clone()));
    }
    let server = server.restart_after(Duration::from_millis(1500)).await;
    server.redirect(&mut an);
    for (room, position, left) in &rooms {
        let mut socket = an.connect(room).await;
        let view = socket.view().await;
        assert_eq!(view["position"], *position);
        assert_eq!(view["plies"].as_array().unwrap().len(), 6);
        assert_eq!(view["clock"]["running"], "first");
        assert_eq!(view["clock"]["left_ms"][1], left[1]);
        let charged = left[0].as_i64().unwrap() - view["clock"]["left_ms"][0].as_i64().unwrap();
        assert!(charged < 30_000, "the clock kept running: {charged}");
        socket.play(view["legal"][0].as_str().unwrap()).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_without_a_claim_even_after_a_restart() {
    let (server, mut an) = TestServer::start_with_client().await;
    let clock = json!({"kind": "move", "allowance_ms": 1000});
    let asked = with(one_device("xiangqi"), "clock", clock);
    let (room, mut socket, _) = an.create_and_connect(asked).await;
    socket.play("h2e2").await;
    let server = server.restart_after(Duration::ZERO).await;
    server.redirect(&mut an);
    let mut socket = an.connect(&room).await;
    let mut view = socket.view().await;
    if view["outcome"].is_null() {
        view = socket.view_where(|message| !message["outcome"].is_null()).await;
    }
    assert_eq!(
        (view["outcome"]["reason"].clone(), view["outcome"]["winner"].clone()),
        (json!("time_forfeit"), json!("first"))
    );
    assert_eq!(
        socket.refusal_code(json!({"type": "play", "mv": "h9g7", "id": "late"})).await,
        "refusal_over"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_listed_in_pages_and_deleted() {
    let (server, mut an) = TestServer::start_with_client().await;
    for _ in 0..5 {
        an.create_game(one_device("xiangqi")).await;
    }
    let mut seen = Vec::new();
    let mut path = "/api/rooms?count=2".to_owned();
    loop {
        let (_, page) = an.get(&path).await;
        assert_eq!(page["total"], 5);
        seen.extend(
            page["rooms"].as_array().unwrap().iter().map(|row| row["room"].as_str().unwrap().to_owned()),
        );
        match page["next"].as_str() {
            Some(next) => path = format!("/api/rooms?count=2&before={next}"),
            None => break,
        }
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5);
    let mut socket = an.connect(&seen[0]).await;
    socket.view().await;
    assert_eq!(an.send("DELETE", &format!("/api/rooms/{}", seen[0]), None).await.0, 204);
    let bye = socket.read_until(|message| message["type"] == "bye").await;
    assert_eq!((bye["why"]["code"].clone(), bye["again"].clone()), (json!("wire_deleted"), json!(false)));
    assert_eq!(an.get(&format!("/api/rooms/{}", seen[0])).await.0, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_are_notified_when_the_server_shuts_down() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, mut socket, _) = an.create_and_connect(one_device("chess")).await;
    socket.play("e2e4").await;
    let server = server.restart_after(Duration::ZERO).await;
    let bye = socket.read_until(|message| message["type"] == "bye").await;
    assert_eq!((bye["why"]["code"].clone(), bye["again"].clone()), (json!("wire_closing"), json!(true)));
    assert!(socket.next().await.is_none(), "the socket is closed");
    server.redirect(&mut an);
    assert_eq!(an.connect(&room).await.view().await["turn"], "second");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_protocol_version_is_asked_to_reload() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, _) = an.create_game(one_device("xiangqi")).await;
    let known = server::wire::PROTOCOL;
    // Pages from before the versions were numbered send only `seq`, and show an unknown code as it is.
    for (query, code) in [
        (format!("protocol={}", known - 1), "wire_outdated"),
        (format!("seq=5&protocol={}", known + 1), "wire_outdated"),
        ("seq=5".to_owned(), "reload the page"),
    ] {
        let mut socket = an.connect_with_query(&room, &query).await;
        let bye = socket.next().await.unwrap();
        assert_eq!((&bye["type"], &bye["again"]), (&json!("bye"), &json!(false)), "{query}: {bye}");
        assert!(bye["why"]["code"].as_str().is_some_and(|text| text.contains(code)), "{query}: {bye}");
        assert!(socket.next().await.is_none(), "{query}: the socket is closed");
    }
    let mut socket = an.connect_with_query(&room, &format!("seq=0&protocol={known}")).await;
    assert_eq!(socket.view().await["turn"], "first");
    let (_, head, _) = an.send("GET", "/api/games", None).await;
    assert!(head.to_ascii_lowercase().contains(&format!("x-kydai-protocol: {known}")), "{head}");
    server.stop().await;
}
