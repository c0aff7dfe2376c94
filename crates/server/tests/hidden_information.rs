//! Jieqi: the bytes each socket receives contain nothing its client may not know.

mod common;

use common::{RoomSocket, TestServer, against, dealt_views};
use serde_json::{Value, json};

/// Plies with face-down captures in all views that one socket received, with the capturing side.
fn hidden_captures(socket: &RoomSocket) -> Vec<(String, Value)> {
    let views = socket.received.iter().filter_map(|text| serde_json::from_str::<Value>(text).ok());
    views
        .filter(|message| message["type"] == "view")
        .flat_map(|view| view["plies"].as_array().unwrap().clone())
        .filter(|ply| ply["took"]["face_down"] == true)
        .map(|ply| (ply["side"].as_str().unwrap().to_owned(), ply))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_socket_receives_hidden_pieces() {
    let server = TestServer::start().await;
    let mut captures = 0;
    for _ in 0..6 {
        let (mut an, mut binh, mut cuong) = (server.client(), server.client(), server.client());
        let (room, token) =
            an.create_game(json!({"game": "jieqi", "one": {"kind": "me"}, "other": {"kind": "link"}})).await;
        binh.post(&format!("/api/invitations/{}", token.unwrap()), &json!({})).await;
        cuong.get("/api/me").await;
        let mut sockets = [an.connect(&room).await, binh.connect(&room).await, cuong.connect(&room).await];
        let mut views = dealt_views(&mut sockets).await;
        let commitment = views[0]["deal"]["commitment"].as_str().unwrap().to_owned();
        // Prefer captures of face-down pieces.
        for ply in 0..24 {
            let mover = ply % 2;
            let legal = views[mover]["legal"].as_array().unwrap().clone();
            let Some(mv) = legal.iter().max_by_key(|mv| takes_hidden(&views[mover], mv.as_str().unwrap()))
            else {
                break;
            };
            views[mover] = sockets[mover].play(mv.as_str().unwrap()).await;
            let seq = views[mover]["seq"].clone();
            for other in (0..3).filter(|other| *other != mover) {
                views[other] = sockets[other].view_where(|message| message["seq"] == seq).await;
            }
            if !views[mover]["outcome"].is_null() {
                break;
            }
        }
        for (viewer, socket) in ["first", "second", "public"].iter().zip(&sockets) {
            for (captor, ply) in hidden_captures(socket) {
                captures += 1;
                let knows = captor == *viewer;
                assert_eq!(ply["took"]["letter"] != "?", knows, "{viewer} of {captor}: {ply}");
                // The coordinates contain the revealed piece, then the captured one: the latter only for the captor.
                let letters =
                    ply["mv"].as_str().unwrap()[4..].chars().filter(char::is_ascii_alphabetic).count();
                let turned = usize::from(!ply["turned"].is_null());
                assert_eq!(letters, turned + usize::from(knows), "{viewer}: {}", ply["mv"]);
            }
        }
        let before_the_end: Vec<usize> = sockets.iter().map(|socket| socket.received.len()).collect();
        let last = if views[0]["outcome"].is_null() {
            sockets[0].request_ok(json!({"type": "resign"})).await
        } else {
            views[0].clone()
        };
        let seed = last["deal"]["seed"].as_str().unwrap().to_owned();
        assert_eq!(seed.len(), 64);
        assert_eq!(last["deal"]["commitment"], json!(commitment));
        for (socket, count) in sockets.iter().zip(before_the_end) {
            let over = !views[0]["outcome"].is_null();
            for text in socket.received.iter().take(if over { count - 1 } else { count }) {
                assert!(!text.contains(&seed), "the seed was sent before the end");
            }
        }
        assert_eq!(sockets[0].refusal_code(json!({"type": "take_back"})).await, "refusal_deal_public");
    }
    assert!(captures > 20, "only {captures} hidden pieces were captured");
    server.stop().await;
}

/// Returns true if a move captures a face-down piece, by the board of a view.
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
async fn search_info_of_a_machine_with_hidden_pieces_tells_only_depth_and_time() {
    let (server, mut an) = TestServer::start_with_client().await;
    let asked = against("jieqi", "champion:nodes=5000");
    let (_, mut socket, mut view) = an.create_and_connect(asked).await;
    for _ in 0..3 {
        let mv = view["legal"][5].as_str().unwrap().to_owned();
        socket.play(&mv).await;
        view = socket.view_where(|message| message["turn"] == "first").await;
    }
    socket.read_until(|message| message["type"] == "evaluation" && message["ply"] == 6).await;
    for text in socket.received.iter().filter(|text| text.contains("\"purpose\":\"move\"")) {
        let info: serde_json::Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(info["seldepth"], info["depth"], "{text}");
        assert_eq!((&info["nodes"], &info["nps"]), (&json!(0), &json!(0)), "{text}");
        assert_eq!(
            (&info["score"], &info["line"], &info["visits"]),
            (&json!(null), &json!({}), &json!([])),
            "{text}"
        );
    }
    server.stop().await;
}
