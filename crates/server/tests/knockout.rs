//! Knockout, groups before it, and engines as players, over HTTP.

mod common;

use std::time::Duration;

use common::people::code;
use common::tournament::{
    act, create, enter, join_as, lower_numbers_win, pair, pair_and_publish, pairs, result, set, try_act, view,
};
use common::{Client, TestServer};
use serde_json::{Value, json};

fn stage_titles(view: &Value) -> Vec<String> {
    let stages = view["sections"][0]["bracket"].as_array().unwrap().iter();
    stages.map(|stage| stage["title"]["code"].as_str().unwrap().to_owned()).collect()
}

fn ranks(view: &Value) -> Vec<(u64, u64)> {
    let rows = view["sections"][0]["standings"].as_array().unwrap().iter();
    rows.map(|row| (row["number"].as_u64().unwrap(), row["rank"].as_u64().unwrap())).collect()
}

fn title(view: &Value, round: usize) -> String {
    let title = &view["sections"][0]["rounds"][round - 1]["title"];
    title["code"].as_str().unwrap_or("none").to_owned()
}

async fn all_draw(person: &mut Client, id: &str, view: &Value, round: usize) -> Value {
    let mut last = view.clone();
    for board in 1..=pairs(view, round).0.len() {
        last = act(person, id, result(round, board, "draw")).await;
    }
    last
}

async fn pair_error(person: &mut Client, id: &str) -> String {
    let (status, refused) = person.post(&format!("/api/tournaments/{id}/pair"), &json!({"section": 1})).await;
    assert_eq!(status, 422, "{refused}");
    code(&refused).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_knockout_has_byes_tie_break_games_a_decider_and_a_third_place() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "knockout").await;
    assert_eq!(pair_error(&mut an, &id).await, "tournament_no_players");
    enter(&mut an, &id, "A\nB\nC\nD\nE\nF").await;
    // Seeds 1 and 2 have byes: 4–5 and 3–6 play two games each.
    let first = pair_and_publish(&mut an, &id).await;
    assert_eq!(pairs(&first, 1).0, [(4, 5), (3, 6)]);
    assert_eq!(title(&first, 1), "tournament_stage_game");
    assert_eq!(
        stage_titles(&first),
        ["tournament_stage_quarter", "tournament_stage_semi", "tournament_stage_final"]
    );
    let quarter = &first["sections"][0]["bracket"][0]["matches"];
    assert_eq!((&quarter[0]["bye"], &quarter[0]["winner"]), (&json!(true), &json!(1)));
    assert_eq!(pair_error(&mut an, &id).await, "tournament_missing_result");
    // 4 beats 5 twice; 3 and 6 draw everything: tie-break games, then a decider in which a draw is enough for 6.
    act(&mut an, &id, result(1, 1, "first")).await;
    act(&mut an, &id, result(1, 2, "draw")).await;
    let second = pair_and_publish(&mut an, &id).await;
    assert_eq!(pairs(&second, 2).0, [(5, 4), (6, 3)], "the colors alternate");
    act(&mut an, &id, result(2, 1, "second")).await;
    act(&mut an, &id, result(2, 2, "draw")).await;
    let tie = pair_and_publish(&mut an, &id).await;
    assert_eq!((pairs(&tie, 3).0, title(&tie, 3)), (vec![(6, 3)], "tournament_stage_tie".to_owned()));
    let tie = all_draw(&mut an, &id, &tie, 3).await;
    drop(tie);
    let tie = pair_and_publish(&mut an, &id).await;
    assert_eq!(pairs(&tie, 4).0, [(3, 6)]);
    all_draw(&mut an, &id, &tie, 4).await;
    let last = pair_and_publish(&mut an, &id).await;
    assert_eq!((pairs(&last, 5).0, title(&last, 5)), (vec![(3, 6)], "tournament_stage_decider".to_owned()));
    let (_, why) = an.get(&format!("/api/tournaments/{id}/why?section=1&round=5&number=3")).await;
    let codes: Vec<&str> =
        why["sentences"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["tournament_stage_decider", "tournament_why_seeds", "tournament_why_decider"]);
    all_draw(&mut an, &id, &last, 5).await;

    // Semi-finals: 1–4 and 2–6. A player is exchanged by hand before their first game, but not later.
    let draft = pair(&mut an, &id).await;
    assert_eq!(
        (pairs(&draft, 6).0, title(&draft, 6)),
        (vec![(1, 4), (2, 6)], "tournament_stage_game".to_owned())
    );
    let by_hand = |round: usize, boards: Value| json!({"type": "pair", "section": 1, "round": round, "boards": boards, "bye": null, "by_hand": true});
    let stranger = by_hand(6, json!([{"first": 1, "second": 3}, {"first": 2, "second": 6}]));
    assert_eq!(code(&try_act(&mut an, &id, stranger).await.1), "tournament_knockout_by_hand");
    act(&mut an, &id, by_hand(6, json!([{"first": 1, "second": 6}, {"first": 2, "second": 4}]))).await;
    let semi =
        act(&mut an, &id, json!({"type": "publish", "section": 1, "round": 6, "starts_at": null})).await;
    let semi = lower_numbers_win(&mut an, &id, &semi, 6).await;
    assert_eq!(semi["sections"][0]["bracket"][1]["matches"][0]["second"], 6);
    let draft = pair(&mut an, &id).await;
    assert_eq!(pairs(&draft, 7).0, [(6, 1), (4, 2)]);
    let exchanged = by_hand(7, json!([{"first": 1, "second": 4}, {"first": 2, "second": 6}]));
    assert_eq!(code(&try_act(&mut an, &id, exchanged).await.1), "tournament_knockout_by_hand");
    let turned = by_hand(7, json!([{"first": 1, "second": 6}, {"first": 4, "second": 2}]));
    act(&mut an, &id, turned).await;
    let semi =
        act(&mut an, &id, json!({"type": "publish", "section": 1, "round": 7, "starts_at": null})).await;
    lower_numbers_win(&mut an, &id, &semi, 7).await;

    // The final, and the match for the third place on the second board.
    let last = pair_and_publish(&mut an, &id).await;
    assert_eq!(pairs(&last, 8).0, [(1, 2), (4, 6)]);
    lower_numbers_win(&mut an, &id, &last, 8).await;
    let last = pair_and_publish(&mut an, &id).await;
    let done = lower_numbers_win(&mut an, &id, &last, 9).await;
    assert_eq!(done["sections"][0]["champion"], 1);
    assert_eq!(ranks(&done), [(1, 1), (2, 2), (4, 3), (6, 4), (3, 5), (5, 5)]);
    assert_eq!(pair_error(&mut an, &id).await, "tournament_no_round");
    act(&mut an, &id, json!({"type": "close", "section": 1, "closed": true})).await;
    let server = server.restart_after(Duration::from_millis(10)).await;
    server.redirect(&mut an);
    assert_eq!(ranks(&view(&mut an, &id).await), ranks(&done));
    let (status, _, csv) =
        an.send("GET", &format!("/api/tournaments/{id}/download?section=1&format=csv"), None).await;
    assert_eq!(status, 200);
    assert!(csv.lines().nth(1).unwrap().starts_with("1,1,A,"), "{csv}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_level_match_is_decided_by_the_organizer_and_a_withdrawn_player_gives_it_away() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "knockout").await;
    let rules = json!({"games": 1, "tie_break_games": 1, "tie_break_stages": 0, "decider": false,
        "third_place": true, "groups": 2, "qualifiers": 2, "double_groups": false});
    set(&mut an, &id, &[("knockout", rules.clone())]).await;
    enter(&mut an, &id, "A\nB\nC\nD").await;
    let first = pair_and_publish(&mut an, &id).await;
    assert_eq!(
        (pairs(&first, 1).0, title(&first, 1)),
        (vec![(1, 4), (2, 3)], "tournament_stage_semi".to_owned())
    );
    let mut changed = rules.clone();
    changed["games"] = json!(2);
    let mut settings = first["sections"][0]["settings"].clone();
    settings["knockout"] = changed;
    let late = json!({"type": "section", "section": 1, "settings": settings});
    assert_eq!(code(&try_act(&mut an, &id, late).await.1), "tournament_already_begun");
    let level = all_draw(&mut an, &id, &first, 1).await;
    assert_eq!(level["sections"][0]["bracket"][0]["matches"][0]["level"], true);
    assert_eq!(pair_error(&mut an, &id).await, "tournament_level");
    let decide = |winner: u64, loser: u64, decided: bool| json!({"type": "decide", "section": 1, "winner": winner, "loser": loser, "decided": decided});
    assert_eq!(code(&try_act(&mut an, &id, decide(1, 2, true)).await.1), "tournament_not_level");
    act(&mut an, &id, decide(4, 1, true)).await;
    assert_eq!(code(&try_act(&mut an, &id, decide(1, 4, true)).await.1), "tournament_not_level");
    act(&mut an, &id, decide(4, 1, false)).await;
    act(&mut an, &id, decide(1, 4, true)).await;
    act(&mut an, &id, decide(3, 2, true)).await;
    // 1 withdraws before the final: 3 is the champion, and the match for the third place is played.
    act(&mut an, &id, json!({"type": "withdraw", "section": 1, "number": 1, "from_round": 2})).await;
    let last = pair_and_publish(&mut an, &id).await;
    assert_eq!(pairs(&last, 2).0, [(2, 4)]);
    let done = act(&mut an, &id, result(2, 1, "second")).await;
    assert_eq!(done["sections"][0]["champion"], 3);
    assert_eq!(ranks(&done), [(3, 1), (1, 2), (4, 3), (2, 4)]);
    // Undoing the round takes nothing else back.
    act(&mut an, &id, json!({"type": "unpair", "section": 1, "round": 2})).await;
    let again = pair(&mut an, &id).await;
    assert_eq!(pairs(&again, 2).0, [(2, 4)]);
    for bad in [json!({"games": 0}), json!({"groups": 1}), json!({"tie_break_stages": 5})] {
        let mut wrong = rules.clone();
        for (name, value) in bad.as_object().unwrap() {
            wrong[name] = value.clone();
        }
        let (status, other) = an.post("/api/tournaments", &json!({"name": "x", "preset": "knockout"})).await;
        assert_eq!(status, 201);
        let mut settings = other["sections"][0]["settings"].clone();
        settings["knockout"] = wrong;
        let change = json!({"type": "section", "section": 1, "settings": settings});
        let refused = try_act(&mut an, other["id"].as_str().unwrap(), change).await.1;
        assert_eq!(code(&refused), "tournament_knockout_range");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_lead_to_a_knockout_in_which_group_mates_meet_late() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "groups_knockout").await;
    enter(&mut an, &id, "A\nB\nC\nD\nE\nF\nG\nH").await;
    let first = pair_and_publish(&mut an, &id).await;
    // Serpentine groups 1 4 5 8 and 2 3 6 7, Berger tables.
    assert_eq!(
        (pairs(&first, 1).0, title(&first, 1)),
        (vec![(1, 8), (4, 5), (2, 7), (3, 6)], "tournament_stage_groups".to_owned())
    );
    let mut published = first;
    for round in 1..=3 {
        if round > 1 {
            published = pair_and_publish(&mut an, &id).await;
        }
        published = lower_numbers_win(&mut an, &id, &published, round).await;
    }
    let groups = published["sections"][0]["groups"].as_array().unwrap();
    let order = |group: &Value| -> Vec<u64> {
        group["ranks"].as_array().unwrap().iter().map(|row| row[0].as_u64().unwrap()).collect()
    };
    assert_eq!((order(&groups[0]), order(&groups[1])), (vec![1, 4, 5, 8], vec![2, 3, 6, 7]));
    assert_eq!(groups[0]["ranks"][0], json!([1, 1, 3.0]));
    let semi = pair_and_publish(&mut an, &id).await;
    assert_eq!(pairs(&semi, 4).0, [(1, 3), (2, 4)], "winners meet the seconds of the other group");
    for round in 4..=7 {
        let boards = if round == 4 { semi.clone() } else { pair_and_publish(&mut an, &id).await };
        published = lower_numbers_win(&mut an, &id, &boards, round).await;
    }
    assert_eq!(published["sections"][0]["champion"], 1);
    assert_eq!(ranks(&published), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (7, 7), (8, 7)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_round_robin_has_two_games_of_every_pair_with_both_colors() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "round_robin").await;
    set(&mut an, &id, &[("system", json!("double_round_robin"))]).await;
    enter(&mut an, &id, "A\nB\nC\nD").await;
    let mut met = Vec::new();
    for round in 1..=6 {
        let published = pair_and_publish(&mut an, &id).await;
        assert_eq!(published["sections"][0]["rounds_planned"], 6);
        met.extend(pairs(&published, round).0);
        lower_numbers_win(&mut an, &id, &published, round).await;
    }
    met.sort_unstable();
    met.dedup();
    assert_eq!(met.len(), 12);
    assert_eq!(pair_error(&mut an, &id).await, "tournament_no_round");
}

fn toy_online() -> Value {
    json!({"game": "toy", "clock": {"kind": "game", "initial_ms": 600_000, "increment_ms": 0},
        "rated": false, "no_show_seconds": 600})
}

fn engine(name: &str, engine: &str) -> Value {
    json!({"name": name, "engine": engine})
}

async fn until(person: &mut Client, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..1_200 {
        let seen = view(person, id).await;
        if holds(&seen) {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the tournament does not get there: {}", view(person, id).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_play_a_swiss_by_themselves() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    let enter_engine = |player: Value| json!({"type": "enter", "section": 1, "players": [player]});
    let offline = try_act(&mut an, &id, enter_engine(engine("R", "random"))).await.1;
    assert_eq!(code(&offline), "tournament_engine_offline");
    set(&mut an, &id, &[("rounds", json!(3)), ("online", toy_online()), ("automatic", json!(true))]).await;
    for (spec, refusal) in [
        ("nobody", "engine_unknown"),
        ("alphabeta:depth=x", "engine_option_number"),
        ("alphabeta:net=/etc/passwd", "engine_net_unknown"),
        ("outside:far", "engine_unknown"),
    ] {
        let refused = try_act(&mut an, &id, enter_engine(engine("X", spec))).await.1;
        assert_eq!(code(&refused), refusal, "{spec}");
    }
    let players = json!([
        engine("Deep", "alphabeta:depth=5"),
        engine("Quick", "minimax:depth=1"),
        engine("Greedy", "alphabeta:depth=2"),
        engine("Random", "random"),
        engine("Again", "random"),
    ]);
    act(&mut an, &id, json!({"type": "enter", "section": 1, "players": players})).await;
    let first = pair_and_publish(&mut an, &id).await;
    assert!(first["sections"][0]["rounds"][0]["boards"][0]["room"].is_string(), "{first}");
    // A restart in between changes nothing.
    let server = server.restart_after(Duration::from_millis(10)).await;
    server.redirect(&mut an);
    let done = until(&mut an, &id, |view| view["sections"][0]["closed"] == true).await;
    let rounds = done["sections"][0]["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 3);
    for board in rounds.iter().flat_map(|round| round["boards"].as_array().unwrap()) {
        let result = board["result"].as_str().unwrap();
        assert!(["first", "draw", "second"].contains(&result), "{board}");
    }
    let (_, _, pgn) =
        an.send("GET", &format!("/api/tournaments/{id}/download?section=1&format=pgn"), None).await;
    assert_eq!(pgn.matches("[Round \"").count(), 6, "{pgn}");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_engines_meet_in_one_tournament() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "round_robin").await;
    set(&mut an, &id, &[("online", toy_online())]).await;
    let players = json!([{"name": "An"}, engine("Quick", "minimax:depth=1")]);
    act(&mut an, &id, json!({"type": "enter", "section": 1, "players": players})).await;
    let mut person = join_as(server.client(), &mut an, &id, 1).await;
    let published = pair_and_publish(&mut an, &id).await;
    let room = published["sections"][0]["rounds"][0]["boards"][0]["room"].as_str().unwrap().to_owned();
    let mut socket = person.connect(&room).await;
    let (_, begun) = person.get(&format!("/api/rooms/{room}")).await;
    socket.play(begun["legal"][0].as_str().expect("the person begins")).await;
    for _ in 0..600 {
        let (_, seen) = an.get(&format!("/api/rooms/{room}")).await;
        if seen["plies"].as_array().is_some_and(|plies| plies.len() >= 2) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    socket.request_ok(json!({"type": "resign"})).await;
    let done =
        until(&mut an, &id, |view| view["sections"][0]["rounds"][0]["boards"][0]["result"] == "second").await;
    assert_eq!(ranks(&done), [(2, 1), (1, 2)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_of_another_program_goes_on_here_from_its_trf_file() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/tournaments/generated");
    let text = std::fs::read_to_string(format!("{folder}/p23_r9_s1.trf")).unwrap();
    enter(&mut an, &id, &text).await;
    let seen = view(&mut an, &id).await;
    let section = &seen["sections"][0];
    assert_eq!(section["rounds"].as_array().unwrap().len(), 9);
    for row in section["standings"].as_array().unwrap() {
        let start = format!("001 {:>4} ", row["number"].as_u64().unwrap());
        let line = text.lines().find(|line| line.starts_with(&start)).unwrap();
        let points: f64 = line[80..84].trim().parse().unwrap();
        assert_eq!(row["points"].as_f64(), Some(points), "{line}");
    }
    // What is written is what was read: the same rounds for every player.
    let (_, _, again) =
        an.send("GET", &format!("/api/tournaments/{id}/download?section=1&format=trf16"), None).await;
    let rounds = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("001 "));
        lines.map(|line| line[89..].trim_end().to_owned()).collect()
    };
    assert_eq!(rounds(&again), rounds(&text));
    // More players of a file bring no rounds.
    let more = json!({"section": 1, "text": text, "preview": false});
    assert_eq!(an.post(&format!("/api/tournaments/{id}/players"), &more).await.0, 200);
    assert_eq!(view(&mut an, &id).await["sections"][0]["rounds"].as_array().unwrap().len(), 9);
}
