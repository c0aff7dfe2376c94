//! Tournaments over HTTP: rights, rounds, corrections, links, games on the server, files.

mod common;

use std::time::Duration;

use common::people::{code, sign_up};
use common::tournament::{
    act, create, enter, join_as, lower_numbers_win, pair, pair_and_publish, pairs, points, result, set,
    try_act, view,
};
use common::{Client, Folder, ServerProcess, TestServer};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_club_runs_a_swiss_with_late_entry_withdrawal_correction_and_undo() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    set(&mut an, &id, &[("rounds", json!(3))]).await;
    enter(&mut an, &id, "Họ tên,Elo,Giới tính\nAn,2000,nam\nBình,1900,nữ\nChi,1800,nữ\nDũng,1700,\nEm,1600,")
        .await;
    let draft = pair(&mut an, &id).await;
    assert_eq!(pairs(&draft, 1), (vec![(1, 3), (4, 2)], Some(5)));
    let mut guest = server.client();
    assert!(
        view(&mut guest, &id).await["sections"][0]["rounds"].as_array().unwrap().is_empty(),
        "drafts are private"
    );
    act(&mut an, &id, json!({"type": "publish", "section": 1, "round": 1, "starts_at": null})).await;
    let (status, refused) = an.post(&format!("/api/tournaments/{id}/pair"), &json!({"section": 1})).await;
    assert_eq!((status, code(&refused)), (422, "tournament_missing_result"), "{refused}");
    act(&mut an, &id, result(1, 1, "first")).await;
    act(&mut an, &id, result(1, 2, "first")).await;
    let corrected = act(&mut an, &id, result(1, 2, "second_by_forfeit")).await;
    let scores = points(&corrected);
    assert_eq!(scores.iter().map(|row| row.1).collect::<Vec<_>>(), [1.0, 1.0, 1.0, 0.0, 0.0]);
    assert!(scores[..3].iter().all(|row| [1, 2, 5].contains(&row.0)), "{scores:?}");

    // A late entry, a bye asked for, and a withdrawal.
    enter(&mut an, &id, "Phúc").await;
    act(&mut an, &id, json!({"type": "bye", "section": 1, "number": 6, "round": 1, "bye": "half"})).await;
    act(&mut an, &id, json!({"type": "bye", "section": 1, "number": 1, "round": 2, "bye": "half"})).await;
    act(&mut an, &id, json!({"type": "withdraw", "section": 1, "number": 4, "from_round": 2})).await;
    let second = pair_and_publish(&mut an, &id).await;
    let (boards, bye) = pairs(&second, 2);
    let mut playing: Vec<u64> = boards.iter().flat_map(|pair| [pair.0, pair.1]).chain(bye).collect();
    playing.sort_unstable();
    assert_eq!(playing, [2, 3, 5, 6]);
    let after = lower_numbers_win(&mut an, &id, &second, 2).await;
    let of = |number: u64| points(&after).into_iter().find(|row| row.0 == number).unwrap().1;
    assert_eq!((of(1), of(4)), (1.5, 0.0));
    let (status, refused) =
        try_act(&mut an, &id, json!({"type": "bye", "section": 1, "number": 2, "round": 2, "bye": "zero"}))
            .await;
    assert_eq!((status, code(&refused)), (422, "tournament_is_paired"));

    // The round is undone, and paired again in the same way.
    act(&mut an, &id, json!({"type": "unpair", "section": 1, "round": 2})).await;
    let again = pair_and_publish(&mut an, &id).await;
    assert_eq!(pairs(&again, 2), (boards, bye));
    lower_numbers_win(&mut an, &id, &again, 2).await;
    let third = pair_and_publish(&mut an, &id).await;
    lower_numbers_win(&mut an, &id, &third, 3).await;
    let (status, refused) = an.post(&format!("/api/tournaments/{id}/pair"), &json!({"section": 1})).await;
    assert_eq!((status, code(&refused)), (422, "tournament_no_round"));
    let closed = act(&mut an, &id, json!({"type": "close", "section": 1, "closed": true})).await;
    let women = &closed["sections"][0]["categories"][0];
    assert_eq!(women["category"]["code"], "W");
    assert_eq!(women["ranks"].as_array().unwrap().len(), 2);

    // Everything is in the log, and a restart gives the same tournament.
    let (_, log) = an.get(&format!("/api/tournaments/{id}/log")).await;
    let entries = log["entries"].as_array().unwrap();
    let name = |code: &str| {
        let entry = entries.iter().find(|entry| entry["what"]["code"] == code).unwrap();
        entry["what"]["params"]["name"].clone()
    };
    assert_eq!(name("tournament_log_organizer")["message"]["code"], "tournament_guest");
    assert_eq!(name("tournament_log_section")["text"], "1", "a section without a name has its number");
    assert_eq!(entries.len() as u64, closed["seq"].as_u64().unwrap());
    let codes: Vec<&str> = entries.iter().map(|entry| entry["what"]["code"].as_str().unwrap()).collect();
    for wanted in [
        "tournament_log_corrected",
        "tournament_log_unpair",
        "tournament_log_withdraw",
        "tournament_log_bye_half",
    ] {
        assert!(codes.contains(&wanted), "{codes:?}");
    }
    let server = server.restart_after(Duration::from_millis(10)).await;
    server.redirect(&mut an);
    let mut reopened = view(&mut an, &id).await;
    reopened["now"] = closed["now"].clone();
    assert_eq!(reopened, closed);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_pairing_says_why() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    enter(&mut an, &id, "A\nB\nC\nD\nE").await;
    let first = pair_and_publish(&mut an, &id).await;
    lower_numbers_win(&mut an, &id, &first, 1).await;
    pair_and_publish(&mut an, &id).await;
    let why =
        |number: u64, not: &str| format!("/api/tournaments/{id}/why?section=1&round=2&number={number}{not}");
    let (status, said) = an.get(&why(1, "")).await;
    assert_eq!((status, &said["sentences"][0]["code"]), (200, &json!("tournament_why_pair")), "{said}");
    let (_, met) = an.get(&why(1, "&not=3")).await;
    assert_eq!(met["sentences"][0]["code"], "tournament_not_met");
    let (_, bye) = an.get(&why(5, "&not=0")).await;
    assert_eq!(bye["sentences"][0]["code"], "tournament_not_had_bye");
    let (status, absent) = an.get(&why(77, "")).await;
    assert_eq!((status, code(&absent)), (422, "tournament_not_present"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pairings_are_changed_by_hand_before_they_are_published() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    enter(&mut an, &id, "A\nB\nC\nD").await;
    let draft = pair(&mut an, &id).await;
    assert_eq!(pairs(&draft, 1).0, [(1, 3), (4, 2)]);
    let by_hand = |boards: Value| json!({"type": "pair", "section": 1, "round": 1, "boards": boards, "bye": null, "by_hand": true});
    let twice = by_hand(json!([{"first": 1, "second": 2}, {"first": 1, "second": 4}]));
    let (status, refused) = try_act(&mut an, &id, twice).await;
    assert_eq!((status, code(&refused)), (422, "tournament_paired_twice"));
    let half = by_hand(json!([{"first": 1, "second": 2}]));
    assert_eq!(code(&try_act(&mut an, &id, half).await.1), "tournament_left_out");
    let changed =
        act(&mut an, &id, by_hand(json!([{"first": 1, "second": 2}, {"first": 3, "second": 4}]))).await;
    assert!(!changed["sections"][0]["rounds"][0]["remarks"].as_array().unwrap().is_empty(), "{changed}");
    let codes: Vec<&Value> =
        changed["sections"][0]["departures"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert_eq!(codes, ["tournament_departure_by_hand"]);
    // Players who are kept apart.
    act(&mut an, &id, json!({"type": "forbid", "section": 1, "players": [1, 3]})).await;
    assert!(!pairs(&pair(&mut an, &id).await, 1).0.contains(&(1, 3)));
}

#[tokio::test(flavor = "multi_thread")]
async fn officials_have_the_rights_of_their_role() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    enter(&mut an, &id, "A\nB").await;
    pair_and_publish(&mut an, &id).await;
    let mut guest = server.client();
    let (status, refused) = try_act(&mut guest, &id, result(1, 1, "first")).await;
    assert_eq!((status, code(&refused)), (403, "tournament_right_missing"));
    assert_eq!(guest.get(&format!("/api/tournaments/{id}/log")).await.0, 403);
    assert_eq!(guest.get(&format!("/api/tournaments/{id}/links?section=1")).await.0, 403);
    assert_eq!(guest.get(&format!("/api/tournaments/{id}/file")).await.0, 403);
    let (_, links) = an.get(&format!("/api/tournaments/{id}/links?section=1")).await;
    let join = format!("/api/tournaments/{id}/join");
    let (status, refused) = guest.post(&join, &json!({"token": "0123456789"})).await;
    assert_eq!((status, code(&refused)), (404, "tournament_link_unknown"));
    let (status, joined) =
        guest.post(&join, &json!({"token": links["arbiter"], "name": "Trọng tài Tư"})).await;
    assert_eq!((status, &joined["role"]), (200, &json!("arbiter")), "{joined}");
    act(&mut guest, &id, result(1, 1, "draw")).await;
    act(&mut guest, &id, json!({"type": "foul", "section": 1, "round": 1, "number": 2, "fouls": 1})).await;
    for organizers in [
        json!({"type": "unpair", "section": 1, "round": 1}),
        json!({"type": "official", "player": "x", "name": "x", "role": "organizer"}),
        json!({"type": "join", "section": 1, "number": 1, "player": "x"}),
    ] {
        assert_eq!(try_act(&mut guest, &id, organizers.clone()).await.0, 403, "{organizers}");
    }
    // Nobody makes an official by a change: only the link does.
    let official = json!({"type": "official", "player": "x", "name": "x", "role": "arbiter"});
    assert_eq!(try_act(&mut an, &id, official).await.0, 403);
    let (_, log) = an.get(&format!("/api/tournaments/{id}/log")).await;
    assert_eq!(log["entries"][0]["by"], "Trọng tài Tư");
    assert_eq!(
        server.client().post("/api/tournaments", &json!({"name": " ", "preset": "club"})).await.0,
        422
    );
    assert_eq!(server.client().get("/api/tournaments/none").await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_report_results_by_the_code_of_their_board() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    enter(&mut an, &id, "A\nB").await;
    pair_and_publish(&mut an, &id).await;
    let (_, links) = an.get(&format!("/api/tournaments/{id}/links?section=1")).await;
    let token = links["boards"][0][1].as_str().unwrap();
    let address = format!("/api/tournaments/{id}/boards/{token}");
    let mut phone = server.client();
    let (status, slip) = phone.get(&address).await;
    assert_eq!((status, &slip["first"], &slip["second"]), (200, &json!("A"), &json!("B")));
    phone.post(&address, &json!({"side": "first", "result": "first"})).await;
    let (status, slip) = phone.post(&address, &json!({"side": "second", "result": "draw"})).await;
    assert_eq!((status, &slip["board"]["proposed"]), (200, &json!(["first", "draw"])));
    let seen = view(&mut an, &id).await;
    assert_eq!(seen["sections"][0]["rounds"][0]["boards"][0]["proposed"], json!(["first", "draw"]));
    let public = view(&mut server.client(), &id).await;
    assert_eq!(public["sections"][0]["rounds"][0]["boards"][0]["proposed"], json!([null, null]));
    assert!(public["sections"][0]["rounds"][0]["boards"][0]["result"].is_null(), "a report is not a result");
    act(&mut an, &id, result(1, 1, "draw")).await;
    let (status, late) = phone.post(&address, &json!({"side": "first", "result": "first"})).await;
    assert_eq!((status, code(&late)), (422, "tournament_result_decided"));
    let (status, _, picture) = phone.send("GET", "/api/qr?text=https%3A%2F%2Fexample.org%2F1", None).await;
    assert_eq!(status, 200);
    assert!(picture.contains("<svg"), "{picture}");
}

async fn result_of(person: &mut Client, id: &str, board: usize) -> Value {
    for _ in 0..400 {
        let seen = view(person, id).await;
        let board = &seen["sections"][0]["rounds"][0]["boards"][board - 1];
        if !board["result"].is_null() {
            return board["result"].clone();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no result comes back");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_open_by_themselves_results_come_back_and_absence_loses() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    let online = json!({"game": "xiangqi", "clock": {"kind": "game", "initial_ms": 600_000, "increment_ms": 0},
        "rated": false, "no_show_seconds": 6});
    set(&mut an, &id, &[("online", online)]).await;
    enter(&mut an, &id, "A\nB\nC\nD\nE\nF").await;
    let mut players = Vec::new();
    for number in [1, 2, 4, 5] {
        players.push(join_as(server.client(), &mut an, &id, number).await);
    }
    // 1–4 and 5–2 are played here; 3–6 over the board.
    let published = pair_and_publish(&mut an, &id).await;
    assert_eq!(pairs(&published, 1).0, [(1, 4), (5, 2), (3, 6)]);
    let room = |board: usize| published["sections"][0]["rounds"][0]["boards"][board]["room"].clone();
    assert!(room(2).is_null(), "players without a device play over the board");
    let played = room(0).as_str().unwrap().to_owned();
    let mut first = players[0].connect(&played).await;
    let mut second = players[2].connect(&played).await;
    first.play("h2e2").await;
    second.play("h9g7").await;
    first.request_ok(json!({"type": "resign"})).await;
    assert_eq!(result_of(&mut an, &id, 1).await, "second");
    // The first player of the other game never comes.
    assert_eq!(result_of(&mut an, &id, 2).await, "second_by_forfeit");
    let (_, ended) = an.get(&format!("/api/rooms/{}", room(1).as_str().unwrap())).await;
    assert_eq!(ended["outcome"]["winner"], "second", "{ended}");
    let (status, _, pgn) =
        an.send("GET", &format!("/api/tournaments/{id}/download?section=1&format=pgn"), None).await;
    assert_eq!(status, 200);
    assert!(pgn.contains("[Round \"1.1\"]") && pgn.contains("[Event \"Giải vô địch CLB\"]"), "{pgn}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_section_beside_another_waits_for_the_start_of_the_round() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    let mut settings = view(&mut an, &id).await["sections"][0]["settings"].clone();
    settings["online"] = json!({"game": "xiangqi", "rated": true, "no_show_seconds": 5,
        "clock": {"kind": "game", "initial_ms": 300_000, "increment_ms": 3_000}});
    act(&mut an, &id, json!({"type": "section", "section": 2, "settings": settings})).await;
    enter(&mut an, &id, "Desk 1\nDesk 2").await;
    let asked = json!({"section": 2, "text": "Binh\nChi\nDung\nEm", "preview": false});
    assert_eq!(an.post(&format!("/api/tournaments/{id}/players"), &asked).await.0, 200);
    let (_, links) = an.get(&format!("/api/tournaments/{id}/links?section=2")).await;
    let mut players = Vec::new();
    for (number, handle) in ["Binh_01", "Chi_02", "Dung_03", "Em_04"].into_iter().enumerate() {
        let mut player = server.client();
        sign_up(&mut player, handle).await;
        let token = json!({"token": links["players"][number][1]});
        let (_, joined) = player.post(&format!("/api/tournaments/{id}/join"), &token).await;
        assert_eq!(joined["sections"][1]["you"], number + 1, "{joined}");
        assert!(joined["sections"][0]["you"].is_null());
        players.push(player);
    }
    an.post(&format!("/api/tournaments/{id}/pair"), &json!({"section": 2})).await;
    // The limit for absent players passes before the round starts, and nobody has lost.
    let now = view(&mut an, &id).await["now"].as_i64().unwrap();
    let publish = json!({"type": "publish", "section": 2, "round": 1, "starts_at": now + 3_600_000});
    let published = act(&mut an, &id, publish).await;
    assert_eq!(published["sections"][1]["rounds"][0]["starts_at"], now + 3_600_000);
    assert!(published["sections"][0]["rounds"].as_array().unwrap().is_empty());
    let boards = &published["sections"][1]["rounds"][0]["boards"];
    assert_eq!((&boards[0]["first"], &boards[0]["second"]), (&json!(1), &json!(3)));
    let room = boards[0]["room"].as_str().unwrap();
    let (mut first, mut second) = (players[0].connect(room).await, players[2].connect(room).await);
    first.play("h2e2").await;
    second.play("h9g7").await;
    tokio::time::sleep(Duration::from_millis(6_500)).await;
    let seen = view(&mut an, &id).await;
    let results: Vec<&Value> =
        (0..2).map(|at| &seen["sections"][1]["rounds"][0]["boards"][at]["result"]).collect();
    assert_eq!(results, [&Value::Null, &Value::Null]);
    second.request_ok(json!({"type": "resign"})).await;
    let end = first.view_where(|view| !view["outcome"].is_null()).await;
    assert!(end["rated"]["change"]["after"][0].as_i64().unwrap() > 1600, "{end}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_final_decides_the_first_two_places() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "world_championship").await;
    set(&mut an, &id, &[("rounds", json!(3)), ("team_mates", json!("may_meet"))]).await;
    enter(&mut an, &id, "Name,Team\nA,VIE\nB,CHN\nC,VIE\nD,CHN\nE,USA\nF,USA\nG,MAS\nH,MAS").await;
    let first = pair_and_publish(&mut an, &id).await;
    lower_numbers_win(&mut an, &id, &first, 1).await;
    // Round 2 is drawn on all boards, so that four players lead with 3 points.
    let mut last = pair_and_publish(&mut an, &id).await;
    for board in 1..=4 {
        last = act(&mut an, &id, result(2, board, "draw")).await;
    }
    let before = points(&last);
    assert_eq!((before[0].1, before[3].1), (3.0, 3.0), "{before:?}");
    let drawn = pair_and_publish(&mut an, &id).await;
    let (boards, _) = pairs(&drawn, 3);
    assert_eq!(drawn["sections"][0]["rounds"][2]["final_board"], 1);
    let (red, black) = boards[0];
    assert_eq!(points(&drawn), before, "the final has no result yet");
    for board in 2..=4 {
        act(&mut an, &id, result(3, board, "first")).await;
    }
    let ranked = |view: &Value| -> Vec<(u64, u64)> {
        let rows = view["sections"][0]["standings"].as_array().unwrap().iter();
        rows.map(|row| (row["number"].as_u64().unwrap(), row["rank"].as_u64().unwrap())).collect()
    };
    // Whoever loses the final is second, although another player has more points now.
    for (end, winner, loser) in [("second", black, red), ("first", red, black)] {
        let done = act(&mut an, &id, result(3, 1, end)).await;
        assert_eq!(ranked(&done)[..2], [(winner, 1), (loser, 2)]);
        let rows = points(&done);
        assert!(rows[1].1 < rows[2].1, "{rows:?}");
        assert_eq!(ranked(&done)[2].1, 3);
        assert!(ranked(&done)[2..].iter().all(|(_, rank)| *rank >= 3));
    }
    // After a draw the two share the first places in the order of the standings.
    let done = act(&mut an, &id, result(3, 1, "draw")).await;
    let two = ranked(&done)[..2].to_vec();
    assert!([(red, black), (black, red)].contains(&(two[0].0, two[1].0)), "{two:?}");
    assert_eq!((two[0].1, two[1].1), (1, 2));
    // Team results follow the same ranks.
    let teams = done["sections"][0]["teams"].as_array().unwrap();
    let sum: u64 = teams.iter().map(|team| team["rank_sum"].as_u64().unwrap()).sum();
    assert_eq!(sum, ranked(&done).iter().map(|(_, rank)| rank).sum::<u64>());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_world_championship_preset_follows_its_scheme() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "world_championship").await;
    set(&mut an, &id, &[("rounds", json!(3))]).await;
    let players = "Name,Team,Sex,Category\nA,VIE,m,\nB,VIE,m,\nC,CHN,m,\nD,MAS,m,\nE,CHN,w,\nF,USA,m,NCNV\nG,MAS,w,\nH,USA,m,NCNV";
    enter(&mut an, &id, players).await;
    // 1–2 are team-mates: 2 is exchanged for 4, the nearest player.
    let first = pair_and_publish(&mut an, &id).await;
    assert_eq!(pairs(&first, 1).0, [(1, 4), (2, 3), (5, 6), (8, 7)]);
    let (_, why) = an.get(&format!("/api/tournaments/{id}/why?section=1&round=1&number=1")).await;
    assert_eq!(why["sentences"][0]["code"], "tournament_why_neighbors");
    lower_numbers_win(&mut an, &id, &first, 1).await;
    let second = pair_and_publish(&mut an, &id).await;
    let before = lower_numbers_win(&mut an, &id, &second, 2).await;
    let rows = points(&before);
    let leaders = [rows[0].0, rows[1].0];
    let last = pair_and_publish(&mut an, &id).await;
    let (boards, _) = pairs(&last, 3);
    assert!(leaders.contains(&boards[0].0) && leaders.contains(&boards[0].1), "{boards:?} {rows:?}");
    let (_, why) =
        an.get(&format!("/api/tournaments/{id}/why?section=1&round=3&number={}", leaders[0])).await;
    assert_eq!(why["sentences"][0]["code"], "tournament_why_final");
    let done = lower_numbers_win(&mut an, &id, &last, 3).await;
    let section = &done["sections"][0];
    let departures: Vec<&str> =
        section["departures"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(
        departures,
        [
            "tournament_departure_first_round",
            "tournament_departure_mates_first",
            "tournament_departure_final",
            "tournament_departure_bye"
        ]
    );
    let teams = section["teams"].as_array().unwrap();
    assert_eq!(teams[0]["team"], "VIE");
    let ranks: Vec<u64> =
        section["standings"].as_array().unwrap().iter().map(|row| row["rank"].as_u64().unwrap()).collect();
    let rank_of = |number: &Value| {
        let at = section["standings"].as_array().unwrap().iter().position(|row| row["number"] == *number);
        ranks[at.unwrap()]
    };
    for team in teams {
        let sum: u64 = team["players"].as_array().unwrap().iter().map(rank_of).sum();
        assert_eq!(team["rank_sum"], sum);
    }
    let separate = section["categories"].as_array().unwrap();
    assert_eq!(separate.len(), 2);
    assert_eq!(separate[1]["ranks"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_moves_to_another_server_as_one_file() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "chinese").await;
    enter(&mut an, &id, "A,Huế\nB,Huế\nC\nD").await;
    let first = pair_and_publish(&mut an, &id).await;
    let here = lower_numbers_win(&mut an, &id, &first, 1).await;
    let (_, links) = an.get(&format!("/api/tournaments/{id}/links?section=1")).await;
    let (status, _, file) = an.send("GET", &format!("/api/tournaments/{id}/file"), None).await;
    assert_eq!(status, 200);
    let again: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(code(&an.post("/api/tournaments/file", &again).await.1), "tournament_exists");

    let (_other, mut binh) = TestServer::start_with_client().await;
    let (status, there) = binh.post("/api/tournaments/file", &again).await;
    assert_eq!((status, &there["role"]), (201, &json!("organizer")), "{there}");
    assert_eq!(there["sections"][0]["standings"], here["sections"][0]["standings"]);
    let (_, same) = binh.get(&format!("/api/tournaments/{id}/links?section=1")).await;
    assert_eq!(same, links, "printed codes stay valid");
    pair_and_publish(&mut binh, &id).await;
    let mut broken = again.clone();
    broken["log"][3]["act"]["section"] = json!(9);
    broken["id"] = json!("abcdefghijkm");
    assert_eq!(binh.post("/api/tournaments/file", &broken).await.0, 422);
    broken["format"] = json!("other");
    assert_eq!(code(&binh.post("/api/tournaments/file", &broken).await.1), "tournament_file_unknown");

    for (format, wanted) in
        [("trf16", "012 Giải vô địch CLB"), ("trf26", "012 "), ("csv", "rank,number,name")]
    {
        let path = format!("/api/tournaments/{id}/download?section=1&format={format}");
        let (status, _, text) = an.send("GET", &path, None).await;
        assert_eq!(status, 200);
        assert!(text.contains(wanted), "{format}: {text}");
        if format != "csv" {
            let read = json!({"section": 1, "text": text, "preview": true});
            let (status, players) = an.post(&format!("/api/tournaments/{id}/players"), &read).await;
            assert_eq!((status, players["players"].as_array().unwrap().len()), (200, 4), "{players}");
        }
    }
    drop(server);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_games_leave_as_pgn_and_come_back_as_rounds() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    enter(&mut an, &id, "Name,Team,Rating\nAn,Huế,2000\nBình,,1900\nChi,,1800\nDũng,,1700\n").await;
    pair_and_publish(&mut an, &id).await;
    act(&mut an, &id, result(1, 1, "draw")).await;
    act(&mut an, &id, result(1, 2, "first_by_forfeit")).await;
    pair_and_publish(&mut an, &id).await;
    act(&mut an, &id, result(2, 1, "second")).await;
    let here = act(&mut an, &id, result(2, 2, "both_absent")).await;
    let pgn = |id: &str| format!("/api/tournaments/{id}/download?section=1&format=pgn");
    let (status, _, text) = an.send("GET", &pgn(&id), None).await;
    assert_eq!((status, text.matches("[Event \"Giải vô địch CLB\"]").count()), (200, 4), "{text}");
    for wanted in ["[Round \"1.1\"]", "[WhiteTeam \"Huế\"]", "[Termination \"forfeit\"]", "\n1/2-1/2\n"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let other = create(&mut an, "club").await;
    enter(&mut an, &other, &text).await;
    let there = view(&mut an, &other).await;
    for round in 1..=2 {
        assert_eq!(pairs(&there, round), pairs(&here, round));
    }
    assert_eq!(there["sections"][0]["standings"], here["sections"][0]["standings"]);
    // The next round is paired from them.
    assert_eq!(pairs(&pair(&mut an, &other).await, 3), pairs(&pair(&mut an, &id).await, 3));
    let twice = text.replace("[Round \"2.", "[Round \"1.");
    let asked = json!({"section": 1, "text": twice, "preview": true});
    let (status, refused) = an.post(&format!("/api/tournaments/{other}/players"), &asked).await;
    assert_eq!((status, code(&refused)), (422, "tournament_pgn_twice"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_who_is_removed_needs_a_new_link() {
    let (server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "club").await;
    let join = format!("/api/tournaments/{id}/join");
    let links = format!("/api/tournaments/{id}/links?section=1");
    let old = an.get(&links).await.1["arbiter"].clone();
    let mut binh = server.client();
    let (_, joined) = binh.post(&join, &json!({"token": old, "name": "Bình"})).await;
    assert_eq!(joined["role"], "arbiter");
    assert!(joined["officials"][1]["player"].is_null(), "identities are for the organizer");
    let officials = view(&mut an, &id).await["officials"].clone();
    assert_eq!(officials[1]["name"], "Bình");
    let remove = json!({"type": "official", "player": officials[1]["player"], "name": "Bình", "role": null});
    assert_eq!(try_act(&mut binh, &id, remove.clone()).await.0, 403);
    act(&mut an, &id, remove).await;
    assert!(view(&mut binh, &id).await["role"].is_null());
    assert_eq!(binh.post(&join, &json!({"token": old})).await.0, 404);
    let new = an.get(&links).await.1["arbiter"].clone();
    assert_eq!(binh.post(&join, &json!({"token": new})).await.1["role"], "arbiter");
    let alone = json!({"type": "official", "player": officials[0]["player"], "name": "", "role": null});
    assert_eq!(code(&try_act(&mut an, &id, alone).await.1), "tournament_last_organizer");
}

#[tokio::test(flavor = "multi_thread")]
async fn results_survive_a_killed_server() {
    let folder = Folder::new();
    let mut process = ServerProcess::start(&folder);
    let mut an = process.client();
    let id = create(&mut an, "club").await;
    enter(&mut an, &id, "A\nB\nC\nD").await;
    let first = pair_and_publish(&mut an, &id).await;
    let mut before = lower_numbers_win(&mut an, &id, &first, 1).await;
    process.kill();
    let again = ServerProcess::start(&folder);
    an.address = again.address;
    let after = view(&mut an, &id).await;
    before["now"] = after["now"].clone();
    assert_eq!(after, before);
    pair_and_publish(&mut an, &id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_robin_follows_the_berger_table() {
    let (_server, mut an) = TestServer::start_with_client().await;
    let id = create(&mut an, "round_robin").await;
    enter(&mut an, &id, "A\nB\nC\nD\nE").await;
    for round in 1..=5 {
        let published = pair_and_publish(&mut an, &id).await;
        assert_eq!(published["sections"][0]["rounds_planned"], 5);
        assert_eq!(pairs(&published, round).0.len(), 2);
        lower_numbers_win(&mut an, &id, &published, round).await;
    }
    let done = view(&mut an, &id).await;
    let scores: Vec<f64> = points(&done).into_iter().map(|row| row.1).collect();
    assert_eq!(scores, [4.0, 3.0, 2.0, 1.0, 0.0]);
    let (status, refused) = an
        .post(
            &format!("/api/tournaments/{id}/players"),
            &json!({"section": 1, "text": "F", "preview": false}),
        )
        .await;
    assert_eq!((status, code(&refused)), (422, "tournament_already_begun"));
}
