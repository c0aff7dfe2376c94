//! Requests of players besides moves: takebacks, reset, draw claims, repetition warnings, hints, rematches.

mod common;

use common::{TestServer, against, one_device, plies, with};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn takebacks_are_limited_as_configured() {
    let (server, mut an) = TestServer::start_with_client().await;
    let asked = with(one_device("xiangqi"), "undo", json!({"kind": "limited", "times": 1}));
    let (_, mut socket, view) = an.create_and_connect(asked).await;
    assert_eq!(view["undo_left"], json!([1, 1]));
    socket.play("h2e2").await;
    socket.play("h9g7").await;
    let view = socket.request_ok(json!({"type": "take_back", "side": "second"})).await;
    assert_eq!((plies(&view), view["undo_left"].clone()), (1, json!([1, 0])));
    socket.play("h9g7").await;
    assert_eq!(socket.refusal_code(json!({"type": "take_back", "side": "second"})).await, "refusal_used_up");
    let view = socket.request_ok(json!({"type": "take_back", "side": "first", "plies": 2})).await;
    assert_eq!((plies(&view), view["undo_left"].clone()), (0, json!([0, 0])));
    // Redoing moves is not counted.
    assert_eq!(plies(&socket.request_ok(json!({"type": "redo", "plies": 2})).await), 2);
    let never = with(one_device("xiangqi"), "undo", json!({"kind": "never"}));
    let (_, mut socket, _) = an.create_and_connect(never).await;
    socket.play("h2e2").await;
    assert_eq!(socket.refusal_code(json!({"type": "take_back"})).await, "refusal_not_allowed");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_restores_the_start_and_can_be_redone() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (_, mut socket, start) = an.create_and_connect(one_device("chess")).await;
    assert_eq!(socket.refusal_code(json!({"type": "reset"})).await, "refusal_nothing_to_take_back");
    for mv in ["e2e4", "e7e5", "g1f3"] {
        socket.play(mv).await;
    }
    let view = socket.request_ok(json!({"type": "reset"})).await;
    assert_eq!((plies(&view), view["undone"].clone()), (0, json!(3)));
    assert_eq!(view["position"], start["position"]);
    let view = socket.request_ok(json!({"type": "redo", "plies": 3})).await;
    assert_eq!((plies(&view), view["turn"].clone()), (3, json!("second")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_can_be_claimed_only_when_it_is_due() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (_, mut socket, _) = an.create_and_connect(one_device("chess")).await;
    assert_eq!(socket.refusal_code(json!({"type": "claim_draw"})).await, "refusal_no_claim");
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for mv in shuffle.iter().cycle().take(7) {
        socket.play(mv).await;
    }
    assert_eq!(socket.refusal_code(json!({"type": "claim_draw", "mv": "e7e5"})).await, "refusal_no_claim");
    // By the move that would repeat the position for the third time.
    let view = socket.request_ok(json!({"type": "claim_draw", "mv": "f6g8"})).await;
    assert_eq!(view["outcome"]["reason"], "threefold");
    assert_eq!(view["outcome"]["winner"], json!(null));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_perpetual_chase_is_warned_of_and_then_lost_with_its_case() {
    let (server, mut an) = TestServer::start_with_client().await;
    let setup = "4kab2/4a4/4b4/c1C3p1R/8P/2B6/9/3AB1p2/1pr1A4/4K4 b - - 0 1";
    let (_, mut socket, _) = an.create_and_connect(with(one_device("xiangqi"), "setup", json!(setup))).await;
    let cycle = ["c1d1", "c6d6", "d1c1", "d6c6"];
    let mut view = json!(null);
    for mv in cycle {
        view = socket.play(mv).await;
    }
    assert_eq!(
        (view["case"]["occurrences"].clone(), view["case"]["is_final"].clone()),
        (json!(2), json!(false))
    );
    assert_eq!(view["case"]["must_deviate"], "first");
    assert!(view["outcome"].is_null());
    for mv in cycle {
        view = socket.play(mv).await;
    }
    assert_eq!(view["outcome"]["reason"], "perpetual_chase");
    assert_eq!(view["outcome"]["winner"], "second");
    assert_eq!(view["case"]["plies"].as_array().unwrap().len(), 8);
    assert_eq!(view["legal"], json!([]));
    assert_eq!(socket.refusal_code(json!({"type": "play", "mv": "c1d1"})).await, "refusal_over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_searching_machine_moves_at_once_on_request() {
    let (server, mut an) = TestServer::start_with_client().await;
    // It would search for two minutes.
    let (_, mut socket, _) = an.create_and_connect(against("xiangqi", "champion:time=120000")).await;
    socket.play("h2e2").await;
    socket.read_until(|message| message["type"] == "search_info").await;
    assert_eq!(socket.request(json!({"type": "move_now"})).await["type"], "ack");
    let view = socket.view_where(|view| plies(view) == 2).await;
    assert_eq!(view["turn"], "first");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_hint_request_replaces_the_first() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (_, mut socket, _) = an.create_and_connect(against("xiangqi", "random")).await;
    assert_eq!(socket.request(json!({"type": "hint", "id": "one"})).await["type"], "ack");
    socket.send_text(&json!({"type": "hint", "id": "two"}).to_string()).await;
    let dropped = socket.read_until(|message| message["id"] == "one").await;
    assert_eq!(
        (dropped["type"].clone(), dropped["why"]["code"].clone()),
        (json!("refusal"), json!("wire_stale"))
    );
    assert_eq!(socket.read_until(|message| message["type"] == "hint").await["id"], "two");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_exchanges_colors_even_if_they_were_random() {
    let (server, mut an) = TestServer::start_with_client().await;
    let machine = |engine: &str| json!({"kind": "engine", "engine": engine});
    for _ in 0..6 {
        let asked = json!({"game": "toy", "one": machine("random"), "other": machine("alphabeta:depth=3"),
            "color": "random", "pace_ms": 10_000});
        let (mut room, _) = an.create_game(asked).await;
        let mut seats = json!(null);
        for game in 0..3 {
            let mut socket = an.connect(&room).await;
            let mut view = socket.view().await;
            if view["outcome"].is_null() {
                view = socket.request_ok(json!({"type": "abort"})).await;
            }
            if game > 0 {
                assert_eq!(json!([view["seats"][1], view["seats"][0]]), seats, "colors change each time");
            }
            seats = view["seats"].clone();
            let (status, next) = an.post(&format!("/api/rooms/{room}/rematch"), &json!({})).await;
            assert_eq!(status, 201, "{next}");
            room = next["room"].as_str().unwrap().to_owned();
        }
    }
    server.stop().await;
}
