//! Result of a match: a table and a few lines for people, everything as JSON.

use arena::elo::{Trinomial, from_pairs};
use arena::{Cause, EngineMatch, Faults, PairingReport};
use serde_json::{Value as Json, json};
use table::Message;

use crate::draw::{pad, width};
use crate::output::Output;

/// Catalogue key of the reason a game ended.
pub fn cause_word(cause: Cause) -> String {
    match cause {
        Cause::Rule(reason) => format!("reason_{}", reason.code()),
        other => format!("arena_cause_{}", other.code()),
    }
}

/// Formats an Elo difference; infinite when every or no game was won.
pub fn number(value: f64, signed: bool) -> String {
    match (value.is_finite(), signed) {
        (true, true) => format!("{value:+.1}"),
        (true, false) => format!("{value:.1}"),
        (false, true) => (if value > 0.0 { "+∞" } else { "-∞" }).to_owned(),
        (false, false) => "∞".to_owned(),
    }
}

/// Totals of one player over all its pairings.
#[derive(Clone, Copy, Default)]
struct Row {
    player: usize,
    games: Trinomial,
    faults: Faults,
}

impl Row {
    fn points(&self) -> f64 {
        self.games.wins as f64 + self.games.draws as f64 / 2.0
    }
}

/// Row of every player; sorted by points in a round robin.
fn rows(bout: &EngineMatch, reports: &[PairingReport]) -> Vec<Row> {
    let mut rows: Vec<Row> = (0..bout.players.len()).map(|player| Row { player, ..Row::default() }).collect();
    for (pairing, report) in bout.schedule.pairings.iter().zip(reports) {
        for (player, own) in [(pairing.a, 0), (pairing.b, 1)] {
            let row = &mut rows[player];
            let (wins, losses) = match own {
                0 => (report.games.wins, report.games.losses),
                _ => (report.games.losses, report.games.wins),
            };
            row.games.wins += wins;
            row.games.draws += report.games.draws;
            row.games.losses += losses;
            row.faults.crashes += report.faults[own].crashes;
            row.faults.illegal += report.faults[own].illegal;
            row.faults.time_losses += report.faults[own].time_losses;
        }
    }
    if rows.len() > 2 {
        rows.sort_by(|one, other| other.points().total_cmp(&one.points()));
    }
    rows
}

/// Result as text.
pub fn text(bout: &EngineMatch, reports: &[PairingReport], output: &Output) -> String {
    let played: u64 = reports.iter().map(|report| report.games.games()).sum();
    let title = Message::new("arena_title")
        .word("game", format!("game_{}", bout.book.spec().name))
        .number("count", played)
        .text("tempo", bout.time_control.to_string());
    let mut lines = vec![output.render(&title)];
    lines.extend(table(bout, reports, output));
    for (pairing, report) in bout.schedule.pairings.iter().zip(reports) {
        if bout.players.len() > 2 {
            let games = report.games;
            let [a, b] = [pairing.a, pairing.b].map(|player| &bout.players[player].name);
            lines.push(format!("{a} - {b}: +{} ={} -{}", games.wins, games.draws, games.losses));
        }
        lines.extend(pairing_lines(bout, report, output));
    }
    lines.join("\n")
}

fn table(bout: &EngineMatch, reports: &[PairingReport], output: &Output) -> Vec<String> {
    let heads =
        ["player", "wins", "draws", "losses", "points", "percent", "crashes", "illegal", "time_losses"];
    let mut cells: Vec<Vec<String>> =
        vec![heads.iter().map(|head| output.word(&format!("arena_column_{head}"))).collect()];
    for row in rows(bout, reports) {
        let Row { games, faults, .. } = row;
        cells.push(vec![
            bout.players[row.player].name.clone(),
            games.wins.to_string(),
            games.draws.to_string(),
            games.losses.to_string(),
            format!("{:.1}", row.points()),
            format!("{:.1}", games.score() * 100.0),
            faults.crashes.to_string(),
            faults.illegal.to_string(),
            faults.time_losses.to_string(),
        ]);
    }
    let widths: Vec<usize> = (0..heads.len())
        .map(|column| cells.iter().map(|row| width(&row[column])).max().unwrap_or(0))
        .collect();
    let line = |row: &Vec<String>| {
        let mut line = pad(&row[0], widths[0]);
        for (cell, wide) in row.iter().zip(&widths).skip(1) {
            let gap = " ".repeat(wide - width(cell) + 2);
            line.push_str(&gap);
            line.push_str(cell);
        }
        line
    };
    cells.iter().map(line).collect()
}

fn pairing_lines(bout: &EngineMatch, report: &PairingReport, output: &Output) -> Vec<String> {
    let spec = bout.book.spec();
    let mut lines = Vec::new();
    if let (Some(estimate), Some(single)) = (report.estimate(), report.games.estimate()) {
        lines.push(
            output.render(
                &Message::new("arena_elo")
                    .text("elo", number(estimate.elo, true))
                    .text("error", number(estimate.error, false))
                    .text("single", number(single.error, false))
                    .text("superiority", format!("{:.1}", estimate.superiority * 100.0)),
            ),
        );
    }
    let pairs: Vec<String> = report.pairs.iter().map(u64::to_string).collect();
    lines.push(output.render(&Message::new("arena_pairs").text("pairs", pairs.join(" "))));
    if let Some(test) = bout.sprt {
        let ratio = test.llr(&report.pairs);
        let [low, high] = test.bounds();
        lines.push(
            output.render(
                &Message::new("arena_sprt")
                    .text("elo0", format!("{}", test.elo0))
                    .text("elo1", format!("{}", test.elo1))
                    .text("ratio", format!("{ratio:.2}"))
                    .text("low", format!("{low:.2}"))
                    .text("high", format!("{high:.2}"))
                    .word("verdict", format!("arena_sprt_{}", test.decision(ratio).code())),
            ),
        );
    }
    let [first, draws, second] = report.by_side;
    lines.push(
        output.render(
            &Message::new("arena_by_side")
                .word("first", spec.sides[0])
                .number("wins", first)
                .number("draws", draws)
                .word("second", spec.sides[1])
                .number("losses", second),
        ),
    );
    let ends: Vec<String> = report
        .causes
        .iter()
        .map(|(cause, count)| format!("{} {count}", output.word(&cause_word(*cause))))
        .collect();
    lines.push(output.label("arena_ends", &ends.join(&output.word("mark_semicolon"))));
    lines
}

/// Result as JSON.
pub fn json(bout: &EngineMatch, reports: &[PairingReport]) -> Json {
    let standings: Vec<Json> = rows(bout, reports)
        .iter()
        .map(|row| {
            json!({
                "name": bout.players[row.player].name,
                "wins": row.games.wins, "draws": row.games.draws, "losses": row.games.losses,
                "points": row.points(), "score": row.games.score(),
                "faults": faults_json(&row.faults),
            })
        })
        .collect();
    let pairings: Vec<Json> = bout
        .schedule
        .pairings
        .iter()
        .zip(reports)
        .map(|(pairing, report)| pairing_json(bout, [pairing.a, pairing.b], report))
        .collect();
    json!({
        "game": bout.book.spec().name,
        "tc": bout.time_control.to_string(),
        "games": reports.iter().map(|report| report.games.games()).sum::<u64>(),
        "players": standings,
        "pairings": pairings,
    })
}

fn faults_json(faults: &Faults) -> Json {
    json!({ "crashes": faults.crashes, "illegal_moves": faults.illegal, "time_losses": faults.time_losses })
}

fn pairing_json(bout: &EngineMatch, players: [usize; 2], report: &PairingReport) -> Json {
    let estimate = |estimate: Option<arena::elo::Estimate>| {
        estimate
            .map(|found| json!({ "elo": found.elo, "error": found.error, "superiority": found.superiority }))
    };
    let causes: serde_json::Map<String, Json> =
        report.causes.iter().map(|(cause, count)| (cause.code().to_owned(), json!(count))).collect();
    json!({
        "a": bout.players[players[0]].name,
        "b": bout.players[players[1]].name,
        "wins": report.games.wins, "draws": report.games.draws, "losses": report.games.losses,
        "score": report.games.score(),
        "elo": estimate(report.estimate()),
        "elo_pairs": estimate(from_pairs(&report.pairs)),
        "elo_games": estimate(report.games.estimate()),
        "pairs": report.pairs,
        "by_side": { "first": report.by_side[0], "draws": report.by_side[1], "second": report.by_side[2] },
        "faults": { "a": faults_json(&report.faults[0]), "b": faults_json(&report.faults[1]) },
        "ends": causes,
        "sprt": bout.sprt.map(|test| {
            let ratio = test.llr(&report.pairs);
            let [low, high] = test.bounds();
            json!({ "elo0": test.elo0, "elo1": test.elo1, "llr": ratio, "lower": low, "upper": high,
                    "verdict": test.decision(ratio).code() })
        }),
    })
}
