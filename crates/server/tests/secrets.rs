//! Jieqi: the bytes each socket gets hold nothing its reader may not know.
#![allow(clippy::unwrap_used)]

mod common;

use common::{House, Talk, against, dealt_views};
use serde_json::{Value, json};

/// Every letter of a captured piece told in the texts of one socket.
fn told(talk: &Talk) -> Vec<(String, Value)> {
    let views = talk.heard.iter().filter_map(|text| serde_json::from_str::<Value>(text).ok());
    views
        .filter(|said| said["type"] == "view")
        .flat_map(|view| view["plies"].as_array().unwrap().clone())
        .filter(|ply| ply["took"]["face_down"] == true)
        .map(|ply| (ply["side"].as_str().unwrap().to_owned(), ply))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bytes_of_each_socket_hold_no_secret_of_hidden_pieces() {
    let house = House::open().await;
    let mut captures = 0;
    for _ in 0..6 {
        let (mut an, mut binh, mut cuong) = (house.guest(), house.guest(), house.guest());
        let (room, token) =
            an.begin(json!({"game": "jieqi", "one": {"kind": "me"}, "other": {"kind": "link"}})).await;
        binh.post(&format!("/api/invitations/{}", token.unwrap()), &json!({})).await;
        cuong.get("/api/me").await;
        let mut talks = [an.enter(&room).await, binh.enter(&room).await, cuong.enter(&room).await];
        let mut views = dealt_views(&mut talks).await;
        let commitment = views[0]["deal"]["commitment"].as_str().unwrap().to_owned();
        // Captures of face-down pieces first, wherever there are any.
        for ply in 0..24 {
            let mover = ply % 2;
            let legal = views[mover]["legal"].as_array().unwrap().clone();
            let Some(mv) = legal.iter().max_by_key(|mv| takes_hidden(&views[mover], mv.as_str().unwrap()))
            else {
                break;
            };
            views[mover] = talks[mover].plays(mv.as_str().unwrap()).await;
            let seq = views[mover]["seq"].clone();
            for other in (0..3).filter(|other| *other != mover) {
                views[other] = talks[other].view_where(|said| said["seq"] == seq).await;
            }
            if !views[mover]["outcome"].is_null() {
                break;
            }
        }
        for (viewer, talk) in ["first", "second", "public"].iter().zip(&talks) {
            for (captor, ply) in told(talk) {
                captures += 1;
                let knows = captor == *viewer;
                assert_eq!(ply["took"]["letter"] != "?", knows, "{viewer} of {captor}: {ply}");
                // The coordinates say what turned up, then what was taken: to the captor alone.
                let letters =
                    ply["mv"].as_str().unwrap()[4..].chars().filter(char::is_ascii_alphabetic).count();
                let turned = usize::from(!ply["turned"].is_null());
                assert_eq!(letters, turned + usize::from(knows), "{viewer}: {}", ply["mv"]);
            }
        }
        let before_the_end: Vec<usize> = talks.iter().map(|talk| talk.heard.len()).collect();
        let last = if views[0]["outcome"].is_null() {
            talks[0].does(json!({"type": "resign"})).await
        } else {
            views[0].clone()
        };
        let seed = last["deal"]["seed"].as_str().unwrap().to_owned();
        assert_eq!(seed.len(), 64);
        assert_eq!(last["deal"]["commitment"], json!(commitment));
        for (talk, count) in talks.iter().zip(before_the_end) {
            let over = !views[0]["outcome"].is_null();
            for text in talk.heard.iter().take(if over { count - 1 } else { count }) {
                assert!(!text.contains(&seed), "the seed was told before the end");
            }
        }
        assert_eq!(talks[0].refused(json!({"type": "take_back"})).await, "refusal_over");
    }
    assert!(captures > 20, "only {captures} hidden men were captured");
    house.stop().await;
}

/// Whether a move takes a face-down piece, by the board a viewer sees.
fn takes_hidden(view: &Value, mv: &str) -> bool {
    let position = view["position"].as_str().unwrap();
    let board = position.split(' ').next().unwrap();
    let bytes = mv.as_bytes();
    let (file, rank) = (usize::from(bytes[2] - b'a'), usize::from(bytes[3] - b'0'));
    let row = board.split('/').nth(9 - rank).unwrap();
    let mut at = 0;
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(gap) => at += gap as usize,
            None if at == file => return letter == 'x' || letter == 'X',
            None => at += 1,
        }
        if at > file {
            return false;
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_that_hides_pieces_does_not_think_aloud() {
    let (house, mut an) = House::with_a_guest().await;
    let asked = against("jieqi", "champion:nodes=5000");
    let (_, mut talk, mut view) = an.sits(asked).await;
    for _ in 0..3 {
        let mv = view["legal"][5].as_str().unwrap().to_owned();
        talk.plays(&mv).await;
        view = talk.view_where(|said| said["turn"] == "first").await;
    }
    talk.until(|said| said["type"] == "evaluation" && said["ply"] == 6).await;
    assert!(!talk.heard.iter().any(|text| text.contains("\"purpose\":\"move\"")));
    house.stop().await;
}
