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
    assert_eq!(nodes[..6], [81_630, 11_274, 1_788, 1_788, 1_788, 1_960]);
    assert!(runs[..6].iter().all(|run| run["score"] == runs[0]["score"]));
    // The last rung is the champion; a game without one has none.
    assert_eq!(runs[6]["engine"], "champion:depth=3");
    assert!(nodes[6] > 0 && nodes[6] < nodes[1], "{nodes:?}");
    // Long names are listed apart, so that the table fits into a terminal of 80 columns.
    let shown = kydai(&["lab", "--ladder", "--depth", "3"]);
    assert!(shown.out.starts_with("A  minimax:depth=3\nB  alphabeta:"), "{}", shown.out);
    let table: Vec<&str> = shown.out.split("\n\n").nth(1).expect("a table").lines().collect();
    assert_eq!(table.len(), 8, "{}", shown.out);
    assert!(table.iter().all(|line| line.chars().count() <= 80), "{}", shown.out);
    let toy = kydai(&["lab", "--game", "toy", "--ladder", "--depth", "3", "--json"]).json();
    assert_eq!(toy["runs"].as_array().map(Vec::len), Some(6));
}

#[test]
fn a_monte_carlo_tree_has_its_growth_and_no_branching_factor() {
    let run = kydai(&["lab", "--game", "toy", "--engine", "mcts:sims=100", "--json"]).json();
    let run = &run["runs"][0];
    assert_eq!(run["growth"]["simulation_edge"].as_array().map(Vec::len), Some(100), "{run}");
    assert!(run["branching"].is_null(), "{run}");
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

#[test]
fn an_evaluation_is_taken_apart() {
    for (game, eval) in [
        ("xiangqi", "network"),
        ("xiangqi", "full"),
        ("jieqi", "full"),
        ("chess", "square"),
        ("chess", "custom:queen=1200,mobility=3"),
        ("caro", "full"),
        ("caro", "custom:attack=150"),
    ] {
        let moves = match game {
            "chess" => "e2e4 e7e5 g1f3",
            "caro" => "h8 i9 h7",
            _ => "",
        };
        let shown = kydai(&["lab", "--game", game, "--moves", moves, "--eval", eval, "--json"]);
        assert_eq!(shown.status, 0, "{game} {eval}: {}", shown.err);
        let apart = shown.json();
        let terms = apart["terms"].as_array().expect("terms");
        let sum: i64 = terms.iter().map(|term| term["cp"].as_i64().expect("a number")).sum();
        assert_eq!(apart["total"], sum, "{game} {eval}");
        assert!(!apart["pieces"].as_array().expect("pieces").is_empty(), "{game} {eval}");
    }
    let queen = kydai(&["lab", "--game", "chess", "--eval", "custom:queen=1200", "--json"]).json();
    let pieces = queen["pieces"].as_array().expect("pieces");
    let worth = pieces.iter().find(|piece| piece["square"] == "d1").expect("a queen")["cp"].as_i64();
    assert!(worth.is_some_and(|cp| (1150..=1250).contains(&cp)), "{worth:?}");
    // In words: terms in the reader's language, and the board.
    let shown = kydai(&["lab", "--eval", "--lang", "en"]);
    assert_eq!(shown.status, 0, "{}", shown.err);
    assert!(shown.out.contains("network") && shown.out.contains("side to move"), "{}", shown.out);
    assert!(shown.out.lines().any(|line| line.matches("R ").count() == 2), "{}", shown.out);
    // Wrong requests say what is wrong.
    for (game, eval, code) in [
        ("chess", "custom:queen=9000", "2000"),
        ("chess", "custom:cannon=100", "cannon"),
        ("chess", "full:queen=100", "queen"),
        ("chess", "magic", "magic"),
        ("toy", "full", "evaluation"),
    ] {
        let refused = kydai(&["lab", "--game", game, "--eval", eval]);
        assert!(refused.status != 0 && refused.err.contains(code), "{game} {eval}: {}", refused.err);
    }
}
