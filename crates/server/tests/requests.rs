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

#[tokio::test(flavor = "multi_thread")]
async fn computing_time_is_kept_for_every_move_and_written_into_the_record() {
    let (server, mut an) = TestServer::start_with_client().await;
    for (game, mv) in [("xiangqi", "h2e2"), ("jieqi", "a0a1")] {
        let asked = with(
            against(game, "alphabeta:depth=2"),
            "clock",
            json!({"kind": "game", "initial_ms": 600_000, "increment_ms": 5_000}),
        );
        let (room, mut socket, _) = an.create_and_connect(asked).await;
        socket.play(mv).await;
        let view = socket.view_where(|view| plies(view) == 2).await;
        let reply = view["plies"].as_array().unwrap().last().unwrap().clone();
        let computed = reply["computed_ms"].as_u64().expect("the engine's time");
        assert!(computed <= reply["ms"].as_u64().unwrap() + 1, "{reply}");
        assert!(reply["clock_ms"].as_u64().unwrap() <= 605_000, "{reply}");
        // After a reload, and in the record.
        let (_, again) = an.get(&format!("/api/rooms/{room}")).await;
        assert_eq!(again["plies"][1]["computed_ms"], json!(computed));
        assert_eq!(again["plies"][0]["computed_ms"], json!(null));
        let (_, _, pgn) = an.send("GET", &format!("/api/rooms/{room}/record?format=pgn&lang=en"), None).await;
        for tag in [
            "[Site \"Kỳ Đài\"]",
            "[Round \"-\"]",
            "[TimeControl \"600+5\"]",
            "[Termination \"unterminated\"]",
            "[Black \"Alpha-beta, depth 2\"]",
            "[Result \"*\"]",
        ] {
            assert!(pgn.contains(tag), "{tag}: {pgn}");
        }
        assert_eq!(pgn.matches("[%clk ").count(), 2, "{pgn}");
        assert_eq!(pgn.matches("[%emt ").count(), 2, "{pgn}");
        assert!(pgn.to_lowercase().contains(&format!("[variant \"{game}\"]")), "{pgn}");
        let (_, _, text) =
            an.send("GET", &format!("/api/rooms/{room}/record?lang=en&notation=uci"), None).await;
        assert!(text.contains("[Black \"Alpha-beta, depth 2\"]") && text.contains(" ms"), "{text}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_of_a_game_with_rule_options_keeps_board_and_rules_and_the_view_has_the_line_that_won() {
    let (server, mut an) = TestServer::start_with_client().await;
    let options = json!({"size": "9", "win": "vietnamese"});
    let asked = with(one_device("caro"), "options", options);
    let (room, mut socket, first) = an.create_and_connect(asked).await;
    assert_eq!(first["line"], json!([]));
    for mv in ["c3", "c4", "d3", "d4", "e3", "e4", "f3", "f5", "g3"] {
        socket.play(mv).await;
    }
    let (_, view) = an.get(&format!("/api/rooms/{room}")).await;
    // Numbered by the largest board: 15 * rank + file.
    assert_eq!(view["line"], json!([32, 33, 34, 35, 36]));
    for (format, start) in
        [("pgn", "[FEN \"9/9/9/9/9/9/9/9/9 w 5v\"]"), ("txt", "[FEN \"9/9/9/9/9/9/9/9/9 w 5v\"]")]
    {
        let (_, _, text) =
            an.send("GET", &format!("/api/rooms/{room}/record?format={format}&notation=uci"), None).await;
        assert!(text.contains(start), "{format}: {text}");
        let (status, read) = an.post("/api/records", &json!({"text": text})).await;
        assert_eq!(status, 200, "{read}");
        assert_eq!(read["plies"].as_array().map(Vec::len), Some(9), "{format}: {read}");
        assert_eq!(read["plies"][8]["position"], view["position"], "{format}");
    }
    let (_, _, psq) = an.send("GET", &format!("/api/rooms/{room}/record?format=psq"), None).await;
    assert!(psq.starts_with("Piskvorky 9x9, 0:0, 0\n3,7,0\n"), "{psq}");
    let line = json!({"game": "caro", "position": view["start"]["position"],
        "moves": ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5"]});
    let (_, line) = an.post("/api/lines", &line).await;
    assert_eq!(line["line"], json!([0, 15, 30, 45, 60]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_exported_as_xqf_and_read_again() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, mut socket, _) = an.create_and_connect(one_device("xiangqi")).await;
    for mv in ["h2e2", "h9g7", "h0g2"] {
        socket.play(mv).await;
    }
    let (status, _, _) = an.send("GET", &format!("/api/rooms/{room}/record?format=xqf"), None).await;
    assert_eq!(status, 200);
    let (chess, mut socket, _) = an.create_and_connect(one_device("chess")).await;
    socket.play("e2e4").await;
    let (status, answer) = an.get(&format!("/api/rooms/{chess}/record?format=xqf")).await;
    assert_eq!((status, answer["error"]["code"].clone()), (422, json!("record_form_unfit")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reveal_can_be_taken_back_against_a_machine_and_the_result_does_not_count() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (_, mut socket, _) = an.create_and_connect(against("jieqi", "random")).await;
    socket.play("a0a1").await;
    let view = socket.view_where(|view| plies(view) == 2).await;
    assert_eq!(view["take_back"], json!({"why_not": null, "reveals": true}));
    assert_eq!(socket.refusal_code(json!({"type": "take_back"})).await, "refusal_already_seen");
    let view = socket.request_ok(json!({"type": "take_back", "seen": true})).await;
    assert_eq!((plies(&view), view["aids"].clone()), (0, json!(["peeked", "take_back"])));
    assert!(view["seen"].as_array().is_some_and(|seen| !seen.is_empty()), "what was seen stays known");
    socket.play("a0a1").await;
    socket.request_ok(json!({"type": "resign"})).await;
    let stats = an.stats_with(1).await;
    assert_eq!((stats["rows"].clone(), stats["uncounted"].clone()), (json!([]), json!(1)));
    // At one device the button says why not.
    let (_, mut socket, _) = an.create_and_connect(one_device("jieqi")).await;
    let view = socket.play("a0a1").await;
    assert_eq!(view["take_back"]["why_not"]["code"], "refusal_already_seen");
    assert_eq!(socket.refusal_code(json!({"type": "take_back", "seen": true})).await, "refusal_already_seen");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mate_can_be_taken_back_against_a_machine() {
    let (server, mut an) = TestServer::start_with_client().await;
    let asked = with(against("xiangqi", "random"), "setup", json!("4k4/9/9/9/9/9/9/R8/1R7/3K5 w"));
    let (_, mut socket, _) = an.create_and_connect(asked).await;
    socket.play("a2a8").await;
    socket.view_where(|view| plies(view) == 2).await;
    let view = socket.play("b1b9").await;
    assert_eq!(view["outcome"]["reason"], "checkmate");
    assert_eq!(view["take_back"], json!({"why_not": null, "reveals": false}));
    let view = socket.request_ok(json!({"type": "take_back"})).await;
    assert_eq!((plies(&view), view["outcome"].clone()), (2, json!(null)));
    // A resignation stands.
    let view = socket.request_ok(json!({"type": "resign"})).await;
    assert_eq!(view["take_back"]["why_not"]["code"], "refusal_over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_sent_right_after_a_move_is_carried_out() {
    let (server, mut an) = TestServer::start_with_client().await;
    for asked in [against("xiangqi", "random"), one_device("xiangqi")] {
        let (_, mut socket, view) = an.create_and_connect(asked).await;
        let seq = view["seq"].clone();
        // Both are sent before any answer is read, so both name the position before the move.
        for (id, what) in [("m", json!({"type": "play", "mv": "h2e2"})), ("b", json!({"type": "take_back"}))]
        {
            let mut what = what;
            what["id"] = json!(id);
            what["seq"] = seq.clone();
            socket.send_text(&what.to_string()).await;
        }
        let answer = socket.read_until(|message| message["id"] == "b").await;
        assert_eq!(answer["type"], "ack", "{answer}");
        socket.view_where(|view| plies(view) == 0).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn loaded_and_set_up_games_are_not_a_persons_results() {
    let (server, mut an) = TestServer::start_with_client().await;
    let loaded = with(against("xiangqi", "random"), "moves", json!(["h2e2", "h9g7"]));
    let set_up = with(against("xiangqi", "random"), "setup", json!("4k4/9/9/9/9/9/9/R8/1R7/3K5 w"));
    for (asked, code) in [(loaded, "loaded"), (set_up, "set_up")] {
        let (_, mut socket, view) = an.create_and_connect(asked).await;
        assert_eq!(view["aids"], json!([code]));
        socket.request_ok(json!({"type": "resign"})).await;
    }
    let (_, mut socket, _) = an.create_and_connect(against("xiangqi", "random")).await;
    assert_eq!(socket.request(json!({"type": "hint"})).await["type"], "ack");
    socket.read_until(|message| message["type"] == "hint").await;
    socket.request_ok(json!({"type": "resign"})).await;
    let stats = an.stats_with(3).await;
    assert_eq!(stats["uncounted"], json!(2));
    let row = &stats["rows"][0];
    assert_eq!((row["losses"].clone(), row["unaided"]["losses"].clone()), (json!(1), json!(0)));
    assert_eq!(row["results"][0]["aids"], json!(["hint"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_can_be_claimed_when_the_opponent_has_left_for_long_enough() {
    let server = TestServer::start_with(|config| config.grace = std::time::Duration::from_millis(300)).await;
    let (mut an, mut binh) = (server.client(), server.client());
    an.get("/api/me").await;
    binh.get("/api/me").await;
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"}});
    let (room, token) = an.create_game(asked).await;
    let path = format!("/api/invitations/{}", token.unwrap());
    assert_eq!(binh.post(&path, &json!({})).await.0, 200);
    // A seated player who opens the invitation again is led to the game.
    let (status, again) = binh.get(&path).await;
    assert_eq!((status, again["own"].clone(), again["taken"].clone()), (200, json!(true), json!(true)));
    assert_eq!((again["room"].clone(), again["clock"].clone()), (json!(room), json!({"kind": "off"})));
    let mut first = an.connect(&room).await;
    let mut second = binh.connect(&room).await;
    first.play("h2e2").await;
    second.view_where(|view| plies(view) == 1).await;
    second.play("h9g7").await;
    assert_eq!(first.refusal_code(json!({"type": "claim_left", "draw": false})).await, "refusal_not_left");
    drop(second);
    let gone =
        first.read_until(|message| message["type"] == "presence" && message["seats"][1] == false).await;
    assert!(gone["claim_in_ms"][1].as_u64().is_some_and(|left| left <= 300), "{gone}");
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    let view = first.request_ok(json!({"type": "claim_left", "draw": false})).await;
    assert_eq!(view["outcome"]["winner"], "first");
    assert_eq!(view["outcome"]["reason"], "abandonment");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_two_sides_may_have_different_times() {
    let (server, mut an) = TestServer::start_with_client().await;
    let game = |initial: u64| json!({"kind": "game", "initial_ms": initial, "increment_ms": 0});
    let asked = with(with(one_device("xiangqi"), "clock", game(600_000)), "other_clock", game(60_000));
    let (_, _, view) = an.create_and_connect(with(asked.clone(), "color", json!("second"))).await;
    assert_eq!(view["clock"]["left_ms"], json!([60_000, 600_000]));
    assert_eq!(view["clock"]["rule"]["kind"], "uneven");
    let mixed = with(asked, "other_clock", json!({"kind": "move", "allowance_ms": 30_000}));
    let (status, answer) = an.post("/api/rooms", &mixed).await;
    assert_eq!((status, answer["error"]["code"].clone()), (422, json!("new_clocks_differ")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_address_has_status_404() {
    let pages = common::Folder::new();
    std::fs::write(pages.0.join("index.html"), "<p>page</p>").expect("a page");
    let web = pages.0.clone();
    let server = TestServer::start_with(move |config| config.web = Some(web)).await;
    let mut an = server.client();
    for (path, status) in
        [("/", 200), ("/stats", 200), ("/room/abc", 200), ("/nonsense", 404), ("/room", 404)]
    {
        assert_eq!(an.send("GET", path, None).await.0, status, "{path}");
    }
    server.stop().await;
}
