//! Positions, solver, defense play and puzzles over HTTP; malformed input gets an error.

mod common;

use std::time::Duration;

use common::{Client, TestServer};
use serde_json::{Value, json};

/// Two chariots: several mates in one.
const MATE_IN_ONE: &str = "4k4/1R7/9/9/9/9/9/9/9/R2K5 w";
/// Mate in two with a quiet key.
const QUIET_KEY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

async fn until_done(an: &mut Client, id: &str) -> Value {
    for _ in 0..600 {
        let (status, view) = an.get(&format!("/api/solves/{id}")).await;
        assert_eq!(status, 200, "{view}");
        if view["state"] == "done" {
            return view;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the search does not end");
}

async fn solved(an: &mut Client, asked: Value) -> Value {
    let (status, view) = an.post("/api/solves", &asked).await;
    assert_eq!(status, 201, "{view}");
    until_done(an, view["id"].as_str().unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_read_in_every_format_and_faults_are_named() {
    let (server, mut an) = TestServer::start_with_client().await;
    for text in
        ["k 9 4 -1,k 1 5 1,r 2 1 1,", "9/3k5/9/9/9/9/9/9/R8/4K4 w", " 9/3k5/9/9/9/9/9/9/R8/4K4 r - - 0 1\n"]
    {
        let (status, read) = an.post("/api/positions", &json!({"game": "xiangqi", "text": text})).await;
        assert_eq!(status, 200, "{read}");
        assert_eq!(read["start"]["position"], "9/3k5/9/9/9/9/9/9/R8/4K4 w - - 0 1");
        assert_eq!(read["list"], "k 1 5 1,r 2 1 1,k 9 4 -1,");
    }
    for (text, code, square) in [
        ("4k4/9/9/9/9/9/9/9/4A4/R3K4 w", "fen_misplaced", None),
        ("4k4/9/9/9/9/4B4/9/9/9/3K5 w", "fen_misplaced", Some("e4")),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "fen_general_hangs", Some("e0")),
        ("4k4/9/9/9/9/9/9/9/9/9 w", "fen_generals", None),
        ("k 9 4 -1,k 9 4 1,", "list_taken", Some("d8")),
        ("k 9 4,", "list_entry", None),
        ("", "fen_empty", None),
    ] {
        let (status, refusal_code) =
            an.post("/api/positions", &json!({"game": "xiangqi", "text": text})).await;
        if code == "fen_misplaced" && square.is_none() {
            // An advisor in the middle of its palace is legal.
            assert_eq!(status, 200, "{refusal_code}");
            continue;
        }
        assert_eq!(
            (status, refusal_code["error"]["code"].as_str()),
            (422, Some(code)),
            "{text}: {refusal_code}"
        );
        if let Some(square) = square {
            assert_eq!(refusal_code["error"]["params"]["square"]["text"], square, "{text}");
        }
    }
    let (_, read) = an.post("/api/positions", &json!({"game": "jieqi", "text": "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"})).await;
    assert_eq!(read["dialects"].as_object().unwrap().len(), 4);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_shows_its_moves_and_the_legal_continuations() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (status, line) = an.post("/api/lines", &json!({"game": "xiangqi", "moves": ["h2e2", "h9g7"]})).await;
    assert_eq!(status, 200);
    assert_eq!(line["plies"][0]["text"]["vi"], "P2-5");
    assert_eq!((line["turn"].as_str(), line["legal"].as_array().unwrap().len()), (Some("first"), 35));
    let over = json!({"game": "xiangqi", "position": MATE_IN_ONE, "moves": ["a0a9"]});
    let (_, line) = an.post("/api/lines", &over).await;
    assert_eq!((&line["outcome"]["winner"], &line["legal"]), (&json!("first"), &json!([])));
    for bad in [
        json!({"game": "xiangqi", "moves": ["h2h3", "zz"]}),
        json!({"game": "go"}),
        json!({"game": "xiangqi", "moves": vec!["h2e2"; 5000]}),
        json!({"moves": []}),
        json!(null),
    ] {
        let (status, refusal_code) = an.post("/api/lines", &bad).await;
        assert_eq!(status, 422, "{bad}: {refusal_code}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_is_proven_and_its_proof_tree_can_be_browsed() {
    let (server, mut an) = TestServer::start_with_client().await;
    let view = solved(&mut an, json!({"game": "chess", "position": QUIET_KEY})).await;
    let answer = &view["answer"];
    assert_eq!(
        (&answer["result"], &answer["moves"], &answer["at_least"]),
        (&json!("win"), &json!(2), &json!(2))
    );
    assert_eq!(answer["message"]["code"], "solve_win");
    assert_eq!((&answer["keys"][0]["mv"], answer["keys"].as_array().unwrap().len()), (&json!("a1a6"), 1));
    assert_eq!((&answer["all_keys"], &answer["verified"]), (&json!(true), &json!(true)));
    let tree = format!("/api/solves/{}/tree", view["id"].as_str().unwrap());
    let (_, root) = an.get(&tree).await;
    assert_eq!((&root["turn"], &root["branches"][0]["ply"]["text"]["san"]), (&json!("first"), &json!("Ra6")));
    let (_, node) = an.get(&format!("{tree}?path=a1a6")).await;
    assert_eq!((&node["turn"], node["branches"].as_array().unwrap().len()), (&json!("second"), 7));
    for branch in node["branches"].as_array().unwrap() {
        assert_eq!(branch["moves"], 1);
        let (defence, answer) =
            (branch["ply"]["mv"].as_str().unwrap(), branch["answer"]["mv"].as_str().unwrap());
        let (_, end) = an.get(&format!("{tree}?path=a1a6,{defence},{answer}")).await;
        assert_eq!(end["outcome"]["winner"], "first", "{defence} {answer}");
    }
    for (path, status) in [("a1a7", 404), ("zz", 422), ("a1a6,a7b6,zz", 422), ("a1a6,,", 200)] {
        assert_eq!(an.get(&format!("{tree}?path={path}")).await.0, status, "{path}");
    }
    assert_eq!(an.get("/api/solves/nosuch/tree").await.0, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_keys_are_listed_and_a_move_limit_is_respected() {
    let (server, mut an) = TestServer::start_with_client().await;
    // A mate from a game with more than one solution.
    let cooked = "2b1ka3/7R1/n2ab4/1rN3p1p/p3N4/2P3P2/P3P3P/3CC4/4A4/2BAK1B2 w";
    let view = solved(&mut an, json!({"game": "xiangqi", "position": cooked})).await;
    assert_eq!(view["answer"]["moves"], 1, "{view}");
    let keys = view["answer"]["keys"].as_array().unwrap().iter().map(|key| key["mv"].as_str().unwrap());
    assert_eq!(keys.collect::<Vec<_>>(), ["e5d7", "e5f7"]);
    let none = solved(&mut an, json!({"game": "chess", "position": QUIET_KEY, "moves": 1})).await;
    assert_eq!(
        (&none["answer"]["result"], &none["answer"]["message"]["code"]),
        (&json!("no_win"), &json!("solve_no_win_within_one"))
    );
    let other = solved(
        &mut an,
        json!({"game": "xiangqi", "position": "3k5/1R7/9/9/9/9/9/9/9/R4K3 b", "winner": "first"}),
    )
    .await;
    assert_eq!((&other["answer"]["result"], &other["answer"]["moves"]), (&json!("win"), &json!(1)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_can_be_observed_and_only_its_owner_can_stop_it() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    an.get("/api/me").await;
    binh.get("/api/me").await;
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let (_, view) =
        an.post("/api/solves", &json!({"game": "xiangqi", "position": start, "seconds": 600})).await;
    let id = view["id"].as_str().unwrap().to_owned();
    assert_eq!(binh.send("DELETE", &format!("/api/solves/{id}"), None).await.0, 404);
    let mut watcher = an.clone();
    let events = format!("/api/solves/{id}/events");
    let watched = tokio::spawn(async move { watcher.send("GET", &events, None).await });
    loop {
        let (_, view) = an.get(&format!("/api/solves/{id}")).await;
        if view["progress"]["nodes"].as_u64().is_some_and(|nodes| nodes > 0) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(an.send("DELETE", &format!("/api/solves/{id}"), None).await.0, 200);
    let view = until_done(&mut an, &id).await;
    assert_eq!(view["answer"]["result"], "unknown", "{view}");
    // The watcher's stream ends with the answer.
    let (status, head, body) = watched.await.unwrap();
    assert_eq!(status, 200);
    assert!(head.to_ascii_lowercase().contains("text/event-stream"), "{head}");
    assert!(body.contains("\"state\":\"running\"") && body.contains("\"state\":\"done\""), "{body}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_search_of_a_player_stops_the_first() {
    let (server, mut an) = TestServer::start_with_client().await;
    an.get("/api/me").await;
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let (_, first) =
        an.post("/api/solves", &json!({"game": "xiangqi", "position": start, "seconds": 600})).await;
    let second = solved(&mut an, json!({"game": "xiangqi", "position": MATE_IN_ONE})).await;
    assert_eq!(second["answer"]["result"], "win");
    let first = until_done(&mut an, first["id"].as_str().unwrap()).await;
    assert_eq!(first["answer"]["result"], "unknown");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_searches_are_refused() {
    let (server, mut an) = TestServer::start_with_client().await;
    for (asked, code) in [
        (json!({"game": "xiangqi", "position": MATE_IN_ONE, "seconds": 0}), "solve_seconds_range"),
        (json!({"game": "xiangqi", "position": MATE_IN_ONE, "seconds": 601}), "solve_seconds_range"),
        (json!({"game": "xiangqi", "position": MATE_IN_ONE, "moves": 0}), "solve_moves_range"),
        (json!({"game": "xiangqi", "position": MATE_IN_ONE, "moves": 201}), "solve_moves_range"),
        (json!({"game": "xiangqi", "position": "x"}), "fen_ranks"),
        (json!({"game": "chess", "position": "x"}), "fen_letter"),
        (
            json!({"game": "jieqi", "position": "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"}),
            "solve_hidden_pieces",
        ),
        (json!({"game": "go", "position": "x"}), "cli_game_unknown"),
        (json!({"game": "xiangqi"}), "wire_body"),
    ] {
        let (status, refusal_code) = an.post("/api/solves", &asked).await;
        assert_eq!(
            (status, refusal_code["error"]["code"].as_str()),
            (422, Some(code)),
            "{asked}: {refusal_code}"
        );
    }
    let unsupported = solved(&mut an, json!({"game": "toy", "position": "3/3/3 w"})).await;
    assert_eq!(unsupported["failure"]["code"], "solve_unsupported", "{unsupported}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_machine_resists_longest_and_reports_a_lost_win() {
    let (server, mut an) = TestServer::start_with_client().await;
    let view = solved(&mut an, json!({"game": "chess", "position": QUIET_KEY})).await;
    let id = &view["id"];
    let ask = |moves: Value| json!({"game": "chess", "position": QUIET_KEY, "moves": moves, "solve": id});
    let (status, right) = an.post("/api/defences", &ask(json!(["a1a6"]))).await;
    assert_eq!(status, 200, "{right}");
    assert_eq!((&right["status"], &right["moves"]), (&json!("holds"), &json!(1)));
    assert_eq!(right["line"]["plies"].as_array().unwrap().len(), 2);
    // The rook is lost: no mate is possible.
    let lone = "8/8/8/8/8/2k5/8/1R2K3 w - - 0 1";
    let (_, gone) =
        an.post("/api/defences", &json!({"game": "chess", "position": lone, "moves": ["b1b3"]})).await;
    assert_eq!(gone["status"], "lost", "{gone}");
    assert_eq!(gone["line"]["plies"].as_array().unwrap().len(), 2);
    for bad in [
        json!({"game": "chess", "position": lone, "moves": ["b1b9"]}),
        json!({"game": "chess", "position": "", "moves": ["b1b3"]}),
        json!({"game": "chess", "position": lone}),
    ] {
        let (status, refusal_code) = an.post("/api/defences", &bad).await;
        assert_eq!(status, 422, "{bad}: {refusal_code}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_attempt_is_judged_and_stored() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (status, all) = an.get("/api/puzzles").await;
    assert_eq!(status, 200);
    assert_eq!(all["sets"].as_array().unwrap().len(), 5);
    assert_eq!((&all["me"]["rating"], &all["me"]["solved"]), (&json!(1200), &json!(0)));
    assert!(all["daily"]["puzzle"]["id"].is_string(), "{}", all["daily"]);
    let (_, page) = an.get("/api/puzzles/games?least=1&most=1&count=2").await;
    assert_eq!(page["rows"].as_array().unwrap().len(), 2);
    let id = page["rows"][0]["id"].as_str().unwrap().to_owned();
    let other = page["rows"][1]["id"].as_str().unwrap().to_owned();
    let address = format!("/api/puzzles/games/{id}");
    let (_, view) = an.get(&address).await;
    assert!(!view["line"]["legal"].as_array().unwrap().is_empty());
    assert!(view.to_string().find("\"solution\"").is_none());
    // A hint gives the move and is remembered: the puzzle then counts as solved with help.
    let (_, hint) = an.post(&format!("{address}/help"), &json!({"moves": [], "whole": false})).await;
    assert_eq!(hint["mine"], "helped");
    let key = hint["line"][0]["mv"].as_str().unwrap().to_owned();
    let (status, done) = an.post(&format!("{address}/try"), &json!({"moves": [key]})).await;
    assert_eq!((status, &done["status"], &done["mine"]), (200, &json!("reached"), &json!("again")), "{done}");
    assert_eq!(done["me"]["solved"], 0);
    // The other puzzle without a hint: rating and streak grow.
    let address = format!("/api/puzzles/games/{other}");
    let mut binh = server.client();
    let (_, observed) = binh.post(&format!("{address}/help"), &json!({"moves": [], "whole": true})).await;
    assert_eq!((&observed["mine"], &observed["me"]["failed"]), (&json!("failed"), &json!(1)));
    let key = observed["line"][0]["mv"].as_str().unwrap().to_owned();
    let (_, done) = an.post(&format!("{address}/try"), &json!({"moves": [key]})).await;
    assert_eq!((&done["mine"], &done["me"]["streak"]), (&json!("solved"), &json!(1)), "{done}");
    assert!(done["change"].as_i64().unwrap() > 0);
    let (_, page) = an.get("/api/puzzles/games?mine=solved").await;
    assert_eq!(page["total"], 2);
    let server = server.restart_after(Duration::ZERO).await;
    server.redirect(&mut an);
    let (_, all) = an.get("/api/puzzles").await;
    assert_eq!(all["me"]["solved"], 1, "kept over a restart");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_move_fails_a_puzzle_and_invalid_requests_are_refused() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (_, page) = an.get("/api/puzzles/lichess?status=line&count=1").await;
    let id = page["rows"][0]["id"].as_str().unwrap().to_owned();
    let address = format!("/api/puzzles/lichess/{id}");
    let (_, view) = an.get(&address).await;
    let (_, observed) =
        server.client().post(&format!("{address}/help"), &json!({"moves": [], "whole": true})).await;
    let key = observed["line"][0]["mv"].as_str().unwrap();
    let legal = view["line"]["legal"].as_array().unwrap();
    let wrong = legal.iter().find(|mv| mv.as_str() != Some(key)).unwrap();
    let (_, tried) = an.post(&format!("{address}/try"), &json!({"moves": [wrong]})).await;
    assert_eq!((&tried["status"], &tried["mine"]), (&json!("lost"), &json!("failed")), "{tried}");
    assert!(tried["change"].as_i64().unwrap() < 0);
    let (_, tried) = an.post(&format!("{address}/try"), &json!({"moves": [key]})).await;
    assert_ne!(tried["status"], "lost");
    for (path, body, status) in [
        ("try", json!({"moves": []}), 422),
        ("try", json!({"moves": ["zz"]}), 422),
        ("try", json!({}), 422),
        ("help", json!({"moves": [wrong], "whole": false}), 422),
        ("help", json!({"moves": 7, "whole": false}), 422),
    ] {
        let (got, refusal_code) = an.post(&format!("{address}/{path}"), &body).await;
        assert_eq!(got, status, "{path} {body}: {refusal_code}");
    }
    for path in ["/api/puzzles/none", "/api/puzzles/games/none", "/api/puzzles/none/1"] {
        assert_eq!(an.get(path).await.0, 404, "{path}");
    }
    assert_eq!(an.get("/api/puzzles/games?status=fine").await.0, 400);
    server.stop().await;
}
