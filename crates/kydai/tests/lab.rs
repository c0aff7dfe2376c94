//! `kydai lab`: counts equal to those of `kydai analyse`, the tree in words and as JSON, refusals.

mod common;

use common::kydai;

#[test]
fn the_counts_are_those_of_analyse() {
    let games = [
        ("xiangqi", "alphabeta:depth=3"),
        ("xiangqi", "alphabeta:depth=4,beam=5"),
        ("chess", "minimax:depth=2"),
        ("toy", "alphabeta:depth=6,table=off"),
        ("jieqi", "alphabeta:depth=2"),
    ];
    for (game, engine) in games {
        let lab = kydai(&["lab", "--game", game, "--engine", engine, "--json"]);
        assert_eq!(lab.status, 0, "{}", lab.err);
        let analysed = kydai(&[
            "analyse", "--game", game, "--engine", engine, "--lines", "1", "--depth", "64", "--json",
        ]);
        assert_eq!(analysed.status, 0, "{}", analysed.err);
        let (lab, analysed) = (lab.json(), analysed.json());
        let run = &lab["runs"][0];
        assert_eq!(run["nodes"], analysed["nodes"], "{game} {engine}");
        assert_eq!(run["line"], analysed["lines"][0]["line"], "{game} {engine}");
        assert_eq!(run["score"], analysed["lines"][0]["score"], "{game} {engine}");
        // The tree has a row for every position, and one for every root, chance node and second search.
        let kinds = run["tree"]["kind"].as_array().expect("kinds");
        let passes = run["tree"]["pass"].as_array().expect("passes");
        let parents = run["tree"]["parent"].as_array().expect("parents");
        let positions = (0..kinds.len())
            .filter(|&row| kinds[row] != "chance" && passes[row] != "second" && !parents[row].is_null())
            .count();
        assert_eq!(run["nodes"], positions, "{game} {engine}");
        let cuts = kinds.iter().filter(|kind| **kind == "cut").count();
        assert_eq!(run["cutoffs"], cuts, "{game} {engine}");
    }
}

#[test]
fn the_ladder_finds_one_score_with_fewer_positions() {
    let ladder = kydai(&["lab", "--ladder", "--depth", "3", "--json"]).json();
    let runs = ladder["runs"].as_array().expect("runs");
    let nodes: Vec<u64> = runs.iter().map(|run| run["nodes"].as_u64().expect("a count")).collect();
    // `cargo xtask bench textbook`, depth 3.
    assert_eq!(nodes, [81_630, 11_274, 1_788, 1_788, 1_788, 1_960]);
    assert!(runs.iter().all(|run| run["score"] == runs[0]["score"]));
}

#[test]
fn the_tree_is_printed_with_windows_and_reasons() {
    let args =
        ["lab", "--game", "toy", "--engine", "alphabeta:depth=3,ordering=off,table=off,pv=off,deepening=off"];
    let shown = kydai(&[&args[..], &["--tree", "3"]].concat());
    assert_eq!(shown.status, 0, "{}", shown.err);
    assert!(shown.out.contains("[−∞, +∞]"), "{}", shown.out);
    assert!(
        shown.out.contains("≥ β = 0, and the opponent already has a way at least as good"),
        "{}",
        shown.out
    );
    let vietnamese = kydai(&[&args[..], &["--tree", "3", "--lang", "vi"]].concat());
    assert!(vietnamese.out.contains("đối phương đã có cách không kém"), "{}", vietnamese.out);
}

#[test]
fn what_is_too_large_or_wrong_is_refused() {
    let large = kydai(&["lab", "--engine", "minimax:depth=12"]);
    assert_eq!(large.status, 1);
    assert!(large.err.contains("would visit about"), "{}", large.err);
    let many: Vec<&str> = std::iter::repeat_n(["--engine", "minimax"], 5).flatten().collect();
    assert!(kydai(&[&["lab"], &many[..]].concat()).err.contains("At most 4"));
    assert_eq!(kydai(&["lab", "--engine", "stockfish"]).status, 1);
    assert_eq!(kydai(&["lab", "--fen", "nonsense"]).status, 1);
}
