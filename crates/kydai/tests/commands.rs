//! Every command as a process: text, JSON and exit status.

mod common;

use std::path::Path;
use std::process::Stdio;

use common::{RunOutput, command, finish, kydai, kydai_reading};

/// Runs the program with another locale.
fn kydai_in(locale: &str, arguments: &[&str]) -> RunOutput {
    finish(command(arguments).stdin(Stdio::null()).env("LANG", locale), "")
}

/// Compares with a file in `tests/snapshots`; `UPDATE_SNAPSHOTS=1` rewrites it.
fn golden(name: &str, output: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, output).expect("a snapshot");
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(wanted == output, "{name} differs from what was output:\n{output}\nand not:\n{wanted}");
}

/// A red cannon chases a black chariot perpetually: Red loses at the third occurrence.
const CHASE_FEN: &str = "4kab2/4a4/4b4/c1C3p1R/8P/2B6/9/3AB1p2/1pr1A4/4K4 b - - 0 1";
const CHASE: [&str; 4] = ["c1d1", "c6d6", "d1c1", "d6c6"];

fn chase(plies: usize) -> String {
    CHASE.iter().cycle().take(plies).copied().collect::<Vec<_>>().join(" ")
}

#[test]
fn show_draws_every_game() {
    golden("show_xiangqi.txt", &kydai(&["show"]).out);
    golden("show_xiangqi_moves.txt", &kydai(&["show", "--moves", "h2e2 h9g7"]).out);
    golden("show_xiangqi_letters.txt", &kydai(&["show", "--set", "letters"]).out);
    golden("show_jieqi.txt", &kydai(&["show", "--game", "jieqi", "--moves", "b2b9Rn, h7e7c"]).out);
    golden("show_chess.txt", &kydai(&["show", "--game", "chess", "--moves", "1. e2e4 d7d5 2. e4d5"]).out);
    golden("show_toy.txt", &kydai(&["show", "--game", "toy", "--moves", "b2 a1"]).out);
}

#[test]
fn show_supports_four_languages() {
    for language in ["vi", "en", "zh-Hans", "zh-Hant"] {
        let output = kydai(&["show", "--lang", language, "--fen", CHASE_FEN, "--moves", &chase(4)]);
        golden(&format!("show_repetition_{language}.txt"), &output.out);
    }
}

#[test]
fn show_prints_the_result_of_a_game() {
    let mate = kydai(&["show", "--game", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert!(mate.out.contains("Black wins: checkmate."), "{}", mate.out);
    assert!(mate.out.contains("(♔)"), "the king in check is marked: {}", mate.out);
    let stuck = kydai(&["show", "--game", "chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    assert!(stuck.out.contains("Draw: stalemate."), "{}", stuck.out);
}

#[test]
fn show_prints_the_board_as_json() {
    let output = kydai(&["show", "--moves", "h2e2", "--json"]).json();
    assert_eq!(output["game"], "xiangqi");
    assert_eq!(output["turn"], "second");
    assert_eq!(output["verdict"], "ongoing");
    assert_eq!(output["last_move"]["from"], "h2");
    assert_eq!(output["last_move"]["vi"], "P2-5");
    assert_eq!(output["pieces"].as_array().map(Vec::len), Some(32));
    assert_eq!(output["legal_moves"].as_array().map(Vec::len), Some(45));
    assert_eq!(kydai(&["show", "--json"]).json()["position_id"], "0686d323cd8edb993547038e54c42511");
}

#[test]
fn show_warns_of_unusual_positions() {
    let output = kydai(&["show", "--fen", "3k5/9/9/9/9/9/9/4P4/9/4K4 w - - 0 1"]);
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("warning: Red's soldier on e2"), "{}", output.out);
}

#[test]
fn show_writes_positions_in_the_requested_format() {
    let output = kydai(&["show", "--game", "jieqi", "--dialect", "pychess"]);
    assert!(output.out.contains("r~n~b~a~ka~b~n~r~"), "{}", output.out);
    let output = kydai(&["show", "--game", "jieqi", "--dialect", "klingon"]);
    assert_eq!(output.status, 1);
    assert!(output.err.contains("pikafish, jieqibox, pychess, bracket"), "{}", output.err);
}

#[test]
fn perft_ends_with_nodes_time_and_speed() {
    let output = kydai(&["perft", "--game", "xiangqi", "--depth", "3"]);
    let last = output.out.lines().last().expect("a line");
    let words: Vec<&str> = last.split_whitespace().collect();
    assert_eq!(words[..2], ["nodes", "79666"]);
    assert!(
        last.starts_with("nodes 79666  time ") && last.contains(" s  speed ") && last.ends_with(" Mnodes/s")
    );
    assert!(words[3].parse::<f64>().is_ok() && words[6].parse::<f64>().is_ok(), "{last}");
}

#[test]
fn perft_counts_every_game() {
    let cases = [("xiangqi", 2, 1920), ("jieqi", 1, 44), ("chess", 3, 8902), ("toy", 2, 72)];
    for (game, depth, nodes) in cases {
        let output = kydai(&["perft", "--game", game, "--depth", &depth.to_string(), "--json"]);
        assert_eq!(output.json()["nodes"], nodes, "{game}");
    }
    assert_eq!(kydai(&["perft", "--depth", "0", "--json"]).json()["nodes"], 1);
}

#[test]
fn perft_divides_by_first_move() {
    let output = kydai(&["perft", "--game", "chess", "--depth", "2", "--divide"]);
    assert_eq!(output.out.lines().count(), 21);
    assert!(output.out.lines().take(20).all(|line| line.ends_with(": 20")), "{}", output.out);
    let output = kydai(&["perft", "--game", "chess", "--depth", "2", "--divide", "--json"]).json();
    assert_eq!(output["divide"]["e2e4"], 20);
    assert_eq!(output["nodes"], 400);
}

#[test]
fn judge_prints_the_verdict_the_reason_and_the_explanation() {
    let output = kydai(&["judge", "--rules", "axf", "--fen", CHASE_FEN, "--moves", &chase(8)]);
    assert_eq!(output.out.lines().next(), Some("Result: Black wins"));
    assert_eq!(output.out.lines().nth(1), Some("Reason: perpetual chase"));
    for language in ["vi", "en", "zh-Hans", "zh-Hant"] {
        let output = kydai(&["judge", "--lang", language, "--fen", CHASE_FEN, "--moves", &chase(8)]);
        golden(&format!("judge_chase_{language}.txt"), &output.out);
    }
}

#[test]
fn judge_warns_before_a_repetition_is_final() {
    let output = kydai(&["judge", "--fen", CHASE_FEN, "--moves", &chase(4)]);
    assert_eq!(output.out.lines().next(), Some("Result: not over"));
    let warning =
        "has occurred for the 2nd time; if it occurs once more, Red loses by perpetual chase of the chariot";
    assert!(output.out.contains(warning), "{}", output.out);
}

#[test]
fn judge_names_the_winner_by_color() {
    let first = |arguments: &[&str]| kydai(arguments).out.lines().next().unwrap_or_default().to_owned();
    assert_eq!(first(&["judge"]), "Result: not over");
    assert_eq!(first(&["judge", "--game", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]), "Result: Black wins");
    let white = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7";
    assert_eq!(first(&["judge", "--game", "chess", "--moves", white]), "Result: White wins");
    assert_eq!(first(&["judge", "--fen", "3k5/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1"]), "Result: Red wins");
    assert_eq!(first(&["judge", "--fen", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"]), "Result: draw");
}

#[test]
fn judge_ignores_moves_after_the_end() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(5);
    let output = kydai(&["judge", "--game", "chess", "--moves", &moves, "--json"]).json();
    assert_eq!(output["verdict"], "draw");
    assert_eq!(output["reason"], "fivefold");
    assert_eq!(output["plies"], 16);
    assert_eq!(output["unjudged"], 4);
}

#[test]
fn judge_prints_the_whole_case_as_json() {
    let output = kydai(&["judge", "--fen", CHASE_FEN, "--moves", &chase(8), "--json"]).json();
    assert_eq!(output["verdict"], "second");
    assert_eq!(output["reason"], "perpetual_chase");
    let case = &output["case"];
    assert_eq!(case["must_deviate"], "first");
    assert_eq!(case["rule"]["code"], "rule_axf_perpetual_chase");
    assert_eq!(case["cycle"][1]["conduct"], "chase");
    assert_eq!(case["cycle"][1]["chases"][0]["victim"]["square"], "d1");
    assert_eq!(case["cycle"][0]["conduct"], "idle");
    let output = kydai(&["judge", "--json"]).json();
    assert_eq!((&output["verdict"], &output["reason"]), (&"ongoing".into(), &"ongoing".into()));
}

#[test]
fn judge_reports_a_draw_that_may_be_claimed() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    let output = kydai(&["judge", "--game", "chess", "--moves", &moves]);
    assert!(output.out.starts_with("Result: not over\n"), "{}", output.out);
    assert!(output.out.contains("White may claim a draw: threefold repetition."), "{}", output.out);
}

#[test]
fn judge_uses_the_given_rule_limits() {
    let moves = "a0a1 a9a8 a1a2 a8a7";
    let judged = kydai(&["judge", "--rules", "no_progress=4", "--moves", moves, "--json"]).json();
    assert_eq!((&judged["verdict"], &judged["reason"]), (&"draw".into(), &"no_progress".into()));
}

#[test]
fn notate_translates_one_game() {
    let cases = [
        ("uci", "vi", "h2e2 h9g7 h0g2", "P2-5 M8.7 M2.3"),
        ("uci", "uci1", "h2e2 h9g7", "h3e3 h10g8"),
        ("uci", "iccs", "h2e2", "H2-E2"),
        ("vi", "wxf", "P2-5 M8.7", "C2=5 H8+7"),
        ("wxf", "zh-hant", "C2=5", "炮二平五"),
        ("zh", "uci", "炮二平五 马8进7", "h2e2 h9g7"),
        ("vi-words", "uci", "Pháo 2 bình 5 Mã 8 tiến 7", "h2e2 h9g7"),
        ("uci", "vi-words", "h2e2 h9g7", "Pháo 2 bình 5, Mã 8 tiến 7"),
        ("auto", "uci", "P2-5 M8.7 M2.3", "h2e2 h9g7 h0g2"),
    ];
    for (from, to, moves, wanted) in cases {
        let output = kydai(&["notate", "--from", from, "--to", to, "--moves", moves]);
        assert_eq!(output.out.trim_end(), wanted, "{from} to {to}: {}", output.err);
    }
    let output =
        kydai(&["notate", "--game", "chess", "--from", "san", "--to", "san-vi", "1.e4", "e5", "2.Nf3"]);
    assert_eq!(output.out, "e4 e5 Mf3\n");
    let hidden = "b2e2R b7e7c h2h9Nr";
    for notation in ["uci1", "iccs", "wxf", "vi", "vi-words", "zh", "zh-hant"] {
        let there =
            kydai(&["notate", "--game", "jieqi", "--from", "uci", "--to", notation, "--moves", hidden]);
        let back =
            kydai(&["notate", "--game", "jieqi", "--from", notation, "--to", "uci", "--moves", &there.out]);
        assert_eq!(back.out.trim_end(), hidden, "{notation}: {}", there.out);
    }
    let output = kydai(&["notate", "--from", "uci", "--to", "vi", "h2e2", "--json"]).json();
    assert_eq!(output["moves"][0], "P2-5");
}

#[test]
fn notate_translates_line_by_line_and_continues_after_an_error() {
    let input = "C2=5 H8+7\n\nC2=5 C9=5\nP5+1\n";
    let output = kydai_reading(&["notate", "--from", "wxf", "--to", "uci"], input);
    assert_eq!(output.out, "h2e2 h9g7\n\n\ne3e4\n");
    assert_eq!(output.err, "error: Line 3: Move 2: C9=5: there is no cannon on Black's file 9.\n");
    assert_eq!(output.status, 1);
    let output = kydai_reading(&["notate", "--from", "wxf", "--to", "uci", "--json"], input);
    let lines: Vec<serde_json::Value> =
        output.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["moves"][1], "h9g7");
    assert_eq!(lines[1]["moves"].as_array().map(Vec::len), Some(0));
    assert_eq!(lines[2]["error"]["number"], 2);
    assert_eq!(lines[2]["error"]["cause"]["code"], "move_no_piece_on_file");
    let good = kydai_reading(&["notate", "--from", "wxf", "--to", "uci"], "C2=5\r\nC2=5 H8+7");
    assert_eq!((good.status, good.out.as_str()), (0, "h2e2\nh2e2 h9g7\n"));
}

#[test]
fn games_lists_every_game() {
    let output = kydai(&["games", "--json"]).json();
    let names: Vec<&str> =
        output["games"].as_array().expect("a list").iter().filter_map(|game| game["name"].as_str()).collect();
    let all: Vec<&str> = table::games::ALL.iter().map(|book| book.spec().name).collect();
    assert_eq!(names, all);
    for language in ["vi", "en", "zh-Hans", "zh-Hant"] {
        golden(&format!("games_{language}.txt"), &kydai(&["games", "--lang", language]).out);
    }
}

#[test]
fn every_word_of_the_registry_is_in_the_catalogues() {
    for book in table::games::ALL {
        let spec = book.spec();
        let mut keys = vec![format!("game_{}", spec.name)];
        keys.extend(spec.sides.iter().map(|side| (*side).to_owned()));
        keys.extend(spec.options.iter().map(|option| format!("option_{}", option.name)));
        keys.extend(
            book.notations().iter().map(|notation| format!("notation_{}", notation.name().replace('-', "_"))),
        );
        for key in keys {
            assert!(words::sentence(&key, words::Language::Vi).is_some(), "{key}");
        }
    }
}

#[test]
fn there_is_an_introduction() {
    for (locale, name) in [("en_US.UTF-8", "en"), ("vi_VN.UTF-8", "vi"), ("zh_TW.UTF-8", "zh-Hant")] {
        let output = kydai_in(locale, &["intro"]);
        assert_eq!(output.status, 0);
        golden(&format!("introduction_{name}.txt"), &output.out);
    }
}

#[test]
fn the_language_option_overrides_the_environment() {
    assert!(kydai_in("vi_VN.UTF-8", &["show"]).out.contains("Đến lượt Đỏ"));
    assert!(kydai_in("vi_VN.UTF-8", &["show", "--lang", "en"]).out.contains("Red to move"));
    assert!(kydai_in("fr_FR.UTF-8", &["show"]).out.contains("Red to move"));
}
