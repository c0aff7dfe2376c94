//! `kydai arena` as a process: tables, JSON, files and errors.

#[allow(dead_code, reason = "other tests use the rest")]
mod common;

use std::path::PathBuf;

use common::kydai;

/// Temporary file of one test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kydai-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap_or_default()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_match_ends_in_a_table() {
    let output = kydai(&["arena", "--a", "champion", "--b", "random", "--games", "4", "--tc", "nodes=300"]);
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("4 games, nodes=300"), "{}", output.out);
    assert!(output.out.contains("champion     4      0       0     4.0  100.0"), "{}", output.out);
    assert!(output.out.contains("Elo +∞"), "{}", output.out);
    let vietnamese =
        kydai(&["arena", "--lang", "vi", "--game", "toy", "--a", "random", "--b", "random", "--games", "2"]);
    assert!(vietnamese.out.contains("lỗi máy") && vietnamese.out.contains("2 ván"), "{}", vietnamese.out);
}

#[test]
fn the_json_contains_the_whole_result() {
    let output = kydai(&[
        "arena",
        "--json",
        "--game",
        "jieqi",
        "--a",
        "random",
        "--b",
        "random?name=other",
        "--games",
        "3",
        "--tc",
        "depth=1",
        "--sprt",
        "-20,20",
    ]);
    assert_eq!(output.status, 0, "{}", output.err);
    let report = output.json();
    assert_eq!(report["games"], 4, "rounded up to whole pairs");
    let pairing = &report["pairings"][0];
    assert_eq!((pairing["a"].as_str(), pairing["b"].as_str()), (Some("random"), Some("other")));
    let pairs: u64 =
        pairing["pairs"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(pairs, 2);
    assert_eq!(pairing["sprt"]["verdict"], "open");
    assert_eq!(pairing["faults"]["a"]["crashes"], 0);
}

#[test]
fn a_round_robin_ranks_its_players() {
    let output = kydai(&[
        "arena",
        "--json",
        "--players",
        "random",
        "champion",
        "random?name=third",
        "--games",
        "2",
        "--tc",
        "nodes=300",
    ]);
    assert_eq!(output.status, 0, "{}", output.err);
    let report = output.json();
    assert_eq!(report["pairings"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["players"][0]["name"], "champion");
}

#[test]
fn records_and_state_are_kept_and_a_match_is_resumed() {
    let (state, pgn) = (Scratch::new("state.txt"), Scratch::new("games.pgn"));
    let play = |games: &str| {
        kydai(&[
            "arena",
            "--json",
            "--game",
            "toy",
            "--a",
            "random",
            "--b",
            "random",
            "--games",
            games,
            "--tc",
            "depth=1",
            "--state",
            state.path(),
            "--pgn",
            pgn.path(),
        ])
    };
    assert_eq!(play("4").json()["games"], 4);
    assert_eq!(state.text().lines().count(), 2 + 4);
    let on = play("10");
    assert_eq!(on.json()["games"], 10, "{}", on.err);
    assert!(on.err.contains("Resuming after 4 games"), "{}", on.err);
    assert_eq!(pgn.text().matches("[Result ").count(), 10);
    let other = kydai(&[
        "arena",
        "--game",
        "toy",
        "--a",
        "random",
        "--b",
        "random",
        "--seed",
        "2",
        "--state",
        state.path(),
    ]);
    assert_eq!(other.status, 1);
    assert!(other.err.contains("belongs to another match"), "{}", other.err);
}

#[test]
fn openings_come_from_a_file() {
    let openings = Scratch::new("openings.txt");
    std::fs::write(&openings.0, "e2e4 e7e5\n1. d4 d5 2. c4 # the gambit\n").expect("a file");
    let pgn = Scratch::new("opened.pgn");
    let output = kydai(&[
        "arena",
        "--game",
        "chess",
        "--a",
        "random",
        "--b",
        "random",
        "--games",
        "4",
        "--tc",
        "depth=1",
        "--max-plies",
        "8",
        "--openings",
        openings.path(),
        "--pgn",
        pgn.path(),
    ]);
    assert_eq!(output.status, 0, "{}", output.err);
    assert_eq!(pgn.text().matches("1. e4 e5").count(), 2, "{}", pgn.text());
    assert_eq!(pgn.text().matches("1. d4 d5 2. c4").count(), 2);
    assert!(output.out.contains("too many moves, drawn 4"), "{}", output.out);
}

#[test]
fn invalid_arguments_are_reported() {
    for (arguments, word) in [
        (&["--a", "random"][..], "--b"),
        (&["--a", "nobody", "--b", "random"], "nobody"),
        (&["--a", "random?speed=9", "--b", "random"], "speed"),
        (&["--a", "uci:", "--b", "random"], "uci:PROGRAM"),
        (&["--a", "uci:no-such-program-here", "--b", "random"], "no-such-program-here"),
        (&["--a", "random", "--b", "random", "--tc", "soon"], "soon"),
        (&["--a", "random", "--b", "random", "--sprt", "5"], "sprt"),
        (&["--a", "random", "--b", "random", "--sprt", "5,0"], "sprt"),
        (&["--a", "random", "--b", "random", "--openings", "no-such-file"], "no-such-file"),
        (&["--a", "random", "--b", "random", "--game", "go"], "go"),
        (&["--a", "random", "--b", "random", "--rules", "x=1"], "x"),
    ] {
        let output = kydai(&[&["arena"], arguments].concat());
        assert_eq!(output.status, 1, "{arguments:?}");
        assert!(output.err.contains(word), "{arguments:?}: {}", output.err);
    }
}

#[test]
fn the_tuner_reads_the_games_of_a_match() {
    let (games, weights) = (Scratch::new("selfplay.tsv"), Scratch::new("weights.rs"));
    let played = kydai(&[
        "arena",
        "--a",
        "random",
        "--b",
        "champion",
        "--games",
        "6",
        "--tc",
        "nodes=100",
        "--tsv",
        games.path(),
    ]);
    assert_eq!(played.status, 0, "{}", played.err);
    assert_eq!(games.text().lines().count(), 1 + 6);
    let output = kydai(&["tune", "xiangqi", "--data", games.path(), "--epochs", "2", "--json"]);
    assert_eq!(output.status, 0, "{}", output.err);
    let report = output.json();
    assert!(report["before"]["learnt"].as_f64() > Some(0.0), "{report}");
    let count = report["weights"].as_array().map_or(0, Vec::len);
    let source = format!("// kept\n{}", "p(10, 10),\n".repeat(count));
    std::fs::write(&weights.0, source).expect("a file");
    let output = kydai(&[
        "tune",
        "xiangqi",
        "--data",
        games.path(),
        "--epochs",
        "1",
        "--weights",
        weights.path(),
        "--out",
        weights.path(),
    ]);
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(weights.text().starts_with("// kept\np("), "{}", weights.text());
    assert!(output.err.contains("Validation error:"), "{}", output.err);
}

#[test]
fn a_tuner_without_positions_reports_an_error() {
    let list = Scratch::new("empty.tsv");
    for (text, arguments, word) in [
        ("result\tmoves\n", &["tune", "xiangqi"][..], "no quiet position"),
        ("result\tmoves\n", &["tune", "jieqi"], "no quiet position"),
        ("a\tb\n", &["tune", "xiangqi"], "column"),
        ("result\tmoves\n1-0\th2h2\n", &["tune", "xiangqi"], "Line 2"),
    ] {
        std::fs::write(&list.0, text).expect("a file");
        let output = kydai(&[arguments, &["--data", list.path()]].concat());
        assert_eq!(output.status, 1, "{text}");
        assert!(output.err.contains(word), "{text}: {}", output.err);
    }
    assert_eq!(kydai(&["tune", "xiangqi", "--data", "no-such-file"]).status, 1);
}

#[test]
fn the_search_tuner_is_resumed_and_draws_a_chart() {
    let state = Scratch::new("spsa.txt");
    let chart = Scratch(state.0.with_extension("svg"));
    let run = |iterations: &str| {
        kydai(&[
            "tune",
            "search",
            "chess",
            "--param",
            "lmr_base,rfp_margin=9",
            "--engine",
            "champion:eval=classic",
            "--iterations",
            iterations,
            "--pairs",
            "1",
            "--concurrency",
            "1",
            "--tc",
            "nodes=40",
            "--state",
            state.path(),
        ])
    };
    let whole = run("3");
    assert_eq!(whole.status, 0, "{}", whole.err);
    let last = whole.out.trim().lines().last().unwrap_or_default();
    assert!(last.starts_with("champion:eval=classic,lmr_base="), "{}", whole.out);
    assert!(chart.text().contains("rfp_margin"), "{}", chart.text());
    // Interrupted inside the last line: the third iteration is played again, and ends the same way.
    let text = state.text();
    std::fs::write(&state.0, &text[..text.len() - 4]).expect("written");
    let resumed = run("3");
    assert!(resumed.err.contains('2'), "{}", resumed.err);
    assert_eq!((&resumed.out, state.text()), (&whole.out, text));
    // Other settings are another run.
    let other = run("4");
    assert_eq!(other.status, 1, "{}", other.err);
    assert!(other.err.contains("other settings"), "{}", other.err);
}

#[test]
fn an_unknown_search_parameter_is_reported() {
    let output = kydai(&["tune", "search", "chess", "--param", "speed"]);
    assert_eq!(output.status, 1);
    assert!(output.err.contains("speed") && output.err.contains("aspiration_delta"), "{}", output.err);
    let twice = kydai(&["tune", "search", "chess", "--param", "lmr_base,lmr_base=3"]);
    assert!(twice.err.contains("twice"), "{}", twice.err);
    let toy = kydai(&["tune", "search", "toy", "--param", "lmr_base"]);
    assert_eq!(toy.status, 1, "{}", toy.err);
}
