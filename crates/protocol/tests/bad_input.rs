//! Malformed input: the engine reports the error, changes nothing and continues.

mod common;

use common::{Gui, find};
use proptest::prelude::*;

#[test]
fn an_invalid_position_is_reported_and_changes_nothing() {
    let gui = Gui::uci();
    let before = gui.send_and_collect("position startpos moves e2e4\nd");
    for (bad, why) in [
        ("position fen blah", "at position 2 is not a piece"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "has no king"),
        ("position fen", "The position is empty."),
        ("position startpos moves e2e5", "Move 1: e2e5: the pawn cannot go to e5."),
        ("position startpos moves e2e4 e7e5 zz", "Move 3: "),
        ("position fen 8/8/8/8/8/5k2/6q1/7K w - - 0 1 moves h1g2 h1g1", "Move 1: "),
    ] {
        let lines = gui.send_and_collect(bad);
        let told = find(&lines, "info string The position is unchanged: ");
        assert!(told.contains(why), "{bad}: {told}");
        assert_eq!(gui.send_and_collect("d"), before, "{bad}");
    }
}

#[test]
fn messages_use_the_rank_numbers_of_the_interface() {
    let gui = Gui::uci();
    let lines =
        gui.send_and_collect("setoption name UCI_Variant value xiangqi\nposition startpos moves a6a7");
    let told = find(&lines, "info string");
    assert!(told.contains("a6a7: there is no piece on a6."), "{told}");
    let lines = gui.send_and_collect("position startpos moves a0a1");
    find(&lines, "info string The position is unchanged: \"a0a1\" is not a move: ranks are counted from 1");
}

#[test]
fn invalid_values_are_reported_and_change_nothing() {
    let gui = Gui::uci();
    for (bad, why) in [
        ("setoption name Hash value -1", "Option Hash must be between 1 and"),
        ("setoption name Hash value 99999999999999999999", "Option Hash must be between 1 and"),
        ("setoption name Hash value lots", "Option Hash must be between 1 and"),
        ("setoption name Hash", "Option Hash must be between 1 and"),
        ("setoption name Threads value 0", "Option Threads must be between 1 and"),
        ("setoption name Ponder value maybe", "Option Ponder cannot be \"maybe\""),
        ("setoption name UCI_Variant value shogi", "Option UCI_Variant cannot be \"shogi\""),
        ("setoption name Contempt value 20", "There is no option \"Contempt\""),
        ("setoption", "There is no option \"\""),
        ("xyzzy", "Unknown command \"xyzzy\""),
        ("UCI", "Unknown command \"UCI\""),
        ("setoption name Brain value alphabeta:depth", "is not an option. Write name=value."),
    ] {
        let lines = gui.send_and_collect(bad);
        assert_eq!(lines.len(), 1, "{bad}: {lines:#?}");
        assert!(lines[0].starts_with("info string ") && lines[0].contains(why), "{bad}: {lines:#?}");
    }
    gui.ask("position startpos\ngo depth 1", "bestmove");
}

#[test]
fn an_invalid_limit_is_reported_and_answered() {
    let gui = Gui::uci_game("xiangqi");
    for go in
        ["go depth -5", "go depth", "go nodes x", "go movetime abc", "go mate 0 depth 1", "go depth 1 fast"]
    {
        let lines = gui.ask(&format!("position startpos\n{go}"), "bestmove");
        find(&lines, "info string ");
    }
    for go in [
        "go depth 99999999999 movetime 5",
        "go nodes 18446744073709551616 movetime 5",
        "go movetime 5 movestogo 0",
    ] {
        gui.ask(go, "bestmove");
    }
    gui.send("go wtime 99999999999999999999 btime 99999999999999999999 winc 99999999999999999999");
    gui.ask("stop", "bestmove");
}

#[test]
fn two_megabytes_without_a_newline_are_survived() {
    let gui = Gui::uci();
    let mut bytes = vec![b'x'; 2 << 20];
    bytes.push(b'\n');
    gui.send_bytes(bytes);
    let long = format!("position startpos moves {}\n", "e2e4 ".repeat(400_000));
    gui.send_bytes(long.into_bytes());
    gui.send_bytes([vec![b'y'; 5 << 20], b"\n".to_vec()].concat());
    let lines = gui.send_and_collect("");
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert!(lines.iter().all(|line| line.starts_with("info string ") && line.len() < 400), "{lines:#?}");
}

#[test]
fn invalid_utf8_is_survived() {
    let gui = Gui::uci();
    gui.send_bytes(
        b"\xff\xfe\x00\x80 position\n\x00\x00\n\nposition fen \xff\xff\nsetoption name \xc3\x28 value \xff\n"
            .to_vec(),
    );
    assert!(gui.send_and_collect("").iter().all(|line| line.starts_with("info string ")));
    gui.send_bytes(b"uci\r\n".to_vec());
    gui.until("uciok");
}

/// Known and unknown command words.
fn word() -> impl Strategy<Value = String> {
    let known = [
        "uci",
        "ucci",
        "ucicyclone",
        "isready",
        "setoption",
        "name",
        "value",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "depth",
        "nodes",
        "time",
        "wtime",
        "btime",
        "winc",
        "movestogo",
        "mate",
        "searchmoves",
        "perft",
        "stop",
        "ponderhit",
        "draw",
        "banmoves",
        "probe",
        "d",
        "eval",
        "debug",
        "ucinewgame",
        "movetime",
        "increment",
        "opptime",
        "UCI_Variant",
        "xiangqi",
        "jieqi",
        "chess",
        "toy",
        "Hash",
        "hashsize",
        "usemillisec",
        "batch",
        "Brain",
        "random",
        "Level",
        "Rules",
        "Skill Level",
        "MultiPV",
        "e2e4",
        "h2e2",
        "h3e3",
        "b2b9Rn",
        "a10a9",
        "-1",
        "0",
        "1",
        "2",
        "999999999999999999999",
        "3.5",
        "<empty>",
        "true",
        "false",
        "w",
        "-",
        "rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR",
        "8/8/8/8/8/5k2/6q1/7K",
        "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX",
    ];
    prop_oneof![8 => prop::sample::select(known.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,12}"]
}

fn line() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 0..8).prop_map(|words| words.join(" ")).prop_filter(
        "some take long, which is no fault of theirs",
        |line| {
            let is = |word: &str| line.split_whitespace().any(|found| found == word);
            // Large tables and deep perfts are valid requests, so they are left out.
            !(is("perft") || is("bench") || is("Hash") || is("hashsize") || is("batch"))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn no_lines_end_a_session(lines in prop::collection::vec(line(), 1..12), ucci in any::<bool>()) {
        let gui = if ucci { Gui::ucci() } else { Gui::uci() };
        for line in &lines {
            gui.send(line);
        }
        gui.ask("stop\nisready", "readyok");
        let last = gui.quit();
        prop_assert!(last.len() < 10_000);
    }

    #[test]
    fn no_bytes_end_a_session(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let gui = Gui::uci();
        // A word that ends the session must not occur by chance.
        prop_assume!(!bytes.windows(4).any(|window| window == b"quit"));
        gui.send_bytes([bytes, b"\nstop\n".to_vec()].concat());
        gui.ask("isready", "readyok");
        gui.quit();
    }
}
