//! Deals: promised before anybody adds to them, dealt from everybody's part, kept over a restart, verified at the end.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::Duration;

use common::{House, Person, Talk, against, dealt_views, one_device, part, with};
use futures_util::StreamExt as _;
use game::Random;
use serde_json::{Value, json};
use server::wire::DealProof;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};
use table::{DealCheck, DealRecord, Message, verify_deal};
use tokio_tungstenite::tungstenite::Message as Frame;

fn link() -> Value {
    json!({"game": "jieqi", "one": {"kind": "me"}, "other": {"kind": "link"}})
}

fn read(proof: &Value) -> DealRecord {
    let proof: DealProof = serde_json::from_value(proof.clone()).unwrap();
    let bytes = |text: &str| server::unhex(text).unwrap();
    DealRecord {
        game: proof.game,
        scheme: proof.scheme,
        options: proof.options.into_iter().collect(),
        start: proof.start,
        commitment: bytes(&proof.commitment),
        seed: bytes(&proof.seed),
        nonces: proof.nonces.each_ref().map(|nonce| bytes(nonce)),
        pieces: proof.men,
        moves: proof.moves,
    }
}

fn holds(found: &Result<(Vec<DealCheck>, String), Message>) -> bool {
    found.as_ref().is_ok_and(|(checks, _)| checks.iter().all(|check| check.holds))
}

/// The first view as it comes, before anything is added.
async fn bare(talk: &mut Talk) -> Value {
    loop {
        let frame = talk.socket.next().await.expect("the socket stays open").expect("a frame");
        // On a busy machine the server may ask first whether anybody is there.
        let Frame::Text(text) = frame else { continue };
        let said: Value = serde_json::from_str(&text).unwrap();
        if said["type"] == "view" {
            return said;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_before_both_have_added_their_part() {
    let (house, mut an) = House::with_a_guest().await;
    let (mut binh, mut cuong) = (house.guest(), house.guest());
    let (room, token) = an.begin(link()).await;
    binh.post(&format!("/api/invitations/{}", token.unwrap()), &json!({})).await;
    cuong.get("/api/me").await;
    let (mut one, mut other, mut watcher) =
        (an.enter(&room).await, binh.enter(&room).await, cuong.enter(&room).await);
    let seen = bare(&mut one).await;
    assert_eq!(seen["deal"]["commitment"].as_str().unwrap().len(), 64);
    assert_eq!(seen["deal"]["scheme"], "jieqi-v1");
    assert_eq!((&seen["deal"]["dealt"], &seen["deal"]["nonces"]), (&json!(false), &json!([null, null])));
    assert_eq!(seen["legal"], json!([]));
    bare(&mut other).await;
    let play = json!({"type": "play", "mv": "a3a4"});
    assert_eq!(one.refused(play.clone()).await, "deal_waits");
    for wrong in ["", "0f", "zz", &"0".repeat(31), &"00".repeat(33), "đđđđđđđđđđđđđđđđ"] {
        assert_eq!(
            one.refused(json!({"type": "add_part", "nonce": wrong})).await,
            "deal_part_form",
            "{wrong}"
        );
    }
    assert_eq!(watcher.refused(part("first")).await, "wire_watching");
    assert_eq!(one.refused(part("second")).await, "wire_other_seat");
    let given = one.ask(part("first")).await;
    assert_eq!(given["type"], "ack");
    assert_eq!(one.ask(part("first")).await["type"], "ack", "the same again was heard before");
    let another = json!({"type": "add_part", "nonce": "ab".repeat(16)});
    assert_eq!(one.refused(another).await, "deal_part_given");
    assert_eq!(one.refused(play.clone()).await, "deal_waits");
    let (_, view) = cuong.get(&format!("/api/rooms/{room}")).await;
    assert_eq!(view["deal"]["nonces"], json!(["0f".repeat(16), null]));
    assert_eq!(other.ask(part("second")).await["type"], "ack");
    let dealt = one.dealt().await;
    assert_eq!(dealt["deal"]["by"], json!(["player", "player"]));
    assert!(dealt["deal"]["seed"].is_null() && dealt["deal"]["men"].is_null());
    assert_eq!(one.ask(play).await["type"], "ack");
    // A game in which nothing is hidden has no deal to add to.
    let (_, mut open, _) = an.sits(one_device("xiangqi")).await;
    assert_eq!(open.refused(part("first")).await, "deal_none");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_has_added_its_part_before_the_person_is_asked() {
    let (house, mut an) = House::with_a_guest().await;
    let (room, _) = an.begin(against("jieqi", "random")).await;
    let mut talk = an.enter(&room).await;
    let seen = bare(&mut talk).await;
    let machine = seen["deal"]["nonces"][1].clone();
    assert_eq!(machine.as_str().unwrap().len(), 64);
    assert_eq!(seen["deal"]["by"], json!([null, "house"]));
    assert_eq!(talk.ask(part("first")).await["type"], "ack");
    let dealt = talk.dealt().await;
    assert_eq!(dealt["deal"]["nonces"][1], machine);
    // Between machines nobody is waited for.
    let machines = json!({"game": "jieqi", "one": {"kind": "brain", "brain": "random"},
        "other": {"kind": "brain", "brain": "greedy"}, "pace_ms": 0});
    let (_, _, view) = an.sits(machines).await;
    assert_eq!(view["deal"]["by"], json!(["house", "house"]));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_between_the_parts_and_within_the_game_keeps_the_deal() {
    let (house, mut an) = House::with_a_guest().await;
    let mut binh = house.guest();
    let (room, token) = an.begin(link()).await;
    binh.post(&format!("/api/invitations/{}", token.unwrap()), &json!({})).await;
    let mut one = an.enter(&room).await;
    let promised = one.view().await["deal"].clone();
    let house = house.stop_for(Duration::from_millis(50)).await;
    [&mut an, &mut binh].into_iter().for_each(|person| house.welcome(person));
    let mut talks = [an.enter(&room).await, binh.enter(&room).await];
    let mut views = dealt_views(&mut talks).await;
    assert_eq!(views[0]["deal"]["commitment"], promised["commitment"]);
    assert_eq!(views[0]["deal"]["nonces"][0], promised["nonces"][0]);
    for ply in 0..6 {
        let mv = views[ply % 2]["legal"][(ply * 5) % 20].as_str().unwrap().to_owned();
        views[ply % 2] = talks[ply % 2].plays(&mv).await;
        let seq = views[ply % 2]["seq"].clone();
        views[(ply + 1) % 2] = talks[(ply + 1) % 2].view_where(|view| view["seq"] == seq).await;
    }
    let house = house.stop_for(Duration::from_millis(50)).await;
    [&mut an, &mut binh].into_iter().for_each(|person| house.welcome(person));
    let mut one = an.enter(&room).await;
    let back = one.dealt().await;
    assert_eq!(back["position"], views[0]["position"]);
    assert_eq!(back["deal"]["commitment"], promised["commitment"]);
    one.does(json!({"type": "resign"})).await;
    let (status, proof) = binh.get(&format!("/api/rooms/{room}/deal")).await;
    assert_eq!(status, 200, "{proof}");
    assert!(holds(&verify_deal(&read(&proof))));
    house.stop().await;
}

/// Plays a game of one's own to its end: random moves fond of nothing, then somebody gives up.
async fn to_the_end(person: &mut Person, asked: Value, random: &mut Random, most: usize) -> String {
    let (room, mut talk, mut view) = person.sits(asked).await;
    for ply in 0..most {
        // A socket may say a hundred things in twenty seconds, and nobody here stops to think.
        if ply % 80 == 79 {
            talk = person.enter(&room).await;
            view = talk.view().await;
        }
        let mine = |view: &Value| view["hands"].as_array().unwrap().contains(&view["turn"]);
        if !mine(&view) {
            view = talk.view_where(|view| mine(view) || !view["outcome"].is_null()).await;
        }
        let legal = view["legal"].as_array().unwrap().clone();
        let Some(mv) = random.pick(&legal) else { break };
        view = talk.plays(mv.as_str().unwrap()).await;
        if !view["outcome"].is_null() {
            return room;
        }
    }
    let (status, early) = person.get(&format!("/api/rooms/{room}/deal")).await;
    // The machine may have ended it by now.
    if status != 200 {
        assert_eq!(early["error"]["code"], "deal_not_over");
        talk.ask(json!({"type": "resign"})).await;
    }
    room
}

#[tokio::test(flavor = "multi_thread")]
async fn every_finished_game_verifies_and_a_changed_byte_never_does() {
    let (house, mut an) = House::with_a_guest().await;
    let mut random = Random::new(20);
    let mut plies = 0;
    for number in 0..30 {
        let asked = match number % 5 {
            0 => against("jieqi", "random"),
            1 => with(one_device("jieqi"), "options", json!({"captured": "all"})),
            2 => with(one_device("jieqi"), "options", json!({"captured": "none"})),
            3 => with(
                one_device("jieqi"),
                "setup",
                json!("3xkx1xx/9/2a1p2ap/9/9/2r1P4/1R4p2/1CP1n3r/4N4/4K1CB1 w b2p2 0 25"),
            ),
            _ => one_device("jieqi"),
        };
        // A machine takes its time as a person would.
        let most = if number % 5 == 0 { 4 } else { 5 + 6 * number };
        let room = to_the_end(&mut an, asked, &mut random, most).await;
        let (status, proof) = an.get(&format!("/api/rooms/{room}/deal")).await;
        assert_eq!(status, 200, "{proof}");
        let found = verify_deal(&read(&proof));
        assert!(holds(&found), "{found:?} of {proof}");
        plies += proof["moves"].as_array().unwrap().len();
        // One digit of anything that goes into it.
        for pointer in ["/seed", "/commitment", "/nonces/0", "/nonces/1"] {
            let mut forged = proof.clone();
            let text = forged.pointer(pointer).and_then(Value::as_str).unwrap().to_owned();
            let at = random.below(text.len());
            let digit = if text.as_bytes()[at] == b'7' { "8" } else { "7" };
            *forged.pointer_mut(pointer).unwrap() =
                json!(format!("{}{digit}{}", &text[..at], &text[at + 1..]));
            let hides = proof["start"].as_str().unwrap().contains(['x', 'X']) && number % 5 != 3;
            assert!(
                !holds(&verify_deal(&read(&forged))) || (!hides && pointer.starts_with("/nonces")),
                "{pointer}"
            );
        }
        let mut forged = read(&proof);
        if let Some(mv) = forged.moves.iter_mut().find(|mv| mv.len() > 4) {
            let other = if mv[4..5].eq_ignore_ascii_case("p") { "R" } else { "P" };
            mv.replace_range(4..5, other);
            assert!(!holds(&verify_deal(&forged)), "a man of another deal turned up");
        }
    }
    assert!(plies > 1000, "only {plies} plies were played");
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_ends_before_the_deal_has_nothing_to_verify() {
    let (house, mut an) = House::with_a_guest().await;
    let (room, _) = an.begin(link()).await;
    let mut talk = an.enter(&room).await;
    talk.view().await;
    talk.does(json!({"type": "abort"})).await;
    let (status, answer) = an.get(&format!("/api/rooms/{room}/deal")).await;
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("deal_never")));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_an_older_house_is_dealt_as_it_was_and_verifies() {
    let sql = include_str!("../../../testdata/store/version-2.sql");
    let fresh = House::open().await;
    let config = fresh.config.clone();
    let folder = fresh.stop().await;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", folder.database().display()));
    }
    let options = SqliteConnectOptions::new().filename(folder.database());
    // The tables come in the order of the alphabet, not of what they point at.
    let options = options.create_if_missing(true).foreign_keys(false);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    connection.execute(sql).await.unwrap();
    connection.close().await.unwrap();
    let house = server::start(config).await.unwrap();
    let cookie = sql.lines().find_map(|line| line.split_once("the cookie ")).unwrap().1.trim_end_matches('.');
    let mut an = Person { address: house.address, cookie: Some(cookie.to_owned()) };
    let room = "cuea2kqyf9zuqu33";
    let mut talk = an.enter(room).await;
    let view = talk.view().await;
    assert_eq!(view["deal"]["dealt"], true);
    assert_eq!(view["deal"]["by"], json!(["house", "house"]));
    assert_eq!(view["plies"][0]["mv"], "b2b9P");
    assert_eq!(view["plies"][1]["mv"], "a9b9p");
    talk.plays(view["legal"][0].as_str().unwrap()).await;
    talk.does(json!({"type": "resign"})).await;
    let (_, proof) = an.get(&format!("/api/rooms/{room}/deal")).await;
    assert!(holds(&verify_deal(&read(&proof))), "{proof}");
    house.stop().await;
}
