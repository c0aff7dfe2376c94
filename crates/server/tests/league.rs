//! Leagues of the Lab over HTTP: all games with colors swapped, tables, exports, refusals, stop, restart; and evaluations
//! taken apart.

mod common;

use std::time::Duration;

use common::people::{PASSWORD, ask, sign_in, sign_up};
use common::{Client, Folder, ServerProcess, TestServer};
use serde_json::{Value, json};

fn small() -> Value {
    json!({"game": "toy", "engines": [
        {"name": "Thorough", "engine": "alphabeta:depth=4"},
        {"name": "Quick", "engine": "minimax:depth=1"},
        {"engine": "random"},
    ], "games": 4, "nodes": 2000, "seed": 7})
}

async fn start(an: &mut Client, asked: &Value) -> String {
    let (status, view) = an.post("/api/leagues", asked).await;
    assert_eq!(status, 201, "{view}");
    view["id"].as_str().unwrap().to_owned()
}

/// The league once this holds.
async fn until(an: &mut Client, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..6_000 {
        let (status, view) = an.get(&format!("/api/leagues/{id}")).await;
        assert_eq!(status, 200, "{view}");
        if holds(&view) {
            return view;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the league does not get there");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_two_engines_meet_with_colors_swapped_and_all_tables_agree() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = start(&mut an, &small()).await;
    let view = until(&mut an, &id, |view| view["state"] == "done").await;
    assert!(view["failure"].is_null(), "{view}");
    assert_eq!((&view["done"], &view["total"], &view["stopped"]), (&json!(12), &json!(12), &json!(false)));
    let (_, games) = an.get(&format!("/api/leagues/{id}/games")).await;
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), 12);
    for a in 0..3 {
        for b in (0..3).filter(|&b| b != a) {
            let met = games.iter().filter(|game| game["first"] == a && game["second"] == b).count();
            assert_eq!(met, 2, "{a} begins twice against {b}");
        }
    }
    // The tables count what the games say.
    let engines = view["engines"].as_array().unwrap();
    assert_eq!(engines[2]["name"], "random");
    for (index, engine) in engines.iter().enumerate() {
        let won = |game: &&Value| {
            (game["first"] == index && game["winner"] == "first")
                || (game["second"] == index && game["winner"] == "second")
        };
        assert_eq!(engine["wins"], games.iter().filter(won).count());
        let sum: u64 = ["wins", "draws", "losses"].iter().map(|name| engine[name].as_u64().unwrap()).sum();
        assert_eq!(sum, 8);
        assert_eq!(engine["faults"], 0);
    }
    let pairs = view["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    let total: u64 = pairs
        .iter()
        .flat_map(|pair| ["wins", "draws", "losses"].map(|name| pair[name].as_u64().unwrap()))
        .sum();
    assert_eq!(total, 12);
    // A finished game can be stepped through.
    let (status, game) = an.get(&format!("/api/leagues/{id}/games/3")).await;
    assert_eq!(status, 200, "{game}");
    assert_eq!(
        game["line"]["plies"].as_array().unwrap().len() as u64,
        game["game"]["plies"].as_u64().unwrap()
    );
    assert_eq!(an.get(&format!("/api/leagues/{id}/games/12")).await.0, 404);
    // Exports.
    let (_, head, csv) = an.send("GET", &format!("/api/leagues/{id}/export?form=csv"), None).await;
    assert!(head.to_lowercase().contains("league.csv"), "{head}");
    assert_eq!(csv.lines().count(), 13);
    let (_, _, pgn) = an.send("GET", &format!("/api/leagues/{id}/export?form=pgn"), None).await;
    assert_eq!(pgn.matches("[Round ").count(), 12, "{pgn}");
    let (_, all) = an.get(&format!("/api/leagues/{id}/export?form=json")).await;
    assert_eq!(all["games"].as_array().unwrap().len(), 12);
    assert_eq!(all["engines"], view["engines"]);
    assert_eq!(an.get(&format!("/api/leagues/{id}/export?form=exe")).await.0, 400);
    // The same seed gives the same games.
    let again = start(&mut an, &small()).await;
    until(&mut an, &again, |view| view["state"] == "done").await;
    let (_, repeated) = an.get(&format!("/api/leagues/{again}/games")).await;
    assert_eq!(repeated.as_array().unwrap(), games);
    let (_, list) = an.get("/api/leagues").await;
    assert_eq!(list["leagues"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_leagues_are_refused_and_programs_run_by_name_only() {
    let server = TestServer::start_with(|config| {
        let spec = "uci:/nowhere/engine?name=Far".parse().expect("a specification");
        config.league_engines = vec![("far".to_owned(), spec)];
    })
    .await;
    let mut an = server.client();
    let refused = async |an: &mut Client, change: Value| {
        let mut asked = small();
        for (name, value) in change.as_object().unwrap() {
            asked[name] = value.clone();
        }
        let (status, answer) = an.post("/api/leagues", &asked).await;
        assert_eq!(status, 422, "{answer}");
        answer["error"]["code"].as_str().unwrap().to_owned()
    };
    let engines = |names: &[&str]| -> Value { names.iter().map(|name| json!({"engine": name})).collect() };
    assert_eq!(refused(&mut an, json!({"engines": engines(&["random"])})).await, "league_engines");
    assert_eq!(refused(&mut an, json!({"engines": engines(&["random"; 9])})).await, "league_engines");
    assert_eq!(refused(&mut an, json!({"games": 3})).await, "league_games");
    assert_eq!(refused(&mut an, json!({"games": 102})).await, "league_games");
    assert_eq!(
        refused(&mut an, json!({"engines": engines(&["random"; 8]), "games": 100})).await,
        "league_too_long"
    );
    assert_eq!(refused(&mut an, json!({"nodes": 5})).await, "engine_option_range");
    assert_eq!(
        refused(&mut an, json!({"engines": engines(&["random", "uci:/bin/sh"])})).await,
        "engine_option_form"
    );
    for engine in ["uci", "outside:/bin/sh", "outside:other", "magic"] {
        assert_eq!(
            refused(&mut an, json!({"engines": engines(&["random", engine])})).await,
            "engine_unknown"
        );
    }
    let own = ["random", "champion:net=/etc/passwd"];
    assert_eq!(
        refused(&mut an, json!({"game": "chess", "engines": engines(&own)})).await,
        "engine_net_unknown"
    );
    let heavy = ["random", "alphabeta:depth=2,eval=custom,queen=9000"];
    assert_eq!(
        refused(&mut an, json!({"game": "chess", "engines": engines(&heavy)})).await,
        "engine_option_range"
    );
    // The operator's program is offered by name; that it does not start ends the league with a reason.
    let (_, list) = an.get("/api/leagues").await;
    assert_eq!(list["outside"], json!(["far"]));
    let id =
        start(&mut an, &json!({"game": "chess", "engines": engines(&["random", "outside:far"]), "games": 2}))
            .await;
    let view = until(&mut an, &id, |view| view["state"] == "done").await;
    assert_eq!(view["failure"]["code"], "arena_player_absent", "{view}");
    assert_eq!(an.get("/api/leagues/none").await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_players_own_weights_play_against_the_built_in_ones() {
    let (_server, mut an) = TestServer::start_with_client().await;
    // An evaluation that likes losing pieces loses.
    let asked = json!({"game": "chess", "engines": [
        {"name": "Mine", "engine": "alphabeta:depth=2,eval=custom,queen=0,rook=0,knight=0,bishop=0,pawn=0,squares=0"},
        {"name": "Built-in", "engine": "alphabeta:depth=2,eval=material"},
    ], "games": 4, "nodes": 3000, "seed": 3});
    let id = start(&mut an, &asked).await;
    let view = until(&mut an, &id, |view| view["state"] == "done").await;
    let (mine, built_in) = (&view["engines"][0], &view["engines"][1]);
    assert!(built_in["wins"].as_u64() > mine["wins"].as_u64(), "{view}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_league_at_a_time_which_its_owner_may_stop() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut long = small();
    long["game"] = json!("xiangqi");
    long["games"] = json!(50);
    let id = start(&mut an, &long).await;
    let live = until(&mut an, &id, |view| !view["live"].is_null()).await;
    assert!(live["live"]["position"].as_str().unwrap().contains('/'), "{live}");
    let (status, second) = an.post("/api/leagues", &small()).await;
    assert_eq!((status, &second["error"]["code"]), (422, &json!("league_running")));
    let mut other = server.client();
    other.get("/api/me").await;
    let (status, _) = ask(&mut other, "DELETE", &format!("/api/leagues/{id}"), json!(null)).await;
    assert_eq!(status, 404, "only its owner may stop it");
    let (status, view) = ask(&mut an, "DELETE", &format!("/api/leagues/{id}"), json!(null)).await;
    assert_eq!((status, &view["stopped"], &view["state"]), (200, &json!(true), &json!("done")), "{view}");
    assert!(view["failure"].is_null(), "{view}");
    start(&mut an, &small()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_league_goes_on_after_a_restart() {
    let (server, mut an) = TestServer::start_with_client().await;
    let mut asked = small();
    asked["games"] = json!(60);
    let id = start(&mut an, &asked).await;
    let before = until(&mut an, &id, |view| view["done"].as_u64() > Some(3)).await;
    let (_, games) = an.get(&format!("/api/leagues/{id}/games")).await;
    let server = server.restart_after(Duration::from_millis(50)).await;
    server.redirect(&mut an);
    let after = until(&mut an, &id, |view| view["state"] == "done" && view["done"] == view["total"]).await;
    assert_eq!(after["seed"], before["seed"]);
    assert!(after["failure"].is_null() && after["stopped"] == false, "{after}");
    // What was played before the restart is kept as it was.
    let (_, all) = an.get(&format!("/api/leagues/{id}/games")).await;
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), 180);
    for game in games.as_array().unwrap() {
        assert!(all.contains(game), "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_crash_a_league_waits_and_can_be_stopped() {
    let folder = Folder::new();
    let mut server = ServerProcess::start(&folder);
    let mut an = server.client();
    an.get("/api/me").await;
    let mut asked = small();
    asked["games"] = json!(100);
    let id = start(&mut an, &asked).await;
    until(&mut an, &id, |view| view["done"].as_u64() > Some(0)).await;
    server.kill();
    let server = ServerProcess::start(&folder);
    an.address = server.address;
    // The lease of the killed server has not ended.
    let (_, view) = an.get(&format!("/api/leagues/{id}")).await;
    assert_eq!((&view["state"], &view["stopped"]), (&json!("waiting"), &json!(false)), "{view}");
    let mut other = server.client();
    other.get("/api/me").await;
    assert_eq!(ask(&mut other, "DELETE", &format!("/api/leagues/{id}"), json!(null)).await.0, 404);
    let (status, view) = ask(&mut an, "DELETE", &format!("/api/leagues/{id}"), json!(null)).await;
    assert_eq!((status, &view["state"], &view["stopped"]), (200, &json!("done"), &json!(true)), "{view}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guests_leagues_come_along_to_the_account_and_go_with_it() {
    let (server, mut an) = TestServer::start_with_client().await;
    sign_up(&mut an, "Lan").await;
    let mut guest = server.client();
    guest.get("/api/me").await;
    let id = start(&mut guest, &small()).await;
    until(&mut guest, &id, |view| view["state"] == "done").await;
    let (status, answer) = sign_in(&mut guest, "Lan", PASSWORD, true).await;
    assert!(status < 300, "{answer}");
    let (_, list) = guest.get("/api/leagues").await;
    assert_eq!(list["leagues"].as_array().unwrap().len(), 1, "{list}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evaluation_is_taken_apart() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let moves = ["h2e2", "h9g7"];
    let (status, view) = an.post("/api/labs/evaluation", &json!({"game": "xiangqi", "moves": moves})).await;
    assert_eq!(status, 200, "{view}");
    assert_eq!(view["eval"], "network");
    let terms = view["terms"].as_array().unwrap();
    let sum: i64 = terms.iter().map(|term| term["cp"].as_i64().unwrap()).sum();
    assert_eq!(view["total"], sum);
    assert!(terms.iter().any(|term| term["name"] == "network"));
    // It corrects the hand-crafted evaluation; that of chess is alone.
    assert_eq!(view["alone"], false);
    let (_, chess) = an.post("/api/labs/evaluation", &json!({"game": "chess"})).await;
    assert_eq!(chess["alone"], true, "{chess}");
    // Every piece but the generals.
    assert_eq!(view["pieces"].as_array().unwrap().len(), 30);
    assert!(view["weights"].as_array().unwrap().iter().any(|weight| weight["name"] == "horse"));
    let asked = json!({"game": "xiangqi", "eval": "custom:horse=5000"});
    let (status, refused) = an.post("/api/labs/evaluation", &asked).await;
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("engine_option_range")));
    let (status, none) = an.post("/api/labs/evaluation", &json!({"game": "toy"})).await;
    assert_eq!((status, &none["evals"], &none["terms"]), (200, &json!([]), &json!([])));
}
