//! UCI as seen by a graphical interface: handshake, options, positions, search.

mod common;

use std::time::{Duration, Instant};

use common::{Gui, after, find};
use table::{Notation, games};

const SOON: Duration = Duration::from_millis(50);
const MATE_IN_ONE: &str = "3k5/R8/9/9/9/2p6/9/9/7R1/5K3 w - - 0 1";

#[test]
fn the_handshake_names_the_engine_and_its_options() {
    let gui = Gui::uci();
    let lines = gui.ask("uci", "uciok");
    assert!(find(&lines, "id name").starts_with("id name Ky Dai"), "{lines:#?}");
    find(&lines, "id author ");
    for name in [
        "Hash type spin default 16 min 1 max ",
        "Threads type spin default 1 min 1 max ",
        "MultiPV type spin default 1 min 1 max ",
        "Ponder type check default false",
        "Move Overhead type spin default 10 min 0 max 5000",
        "Clear Hash type button",
        "UCI_Chess960 type check default false",
        "UCI_ShowWDL type check default false",
        "UCI_AnalyseMode type check default false",
        "Brain type string default <empty>",
    ] {
        find(&lines, &format!("option name {name}"));
    }
    let variant = find(&lines, "option name UCI_Variant type combo default chess");
    for game in ["chess", "xiangqi", "jieqi", "toy"] {
        assert!(variant.contains(&format!(" var {game}")), "{variant}");
    }
    assert!(gui.quit().is_empty());
}

#[test]
fn the_elo_range_matches_the_level_ratings() {
    for (gui, game) in
        [(Gui::uci(), "chess"), (Gui::uci_game("xiangqi"), "xiangqi"), (Gui::uci_game("jieqi"), "jieqi")]
    {
        let lines = gui.ask("uci", "uciok");
        let levels = games::by_name(game).expect(game).levels();
        let (least, most) = (levels[0].elo, levels[7].elo);
        find(&lines, &format!("option name UCI_Elo type spin default {most} min {least} max {most}"));
        find(&lines, "option name UCI_LimitStrength type check default false");
        find(&lines, "option name Level type spin default 8 min 1 max 8");
    }
    let lines = Gui::uci_game("toy").ask("uci", "uciok");
    assert!(!lines.iter().any(|line| line.contains("UCI_Elo") || line.contains("Level")), "{lines:#?}");
}

#[test]
fn strength_is_limited_and_values_out_of_range_change_nothing() {
    let gui = Gui::uci_game("chess");
    let levels = games::by_name("chess").expect("chess").levels();
    let nodes = |setting: &str| {
        let lines = gui.ask(&format!("{setting}\nposition startpos\ngo nodes 5000"), "bestmove");
        let last = lines.iter().rfind(|line| line.contains(" nodes ")).expect("a report").clone();
        (after(&last, "nodes").parse::<u64>().expect("a number"), lines)
    };
    let (full, _) = nodes("setoption name Seed value 7");
    // The lowest level searches a few hundred nodes.
    let (held, _) = nodes(&format!(
        "setoption name UCI_Elo value {}\nsetoption name UCI_LimitStrength value true",
        levels[0].elo
    ));
    assert!(held < full / 4, "{held} of {full}");
    let (still, lines) = nodes(&format!("setoption name UCI_Elo value {}", levels[0].elo - 1));
    let lines = find(&lines, "info string");
    assert!(lines.contains(&levels[0].elo.to_string()) && lines.contains("UCI_Elo"), "{lines}");
    assert_eq!(still, held);
    let (by_level, _) = nodes("setoption name UCI_LimitStrength value false\nsetoption name Level value 1");
    assert_eq!(by_level, held);
    // Analysis mode ignores the strength limit.
    let (analysis, _) = nodes("setoption name UCI_AnalyseMode value true");
    assert!(analysis > held * 4, "{analysis}");
}

#[test]
fn an_elo_set_for_one_game_is_clamped_for_the_next() {
    let gui = Gui::uci();
    let chess = games::by_name("chess").expect("chess").levels();
    let elo = chess[7].elo;
    let lines = gui.ask(
        &format!(
            "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {elo}\n\
             setoption name UCI_Variant value xiangqi\nposition startpos\ngo nodes 500"
        ),
        "bestmove",
    );
    assert!(!lines.iter().any(|line| line.starts_with("info string")), "{lines:#?}");
    assert_ne!(after(lines.last().expect("a line"), "bestmove"), "(none)");
}

#[test]
fn one_game_alone_has_no_variant_option() {
    let lines = Gui::uci_game("xiangqi").ask("uci", "uciok");
    assert!(
        !lines.iter().any(|line| line.contains("UCI_Variant") || line.contains("Chess960")),
        "{lines:#?}"
    );
    let lines = Gui::uci_game("chess").ask("uci", "uciok");
    assert!(lines.iter().any(|line| line.contains("Chess960")), "{lines:#?}");
}

#[test]
fn every_game_answers_with_a_legal_move_of_its_own() {
    for book in games::ALL {
        let game = book.spec().name;
        let gui = Gui::uci_game(game);
        let best = gui.best("position startpos\ngo depth 1");
        let legal = book.open(None, &[]).expect("the start").legal_moves(Notation::Uci);
        assert!(legal.contains(&best), "{game}: {best}");
    }
}

#[test]
fn variants_count_ranks_from_one_and_single_games_as_the_game_does() {
    let gui = Gui::uci();
    let variant = gui
        .send_and_collect("setoption name UCI_Variant value xiangqi\nposition startpos moves h3e3 h10g8\nd");
    let fen = find(&variant, "Fen: ");
    assert_eq!(fen, "Fen: rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
    assert!(find(&variant, "Legal moves").contains(" a1a2 "), "{variant:#?}");
    assert!(variant.iter().any(|line| line.starts_with("10 |")), "{variant:#?}");
    let single = Gui::uci_game("xiangqi");
    let single = single.send_and_collect("position startpos moves h2e2 h9g7\nd");
    assert_eq!(find(&single, "Fen: "), fen);
    assert!(find(&single, "Legal moves").contains(" a0a1 "), "{single:#?}");
    let mated = format!("setoption name UCI_Variant value xiangqi\nposition fen {MATE_IN_ONE}\ngo depth 3");
    assert_eq!(gui.best(&mated), "h2h10");
    let gui = Gui::uci_game("xiangqi");
    assert_eq!(gui.best(&format!("position fen {MATE_IN_ONE}\ngo depth 3")), "h1h9");
}

#[test]
fn jieqi_moves_keep_their_reveal_letters() {
    let gui = Gui::uci();
    gui.send_and_collect("setoption name UCI_Variant value jieqi");
    let lines = gui.send_and_collect("position startpos moves b3b10Rn\nd");
    assert!(find(&lines, "Fen: ").contains(" b "), "{lines:#?}");
    let own = Gui::uci_game("jieqi").send_and_collect("position startpos moves b2b9Rn\nd");
    assert_eq!(find(&own, "Fen: "), find(&lines, "Fen: "));
}

#[test]
fn a_search_reports_standard_info_fields() {
    let gui = Gui::uci_game("xiangqi");
    let lines = gui.ask("setoption name UCI_ShowWDL value true\nposition startpos\ngo depth 6", "bestmove");
    let info = lines.iter().rfind(|line| line.starts_with("info depth 6 ")).expect("depth 6");
    for word in ["seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
        assert!(after(info, word).parse::<u64>().is_ok(), "{word} in {info}");
    }
    assert!(after(info, "cp").parse::<i32>().is_ok(), "{info}");
    let mut chances = info.split_whitespace().skip_while(|word| *word != "wdl").skip(1);
    let sum: i32 = chances.by_ref().take(3).map(|number| number.parse::<i32>().expect("a number")).sum();
    assert_eq!(sum, 1000, "{info}");
    let best = lines.last().expect("a line");
    assert_eq!(after(best, "bestmove"), after(info, "pv"), "{lines:#?}");
}

#[test]
fn multipv_returns_several_lines() {
    let gui = Gui::uci_game("xiangqi");
    let lines = gui.ask("setoption name MultiPV value 3\nposition startpos\ngo depth 4", "bestmove");
    let firsts: Vec<&str> = (1..=3)
        .map(|index| {
            let start = format!(" multipv {index} ");
            let line = lines.iter().rfind(|line| line.contains(&start)).expect("a line of that number");
            after(line, "pv")
        })
        .collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2], "{firsts:?}");
    assert_eq!(after(lines.last().expect("a line"), "bestmove"), firsts[0]);
}

#[test]
fn mate_scores_are_in_moves() {
    let gui = Gui::uci_game("xiangqi");
    let lines = gui.ask(&format!("position fen {MATE_IN_ONE}\ngo mate 1"), "bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:#?}");
}

#[test]
fn without_a_legal_move_there_is_no_best_move() {
    let gui = Gui::uci();
    let lines = gui.ask("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3", "bestmove");
    assert_eq!(lines.last().expect("a line"), "bestmove (none)");
    let gui = Gui::uci_game("xiangqi");
    let lines = gui.ask("position fen 3k5/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1\ngo movetime 10", "bestmove");
    assert_eq!(lines.last().expect("a line"), "bestmove (none)");
}

#[test]
fn node_and_depth_limits_are_respected() {
    let gui = Gui::uci_game("xiangqi");
    let lines = gui.ask("position startpos\ngo nodes 3000", "bestmove");
    let nodes =
        lines.iter().filter(|line| line.contains(" nodes ")).map(|line| after(line, "nodes").parse::<u64>());
    assert!(nodes.map(|count| count.expect("a number")).max().expect("some") <= 3000, "{lines:#?}");
    let lines = gui.ask("go depth 3", "bestmove");
    assert!(!lines.iter().any(|line| line.starts_with("info depth 4")), "{lines:#?}");
}

#[test]
fn searchmoves_restricts_the_search() {
    let gui = Gui::uci_game("xiangqi");
    assert_eq!(gui.best("position startpos\ngo depth 3 searchmoves a3a4"), "a3a4");
    let lines = gui.ask("go searchmoves a3a4 x9x9 depth 2", "bestmove");
    find(&lines, "info string \"x9x9\" is not a legal move here");
    assert_eq!(after(lines.last().expect("a line"), "bestmove"), "a3a4");
    let gui = Gui::uci();
    gui.send("setoption name UCI_Variant value xiangqi\nposition startpos");
    assert_eq!(gui.best("go depth 2 searchmoves a4a5"), "a4a5");
}

#[test]
fn stop_is_answered_at_once_and_isready_meanwhile() {
    let gui = Gui::uci_game("xiangqi");
    gui.send_and_collect("position startpos");
    gui.ask("go infinite", "info depth 2");
    let begin = Instant::now();
    gui.ask("isready", "readyok");
    assert!(begin.elapsed() < 4 * SOON, "isready took {:?}", begin.elapsed());
    let begin = Instant::now();
    gui.ask("stop", "bestmove");
    // Four times the specified limit, for busy machines.
    assert!(begin.elapsed() < 4 * SOON, "stop took {:?}", begin.elapsed());
}

#[test]
fn an_infinite_search_waits_for_stop_even_when_it_has_nothing_left_to_do() {
    let gui = Gui::uci();
    gui.send_and_collect("setoption name Brain value random\nposition startpos");
    gui.send("go infinite");
    gui.until("info depth");
    assert_eq!(gui.line_within(SOON), None);
    assert!(gui.ask("stop", "bestmove").len() == 1);
}

#[test]
fn pondering_waits_for_the_hit_and_then_answers() {
    let gui = Gui::uci();
    gui.send_and_collect("setoption name Brain value random\nposition startpos moves e2e4");
    gui.send("go ponder wtime 1000 btime 1000");
    gui.until("info depth");
    assert_eq!(gui.line_within(SOON), None);
    gui.ask("isready", "readyok");
    gui.ask("ponderhit", "bestmove");
    gui.send("go ponder movetime 20");
    gui.until("info depth");
    gui.ask("stop", "bestmove");
}

#[test]
fn the_champion_moves_only_after_ponderhit() {
    let gui = Gui::uci_game("xiangqi");
    gui.send_and_collect("position startpos moves h2e2 h9g7");
    gui.send("go ponder wtime 400 btime 400 winc 0 binc 0");
    // Three times the game time passes without a move.
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(600) {
        if let Some(line) = gui.line_within(SOON) {
            assert!(line.starts_with("info "), "{line}");
        }
    }
    gui.ask("ponderhit", "bestmove");
}

#[test]
fn the_clock_of_either_side_is_used() {
    let gui = Gui::uci_game("xiangqi");
    for go in [
        "go wtime 100",
        "go btime 100",
        "go wtime 100 btime 100 winc 10 binc 10",
        "go winc 10 wtime 100 binc 10 btime 100",
        "go wtime 0 btime 0",
        "go wtime -50 btime 1000",
        "go wtime 300 btime 300 movestogo 1",
        "go winc 20 binc 20",
        "go movetime 10",
        "go movetime 0",
    ] {
        let begin = Instant::now();
        gui.ask(&format!("position startpos\n{go}"), "bestmove");
        assert!(begin.elapsed() < Duration::from_secs(3), "{go} took {:?}", begin.elapsed());
    }
}

#[test]
fn a_second_go_stops_the_first() {
    let gui = Gui::uci_game("xiangqi");
    gui.send("position startpos\ngo infinite\ngo depth 1");
    gui.until("bestmove");
    gui.until("bestmove");
    assert!(gui.send_and_collect("").is_empty());
}

#[test]
fn perft_divides_and_sums() {
    let gui = Gui::uci();
    let lines = gui.ask("position startpos\ngo perft 3", "Nodes searched");
    assert_eq!(lines.last().expect("a line"), "Nodes searched: 8902");
    assert_eq!(find(&lines, "e2e4: "), "e2e4: 600");
    assert_eq!(lines.iter().filter(|line| line.contains(": ")).count(), 21);
    let lines = gui.ask("setoption name UCI_Variant value xiangqi\ngo perft 2", "Nodes searched");
    assert_eq!(lines.last().expect("a line"), "Nodes searched: 1920");
    find(&lines, "a1a2: ");
    assert_eq!(gui.ask("go perft 0", "Nodes searched").last().expect("a line"), "Nodes searched: 1");
    let lines = gui.ask("setoption name UCI_Variant value toy\ngo perft 5", "Nodes searched");
    let toy = games::by_name("toy").expect("toy").open(None, &[]).expect("the start").perft(5);
    assert_eq!(lines.last().expect("a line"), &format!("Nodes searched: {toy}"));
}

#[test]
fn a_long_perft_can_be_stopped() {
    let gui = Gui::uci_game("xiangqi");
    gui.send("position startpos\ngo perft 9");
    gui.ask("isready", "readyok");
    let begin = Instant::now();
    gui.send("stop");
    let lines = gui.send_and_collect("go perft 1");
    assert!(begin.elapsed() < Duration::from_secs(5));
    drop(lines);
    assert!(gui.quit().len() <= 60);
}

#[test]
fn quit_and_a_closed_input_end_perft_and_bench_at_once() {
    for work in ["go perft 12", "bench 60"] {
        for quit in [true, false] {
            let gui = Gui::uci_game("xiangqi");
            gui.send(&format!("position startpos\n{work}"));
            gui.ask("isready", "readyok");
            // Fails if the session does not end: the work would take days.
            let lines = if quit { gui.quit() } else { gui.hang_up() };
            assert!(!lines.iter().any(|line| line.starts_with("Nodes searched")), "{lines:?}");
        }
    }
}

#[test]
fn a_script_sent_at_once_is_answered_completely() {
    let gui = Gui::uci();
    gui.send("position startpos\ngo perft 4\ngo perft 3\neval\nbench 1\ngo perft 2");
    let lines = gui.quit();
    let sums = lines.iter().filter(|line| line.starts_with("Nodes searched: ")).collect::<Vec<_>>();
    assert_eq!(sums, ["Nodes searched: 197281", "Nodes searched: 8902", "Nodes searched: 400"]);
    find(&lines, "Final evaluation");
    find(&lines, "Nodes/second");
}

#[test]
fn the_board_is_shown_with_its_status() {
    let gui = Gui::uci();
    let lines =
        gui.send_and_collect("position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\nd");
    assert_eq!(find(&lines, " 8 |"), " 8 | r | n | b |   | k | b | n | r |");
    assert_eq!(find(&lines, "     a"), "     a   b   c   d   e   f   g   h");
    assert_eq!(find(&lines, "In check: "), "In check: e1");
    find(&lines, "Legal moves (0)");
    assert!(find(&lines, "Result: ").contains("Black wins"), "{lines:#?}");
    let lines = gui.send_and_collect("position startpos\nd");
    assert_eq!(find(&lines, "Fen: "), "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(find(&lines, "Key: ").len(), "Key: ".len() + 32);
}

#[test]
fn eval_prints_an_evaluation() {
    let gui = Gui::uci_game("xiangqi");
    let lines = gui.ask("position startpos\neval", "Chances");
    assert!(find(&lines, "Final evaluation: cp ").contains("Red to move"), "{lines:#?}");
    gui.ask("go depth 1", "bestmove");
}

#[test]
fn chess960_writes_castling_as_the_king_takes_its_rook() {
    let fen = "position fen 1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1";
    let gui = Gui::uci();
    let lines = gui.send_and_collect(&format!("setoption name UCI_Chess960 value true\n{fen}\nd"));
    assert!(find(&lines, "Legal moves").contains("f1g1"), "{lines:#?}");
    assert!(gui.send_and_collect(&format!("{fen} moves f1g1")).is_empty());
}

#[test]
fn the_engine_is_chosen_by_its_specification() {
    let gui = Gui::uci();
    assert!(gui.send_and_collect("setoption name Brain value random").is_empty());
    gui.ask("position startpos\ngo depth 1", "bestmove");
    let lines = gui.send_and_collect("setoption name Brain value deepthought:level=9");
    find(&lines, "info string There is no engine \"deepthought\"");
    assert!(gui.send_and_collect("setoption name Brain value <empty>").is_empty());
}

#[test]
fn mcts_accepts_a_depth_limit() {
    for game in ["xiangqi", "jieqi", "chess", "toy"] {
        let gui = Gui::uci_game(game);
        assert!(gui.send_and_collect("setoption name Brain value mcts").is_empty());
        gui.ask("position startpos\ngo depth 2", "bestmove");
    }
}

#[test]
fn the_seed_determines_random_choices() {
    let gui = Gui::uci();
    let play = |seed: u32| {
        gui.send_and_collect(&format!("setoption name Brain value random\nsetoption name Seed value {seed}"));
        (1..20).map(|_| gui.best("position startpos\ngo depth 1")).collect::<Vec<_>>()
    };
    assert_eq!(play(5), play(5));
    assert!((1..40).map(play).any(|moves| moves != play(5)));
}

#[test]
fn rule_options_are_an_engine_option() {
    let gui = Gui::uci_game("xiangqi");
    assert!(gui.send_and_collect("setoption name Rules value no_progress=4").is_empty());
    let lines = gui.send_and_collect("position startpos moves a0a1 a9a8 a1a2 a8a7\nd");
    assert!(find(&lines, "Result: ").contains("draw"), "{lines:#?}");
    let lines = gui.send_and_collect("setoption name Rules value dancing=yes");
    find(&lines, "info string There is no rule option \"dancing\"");
}

#[test]
fn a_cyclone_interface_is_supported() {
    let gui = Gui::uci();
    let lines = gui.ask("ucicyclone", "uciok");
    assert!(!lines.iter().any(|line| line.contains("UCI_Variant")));
    assert!(gui.send_and_collect("startpos moves h2e2").is_empty());
    let lines = gui.send_and_collect("d");
    assert!(find(&lines, "Fen: ").contains(" b "), "{lines:#?}");
    let gui = Gui::uci();
    gui.ask("uci", "uciok");
    assert_eq!(gui.best(&format!("fen {MATE_IN_ONE}\ngo depth 2")), "h1h9");
    let gui = Gui::uci_game("xiangqi");
    assert_eq!(gui.best(&format!("fen {MATE_IN_ONE}\ngo depth 2")), "h1h9");
}

#[test]
fn quit_and_end_of_input_stop_a_search() {
    for ended in [Gui::quit, Gui::hang_up] {
        let gui = Gui::uci_game("xiangqi");
        gui.send("position startpos");
        gui.ask("go infinite", "info depth 2");
        let last = ended(gui);
        assert!(last.iter().any(|line| line.starts_with("bestmove")), "{last:#?}");
    }
}

#[test]
fn a_new_game_clears_the_learned_state() {
    let gui = Gui::uci_game("xiangqi");
    let nodes = |text: &str| {
        let lines = gui.ask(text, "bestmove");
        after(lines.iter().rfind(|line| line.contains(" nodes ")).expect("nodes"), "nodes").to_owned()
    };
    let first = nodes("position startpos\ngo depth 6");
    assert_eq!(nodes("ucinewgame\nisready\nposition startpos\ngo depth 6"), first);
    assert_eq!(nodes("setoption name Clear Hash\ngo depth 6"), first);
    assert_eq!(nodes("setoption name Hash value 4\nsetoption name Hash value 16\ngo depth 6"), first);
}
