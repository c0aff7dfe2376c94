//! Full disk: nothing is acknowledged that was not stored, clients get errors, and later the server recovers.
#![cfg(target_os = "linux")]

mod common;

use common::{Folder, ServerProcess, one_device};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_nothing_is_acknowledged_and_nothing_is_lost() {
    let folder = Folder::new();
    // A limit on file sizes, in blocks of 512 bytes: to the database the same as a full disk.
    let server = ServerProcess::start_with(&folder, Some(1000));
    let mut an = server.client();
    let (room, mut socket, mut view) = an.create_and_connect(one_device("xiangqi")).await;
    let mut kept = 0;
    let refusal_code = loop {
        let legal = view["legal"].as_array().unwrap();
        let mv = legal[kept * 5 % legal.len()].clone();
        let answer = socket.request(json!({"type": "play", "mv": mv, "seq": view["seq"]})).await;
        if answer["type"] != "ack" {
            break answer;
        }
        kept += 1;
        assert!(kept < 90, "the disk never fills up");
        view = socket.view_where(|message| message["seq"].as_u64() >= answer["seq"].as_u64()).await;
    };
    assert!(kept > 0, "there is some space");
    assert_eq!(refusal_code["why"]["code"], "wire_not_kept", "{refusal_code}");
    let (status, answer) = an.post("/api/rooms", &one_device("chess")).await;
    assert_eq!((status, answer["error"]["code"].clone()), (503, json!("wire_not_kept")));
    let (status, health) = an.get("/api/health").await;
    assert_eq!((status, health["status"].clone()), (503, json!("unhealthy")));
    assert_eq!(an.get("/api/ready").await.0, 503);
    let (status, seen) = an.get(&format!("/api/rooms/{room}")).await;
    assert_eq!((status, seen["plies"].as_array().unwrap().len()), (200, kept), "stored moves are visible");
    // With space again the same server recovers by itself.
    server.let_files_grow();
    let again = loop {
        let view = an.get(&format!("/api/rooms/{room}")).await.1;
        let answer =
            socket.request(json!({"type": "play", "mv": view["legal"][0], "seq": view["seq"]})).await;
        if answer["type"] == "ack" {
            break answer;
        }
        assert_eq!(answer["why"]["code"], "wire_not_kept", "{answer}");
        // Slowly enough for the flood limit.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    };
    assert!(again["seq"].as_u64() > refusal_code["seq"].as_u64());
    kept += 1;
    assert_eq!(an.post("/api/rooms", &one_device("chess")).await.0, 201);
    assert_eq!(an.get("/api/health").await.1["status"], "ok");
    assert_eq!(an.get("/api/ready").await, (200, an.get("/api/ready").await.1));
    drop(socket);
    drop(server);
    // Another server over the same files.
    let server = ServerProcess::start(&folder);
    an.address = server.address;
    let mut socket = an.connect(&room).await;
    let view = socket.view().await;
    assert_eq!(view["plies"].as_array().unwrap().len(), kept, "every acknowledged move, and no other");
    socket.play(view["legal"][0].as_str().unwrap()).await;
    assert_eq!(an.get("/api/health").await.1["status"], "ok");
}
