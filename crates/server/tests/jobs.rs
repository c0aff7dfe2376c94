//! Long jobs survive a restart: they continue under the same identifier.

mod common;

use std::time::Duration;

use common::{Client, TestServer};
use serde_json::{Value, json};

/// Position whose win takes longer to prove than any test waits.
const HARD: &str = "2bak4/4a4/4b4/9/9/9/9/2N1B4/4A4/2BAK3R w";

/// State of a job, once the server knows it again.
async fn known_again(an: &mut Client, path: &str) -> Value {
    for _ in 0..2_000 {
        let (status, view) = an.get(path).await;
        if status == 200 {
            return view;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{path} is lost");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_solve_and_a_review_continue_after_a_restart_and_end_only_once() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (status, solve) =
        an.post("/api/solves", &json!({"game": "xiangqi", "position": HARD, "seconds": 600})).await;
    assert_eq!(status, 201, "{solve}");
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "g6g5"];
    let line = json!({"line": {"game": "xiangqi", "moves": moves}, "effort": "deep"});
    let (status, review) = an.post("/api/reviews", &line).await;
    assert_eq!(status, 201, "{review}");
    let solve = format!("/api/solves/{}", solve["id"].as_str().unwrap());
    let review = format!("/api/reviews/{}", review["id"].as_str().unwrap());
    let server = server.restart_after(Duration::ZERO).await;
    server.redirect(&mut an);
    let view = known_again(&mut an, &solve).await;
    assert_eq!((&view["seconds"], view["failure"].is_null()), (&json!(600), true), "{view}");
    let view = known_again(&mut an, &review).await;
    assert_eq!(view["plies"].as_array().unwrap().len(), moves.len());
    // A job that its owner stops does not come back.
    let (status, _, _) = an.send("DELETE", &solve, None).await;
    assert_eq!(status, 200);
    let (status, _, _) = an.send("DELETE", &review, None).await;
    assert_eq!(status, 204);
    for path in [&solve, &review] {
        for _ in 0..2_000 {
            let (_, view) = an.get(path).await;
            if view["state"] == "done" || view["progress"]["state"] == "done" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    // The removal of the rows follows the end of the jobs.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let server = server.restart_after(Duration::ZERO).await;
    server.redirect(&mut an);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!((an.get(&solve).await.0, an.get(&review).await.0), (404, 404));
    server.stop().await;
}
