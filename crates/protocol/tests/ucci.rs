//! UCCI 3.0 as seen by a graphical interface.

mod common;

use std::time::{Duration, Instant};

use common::{Gui, after, find};

const SOON: Duration = Duration::from_millis(50);
/// Red is a chariot up and Black has only guards.
const WON: &str = "4kab2/9/4b4/9/9/2C6/4P4/4B4/R3A4/R1CAK1B2 w - - 0 1";
/// Same position with the losing side to move.
const LOST: &str = "4kab2/9/4b4/9/9/2C6/4P4/4B4/R3A4/R1CAK1B2 b - - 0 1";

#[test]
fn the_handshake_follows_ucci() {
    let gui = Gui::ucci();
    let lines = gui.ask("ucci", "ucciok");
    find(&lines, "id name Ky Dai");
    find(&lines, "id copyright ");
    for option in [
        "option usemillisec type check default false",
        "option batch type check default false",
        "option ponder type check default false",
        "option hashsize type spin default 16 min 1 max ",
        "option threads type spin default 1 min 1 max ",
        "option newgame type button",
    ] {
        find(&lines, option);
    }
    for line in lines.iter().filter(|line| line.starts_with("option ")) {
        let name = line.split_whitespace().nth(1).expect("a name");
        assert_eq!(name, name.to_lowercase(), "{line}");
        assert_eq!(line.split_whitespace().nth(2), Some("type"), "names are one word: {line}");
    }
    assert_eq!(gui.quit(), ["bye"]);
}

#[test]
fn a_game_is_played_with_ranks_from_zero() {
    let gui = Gui::ucci();
    gui.ask("ucci", "ucciok");
    let lines = gui.ask("position startpos moves h2e2 h9g7\ngo depth 4", "bestmove");
    let best = after(lines.last().expect("a line"), "bestmove");
    let info = lines.iter().rfind(|line| line.starts_with("info depth 4 score ")).expect("an info line");
    assert_eq!(after(info, "pv"), best);
    assert!(after(info, "score").parse::<i32>().is_ok(), "a bare number: {info}");
    let totals = find(&lines, "info time ");
    assert!(after(totals, "nodes").parse::<u64>().is_ok(), "{totals}");
    let fen = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1 moves h9g7";
    assert!(gui.send_and_collect(fen).is_empty());
}

#[test]
fn messages_are_info_message_lines() {
    let gui = Gui::ucci();
    find(&gui.send_and_collect("position fen nonsense"), "info message The position is unchanged");
    find(&gui.send_and_collect("setoption hashsize 0"), "info message Option hashsize must be between 1 and");
    assert!(
        gui.send_and_collect("setoption bookfiles C:\\book.dat\nsetoption style solid\nsetoption idle none")
            .is_empty()
    );
}

#[test]
fn times_are_in_seconds_unless_usemillisec_is_set() {
    let gui = Gui::ucci();
    let begin = Instant::now();
    gui.ask("position startpos\nsetoption usemillisec true\ngo time 60 increment 0", "bestmove");
    let millis = begin.elapsed();
    assert!(millis < Duration::from_secs(2), "{millis:?}");
    // Two seconds for one move: longer than if the unit were milliseconds.
    gui.send_and_collect("setoption usemillisec false\nsetoption newgame");
    gui.send("go time 20 movestogo 1 opptime 20 oppmovestogo 1");
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(200) {
        if let Some(line) = gui.line_within(SOON) {
            assert!(line.starts_with("info "), "{line}");
        }
    }
    gui.ask("stop", "bestmove");
}

#[test]
fn banned_moves_are_not_played_until_the_next_position() {
    let gui = Gui::ucci();
    let free = gui.best("position startpos\ngo depth 3");
    let other = gui.best(&format!("position startpos\nbanmoves {free}\ngo depth 3"));
    assert_ne!(free, other);
    assert_eq!(gui.best("position startpos\nsetoption newgame\ngo depth 3"), free);
    let lines = gui.send_and_collect("banmoves z9z9");
    find(&lines, "info message \"z9z9\" is not a legal move here");
}

#[test]
fn with_every_move_banned_there_is_no_best_move() {
    let gui = Gui::ucci();
    let lines =
        gui.ask("position fen 4k4/9/9/9/9/9/9/9/r8/5K3 w - - 0 1\nbanmoves f0e0\ngo depth 3", "nobestmove");
    assert_eq!(lines.last().expect("a line"), "nobestmove");
    gui.ask("position fen 3k5/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1\ngo depth 3", "nobestmove");
}

#[test]
fn a_draw_is_accepted_by_the_losing_side_only() {
    let gui = Gui::ucci();
    let last = |text: &str| gui.ask(text, "bestmove").pop().expect("a line");
    assert!(last(&format!("position fen {LOST}\ngo draw depth 4")).ends_with(" draw"));
    assert!(!last(&format!("position fen {WON}\ngo draw depth 4")).ends_with(" draw"));
    assert!(!last(&format!("position fen {LOST}\ngo depth 4")).ends_with(" draw"), "nobody offered one");
}

#[test]
fn a_draw_may_be_offered_with_the_move_pondered_on() {
    let gui = Gui::ucci();
    gui.send_and_collect(&format!("position fen {LOST}"));
    gui.send("go ponder depth 3");
    gui.until("info depth 3");
    assert!(gui.ask("ponderhit draw", "bestmove").pop().expect("a line").ends_with(" draw"));
}

#[test]
fn a_lost_game_is_resigned_only_if_the_option_is_set() {
    let gui = Gui::ucci();
    // The second chariot mates after any reply of Black.
    let lost = "position fen 3k5/R8/8R/9/9/9/9/9/9/5K3 b - - 0 1\ngo depth 6";
    let last = || gui.ask(lost, "bestmove").pop().expect("a line");
    assert!(!last().contains("resign"));
    gui.send_and_collect("setoption resign true");
    assert!(last().ends_with(" resign"));
}

#[test]
fn probe_returns_the_last_result() {
    let gui = Gui::ucci();
    assert_eq!(gui.send_and_collect("probe startpos"), ["pophash"]);
    let best = gui.best("position startpos\ngo depth 4");
    let lines = gui.send_and_collect("probe startpos");
    assert!(lines[0].starts_with(&format!("pophash bestmove {best} lowerbound ")), "{lines:?}");
    assert_eq!(gui.send_and_collect("probe startpos moves h2e2"), ["pophash"]);
    assert_eq!(gui.send_and_collect("probe fen 9").last().map(String::as_str), Some("pophash"));
}

#[test]
fn in_batch_mode_commands_wait_for_the_search() {
    let gui = Gui::ucci();
    gui.send(
        "setoption batch true\nposition startpos\ngo depth 3\nposition startpos moves h2e2\ngo depth 3\nquit",
    );
    gui.until("info depth 3");
    gui.until("bestmove");
    gui.until("info depth 3");
    gui.until("bestmove");
    assert_eq!(gui.line(), "bye");
}

#[test]
fn quit_answers_bye_during_a_search() {
    let gui = Gui::ucci();
    gui.send("position startpos");
    gui.ask("go infinite", "info depth 2");
    let last = gui.quit();
    assert!(last.iter().any(|line| line.starts_with("bestmove")), "{last:#?}");
    assert_eq!(last.last().map(String::as_str), Some("bye"));
}

#[test]
fn either_dialect_works_with_either_command() {
    let gui = Gui::uci();
    gui.ask("uci", "uciok");
    let lines = gui.ask("ucci", "ucciok");
    find(&lines, "option usemillisec ");
    assert!(gui.send_and_collect("position startpos moves h2e2").is_empty());
    gui.ask("go depth 2", "bestmove");
    let lines = gui.ask("uci", "uciok");
    find(&lines, "option name Hash type spin");
    assert!(!lines.iter().any(|line| line.contains("UCI_Variant")), "the game stays the one it is");
    assert!(gui.send_and_collect("position startpos moves h2e2").is_empty());
    let gui = Gui::ucci();
    gui.ask("uci", "uciok");
    assert_eq!(
        gui.ask("position startpos\ngo depth 2", "bestmove")
            .iter()
            .filter(|line| line.contains(" score cp "))
            .count()
            .min(1),
        1
    );
    assert!(gui.quit().is_empty());
}
