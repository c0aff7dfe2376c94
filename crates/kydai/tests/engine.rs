//! The engine from the outside: as a process for interfaces, for analysis and as an opponent.

mod common;

use common::{kydai, kydai_reading};

/// A blunder on the fourth ply: mate follows at once.
const FOOL: &str = "f2f3 e7e5 g2g4 d8h4";

#[test]
fn the_engine_speaks_both_protocols_as_a_process() {
    let said = kydai_reading(&["uci"], "uci\nisready\nposition startpos\ngo perft 2\nquit\n");
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains("uciok\nreadyok\n"), "{}", said.out);
    assert!(said.out.contains("Nodes searched: 400\n"), "{}", said.out);
    let said = kydai_reading(&["ucci"], "ucci\nquit\n");
    assert!(said.out.contains("ucciok\n") && said.out.ends_with("bye\n"), "{}", said.out);
    let said = kydai_reading(&["uci", "--game", "xiangqi"], "uci\nposition startpos moves h2e2\nd\n");
    assert!(!said.out.contains("UCI_Variant") && said.out.contains(" b - - 1 1"), "{}", said.out);
    assert_eq!(kydai(&["uci", "--game", "go"]).status, 1);
}

#[test]
fn the_end_of_the_input_is_the_end_of_the_engine() {
    let said = kydai_reading(&["uci", "--game", "xiangqi"], "position startpos\ngo infinite\n");
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{}", said.out);
}

#[test]
fn the_signature_is_the_same_on_every_run() {
    let nodes = || {
        let said = kydai(&["bench", "--depth", "4"]);
        assert_eq!(said.status, 0, "{}", said.err);
        let last = said.out.lines().last().unwrap_or_default().to_owned();
        last.strip_prefix("Nodes: ").expect("the last line").parse::<u64>().expect("a number")
    };
    let first = nodes();
    assert!(first > 1000);
    assert_eq!(nodes(), first);
    let report = kydai(&["bench", "--depth", "4", "--json"]).json();
    assert_eq!(report["nodes"], first);
    let sum: u64 = report["positions"]
        .as_array()
        .expect("positions")
        .iter()
        .filter_map(|one| one["nodes"].as_u64())
        .sum();
    assert_eq!(sum, first);
}

#[test]
fn a_position_is_analyzed_with_its_best_lines() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let said = kydai(&["analyse", "--game", "chess", "--depth", "4", fen]);
    assert_eq!(said.status, 0, "{}", said.err);
    let first = said.out.lines().next().unwrap_or_default();
    assert!(first.starts_with("1.") && first.contains("#1") && first.contains("Qxf7#"), "{}", said.out);
    assert_eq!(said.out.lines().count(), 4, "{}", said.out);
    let report = kydai(&["analyse", "--game", "chess", "--depth", "4", "--lines", "2", "--json", fen]).json();
    assert_eq!(report["lines"][0]["line"][0], "h5f7");
    assert_eq!(report["lines"][0]["score"]["mate"], 1);
    assert_eq!(report["lines"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_game_is_analyzed_move_by_move_and_blunders_are_marked() {
    let said = kydai(&["analyse", "--game", "chess", "--depth", "4", "--moves", FOOL]);
    assert_eq!(said.status, 0, "{}", said.err);
    let line = said.out.lines().nth(2).unwrap_or_default();
    assert!(
        line.starts_with("  2. White  g4") && line.contains("??") && line.contains("better: "),
        "{}",
        said.out
    );
    assert!(said.out.contains("White: accuracy ") && said.out.contains("Black wins"), "{}", said.out);
    assert!(said.out.contains("The worst move was move 2 by White"), "{}", said.out);
    let report = kydai(&["analyse", "--game", "chess", "--depth", "4", "--moves", FOOL, "--json"]).json();
    assert_eq!(report["moves"][2]["mark"], "??");
    assert_eq!(report["moves"][3]["mark"], "");
    assert_eq!(report["sides"]["first"]["blunders"], 1);
    assert_eq!(report["turning"][0]["lead"], "second", "{report}");
    assert!(report["sides"]["second"]["accuracy"].as_f64() > report["sides"]["first"]["accuracy"].as_f64());
    assert_eq!(report["verdict"], "second");
}

#[test]
fn records_are_read_from_files_whatever_their_notation() {
    let directory = std::env::temp_dir().join(format!("kydai-analyse-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let pgn =
        file("fool.pgn", "[Event \"?\"]\n[Result \"0-1\"]\n\n1. f3 {weak} e5 2. g4?? (2. e4) Qh4# 0-1\n");
    // The file says by what it holds that it is chess.
    let report = kydai(&["analyse", "--depth", "2", "--json", &pgn]).json();
    assert_eq!(report["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!((&report["game"], &report["verdict"]), (&"chess".into(), &"second".into()), "{report}");
    let forum = "[DhtmlXQ]\n[DhtmlXQ_title]a[/DhtmlXQ_title]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
    let forum = file("forum.txt", forum);
    let report = kydai(&["analyse", "--depth", "2", "--json", &forum]).json();
    assert_eq!(
        (&report["game"], &report["moves"][0]["move"]),
        (&"xiangqi".into(), &"h2e2".into()),
        "{report}"
    );
    let vi = file("van.txt", "1. P2-5 M8.7\n2. M2.3 X9-8\n");
    let report = kydai(&["analyse", "--depth", "2", "--json", &vi]).json();
    assert_eq!(report["moves"][0]["move"], "h2e2", "{report}");
    let fen = file("position.fen", "3k5/R8/9/9/9/2p6/9/9/7R1/5K3 w - - 0 1\n");
    let report = kydai(&["analyse", "--depth", "3", "--json", &fen]).json();
    assert_eq!(report["lines"][0]["line"][0], "h1h9");
    std::fs::remove_dir_all(&directory).expect("cleaned up");
}

#[test]
fn a_game_of_jieqi_is_reviewed_with_luck_apart_from_decisions() {
    let moves = ["--game", "jieqi", "--nodes", "2000", "--moves", "a0a1R a9a8"];
    let said = kydai(&[&["analyse"], &moves[..]].concat());
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains("reveal +") && said.out.contains("luck of reveals +"), "{}", said.out);
    let report = kydai(&[&["analyse", "--json"], &moves[..]].concat()).json();
    assert!(report["moves"][0]["luck"].as_f64() > Some(0.0), "a chariot is more than most: {report}");
    assert!(report["moves"][1]["luck"].is_null(), "nobody was told: {report}");
}

#[test]
fn analysis_says_what_it_cannot_read() {
    for what in ["nonsense here", "9/9/9 w", "h2e2 h2e2"] {
        let said = kydai(&["analyse", "--depth", "1", what]);
        assert_eq!(said.status, 1, "{what}");
        assert!(said.err.contains("error: ") && !said.err.contains("panicked"), "{}", said.err);
    }
    let over = kydai(&["analyse", "3k5/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1"]);
    assert!(over.status == 0 && over.out.contains("Red wins"), "{}", over.out);
}

#[test]
fn a_game_is_played_in_the_terminal() {
    let input = "help\nmoves\nh2e2\nhint\nundo\nflip\nC2=5\nnonsense\nresign\nquit\n";
    let said = kydai_reading(&["play", "--brain", "random", "--seed", "3", "--time", "0.05"], input);
    assert_eq!(said.status, 0, "{}", said.err);
    for part in [
        "You play Red",
        "hint, undo, flip",
        "Red played C2=5.",
        "Black is thinking",
        "Hint: ",
        "Black wins: resignation",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    assert!(said.out.matches("Red played C2=5.").count() >= 2, "taken back and played again: {}", said.out);
}

#[test]
fn the_machine_begins_where_you_play_second_and_the_board_is_turned() {
    let said = kydai_reading(
        &[
            "play", "--game", "chess", "--brain", "random", "--side", "second", "--seed", "1", "--set",
            "letters",
        ],
        "e7e5\nquit\n",
    );
    assert!(said.out.contains("White is thinking") && said.out.contains("Black played e5."), "{}", said.out);
    let files = said.out.lines().find(|line| line.trim_start().starts_with('h')).unwrap_or_default();
    assert!(files.trim_end().ends_with('a'), "{}", said.out);
}

#[test]
fn mate_and_repetition_are_announced() {
    let mate = "5k3/7R1/9/9/9/9/9/9/R8/4K4 w - - 0 1";
    let said = kydai_reading(&["play", "--fen", mate, "--brain", "random"], "a1a9\nquit\n");
    assert!(said.out.contains("Red wins: checkmate."), "{}", said.out);
    let moves = "b0c2\nc2b0\nb0c2\nc2b0\nb0c2\nc2b0\nb0c2\nc2b0\nquit\n";
    let said = kydai_reading(&["play", "--brain", "random", "--seed", "9"], moves);
    assert_eq!(said.status, 0, "{}", said.err);
}

#[test]
fn jieqi_is_dealt_and_played_with_what_each_side_knows() {
    let said = kydai_reading(
        &["play", "--game", "jieqi", "--brain", "random", "--seed", "7", "--time", "0.05"],
        "a3a4\nundo\nhint\nquit\n",
    );
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains("so this move cannot be taken back"), "{}", said.out);
    assert!(said.out.contains("Hint: "), "{}", said.out);
}

#[test]
fn a_game_speaks_the_language_asked_for() {
    let said = kydai_reading(&["play", "--lang", "vi", "--brain", "random"], "P2-5\nquit\n");
    assert!(said.out.contains("Bạn cầm bên Đỏ") && said.out.contains("Đỏ đi P2-5."), "{}", said.out);
}

#[test]
fn a_level_is_named_with_its_strength_and_strength_can_be_asked_for() {
    let play = |arguments: &[&str]| {
        let all = [&["play", "--game", "chess", "--seed", "4", "--time", "0.05"][..], arguments].concat();
        kydai_reading(&all, "e2e4\nquit\n")
    };
    let said = play(&["--level", "2", "--lang", "vi"]);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains("cấp 2/8, Tú tài, Elo ≈ "), "{}", said.out);
    assert!(said.out.contains("Trắng đi e4.") && said.out.contains("Đen đi "), "{}", said.out);
    let said = play(&["--elo", "1400"]);
    assert!(said.out.contains("Your opponent: Elo ") && said.out.contains("1400"), "{}", said.out);
    let said = play(&["--elo", "9000"]);
    assert_eq!(said.status, 1, "{}", said.out);
    assert!(said.err.contains("elo") && said.err.contains("9000"), "{}", said.err);
    let said = kydai_reading(&["play", "--time", "0.05"], "quit\n");
    assert!(said.out.contains("level 4 of 8, Doctor, relative Elo "), "{}", said.out);
}
