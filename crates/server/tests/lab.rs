//! The Lab over HTTP: estimates, refusals before the start, progress and stop, results and trees.

mod common;

use std::time::Duration;

use common::{Client, TestServer, against, plies};
use serde_json::{Value, json};

/// An experiment after its end.
async fn done(an: &mut Client, id: &str) -> Value {
    for _ in 0..4_000 {
        let (status, view) = an.get(&format!("/api/labs/{id}")).await;
        assert_eq!(status, 200, "{view}");
        if view["state"] == "done" {
            return view;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the experiment does not end");
}

async fn run(an: &mut Client, asked: &Value) -> Value {
    let (status, view) = an.post("/api/labs", asked).await;
    assert_eq!(status, 201, "{view}");
    done(an, view["id"].as_str().unwrap()).await
}

const BARE: &str = "alphabeta:depth=3,eval=square,ordering=off,table=off,pv=off,deepening=off";

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_gives_the_counts_of_the_bench_and_a_tree_for_each_algorithm() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let engines = ["minimax:depth=3,eval=square", BARE, "alphabeta:depth=3,eval=square", "mcts:sims=100"];
    let view = run(&mut an, &json!({"game": "xiangqi", "engines": engines})).await;
    assert!(view["failure"].is_null(), "{view}");
    let runs = view["runs"].as_array().unwrap();
    let nodes: Vec<u64> = runs.iter().map(|run| run["result"]["nodes"].as_u64().unwrap()).collect();
    // Those of `cargo xtask bench textbook`.
    assert_eq!(nodes[..3], [81_630, 11_274, 1_960]);
    // A smaller transposition table than the bench's would show from depth 4 on.
    let deeper = run(&mut an, &json!({"game": "xiangqi", "engines": ["alphabeta:depth=4"]})).await;
    assert_eq!(deeper["runs"][0]["result"]["nodes"], 11_985, "{deeper}");
    let score = &runs[0]["result"]["score"];
    assert!(runs[..3].iter().all(|run| run["result"]["score"] == *score && run["state"] == "done"));
    let sum = |run: &Value, field: &str| -> u64 {
        let iterations = run["result"]["iterations"].as_array().unwrap().iter();
        iterations
            .flat_map(|one| one["plies"].as_array().unwrap().iter())
            .map(|ply| ply[field].as_u64().unwrap())
            .sum()
    };
    for run in &runs[..3] {
        assert_eq!(sum(run, "nodes"), run["result"]["nodes"].as_u64().unwrap());
        assert_eq!(sum(run, "cutoffs"), run["result"]["cutoffs"].as_u64().unwrap());
    }
    assert_eq!(runs[2]["result"]["iterations"].as_array().unwrap().len(), 3);
    assert_eq!(runs[3]["result"]["simulations"], 100);
    assert!(runs[3]["result"]["branching"].is_null());
    for (index, run) in runs.iter().enumerate() {
        let path = format!("/api/labs/{}/trees/{index}", view["id"].as_str().unwrap());
        let (status, head, body) = an.send("GET", &path, None).await;
        assert_eq!(status, 200, "{head}");
        assert!(head.to_lowercase().contains("application/octet-stream"), "{head}");
        assert!(body.starts_with("KYLB"), "{index} {run}");
    }
    let (status, _) = an.get(&format!("/api/labs/{}/trees/4", view["id"].as_str().unwrap())).await;
    assert_eq!(status, 404);
    assert_eq!(an.get("/api/labs/none").await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_or_wrong_is_refused_before_it_starts() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let large = json!({"game": "xiangqi", "engines": ["minimax:depth=6"]});
    let (status, refused) = an.post("/api/labs", &large).await;
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("lab_too_large")), "{refused}");
    let (status, estimate) = an.post("/api/labs/estimate", &large).await;
    assert_eq!(status, 200, "{estimate}");
    assert!(estimate["nodes"][0].as_u64().unwrap() > estimate["most"].as_u64().unwrap(), "{estimate}");
    assert_eq!(estimate["legal"], 44);
    let small = json!({"game": "xiangqi", "engines": ["minimax:depth=2", "mcts:sims=50", "greedy"]});
    let (_, estimate) = an.post("/api/labs/estimate", &small).await;
    assert!((1_000..4_000).contains(&estimate["nodes"][0].as_u64().unwrap()), "{estimate}");
    assert_eq!((&estimate["nodes"][1], &estimate["nodes"][2]), (&json!(50), &Value::Null));
    for (engines, code) in [
        (json!([]), "lab_engines_most"),
        (json!(["minimax", "minimax", "minimax", "minimax", "minimax"]), "lab_engines_most"),
        (json!(["alphabeta:depth=10"]), "engine_option_range"),
        (json!(["mcts:sims=20001"]), "engine_option_range"),
        (json!(["alphabeta:width=3"]), "engine_option_unknown"),
        (json!(["champion:net=/etc/passwd"]), "engine_net_unknown"),
        (json!(["stockfish"]), "engine_unknown"),
    ] {
        let (status, refused) = an.post("/api/labs", &json!({"game": "xiangqi", "engines": engines})).await;
        assert_eq!((status, &refused["error"]["code"]), (422, &json!(code)), "{engines}");
    }
    let mated = "R3k4/1R7/9/9/9/9/9/9/9/3K5 b";
    let over = json!({"game": "xiangqi", "position": mated, "engines": ["minimax"]});
    assert_eq!(an.post("/api/labs", &over).await.0, 422, "a game that is over has no tree");
    let (status, _) = an.post("/api/labs", &json!({"game": "go", "engines": ["minimax"]})).await;
    assert_eq!(status, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_is_stopped_by_its_owner_and_replaced_by_the_next() {
    let server = TestServer::start_with(|config| config.limits.lab_nodes = 4_000_000_000).await;
    let (mut an, mut other) = (server.client(), server.client());
    let long = json!({"game": "xiangqi", "engines": ["minimax:depth=5", "minimax:depth=1"]});
    let (status, first) = an.post("/api/labs", &long).await;
    assert_eq!(status, 201, "{first}");
    let path = format!("/api/labs/{}", first["id"].as_str().unwrap());
    assert_eq!(other.send("DELETE", &path, None).await.0, 404, "only its owner stops it");
    // A new experiment takes the place of the old one.
    let (status, second) = an.post("/api/labs", &long).await;
    assert_eq!(status, 201, "{second}");
    let ended = done(&mut an, first["id"].as_str().unwrap()).await;
    assert_eq!(ended["failure"]["code"], "lab_canceled", "{ended}");
    let path = format!("/api/labs/{}", second["id"].as_str().unwrap());
    assert_eq!(an.send("DELETE", &path, None).await.0, 200);
    let ended = done(&mut an, second["id"].as_str().unwrap()).await;
    assert!(ended["runs"][1]["result"].is_null(), "the rest is not begun: {ended}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_while_experiments_run() {
    let server = TestServer::start_with(|config| {
        config.workers = 1;
        config.limits.lab_nodes = 4_000_000_000;
    })
    .await;
    let (mut an, mut binh) = (server.client(), server.client());
    let long = json!({"game": "xiangqi", "engines": ["minimax:depth=5"]});
    let (status, lab) = binh.post("/api/labs", &long).await;
    assert_eq!(status, 201, "{lab}");
    // With one slot, a move of the machine pauses the experiment.
    let (_, mut socket, _) = an.create_and_connect(against("xiangqi", "alphabeta:depth=1")).await;
    if plies(&socket.play("h2e2").await) < 2 {
        socket.view_where(|view| plies(view) == 2).await;
    }
    let (_, view) = binh.get(&format!("/api/labs/{}", lab["id"].as_str().unwrap())).await;
    assert_ne!(view["state"], "done", "the experiment waits, and is not lost");
    binh.send("DELETE", &format!("/api/labs/{}", lab["id"].as_str().unwrap()), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_pieces_and_small_games_have_trees_too() {
    let (_server, mut an) = TestServer::start_with_client().await;
    for (game, engine) in
        [("jieqi", "alphabeta:depth=2"), ("toy", "minimax:depth=4"), ("chess", "alphabeta:depth=3")]
    {
        let view = run(&mut an, &json!({"game": game, "engines": [engine]})).await;
        let result = &view["runs"][0]["result"];
        assert!(result["rows"].as_u64().unwrap() > 10, "{game} {view}");
        assert_eq!(result["stopped"], false);
    }
    // Counting alone keeps no tree, and allows the eight rungs of a ladder.
    let engines = vec!["alphabeta:depth=2"; 8];
    let view = run(&mut an, &json!({"game": "toy", "engines": engines, "count_only": true})).await;
    let path = format!("/api/labs/{}/trees/0", view["id"].as_str().unwrap());
    assert_eq!(an.send("GET", &path, None).await.0, 404);
    assert!(view["runs"][7]["result"]["nodes"].as_u64().unwrap() > 0);
}
