//! A disk without room: nothing is acknowledged that was not kept, everybody is told, and later it goes on.
#![allow(clippy::unwrap_used)]
#![cfg(target_os = "linux")]

mod common;

use common::{Folder, Program, one_device};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_nothing_is_acknowledged_and_nothing_is_lost() {
    let folder = Folder::new();
    // Files may not grow beyond this many half kilobytes: to the database the same as a full disk.
    let house = Program::start_with(&folder, Some(500));
    let mut an = house.guest();
    let (room, mut talk, mut view) = an.sits(one_device("xiangqi")).await;
    let mut kept = 0;
    let refused = loop {
        let legal = view["legal"].as_array().unwrap();
        let mv = legal[kept * 5 % legal.len()].clone();
        let answer = talk.ask(json!({"type": "play", "mv": mv, "seq": view["seq"]})).await;
        if answer["type"] != "ack" {
            break answer;
        }
        kept += 1;
        assert!(kept < 90, "the disk never fills");
        view = talk.view_where(|said| said["seq"].as_u64() >= answer["seq"].as_u64()).await;
    };
    assert!(kept > 0, "there is some room");
    assert_eq!(refused["why"]["code"], "wire_not_kept", "{refused}");
    let (status, answer) = an.post("/api/rooms", &one_device("chess")).await;
    assert_eq!((status, answer["error"]["code"].clone()), (503, json!("wire_not_kept")));
    let (status, health) = an.get("/api/health").await;
    assert_eq!((status, health["status"].clone()), (200, json!("unwell")));
    let (status, seen) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!((status, seen["plies"].as_array().unwrap().len()), (200, kept), "what was kept can be seen");
    // There is room again: the same house goes on by itself.
    house.let_files_grow();
    let again = loop {
        let view = an.get(&format!("/api/rooms/{room}")).await.1;
        let answer = talk.ask(json!({"type": "play", "mv": view["legal"][0], "seq": view["seq"]})).await;
        if answer["type"] == "ack" {
            break answer;
        }
        assert_eq!(answer["why"]["code"], "wire_not_kept", "{answer}");
        // Not so often that it is taken for a flood.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    };
    assert!(again["seq"].as_u64() > refused["seq"].as_u64());
    kept += 1;
    assert_eq!(an.post("/api/rooms", &one_device("chess")).await.0, 201);
    assert_eq!(an.get("/api/health").await.1["status"], "ok");
    drop(talk);
    drop(house);
    // And another one over the same files.
    let house = Program::start(&folder);
    an.address = house.address;
    let mut talk = an.enter(&room).await;
    let view = talk.view().await;
    assert_eq!(view["plies"].as_array().unwrap().len(), kept, "every acknowledged move, and no other");
    talk.plays(view["legal"][0].as_str().unwrap()).await;
    assert_eq!(an.get("/api/health").await.1["status"], "ok");
}
