//! Games looked at again from outside: begun, followed, stopped, tried once more; never while they are still secret.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::Duration;

use common::{House, Person, against, one_device, with};
use serde_json::{Value, json};

/// 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6?? 4. Qxf7#
const SCHOLAR: [&str; 7] = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"];

async fn until_done(an: &mut Person, id: &str) -> Value {
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

async fn reviewed(an: &mut Person, asked: Value) -> Value {
    let (status, view) = an.post("/api/reviews", &asked).await;
    assert_eq!(status, 201, "{view}");
    until_done(an, view["id"].as_str().unwrap()).await
}

fn scholar() -> Value {
    json!({"line": {"game": "chess", "moves": SCHOLAR}, "effort": "quick"})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_reviewed_and_its_mistake_tried_again() {
    let (house, mut an) = House::with_a_guest().await;
    let view = reviewed(&mut an, scholar()).await;
    assert_eq!(view["plies"].as_array().unwrap().len(), 7);
    assert_eq!(
        (&view["outcome"]["winner"], &view["outcome"]["reason"]),
        (&json!("first"), &json!("checkmate"))
    );
    assert_eq!(view["progress"]["done"], 7);
    assert!(view["progress"]["worths"].as_array().unwrap().iter().all(|worth| worth["chance"].is_number()));
    let review = &view["review"];
    assert_eq!((&review["from"], review["plies"].as_array().unwrap().len()), (&json!(0), 7));
    let lost = &review["plies"][5];
    assert_eq!(
        (&lost["judgement"], &lost["side"], &lost["number"]),
        (&json!("blunder"), &json!("second"), &json!(3))
    );
    assert!(lost["line"].as_array().unwrap().len() > 1 && !lost["legal"].as_array().unwrap().is_empty());
    assert!(lost["luck"].is_null());
    assert_eq!(review["plies"][6]["after"]["mate"], 0);
    assert_eq!(review["sides"][1]["blunders"], 1);
    assert!(review["summary"].as_array().unwrap().iter().any(|said| said["code"] == "review_costliest"));
    let id = view["id"].as_str().unwrap().to_owned();
    let tries = format!("/api/reviews/{id}/tries");
    let best = lost["best"]["mv"].as_str().unwrap();
    let (status, tried) = an.post(&tries, &json!({"ply": 5, "mv": best})).await;
    assert_eq!(
        (status, &tried["best"], &tried["said"]["code"]),
        (200, &json!(true), &json!("review_try_best"))
    );
    let (_, tried) = an.post(&tries, &json!({"ply": 5, "mv": "a7a6"})).await;
    assert_eq!(
        (&tried["judgement"], &tried["line"][1]["mv"]),
        (&json!("blunder"), &json!("h5f7")),
        "{tried}"
    );
    for (body, status) in [
        (json!({"ply": 5, "mv": "zz"}), 422),
        (json!({"ply": 50, "mv": "a7a6"}), 422),
        (json!({"ply": -1, "mv": "a7a6"}), 422),
        (json!({}), 422),
    ] {
        assert_eq!(an.post(&tries, &body).await.0, status, "{body}");
    }
    // The same again is not worked out again, for anybody.
    let mut binh = house.guest();
    house.welcome(&mut binh);
    let (_, again) = binh.post("/api/reviews", &scholar()).await;
    assert_eq!((&again["id"], &again["progress"]["state"]), (&json!(id), &json!("done")));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_may_say_how_its_game_ended() {
    let (house, mut an) = House::with_a_guest().await;
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
    let (status, refused) = an.post("/api/reviews", &ask("2-0")).await;
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("review_result")));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_in_any_form_is_reviewed_and_what_cannot_be_is_said() {
    let (house, mut an) = House::with_a_guest().await;
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
        let (status, refused) = an.post("/api/reviews", &asked).await;
        assert!(status == 422 || status == 404, "{status}");
        let said = refused["error"]["code"].as_str().unwrap();
        assert!(said == code || code == "chess_move_not_legal", "{asked}: {refused}");
    }
    let (status, refused) =
        an.post("/api/reviews", &json!({"record": {"text": "nothing of the kind"}})).await;
    assert_eq!(status, 422, "{refused}");
    assert_eq!(an.get("/api/reviews/nosuch").await.0, 404);
    assert_eq!(an.post("/api/reviews/nosuch/tries", &json!({"ply": 0, "mv": "e2e4"})).await.0, 404);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_began_a_review_can_stop_it_and_keeps_what_was_found() {
    let (house, mut an) = House::with_a_guest().await;
    let moves: Vec<&str> = ["h2h3", "h7h6", "h3h2", "h6h7"].repeat(30);
    let asked = json!({"line": {"game": "xiangqi", "moves": moves}, "effort": "deep"});
    let (status, view) = an.post("/api/reviews", &asked).await;
    assert_eq!(status, 201, "{view}");
    let address = format!("/api/reviews/{}", view["id"].as_str().unwrap());
    // Asked for once more it goes on, and is not begun again.
    let (_, again) = an.post("/api/reviews", &asked).await;
    assert_eq!(again["id"], view["id"]);
    let mut binh = house.guest();
    house.welcome(&mut binh);
    assert_eq!(binh.send("DELETE", &address, None).await.0, 404, "another's review");
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
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_reviewed_once_nobody_can_make_use_of_it() {
    let (house, mut an) = House::with_a_guest().await;
    // Two people at one device: not before the end.
    let (room, mut talk, _) = an.sits(one_device("chess")).await;
    talk.plays("e2e4").await;
    let (status, refused) = an.post("/api/reviews", &json!({"room": room, "effort": "quick"})).await;
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("review_between_people")));
    talk.plays("e7e5").await;
    talk.does(json!({"type": "resign"})).await;
    let view = reviewed(&mut an, json!({"room": room, "effort": "quick"})).await;
    assert_eq!(view["review"]["plies"].as_array().unwrap().len(), 2);
    assert_eq!(view["outcome"]["reason"], "resignation");
    // Against a machine one may look while one plays.
    let (room, mut talk, _) = an.sits(with(against("chess", "random"), "color", json!("first"))).await;
    talk.plays("e2e4").await;
    let view = reviewed(&mut an, json!({"room": room, "effort": "quick"})).await;
    assert!(!view["review"]["plies"].as_array().unwrap().is_empty());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_hidden_pieces_is_reviewed_after_its_end_only_and_luck_is_told_apart() {
    let (house, mut an) = House::with_a_guest().await;
    let (room, mut talk, view) = an.sits(with(against("jieqi", "random"), "color", json!("first"))).await;
    if view["deal"]["dealt"] == false {
        talk.dealt().await;
    }
    talk.plays("b2b9").await;
    let asked = json!({"room": room, "effort": "quick"});
    let (status, refused) = an.post("/api/reviews", &asked).await;
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("review_hidden")));
    talk.does(json!({"type": "resign"})).await;
    let view = reviewed(&mut an, asked).await;
    let first = &view["review"]["plies"][0];
    assert!(first["luck"].is_number(), "{first}");
    assert!(view["plies"][0]["turned"].is_string());
    assert!(view["review"]["sides"][0]["luck"].is_number());
    assert!(view["review"]["summary"].to_string().contains("review_luck"), "{}", view["review"]["summary"]);
    house.stop().await;
}
