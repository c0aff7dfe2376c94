//! Coming back: repeated and stale commands, lost sockets, a restarted house, clocks.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::Duration;

use common::{House, one_device, with};
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
async fn a_repeated_command_is_answered_again_and_a_stale_one_does_no_harm() {
    let (house, mut an) = House::with_a_guest().await;
    let (room, mut talk, view) = an.sits(one_device("xiangqi")).await;
    let seq = view["seq"].as_u64().unwrap();
    let first = talk.ask(json!({"type": "play", "mv": "h2e2", "id": "one", "seq": seq})).await;
    let again = talk.ask(json!({"type": "play", "mv": "h2e2", "id": "one", "seq": seq})).await;
    assert_eq!(first, again);
    let stale = talk.refused(json!({"type": "play", "mv": "h9g7", "id": "two", "seq": seq})).await;
    assert_eq!(stale, "wire_stale");
    let view = talk.view_where(|said| said["plies_from"] == 0).await;
    assert_eq!(view["plies"].as_array().unwrap().len(), 1);
    // The socket is lost; the same command by another one is still the same command.
    drop(talk);
    let mut talk = an.enter(&room).await;
    let back = talk.view().await;
    assert_eq!(without_time(&back), without_time(&view));
    let again = talk.ask(json!({"type": "play", "mv": "h2e2", "id": "one", "seq": seq})).await;
    assert_eq!(first, again);
    let (_, looked) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(looked["plies"].as_array().unwrap().len(), 1);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_house_goes_on_where_it_was_and_charges_nobody() {
    let (house, mut an) = House::with_a_guest().await;
    let clock = json!({"kind": "game", "initial_ms": 100_000, "increment_ms": 0});
    let mut rooms = Vec::new();
    for game in ["xiangqi", "jieqi", "chess"] {
        let asked = with(one_device(game), "clock", clock.clone());
        let (room, mut talk, mut view) = an.sits(asked).await;
        for _ in 0..6 {
            let mv = view["legal"][3].as_str().unwrap().to_owned();
            view = talk.ask(json!({"type": "play", "mv": mv, "id": format!("{mv}{}", view["seq"])})).await;
            assert_eq!(view["type"], "ack");
            view = talk.view().await;
        }
        rooms.push((room, view["position"].clone(), view["clock"]["left_ms"].clone()));
    }
    let house = house.stop_for(Duration::from_millis(1500)).await;
    house.welcome(&mut an);
    for (room, position, left) in &rooms {
        let mut talk = an.enter(room).await;
        let view = talk.view().await;
        assert_eq!(view["position"], *position);
        assert_eq!(view["plies"].as_array().unwrap().len(), 6);
        assert_eq!(view["clock"]["running"], "first");
        assert_eq!(view["clock"]["left_ms"][1], left[1]);
        let charged = left[0].as_i64().unwrap() - view["clock"]["left_ms"][0].as_i64().unwrap();
        assert!(charged < 30_000, "the clock ran on: {charged}");
        talk.plays(view["legal"][0].as_str().unwrap()).await;
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_by_itself_even_after_a_restart() {
    let (house, mut an) = House::with_a_guest().await;
    let clock = json!({"kind": "move", "allowance_ms": 1000});
    let asked = with(one_device("xiangqi"), "clock", clock);
    let (room, mut talk, _) = an.sits(asked).await;
    talk.plays("h2e2").await;
    let house = house.stop_for(Duration::ZERO).await;
    house.welcome(&mut an);
    let mut talk = an.enter(&room).await;
    let mut view = talk.view().await;
    if view["outcome"].is_null() {
        view = talk.view_where(|said| !said["outcome"].is_null()).await;
    }
    assert_eq!(
        (view["outcome"]["reason"].clone(), view["outcome"]["winner"].clone()),
        (json!("time_forfeit"), json!("first"))
    );
    assert_eq!(talk.refused(json!({"type": "play", "mv": "h9g7", "id": "late"})).await, "refusal_over");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_listed_page_by_page_and_deleted_for_good() {
    let (house, mut an) = House::with_a_guest().await;
    for _ in 0..5 {
        an.begin(one_device("xiangqi")).await;
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
    let mut talk = an.enter(&seen[0]).await;
    talk.view().await;
    assert_eq!(an.send("DELETE", &format!("/api/rooms/{}", seen[0]), None).await.0, 204);
    let bye = talk.until(|said| said["type"] == "bye").await;
    assert_eq!((bye["why"]["code"].clone(), bye["again"].clone()), (json!("wire_deleted"), json!(false)));
    assert_eq!(an.get(&format!("/api/rooms/{}", seen[0])).await.0, 404);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_when_the_house_closes() {
    let (house, mut an) = House::with_a_guest().await;
    let (room, mut talk, _) = an.sits(one_device("chess")).await;
    talk.plays("e2e4").await;
    let house = house.stop_for(Duration::ZERO).await;
    let bye = talk.until(|said| said["type"] == "bye").await;
    assert_eq!((bye["why"]["code"].clone(), bye["again"].clone()), (json!("wire_closing"), json!(true)));
    assert!(talk.next().await.is_none(), "the socket is closed");
    house.welcome(&mut an);
    assert_eq!(an.enter(&room).await.view().await["turn"], "second");
    house.stop().await;
}
