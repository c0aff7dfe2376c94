//! Game reviews over HTTP: start, progress, stop, retries; refused while information is hidden.

mod common;

use std::time::Duration;

use common::{Client, TestServer, against, one_device, with};
use serde_json::{Value, json};

/// 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7#
const SCHOLAR: [&str; 7] = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"];

async fn until_done(an: &mut Client, id: &str) -> Value {
    for _ in 0..1200 {
        let (status, view) = an.get(&format!("/api/reviews/{id}")).await;
        assert_eq!(status, 200, "{view}");
        if view["progress"]["state"] == "done" {
            return view;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the review does not end");
}

async fn reviewed(an: &mut Client, asked: Value) -> Value {
    let (status, view) = an.post("/api/reviews", &asked).await;
    assert_eq!(status, 201, "{view}");
    until_done(an, view["id"].as_str().unwrap()).await
}

fn scholar() -> Value {
    json!({"line": {"game": "chess", "moves": SCHOLAR}, "effort": "quick"})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_reviewed_and_its_mistake_retried() {
    let (server, mut an) = TestServer::start_with_client().await;
    let view = reviewed(&mut an, scholar()).await;
    assert_eq!(view["plies"].as_array().unwrap().len(), 7);
    assert_eq!(
        (&view["outcome"]["winner"], &view["outcome"]["reason"]),
        (&json!("first"), &json!("checkmate"))
    );
    assert_eq!(view["progress"]["done"], 7);
    assert!(view["progress"]["scores"].as_array().unwrap().iter().all(|score| score["chance"].is_number()));
    let review = &view["review"];
    assert_eq!((&review["from"], review["plies"].as_array().unwrap().len()), (&json!(0), 7));
    let lost = &review["plies"][5];
    assert_eq!(
        (&lost["judgment"], &lost["side"], &lost["number"]),
        (&json!("blunder"), &json!("second"), &json!(3))
    );
    assert!(lost["line"].as_array().unwrap().len() > 1 && !lost["legal"].as_array().unwrap().is_empty());
    assert!(lost["luck"].is_null());
    assert_eq!(review["plies"][6]["after"]["mate"], 0);
    assert_eq!(review["sides"][1]["blunders"], 1);
    assert!(
        review["summary"].as_array().unwrap().iter().any(|message| message["code"] == "review_costliest")
    );
    let id = view["id"].as_str().unwrap().to_owned();
    let tries = format!("/api/reviews/{id}/tries");
    let best = lost["best"]["mv"].as_str().unwrap();
    let (status, tried) = an.post(&tries, &json!({"ply": 5, "mv": best})).await;
    assert_eq!(
        (status, &tried["best"], &tried["message"]["code"]),
        (200, &json!(true), &json!("review_try_best"))
    );
    let (_, tried) = an.post(&tries, &json!({"ply": 5, "mv": "a7a6"})).await;
    assert_eq!((&tried["judgment"], &tried["line"][1]["mv"]), (&json!("blunder"), &json!("h5f7")), "{tried}");
    for (body, status) in [
        (json!({"ply": 5, "mv": "zz"}), 422),
        (json!({"ply": 50, "mv": "a7a6"}), 422),
        (json!({"ply": -1, "mv": "a7a6"}), 422),
        (json!({}), 422),
    ] {
        assert_eq!(an.post(&tries, &body).await.0, status, "{body}");
    }
    // The same review is reused, for any player.
    let mut binh = server.client();
    server.redirect(&mut binh);
    let (_, again) = binh.post("/api/reviews", &scholar()).await;
    assert_eq!((&again["id"], &again["progress"]["state"]), (&json!(id), &json!("done")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_of_a_line_can_be_given() {
    let (server, mut an) = TestServer::start_with_client().await;
    let line = json!({"game": "chess", "moves": ["e2e4", "e7e5"]});
    let ask = |result: &str| json!({"line": line, "result": result, "effort": "quick"});
    let ends = [
        ("1-0", json!(["first", "resignation"])),
        ("1/2-1/2", json!([null, "agreement"])),
        ("*", json!([null, null])),
    ];
    for (result, end) in ends {
        let view = reviewed(&mut an, ask(result)).await;
        assert_eq!(json!([view["outcome"]["winner"], view["outcome"]["reason"]]), end, "{result}");
    }
    let (status, refusal_code) = an.post("/api/reviews", &ask("2-0")).await;
    assert_eq!((status, &refusal_code["error"]["code"]), (422, &json!("review_result")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_reviewed_and_invalid_sources_are_refused() {
    let (server, mut an) = TestServer::start_with_client().await;
    let record = json!({"record": {"text": "1. P2-5 M8.7 2. M2.3 X9-8 1-0"}, "effort": "quick"});
    let view = reviewed(&mut an, record).await;
    assert_eq!((&view["game"], &view["plies"][0]["mv"]), (&json!("xiangqi"), &json!("h2e2")));
    for (asked, code) in [
        (json!({}), "review_source"),
        (json!({"line": {"game": "chess"}, "record": {"text": "1. e4"}}), "review_source"),
        (json!({"line": {"game": "chess"}}), "review_empty"),
        (json!({"line": {"game": "chess", "moves": ["e2e5"]}}), "chess_move_not_legal"),
        (json!({"room": "nosuch"}), "wire_no_room"),
    ] {
        let (status, refusal_code) = an.post("/api/reviews", &asked).await;
        assert!(status == 422 || status == 404, "{status}");
        let message = refusal_code["error"]["code"].as_str().unwrap();
        assert!(message == code || code == "chess_move_not_legal", "{asked}: {refusal_code}");
    }
    let (status, refusal_code) =
        an.post("/api/reviews", &json!({"record": {"text": "nothing of the kind"}})).await;
    assert_eq!(status, 422, "{refusal_code}");
    assert_eq!(an.get("/api/reviews/nosuch").await.0, 404);
    assert_eq!(an.post("/api/reviews/nosuch/tries", &json!({"ply": 0, "mv": "e2e4"})).await.0, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_can_be_stopped_only_by_its_owner_and_keeps_its_findings() {
    let (server, mut an) = TestServer::start_with_client().await;
    let moves: Vec<&str> = ["h2h3", "h7h6", "h3h2", "h6h7"].repeat(30);
    let asked = json!({"line": {"game": "xiangqi", "moves": moves}, "effort": "deep"});
    let (status, view) = an.post("/api/reviews", &asked).await;
    assert_eq!(status, 201, "{view}");
    let address = format!("/api/reviews/{}", view["id"].as_str().unwrap());
    // The same request continues the running review.
    let (_, again) = an.post("/api/reviews", &asked).await;
    assert_eq!(again["id"], view["id"]);
    let mut binh = server.client();
    server.redirect(&mut binh);
    assert_eq!(binh.send("DELETE", &address, None).await.0, 404, "another player's review");
    loop {
        let (_, now) = an.get(&address).await;
        if now["progress"]["done"].as_u64() >= Some(1) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(an.send("DELETE", &address, None).await.0, 204);
    let view = until_done(&mut an, view["id"].as_str().unwrap()).await;
    let from = view["review"]["from"].as_u64().unwrap();
    assert!(from > 0 && from < 120, "{from}");
    assert_eq!(view["review"]["summary"][0]["code"], "review_partial");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_between_people_is_reviewed_only_after_its_end() {
    let (server, mut an) = TestServer::start_with_client().await;
    // Two people on one device: not before the end.
    let (room, mut socket, _) = an.create_and_connect(one_device("chess")).await;
    socket.play("e2e4").await;
    let (status, refusal_code) = an.post("/api/reviews", &json!({"room": room, "effort": "quick"})).await;
    assert_eq!((status, &refusal_code["error"]["code"]), (422, &json!("review_between_people")));
    socket.play("e7e5").await;
    socket.request_ok(json!({"type": "resign"})).await;
    let view = reviewed(&mut an, json!({"room": room, "effort": "quick"})).await;
    assert_eq!(view["review"]["plies"].as_array().unwrap().len(), 2);
    assert_eq!(view["outcome"]["reason"], "resignation");
    // Against a machine a review is allowed during the game.
    let (room, mut socket, _) =
        an.create_and_connect(with(against("chess", "random"), "color", json!("first"))).await;
    socket.play("e2e4").await;
    let view = reviewed(&mut an, json!({"room": room, "effort": "quick"})).await;
    assert!(!view["review"]["plies"].as_array().unwrap().is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_hidden_pieces_is_reviewed_only_after_its_end_and_luck_is_separate() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (room, mut socket, view) =
        an.create_and_connect(with(against("jieqi", "random"), "color", json!("first"))).await;
    if view["deal"]["dealt"] == false {
        socket.dealt().await;
    }
    socket.play("b2b9").await;
    let asked = json!({"room": room, "effort": "quick"});
    let (status, refusal_code) = an.post("/api/reviews", &asked).await;
    assert_eq!((status, &refusal_code["error"]["code"]), (422, &json!("review_hidden")));
    socket.request_ok(json!({"type": "resign"})).await;
    let view = reviewed(&mut an, asked).await;
    let first = &view["review"]["plies"][0];
    assert!(first["luck"].is_number(), "{first}");
    assert!(view["plies"][0]["turned"].is_string());
    assert!(view["review"]["sides"][0]["luck"].is_number());
    assert!(view["review"]["summary"].to_string().contains("review_luck"), "{}", view["review"]["summary"]);
    server.stop().await;
}
