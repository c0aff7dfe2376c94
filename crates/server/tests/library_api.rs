//! Game library over REST: untrusted input is bounded, and players see only their own games.

mod common;

use common::{Client, TestServer};
use serde_json::{Value, json};

const GAME: &str = "[Game \"xiangqi\"]\n[Red \"胡榮華\"]\n[Black \"呂欽\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 1-0\n\n";

async fn ask(person: &mut Client, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
    let body = body.map(|body| body.to_string());
    let (status, _, answer) = person.send(method, path, body.as_deref()).await;
    (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
}

async fn import(person: &mut Client, text: &str) -> (u16, Value) {
    let (status, _, answer) = person.send("POST", "/api/library/import?name=a.pgn", Some(text)).await;
    (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
}

#[tokio::test]
async fn a_game_is_imported_found_edited_and_deleted_only_by_its_owner() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut binh = server.client();
    let (status, report) = import(&mut an, GAME).await;
    assert_eq!((status, &report["new"], &report["known"]), (200, &json!(1), &json!(0)), "{report}");
    let (_, again) = import(&mut an, GAME).await;
    assert_eq!((&again["new"], &again["known"]), (&json!(0), &json!(1)));
    let (_, found) = ask(&mut an, "GET", "/api/library?player=ho%20vinh%20hoa", None).await;
    assert_eq!(found["total"], 1, "{found}");
    assert_eq!(found["games"][0]["first"]["reading"], "Hồ Vinh Hoa");
    let id = found["games"][0]["id"].as_i64().unwrap_or_default();
    let address = format!("/api/library/games/{id}");
    for (method, path, body) in [
        ("GET", address.clone(), None),
        ("DELETE", address.clone(), None),
        ("PUT", address.clone(), Some(json!({ "folder": "x", "labels": [] }))),
        ("POST", format!("{address}/comment"), Some(json!({ "text": "x" }))),
    ] {
        let (status, message) = ask(&mut binh, method, &path, body).await;
        assert_eq!((status, &message["error"]["code"]), (404, &json!("library_no_game")), "{method} {path}");
    }
    let (status, _) =
        ask(&mut an, "POST", &format!("{address}/comment"), Some(json!({ "node": 0, "text": "hay {!}" })))
            .await;
    assert_eq!(status, 204);
    let (_, game) = ask(&mut an, "GET", &format!("{address}?notation=vi"), None).await;
    assert_eq!(
        (&game["nodes"][0]["text"], &game["nodes"][0]["comment"]),
        (&json!("P2-5"), &json!("hay '!'"))
    );
    let (status, _) =
        ask(&mut an, "PUT", &address, Some(json!({ "folder": "Cờ thế", "labels": ["hay"] }))).await;
    assert_eq!(status, 204);
    let (_, shelf) = ask(&mut an, "GET", "/api/library/shelf", None).await;
    assert_eq!((&shelf["folders"][0]["name"], &shelf["labels"]), (&json!("Cờ thế"), &json!(["hay"])));
    let (status, _) = ask(&mut an, "DELETE", &address, None).await;
    assert_eq!(status, 204);
    let (_, left) = ask(&mut an, "GET", "/api/library", None).await;
    assert_eq!(left["total"], 0);
    server.stop().await;
}

#[tokio::test]
async fn imports_and_queries_are_bounded() {
    let (server, mut an) = TestServer::start_with_client().await;
    let (_, report) = import(&mut an, &GAME.replace("h0g2", "h0g2 {x}").repeat(70)).await;
    assert_eq!(report["games"], 64, "{report}");
    assert_eq!(report["faults"][0]["why"]["code"], "library_more");
    let (status, _) = import(&mut an, &"x".repeat(600 * 1024)).await;
    assert_eq!(status, 413);
    let (status, nothing) = import(&mut an, "").await;
    assert_eq!((status, &nothing["faults"][0]["why"]["code"]), (200, &json!("convert_no_games")));
    for path in
        ["/api/library?position=x", "/api/library/explorer?game=go", "/api/library/games/1/record?format=exe"]
    {
        let (status, message) = ask(&mut an, "GET", path, None).await;
        assert!(
            (400..500).contains(&status) && message["error"]["code"].is_string(),
            "{path}: {status} {message}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn the_explorer_counts_own_games_and_names_the_opening() {
    let (server, mut an) = TestServer::start_with_client().await;
    import(&mut an, GAME).await;
    import(&mut an, "[Game \"chess\"]\n\n1. e4 c5 2. Nf3 1/2-1/2").await;
    let (_, start) = ask(&mut an, "GET", "/api/library/explorer?game=xiangqi&notation=vi", None).await;
    assert_eq!(
        (&start["tally"]["games"], &start["moves"][0]["text"]),
        (&json!(1), &json!("P2-5")),
        "{start}"
    );
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR%20w%20KQkq%20-%200%202";
    let (_, sicilian) =
        ask(&mut an, "GET", &format!("/api/library/explorer?game=chess&position={fen}"), None).await;
    assert_eq!(sicilian["opening"]["code"], "B20", "{sicilian}");
    assert_eq!(sicilian["moves"][0]["mv"], "g1f3");
    let mut binh = server.client();
    let (_, other) = ask(&mut binh, "GET", "/api/library/explorer?game=xiangqi", None).await;
    assert_eq!(other["tally"]["games"], 0, "not visible to other players");
    server.stop().await;
}
