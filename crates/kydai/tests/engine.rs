//! The engine as a process: protocols, analysis and play.

mod common;

use common::{kydai, kydai_reading};

/// A blunder on the fourth ply that allows mate in one.
const FOOL: &str = "f2f3 e7e5 g2g4 d8h4";

#[test]
fn the_engine_supports_both_protocols() {
    let output = kydai_reading(&["uci"], "uci\nisready\nposition startpos\ngo perft 2\nquit\n");
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("uciok\nreadyok\n"), "{}", output.out);
    assert!(output.out.contains("Nodes searched: 400\n"), "{}", output.out);
    let output = kydai_reading(&["ucci"], "ucci\nquit\n");
    assert!(output.out.contains("ucciok\n") && output.out.ends_with("bye\n"), "{}", output.out);
    let output = kydai_reading(&["uci", "--game", "xiangqi"], "uci\nposition startpos moves h2e2\nd\n");
    assert!(!output.out.contains("UCI_Variant") && output.out.contains(" b - - 1 1"), "{}", output.out);
    assert_eq!(kydai(&["uci", "--game", "go"]).status, 1);
}

#[test]
fn the_engine_exits_at_the_end_of_input() {
    let output = kydai_reading(&["uci", "--game", "xiangqi"], "position startpos\ngo infinite\n");
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{}", output.out);
}

#[test]
fn the_signature_is_the_same_on_every_run() {
    let nodes = || {
        let output = kydai(&["bench", "--depth", "4"]);
        assert_eq!(output.status, 0, "{}", output.err);
        let last = output.out.lines().last().unwrap_or_default().to_owned();
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
    for (index, game) in ["xiangqi", "jieqi", "chess"].into_iter().enumerate() {
        assert_eq!(report["games"][index]["game"], game);
        assert!(report["games"][index]["nodes"].as_u64() > Some(100), "{report}");
    }
}

#[test]
fn the_bench_of_monte_carlo_tree_search_ends() {
    let report = kydai(&["bench", "--game", "jieqi", "--engine", "mcts", "--json"]).json();
    let nodes = report["nodes"].as_u64();
    assert!(nodes > Some(9 * 10_000) && nodes < Some(9 * 30_000), "{report}");
}

#[test]
fn a_position_is_analyzed_with_its_best_lines() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let output = kydai(&["analyse", "--game", "chess", "--depth", "4", fen]);
    assert_eq!(output.status, 0, "{}", output.err);
    let first = output.out.lines().next().unwrap_or_default();
    assert!(first.starts_with("1.") && first.contains("#1") && first.contains("Qxf7#"), "{}", output.out);
    assert_eq!(output.out.lines().count(), 4, "{}", output.out);
    let report = kydai(&["analyse", "--game", "chess", "--depth", "4", "--lines", "2", "--json", fen]).json();
    assert_eq!(report["lines"][0]["line"][0], "h5f7");
    assert_eq!(report["lines"][0]["score"]["mate"], 1);
    assert_eq!(report["lines"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_game_is_analyzed_move_by_move_and_blunders_are_marked() {
    let output = kydai(&["analyse", "--game", "chess", "--depth", "4", "--moves", FOOL]);
    assert_eq!(output.status, 0, "{}", output.err);
    let line = output.out.lines().nth(2).unwrap_or_default();
    assert!(
        line.starts_with("  2. White  g4") && line.contains("??") && line.contains("better: "),
        "{}",
        output.out
    );
    assert!(output.out.contains("White: accuracy ") && output.out.contains("Black wins"), "{}", output.out);
    assert!(output.out.contains("The worst move was move 2 by White"), "{}", output.out);
    let report = kydai(&["analyse", "--game", "chess", "--depth", "4", "--moves", FOOL, "--json"]).json();
    assert_eq!(report["moves"][2]["mark"], "??");
    assert_eq!(report["moves"][3]["mark"], "");
    assert_eq!(report["sides"]["first"]["blunders"], 1);
    assert_eq!(report["turning"][0]["lead"], "second", "{report}");
    assert!(report["sides"]["second"]["accuracy"].as_f64() > report["sides"]["first"]["accuracy"].as_f64());
    assert_eq!(report["verdict"], "second");
}

#[test]
fn records_are_read_from_files_in_any_notation() {
    let directory = std::env::temp_dir().join(format!("kydai-analyse-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let pgn =
        file("fool.pgn", "[Event \"?\"]\n[Result \"0-1\"]\n\n1. f3 {weak} e5 2. g4?? (2. e4) Qh4# 0-1\n");
    // The content of the file shows that it is chess.
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
fn a_jieqi_review_separates_luck_from_decisions() {
    let moves = ["--game", "jieqi", "--nodes", "2000", "--moves", "a0a1R a9a8"];
    let output = kydai(&[&["analyse"], &moves[..]].concat());
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("reveal +") && output.out.contains("luck of reveals +"), "{}", output.out);
    let report = kydai(&[&["analyse", "--json"], &moves[..]].concat()).json();
    assert!(report["moves"][0]["luck"].as_f64() > Some(0.0), "a chariot is more than most: {report}");
    assert!(report["moves"][1]["luck"].is_null(), "nobody was told: {report}");
}

#[test]
fn analysis_reports_unreadable_input() {
    for what in ["nonsense here", "9/9/9 w", "h2e2 h2e2"] {
        let output = kydai(&["analyse", "--depth", "1", what]);
        assert_eq!(output.status, 1, "{what}");
        assert!(output.err.contains("error: ") && !output.err.contains("panicked"), "{}", output.err);
    }
    let over = kydai(&["analyse", "3k5/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1"]);
    assert!(over.status == 0 && over.out.contains("Red wins"), "{}", over.out);
}

#[test]
fn a_game_is_played_in_the_terminal() {
    let input = "help\nmoves\nh2e2\nhint\nundo\nflip\nC2=5\nnonsense\nresign\nquit\n";
    let output = kydai_reading(&["play", "--engine", "random", "--seed", "3", "--time", "0.05"], input);
    assert_eq!(output.status, 0, "{}", output.err);
    for part in [
        "You play Red",
        "hint, undo, flip",
        "Red played C2=5.",
        "Black is thinking",
        "Hint: ",
        "Black wins: resignation",
    ] {
        assert!(output.out.contains(part), "{part}: {}", output.out);
    }
    assert!(
        output.out.matches("Red played C2=5.").count() >= 2,
        "taken back and played again: {}",
        output.out
    );
}

#[test]
fn the_computer_moves_first_and_the_board_is_flipped_if_you_play_second() {
    let output = kydai_reading(
        &[
            "play", "--game", "chess", "--engine", "random", "--side", "second", "--seed", "1", "--set",
            "letters",
        ],
        "e7e5\nquit\n",
    );
    assert!(
        output.out.contains("White is thinking") && output.out.contains("Black played e5."),
        "{}",
        output.out
    );
    let files = output.out.lines().find(|line| line.trim_start().starts_with('h')).unwrap_or_default();
    assert!(files.trim_end().ends_with('a'), "{}", output.out);
}

#[test]
fn mate_and_repetition_are_announced() {
    let mate = "5k3/7R1/9/9/9/9/9/9/R8/4K4 w - - 0 1";
    let output = kydai_reading(&["play", "--fen", mate, "--engine", "random"], "a1a9\nquit\n");
    assert!(output.out.contains("Red wins: checkmate."), "{}", output.out);
    let moves = "b0c2\nc2b0\nb0c2\nc2b0\nb0c2\nc2b0\nb0c2\nc2b0\nquit\n";
    let output = kydai_reading(&["play", "--engine", "random", "--seed", "9"], moves);
    assert_eq!(output.status, 0, "{}", output.err);
}

#[test]
fn jieqi_is_dealt_and_each_side_sees_only_its_own_knowledge() {
    let output = kydai_reading(
        &["play", "--game", "jieqi", "--engine", "random", "--seed", "7", "--time", "0.05"],
        "a3a4\nundo\nhint\nquit\n",
    );
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("so this move cannot be taken back"), "{}", output.out);
    assert!(output.out.contains("Hint: "), "{}", output.out);
}

#[test]
fn a_game_uses_the_requested_language() {
    let output = kydai_reading(&["play", "--lang", "vi", "--engine", "random"], "P2-5\nquit\n");
    assert!(output.out.contains("Bạn cầm bên Đỏ") && output.out.contains("Đỏ đi P2-5."), "{}", output.out);
}

#[test]
fn a_level_shows_its_elo_and_can_be_chosen_by_elo() {
    let play = |arguments: &[&str]| {
        let all = [&["play", "--game", "chess", "--seed", "4", "--time", "0.05"][..], arguments].concat();
        kydai_reading(&all, "e2e4\nquit\n")
    };
    let output = play(&["--level", "2", "--lang", "vi"]);
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("cấp 2/8, Tú tài, Elo ≈ "), "{}", output.out);
    assert!(output.out.contains("Trắng đi e4.") && output.out.contains("Đen đi "), "{}", output.out);
    let output = play(&["--elo", "1400"]);
    assert!(output.out.contains("Your opponent: Elo ") && output.out.contains("1400"), "{}", output.out);
    let output = play(&["--elo", "9000"]);
    assert_eq!(output.status, 1, "{}", output.out);
    assert!(output.err.contains("elo") && output.err.contains("9000"), "{}", output.err);
    let output = kydai_reading(&["play", "--time", "0.05"], "quit\n");
    assert!(output.out.contains("level 4 of 8, Doctor, relative Elo "), "{}", output.out);
}

#[test]
fn the_former_option_brain_still_selects_an_engine() {
    let run = |option: &str| kydai(&["bench", "--game", "chess", "--depth", "2", option, "greedy", "--json"]);
    let (former, current) = (run("--brain"), run("--engine"));
    assert_eq!((former.status, current.status), (0, 0), "{}{}", former.err, current.err);
    assert_eq!(former.json()["nodes"], current.json()["nodes"]);
    assert!(!kydai(&["bench", "--help"]).out.contains("--brain"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_of_four_gigabytes_is_ready_without_touching_its_memory() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = common::command(&["uci"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("input");
    let mut lines = BufReader::new(child.stdout.take().expect("output")).lines();
    let status = format!("/proc/{}/status", child.id());
    // Both the new table and the cleared one.
    for command in ["setoption name Hash value 4096", "ucinewgame"] {
        writeln!(input, "{command}\nisready").expect("written");
        assert!(lines.any(|line| line.expect("a line") == "readyok"));
        let status = std::fs::read_to_string(&status).expect("a status");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
        let kilobytes: u64 = resident.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(kilobytes < 1 << 20, "{command}: {kilobytes} kB");
    }
    writeln!(input, "quit").expect("written");
    assert!(child.wait().expect("it ends").success());
}
