//! A World Championship over HTTP against a server that is killed: 40 players in five teams, women and separate results,
//! nine rounds online and over the board, late entry, withdrawal, forfeits, a corrected result, the final. Standings and
//! team standings equal testdata/tournaments/championship.tsv, which was computed without this program.

mod common;

use std::fmt::Write as _;

use common::tournament::{act, create, enter, join_as, pair_and_publish, pairs, result, set, view};
use common::{Client, Folder, ServerProcess};
use serde_json::{Value, json};

const TEAMS: [&str; 5] = ["VIE", "CHN", "MAS", "USA", "GER"];
/// Players with a device: their games with each other are played on the server.
const ONLINE: usize = 8;

/// Line of a player in the table that is pasted.
fn line(number: usize) -> String {
    let team = TEAMS[number % TEAMS.len()];
    let sex = if number.is_multiple_of(4) { "w" } else { "m" };
    let category = if matches!(team, "USA" | "GER") { "NCNV" } else { "" };
    format!("Player {number},{team},{sex},{},{category}", 2600 - 10 * number)
}

/// Result by a rule that anybody can compute: mostly the lower start number wins.
fn planned(round: usize, (first, second): (u64, u64)) -> &'static str {
    let chance = (first * 31 + second * 17 + round as u64 * 7) % 10;
    let lower_wins = if first < second { "first" } else { "second" };
    let higher_wins = if first < second { "second" } else { "first" };
    match chance {
        0..=4 => lower_wins,
        5..=7 => "draw",
        _ => higher_wins,
    }
}

/// Plays the game of a board on the server: two moves, and the player with the higher start number resigns.
async fn play_online(clients: &[Client], room: &str, (first, second): (u64, u64)) {
    let mut white = clients[first as usize - 1].connect(room).await;
    let mut black = clients[second as usize - 1].connect(room).await;
    white.play("h2e2").await;
    black.play("h9g7").await;
    let loser = if first < second { &mut black } else { &mut white };
    loser.request_ok(json!({"type": "resign"})).await;
}

async fn until_decided(person: &mut Client, id: &str, round: usize, boards: &[usize]) -> Value {
    for _ in 0..600 {
        let seen = view(person, id).await;
        let done = |board: &usize| {
            !seen["sections"][0]["rounds"][round - 1]["boards"][board - 1]["result"].is_null()
        };
        if boards.iter().all(done) {
            return seen;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("results of round {round} do not come back");
}

/// Everything that the fixture fixes, as text. Direct encounters show in the ranks.
fn table(view: &Value) -> String {
    let section = &view["sections"][0];
    let mut text = String::from("# rank number points OS WIN\n");
    for row in section["standings"].as_array().unwrap() {
        let value = |index: usize| row["tie_breaks"][index].as_str().unwrap().parse::<f64>().unwrap();
        let points = row["points"].as_f64().unwrap();
        let _ = writeln!(text, "{}\t{}\t{points}\t{}\t{}", row["rank"], row["number"], value(0), value(2));
    }
    let teams = |text: &mut String, rows: &Value| {
        for team in rows.as_array().unwrap() {
            let players: Vec<String> =
                team["players"].as_array().unwrap().iter().map(ToString::to_string).collect();
            let name = team["team"].as_str().unwrap();
            let _ = writeln!(text, "{}\t{name}\t{}\t{}", team["rank"], team["rank_sum"], players.join(" "));
        }
    };
    text.push_str("# teams: rank name sum players\n");
    teams(&mut text, &section["teams"]);
    for category in section["categories"].as_array().unwrap() {
        let code = category["category"]["code"].as_str().unwrap();
        let _ = writeln!(text, "# category {code}: rank number");
        for row in category["ranks"].as_array().unwrap() {
            let _ = writeln!(text, "{}\t{}", row[1], row[0]);
        }
        let _ = writeln!(text, "# teams of {code}");
        teams(&mut text, &category["teams"]);
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_championship_survives_kills_and_ends_with_the_expected_standings() {
    let folder = Folder::new();
    let mut process = ServerProcess::start(&folder);
    let mut an = process.client();
    let id = create(&mut an, "world_championship").await;
    let online = json!({"game": "xiangqi", "clock": {"kind": "game", "initial_ms": 3_600_000, "increment_ms": 30_000},
        "rated": false, "no_show_seconds": 3600});
    set(&mut an, &id, &[("online", online)]).await;
    let head = "Name,Team,Sex,Rating,Category\n";
    enter(&mut an, &id, &(head.to_owned() + &(1..=39).map(line).collect::<Vec<_>>().join("\n"))).await;
    let mut players = Vec::new();
    for number in 1..=ONLINE {
        players.push(join_as(process.client(), &mut an, &id, number).await);
    }
    let mut online_games = 0;
    for round in 1..=9 {
        if round == 2 {
            // A late entry: the fortieth player has no points for round 1.
            enter(&mut an, &id, &(head.to_owned() + &line(40))).await;
        }
        if round == 4 {
            act(&mut an, &id, json!({"type": "bye", "section": 1, "number": 20, "round": 4, "bye": "half"}))
                .await;
        }
        if round == 6 {
            act(&mut an, &id, json!({"type": "withdraw", "section": 1, "number": 13, "from_round": 6})).await;
        }
        let published = pair_and_publish(&mut an, &id).await;
        let (boards, _) = pairs(&published, round);
        let rooms: Vec<Option<String>> = published["sections"][0]["rounds"][round - 1]["boards"]
            .as_array()
            .unwrap()
            .iter()
            .map(|board| board["room"].as_str().map(str::to_owned))
            .collect();
        let mut played = Vec::new();
        let mut last = published;
        for (index, (&pair, room)) in boards.iter().zip(&rooms).enumerate() {
            let board = index + 1;
            if round == 5 && index == boards.len() / 2 {
                // The power fails in the middle of a round.
                process.kill();
                process = ServerProcess::start(&folder);
                an.address = process.address;
                players.iter_mut().for_each(|player| player.address = process.address);
            }
            if let Some(room) = room {
                play_online(&players, room, pair).await;
                played.push(board);
                continue;
            }
            let planned = match (round, board) {
                (3, 19) => "second_by_forfeit",
                (7, 18) => "both_absent",
                _ => planned(round, pair),
            };
            if (round, board) == (4, 5) {
                act(&mut an, &id, result(round, board, "first_by_forfeit")).await;
            }
            if (round, board) == (2, 9) {
                // Both players report from their phones, differently; the arbiter decides.
                let (_, links) = an.get(&format!("/api/tournaments/{id}/links?section=1")).await;
                let address =
                    format!("/api/tournaments/{id}/boards/{}", links["boards"][8][1].as_str().unwrap());
                let mut phone = process.client();
                phone.post(&address, &json!({"side": "first", "result": "first"})).await;
                phone.post(&address, &json!({"side": "second", "result": "second"})).await;
            }
            last = act(&mut an, &id, result(round, board, planned)).await;
        }
        online_games += played.len();
        if !played.is_empty() {
            last = until_decided(&mut an, &id, round, &played).await;
        }
        if matches!(round, 1 | 3 | 8) {
            process.kill();
            process = ServerProcess::start(&folder);
            an.address = process.address;
            players.iter_mut().for_each(|player| player.address = process.address);
            let mut after = view(&mut an, &id).await;
            after["now"] = last["now"].clone();
            assert_eq!(after, last, "after round {round}");
        }
    }
    assert!(online_games >= 8, "only {online_games} games were played online");
    let done = act(&mut an, &id, json!({"type": "close", "section": 1, "closed": true})).await;
    let (_, _, trf) =
        an.send("GET", &format!("/api/tournaments/{id}/download?section=1&format=trf26"), None).await;
    let file = format!("{}/../../testdata/tournaments/championship", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(trf, std::fs::read_to_string(format!("{file}.trf")).unwrap());
    assert_eq!(table(&done), std::fs::read_to_string(format!("{file}.tsv")).unwrap());
    // The final was played by the two leaders before round 9.
    let (_, why) = an
        .get(&format!("/api/tournaments/{id}/why?section=1&round=9&number={}", pairs(&done, 9).0[0].0))
        .await;
    assert_eq!(why["sentences"][0]["code"], "tournament_why_final");
    process.kill();
}
