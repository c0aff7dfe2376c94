//! Whole games over real sockets: against machines, on one device, by invitation.

mod common;

use common::{RoomSocket, TestServer, against, plies};
use serde_json::{Value, json};

/// Answers the machine with the first legal move until a number of plies was played or the game is over.
async fn play_on(socket: &mut RoomSocket, mut view: Value, enough: u64) -> Value {
    while view["outcome"].is_null() && plies(&view) < enough {
        let legal = view["legal"].as_array().unwrap();
        view = match legal.first() {
            Some(mv) => socket.play(mv.as_str().unwrap()).await,
            None => socket.view().await,
        };
    }
    view
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_playable_against_every_engine() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (status, games) = an.get("/api/games").await;
    assert_eq!(status, 200);
    let engines =
        ["random", "greedy", "minimax:depth=2", "alphabeta:depth=2", "mcts:sims=100", "champion:nodes=500"];
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let known: Vec<&str> =
            game["engines"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
        let mut others: Vec<Value> = engines
            .iter()
            .filter(|engine| known.contains(&engine.split(':').next().unwrap()))
            .map(|engine| json!({"kind": "engine", "engine": engine}))
            .collect();
        if !game["levels"].as_array().unwrap().is_empty() {
            others.push(json!({"kind": "level", "level": 1}));
        }
        for (index, other) in others.iter().enumerate() {
            let color = if index % 2 == 0 { "first" } else { "second" };
            let (room, _) = an
                .create_game(json!({"game": name, "one": {"kind": "me"}, "other": other, "color": color}))
                .await;
            let mut socket = an.connect(&room).await;
            let view = socket.view().await;
            let view = play_on(&mut socket, view, 3).await;
            if view["outcome"].is_null() {
                let view = socket.request_ok(json!({"type": "resign"})).await;
                assert_eq!(view["outcome"]["reason"], "resignation", "{name} {other}");
                assert_ne!(view["outcome"]["winner"], color);
            }
        }
    }
    let (_, stats) = an.get("/api/stats").await;
    assert!(stats["rows"].as_array().unwrap().len() >= 15, "{stats}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn checkmate_on_one_device_ends_the_game_and_its_record_can_be_read() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, _) = an
        .create_game(
            json!({"game": "chess", "one": {"kind": "me"}, "other": {"kind": "here", "name": "Bình"}}),
        )
        .await;
    let mut socket = an.connect(&room).await;
    let view = socket.view().await;
    assert_eq!(view["own_sides"], json!(["first", "second"]));
    assert_eq!(view["may_evaluate"], false);
    assert_eq!(socket.refusal_code(json!({"type": "hint"})).await, "wire_between_people");
    for mv in ["f2f3", "e7e5", "g2g4"] {
        socket.play(mv).await;
    }
    socket.request_ok(json!({"type": "take_back"})).await;
    let view = socket.request_ok(json!({"type": "redo"})).await;
    assert_eq!(view["plies_from"], 2);
    let view = socket.request_ok(json!({"type": "play", "mv": "Qh4#", "notation": "san"})).await;
    assert_eq!(view["outcome"]["reason"], "checkmate");
    assert_eq!(view["outcome"]["winner"], "second");
    assert_eq!(view["plies"][0]["text"]["san"], "Qh4#");
    assert!(view["plies"][0]["ms"].is_u64());
    let (status, _, pgn) = an.send("GET", &format!("/api/rooms/{room}/record?format=pgn"), None).await;
    assert_eq!(status, 200);
    assert!(pgn.contains("Qh4#") && pgn.contains("0-1"), "{pgn}");
    // A saved record can be read again, in every notation.
    for notation in ["san", "san-vi", "uci"] {
        let (_, _, text) =
            an.send("GET", &format!("/api/rooms/{room}/record?notation={notation}&lang=vi"), None).await;
        let (status, read) = an.post("/api/records", &json!({"text": text})).await;
        assert_eq!(status, 200, "{read}");
        assert!(read["failure"].is_null(), "{read}");
        assert_eq!(read["plies"].as_array().unwrap().len(), 4);
        assert_eq!(read["outcome"]["reason"], "checkmate");
    }
    let (_, _, fen) = an.send("GET", &format!("/api/rooms/{room}/record?format=fen&plies=1"), None).await;
    assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/8/5P2/"), "{fen}");
    let (_, again) = an.post(&format!("/api/rooms/{room}/rematch"), &json!({})).await;
    let next = socket.read_until(|message| message["type"] == "next").await;
    assert_eq!(next["room"], again["room"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_by_invitation_decide_by_consent() {
    let server = TestServer::start().await;
    let (mut an, mut binh, mut cuong) = (server.client(), server.client(), server.client());
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "link"},
        "clock": {"kind": "game", "initial_ms": 600_000, "increment_ms": 1000}});
    let (room, token) = an.create_game(asked).await;
    let token = token.unwrap();
    let mut red = an.connect(&room).await;
    red.view().await;
    assert_eq!(red.refusal_code(json!({"type": "play", "mv": "h2e2"})).await, "wire_seat_empty");
    let path = format!("/api/invitations/{token}");
    assert_eq!(an.post(&path, &json!({})).await.0, 409, "one's own invitation");
    let (status, joined) = binh.post(&path, &json!({"name": "  Bình\u{7} "})).await;
    assert_eq!((status, joined["room"].as_str()), (200, Some(room.as_str())));
    assert_eq!(cuong.post(&path, &json!({})).await.0, 404, "an invitation works once");
    let view = red.view_where(|message| message["seats"][1]["kind"] == "person").await;
    assert_eq!(view["seats"][1]["name"], "Bình");
    let mut black = binh.connect(&room).await;
    assert_eq!(black.view().await["viewer"], "second");
    cuong.get("/api/me").await;
    let mut watcher = cuong.connect(&room).await;
    assert_eq!(watcher.view().await["own_sides"], json!([]));
    // Wrong seats and turns.
    assert_eq!(black.refusal_code(json!({"type": "play", "mv": "h2e2"})).await, "refusal_not_your_turn");
    assert_eq!(
        black.refusal_code(json!({"type": "play", "mv": "h2e2", "side": "first"})).await,
        "wire_other_seat"
    );
    assert_eq!(watcher.refusal_code(json!({"type": "play", "mv": "h2e2"})).await, "wire_watching");
    assert_eq!(watcher.refusal_code(json!({"type": "resign"})).await, "wire_watching");
    assert_eq!(red.refusal_code(json!({"type": "play", "mv": "h2i3"})).await, "move_unreachable");
    assert_eq!(red.refusal_code(json!({"type": "hint"})).await, "wire_between_people");
    red.play("h2e2").await;
    black.view_where(|message| message["turn"] == "second").await;
    let view = black.play("h9g7").await;
    assert_eq!(view["clock"]["running"], "first");
    // Takebacks and draws by consent.
    let view = black.request_ok(json!({"type": "take_back"})).await;
    assert_eq!(view["offer"], json!({"by": "second", "kind": "take_back", "plies": 1}));
    let view = red.request_ok(json!({"type": "answer", "accept": true})).await;
    assert_eq!((view["plies_from"].clone(), view["undone"].clone()), (json!(1), json!(1)));
    black.view_where(|message| message["undone"] == 1).await;
    red.request_ok(json!({"type": "offer_draw"})).await;
    black.view_where(|message| message["offer"]["kind"] == "draw").await;
    let view = black.request_ok(json!({"type": "answer", "accept": true})).await;
    assert_eq!(view["outcome"]["reason"], "agreement");
    let seen = watcher.view_where(|message| !message["outcome"].is_null()).await;
    assert_eq!(seen["may_evaluate"], true);
    for socket in [&red, &black] {
        let observed =
            |kind: &str| socket.received.iter().any(|text| text.contains(&format!("{{\"type\":\"{kind}\"")));
        assert!(!observed("search_info"), "players get no engine help");
    }
    // A rematch seats both players again, with colors exchanged.
    let (status, next) = binh.post(&format!("/api/rooms/{room}/rematch"), &json!({})).await;
    assert_eq!(status, 201, "{next}");
    let mut again = binh.connect(next["room"].as_str().unwrap()).await;
    assert_eq!(again.view().await["viewer"], "first");
    // Deleted by one player, it is still on the other's list.
    assert_eq!(an.send("DELETE", &format!("/api/rooms/{room}"), None).await.0, 204);
    assert_eq!(an.send("DELETE", &format!("/api/rooms/{room}"), None).await.0, 404);
    let (_, page) = binh.get("/api/rooms?state=over").await;
    assert_eq!(page["total"], 1, "{page}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_machine_gives_hints_evaluates_and_answers_offers() {
    let (server, mut an) = TestServer::start_with_client().await;
    let asked = against("xiangqi", "champion:nodes=20000");
    let (_, mut socket, _) = an.create_and_connect(asked).await;
    let answer = socket.request(json!({"type": "hint", "id": "advice"})).await;
    assert_eq!(answer["type"], "ack");
    let hint = socket.read_until(|message| message["type"] == "hint").await;
    assert_eq!(hint["id"], "advice");
    let mv = hint["hint"]["mv"].as_str().unwrap().to_owned();
    assert!(hint["hint"]["line"]["vi"][0].is_string() && hint["hint"]["squares"].is_array());
    socket.play(&mv).await;
    socket.view_where(|message| message["turn"] == "first").await;
    assert!(socket.received.iter().any(|text| text.contains("\"purpose\":\"move\"")), "search info was sent");
    let weighed = socket.read_until(|message| message["type"] == "evaluation" && message["ply"] == 2).await;
    let chance = weighed["evaluation"]["score"]["chance"].as_f64().unwrap();
    assert!((0.2..0.8).contains(&chance), "{weighed}");
    socket.request_ok(json!({"type": "offer_draw"})).await;
    let view = socket.view_where(|message| message["offer"].is_null()).await;
    assert!(view["outcome"].is_null(), "an early draw is declined");
    assert_eq!(socket.refusal_code(json!({"type": "offer_draw"})).await, "refusal_declined_just_now");
    let view = socket.request_ok(json!({"type": "take_back"})).await;
    assert_eq!(view["plies_from"], 0);
    let view = socket.request_ok(json!({"type": "give_turn"})).await;
    assert_eq!(view["plies"][0]["mv"], "--");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_controls_pace_and_steps_of_a_match_between_machines() {
    let server = TestServer::start().await;
    let (mut an, mut binh) = (server.client(), server.client());
    let machine = |engine: &str| json!({"kind": "engine", "engine": engine});
    let asked = json!({"game": "xiangqi", "one": machine("greedy"), "other": machine("random"), "pace_ms": 50,
        "handicap": {"by": "one", "odds": "horse_left", "moves": 2}});
    let (room, mut socket, view) = an.create_and_connect(asked).await;
    assert_eq!((view["may_run"].clone(), view["own_sides"].clone()), (json!(true), json!([])));
    assert!(view["start"]["position"].as_str().unwrap().contains("R1BAKABNR b"), "{}", view["start"]);
    socket.view_where(|view| view["plies"][1]["mv"] == "--" || view["plies"][0]["mv"] == "--").await;
    let view = socket.request_ok(json!({"type": "pause"})).await;
    let before = plies(&view);
    assert_eq!(socket.request(json!({"type": "step"})).await["type"], "ack");
    let view = socket.view_where(|view| plies(view) > before).await;
    assert_eq!(view["paused"], true);
    binh.get("/api/me").await;
    let mut watcher = binh.connect(&room).await;
    assert_eq!(watcher.view().await["may_run"], false);
    for ask in ["pause", "resume", "step", "move_now"] {
        assert_eq!(watcher.refusal_code(json!({"type": ask})).await, "wire_watching", "{ask}");
    }
    assert_eq!(socket.request(json!({"type": "pace", "ms": 0})).await["type"], "ack");
    socket.request_ok(json!({"type": "resume"})).await;
    socket.view_where(|message| message["plies_from"].as_u64() >= Some(before + 4)).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_new_games_are_refused_with_a_reason() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (me, level) = (json!({"kind": "me"}), json!({"kind": "level", "level": 2}));
    for (asked, code) in [
        (json!({"game": "go", "one": me, "other": level}), "cli_game_unknown"),
        (json!({"game": "chess", "one": me, "other": {"kind": "level", "level": 9}}), "engine_level"),
        (
            json!({"game": "chess", "one": me, "other": {"kind": "engine", "engine": "alphabeta:depth=x"}}),
            "engine_option_number",
        ),
        (
            json!({"game": "chess", "one": me, "other": {"kind": "engine", "engine": "oracle"}}),
            "engine_unknown",
        ),
        (json!({"game": "chess", "one": me, "other": me}), "new_players"),
        (json!({"game": "chess", "one": {"kind": "link"}, "other": {"kind": "here"}}), "new_players"),
        (
            json!({"game": "chess", "one": me, "other": level, "clock": {"kind": "game", "initial_ms": 0, "increment_ms": 0}}),
            "new_clock_initial",
        ),
        (
            json!({"game": "chess", "one": me, "other": level, "clock": {"kind": "move", "allowance_ms": -5}}),
            "new_clock_allowance",
        ),
        (json!({"game": "chess", "one": me, "other": level, "setup": "8/8/8 w"}), "fen_"),
        (json!({"game": "chess", "one": me, "other": level, "moves": ["e2e5"]}), "move_"),
        (
            json!({"game": "xiangqi", "one": me, "other": level, "handicap": {"by": "one", "odds": "queen"}}),
            "new_odds_unknown",
        ),
        (
            json!({"game": "xiangqi", "one": me, "other": {"kind": "link"}, "undo": {"kind": "free"}}),
            "new_undo_by_consent",
        ),
        (
            json!({"game": "xiangqi", "one": me, "other": level, "options": {"no_progress": "many"}}),
            "option_number",
        ),
        (json!({"game": 7}), "wire_body"),
    ] {
        let (status, answer) = an.post("/api/rooms", &asked).await;
        assert_eq!(status, 422, "{asked}");
        let message = answer["error"]["code"].as_str().unwrap();
        assert!(message.starts_with(code), "{asked}: {answer}");
        let known = words::sentence(Box::leak(message.to_owned().into_boxed_str()), words::Language::Vi);
        assert!(known.is_some(), "{message} has no sentence");
    }
    server.stop().await;
}
