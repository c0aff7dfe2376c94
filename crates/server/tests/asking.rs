//! What players may ask of a match besides a move: back, again from the start, a draw that is due, an answer at once.
#![allow(clippy::unwrap_used)]

mod common;

use common::{House, against, one_device, plies, with};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_back_only_as_often_as_was_agreed() {
    let (house, mut an) = House::with_a_guest().await;
    let asked = with(one_device("xiangqi"), "undo", json!({"kind": "limited", "times": 1}));
    let (_, mut talk, view) = an.sits(asked).await;
    assert_eq!(view["undo_left"], json!([1, 1]));
    talk.plays("h2e2").await;
    talk.plays("h9g7").await;
    let view = talk.does(json!({"type": "take_back", "side": "second"})).await;
    assert_eq!((plies(&view), view["undo_left"].clone()), (1, json!([1, 0])));
    talk.plays("h9g7").await;
    assert_eq!(talk.refused(json!({"type": "take_back", "side": "second"})).await, "refusal_used_up");
    let view = talk.does(json!({"type": "take_back", "side": "first", "plies": 2})).await;
    assert_eq!((plies(&view), view["undo_left"].clone()), (0, json!([0, 0])));
    // To play again what was taken back is not counted.
    assert_eq!(plies(&talk.does(json!({"type": "redo", "plies": 2})).await), 2);
    let never = with(one_device("xiangqi"), "undo", json!({"kind": "never"}));
    let (_, mut talk, _) = an.sits(never).await;
    talk.plays("h2e2").await;
    assert_eq!(talk.refused(json!({"type": "take_back"})).await, "refusal_not_allowed");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_begins_again_from_the_start_and_can_itself_be_taken_back() {
    let (house, mut an) = House::with_a_guest().await;
    let (_, mut talk, start) = an.sits(one_device("chess")).await;
    assert_eq!(talk.refused(json!({"type": "reset"})).await, "refusal_nothing_to_take_back");
    for mv in ["e2e4", "e7e5", "g1f3"] {
        talk.plays(mv).await;
    }
    let view = talk.does(json!({"type": "reset"})).await;
    assert_eq!((plies(&view), view["undone"].clone()), (0, json!(3)));
    assert_eq!(view["position"], start["position"]);
    let view = talk.does(json!({"type": "redo", "plies": 3})).await;
    assert_eq!((plies(&view), view["turn"].clone()), (3, json!("second")));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_that_is_due_is_claimed_and_no_other() {
    let (house, mut an) = House::with_a_guest().await;
    let (_, mut talk, _) = an.sits(one_device("chess")).await;
    assert_eq!(talk.refused(json!({"type": "claim_draw"})).await, "refusal_no_claim");
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for mv in shuffle.iter().cycle().take(7) {
        talk.plays(mv).await;
    }
    assert_eq!(talk.refused(json!({"type": "claim_draw", "mv": "e7e5"})).await, "refusal_no_claim");
    // By the move that would bring the position about for the third time.
    let view = talk.does(json!({"type": "claim_draw", "mv": "f6g8"})).await;
    assert_eq!(view["outcome"]["reason"], "threefold");
    assert_eq!(view["outcome"]["winner"], json!(null));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_perpetual_chase_is_warned_of_then_lost_with_the_whole_case_told() {
    let (house, mut an) = House::with_a_guest().await;
    let setup = "4kab2/4a4/4b4/c1C3p1R/8P/2B6/9/3AB1p2/1pr1A4/4K4 b - - 0 1";
    let (_, mut talk, _) = an.sits(with(one_device("xiangqi"), "setup", json!(setup))).await;
    let cycle = ["c1d1", "c6d6", "d1c1", "d6c6"];
    let mut view = json!(null);
    for mv in cycle {
        view = talk.plays(mv).await;
    }
    assert_eq!(
        (view["case"]["occurrences"].clone(), view["case"]["is_final"].clone()),
        (json!(2), json!(false))
    );
    assert_eq!(view["case"]["must_deviate"], "first");
    assert!(view["outcome"].is_null());
    for mv in cycle {
        view = talk.plays(mv).await;
    }
    assert_eq!(view["outcome"]["reason"], "perpetual_chase");
    assert_eq!(view["outcome"]["winner"], "second");
    assert_eq!(view["case"]["plies"].as_array().unwrap().len(), 8);
    assert_eq!(view["legal"], json!([]));
    assert_eq!(talk.refused(json!({"type": "play", "mv": "c1d1"})).await, "refusal_over");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_that_thinks_long_moves_when_it_is_told_to() {
    let (house, mut an) = House::with_a_guest().await;
    // Two minutes, if it were let.
    let (_, mut talk, _) = an.sits(against("xiangqi", "champion:time=120000")).await;
    talk.plays("h2e2").await;
    talk.until(|said| said["type"] == "thought").await;
    assert_eq!(talk.ask(json!({"type": "move_now"})).await["type"], "ack");
    let view = talk.view_where(|view| plies(view) == 2).await;
    assert_eq!(view["turn"], "first");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_question_takes_the_place_of_the_first() {
    let (house, mut an) = House::with_a_guest().await;
    let (_, mut talk, _) = an.sits(against("xiangqi", "random")).await;
    assert_eq!(talk.ask(json!({"type": "hint", "id": "one"})).await["type"], "ack");
    talk.send_text(&json!({"type": "hint", "id": "two"}).to_string()).await;
    let dropped = talk.until(|said| said["id"] == "one").await;
    assert_eq!(
        (dropped["type"].clone(), dropped["why"]["code"].clone()),
        (json!("refusal"), json!("wire_stale"))
    );
    assert_eq!(talk.until(|said| said["type"] == "hint").await["id"], "two");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_changes_colors_whatever_chance_had_said() {
    let (house, mut an) = House::with_a_guest().await;
    let machine = |engine: &str| json!({"kind": "brain", "brain": engine});
    for _ in 0..6 {
        let asked = json!({"game": "toy", "one": machine("random"), "other": machine("alphabeta:depth=3"),
            "color": "random", "pace_ms": 10_000});
        let (mut room, _) = an.begin(asked).await;
        let mut seats = json!(null);
        for game in 0..3 {
            let mut talk = an.enter(&room).await;
            let mut view = talk.view().await;
            if view["outcome"].is_null() {
                view = talk.does(json!({"type": "abort"})).await;
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
    house.stop().await;
}
