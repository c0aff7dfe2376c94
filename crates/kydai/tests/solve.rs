//! `kydai solve` as a process: text, JSON, notations and errors.

mod common;

use common::kydai;
use serde_json::json;

const QUIET_KEY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn a_win_is_printed_with_its_moves() {
    let output = kydai(&["solve", "--game", "chess", "--fen", QUIET_KEY]);
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(
        output.out.starts_with("White wins by force in 2 moves. There is no shorter win."),
        "{}",
        output.out
    );
    assert!(output.out.contains("Winning first moves: Ra6\n"), "{}", output.out);
    assert!(output.err.is_empty(), "progress is for terminals: {}", output.err);
    let vietnamese = kydai(&["solve", "--fen", "4k4/1R7/9/9/9/9/9/9/9/R2K5 w", "--lang", "vi"]);
    assert!(vietnamese.out.starts_with("Đỏ thắng ngay trong một nước."), "{}", vietnamese.out);
    assert!(vietnamese.out.contains("X9.9"), "{}", vietnamese.out);
    let chinese = kydai(&["solve", "--fen", "4k4/1R7/9/9/9/9/9/9/9/R2K5 w", "--notation", "zh"]);
    assert!(chinese.out.contains("车九进九"), "{}", chinese.out);
}

#[test]
fn the_json_has_result_moves_line_and_keys() {
    let output = kydai(&["solve", "--game", "chess", "--fen", QUIET_KEY, "--json"]).json();
    assert_eq!(output["result"], "win");
    assert_eq!(output["moves"], 2);
    assert_eq!(output["keys"], json!(["a1a6"]));
    assert_eq!(output["line"].as_array().map(Vec::len), Some(3));
    assert_eq!((&output["shortest"], &output["verified"]), (&json!(true), &json!(true)));
    let none = kydai(&["solve", "--game", "chess", "--fen", QUIET_KEY, "--moves", "1", "--json"]).json();
    assert_eq!((&none["result"], &none["moves"]), (&json!("no-win"), &json!(1)));
    let never = ["solve", "--game", "chess", "--fen", "8/8/4k3/8/8/3BK3/8/8 w - - 0 1", "--json"];
    let never = kydai(&never).json();
    assert_eq!((&never["result"], &never["moves"]), (&json!("no-win"), &json!(null)));
    let unknown = kydai(&["solve", "--nodes", "5000", "--json"]).json();
    assert_eq!((&unknown["result"], &unknown["line"]), (&json!("unknown"), &json!([])));
    assert_eq!(unknown["estimate"]["proof"], false);
}

#[test]
fn the_tree_shows_every_defence() {
    let output = kydai(&["solve", "--game", "chess", "--fen", QUIET_KEY, "--tree"]);
    for line in ["1. Ra6\n", "   1... bxa6 2. b7#", "   1... Bc7 2. Rxa7#"] {
        assert!(output.out.contains(line), "{line}: {}", output.out);
    }
    let tree = kydai(&["solve", "--game", "chess", "--fen", QUIET_KEY, "--tree", "--json"]).json();
    assert_eq!(tree["tree"]["move"], "a1a6");
    assert_eq!(tree["tree"]["replies"].as_array().map(Vec::len), Some(7));
    let defender = ["solve", "--fen", "3k5/1R7/9/9/9/9/9/9/9/R4K3 b", "--side", "first", "--tree"];
    let defender = kydai(&defender);
    assert!(defender.out.contains("Red wins by force in one move."), "{}", defender.out);
    assert!(defender.out.trim_end().ends_with("K4=5 1. R9+9"), "{}", defender.out);
}

#[test]
fn invalid_queries_are_refused() {
    for (arguments, code) in [
        (&["solve", "--game", "jieqi", "--json"][..], "solve_hidden_pieces"),
        (&["solve", "--game", "toy", "--json"], "solve_unsupported"),
        (&["solve", "--notation", "san", "--json"], "notation_unknown"),
        (&["solve", "--moves", "0", "--json"], "usage"),
        (&["solve", "--side", "third", "--json"], "usage"),
        (&["solve", "--time", "0", "--json"], "usage"),
        (&["solve", "--time=-2", "--json"], "usage"),
        (&["solve", "--time", "nan", "--json"], "usage"),
        (&["solve", "--time", "soon", "--json"], "usage"),
    ] {
        let output = kydai(arguments);
        assert_eq!(output.status, 1, "{arguments:?}");
        assert_eq!(output.json()["error"]["code"], code, "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_search_and_prints_the_result_so_far() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    // The start position is not solved in an hour. On a slow machine the handler may not be installed yet: retry.
    for wait in [300, 3_000, 30_000] {
        let mut command = common::command(&["solve", "--time", "3600", "--json"]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program");
        std::thread::sleep(Duration::from_millis(wait));
        let kill = format!("kill -INT {}", child.id());
        let told = Command::new("sh").args(["-c", &kill]).status().expect("a shell");
        assert!(told.success());
        let output = child.wait_with_output().expect("output");
        if output.status.code().is_none() {
            continue;
        }
        assert!(output.status.success());
        let output: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((&output["result"], &output["moves"]), (&json!("unknown"), &json!(null)));
        return;
    }
    panic!("an interruption ends the program without a word");
}

#[test]
fn a_win_by_the_perpetual_check_rule_is_marked() {
    let fen = "3PNk3/4a4/4Ra3/9/9/4p4/9/4p1r2/9/3K5 w - - 0 1";
    let answer = kydai(&["solve", "--fen", fen, "--time", "60", "--tree", "--json"]).json();
    assert_eq!(
        (&answer["result"], &answer["by_rule"], &answer["shortest"]),
        (&"win".into(), &true.into(), &false.into())
    );
    assert!(
        answer["message"].as_str().is_some_and(|output| output.contains("perpetual check")),
        "{}",
        answer["message"]
    );
    // The tree stops where it returns to a position: somewhere below, an answer has no replies.
    fn comes_back(answer: &serde_json::Value) -> bool {
        let replies = answer["replies"].as_array();
        replies.map_or(!answer.is_null(), |replies| replies.iter().any(|reply| comes_back(&reply["answer"])))
    }
    assert!(comes_back(&answer["tree"]));
}
