//! Cờ caro through the text interface: engines, levels, the solver's published wins, and records.

use std::ops::ControlFlow;
use std::sync::Arc;

use game::Notation;
use table::{
    Control, EngineResources, EngineSpec, FileFormat, GameResult, Limits, ProofProgress, ReadGame,
    ReadLimits, ReadOptions, RecordFormat, Rulebook, Side, SolveRequest, Solved, WallClock, games, read_file,
};

/// Node limit of the wins that are proven in every run of the tests.
const SMALL_BUDGET: u64 = 20_000;

const WINS: &str = include_str!("../../../testdata/caro/wins.txt");

fn book() -> &'static dyn Rulebook {
    games::by_name("caro").expect("caro")
}

fn control() -> Control {
    Control::new(Arc::new(WallClock::start()))
}

/// Move of an engine with this many nodes.
fn best(engine: &str, fen: &str, nodes: u64) -> String {
    let spec: EngineSpec = engine.parse().expect(engine);
    let resources = EngineResources { hash: 4, threads: 1 };
    let mut engine = book().engine(&spec, resources).expect("an engine");
    let study = book().open(Some(fen), &[]).expect(fen);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = engine.think(study.as_ref(), &limits, &control(), &mut |_| {}).expect("a move");
    report.best().expect("a move").to_owned()
}

#[test]
fn the_champion_completes_a_line_and_blocks_one() {
    let own = "15/15/15/15/15/15/15/4SSSS7/4ssss7/15/15/15/15/15/15 w 5";
    assert!(["d8", "i8"].contains(&best("champion", own, 2000).as_str()));
    let rival = "15/15/15/15/15/15/15/3sSSSS7/4sss8/15/15/15/15/15/15 b 5";
    assert_eq!(best("champion", rival, 2000), "i8");
    // An open three is answered on its line, or by a four.
    let three = "15/15/15/15/15/15/15/5SSS7/5s1s7/15/15/15/15/15/15 b 5";
    let answer = best("champion", three, 20_000);
    assert!(["d8", "e8", "i8", "j8"].contains(&answer.as_str()), "{answer}");
}

#[test]
fn the_champion_begins_in_the_middle_and_plays_every_size() {
    assert_eq!(best("champion", &book().open(None, &[]).expect("the start").position(""), 500), "h8");
    for size in ["3", "4", "7", "15"] {
        for level in ["1", "5", "8"] {
            let mut study = book().open(None, &[("size", size)]).expect("a board");
            let spec: EngineSpec = format!("champion:level={level}").parse().expect("a level");
            let mut engine =
                book().engine(&spec, EngineResources { hash: 1, threads: 1 }).expect("an engine");
            for _ in 0..9 {
                if study.status().outcome.is_some() {
                    break;
                }
                let limits = Limits { nodes: Some(300), ..Limits::default() };
                let report = engine.think(study.as_ref(), &limits, &control(), &mut |_| {}).expect("a move");
                study.play_game(&[report.best().expect("a move")], Notation::Uci).expect("a legal move");
            }
        }
    }
}

#[test]
fn textbook_minimax_sees_all_of_tic_tac_toe() {
    let study = book().open(None, &[("size", "3")]).expect("a board");
    let spec: EngineSpec = "minimax:depth=9".parse().expect("minimax");
    let mut engine = book().engine(&spec, EngineResources { hash: 1, threads: 1 }).expect("an engine");
    let report = engine.think(study.as_ref(), &Limits::default(), &control(), &mut |_| {}).expect("a move");
    // Minimax does not count the root.
    assert_eq!(report.nodes + 1, 549_946);
    assert_eq!(report.lines[0].score.raw(), 0, "nobody wins");
}

/// Proves the published wins and replays every proof; those with a larger budget in the trial `fives` only.
#[test]
fn published_wins_are_proven_against_every_defense_and_replayed() {
    let all = std::env::var_os("KYDAI_ALL_WINS").is_some();
    let (mut proven, mut open) = (0, Vec::new());
    for row in WINS.lines().filter(|row| !row.starts_with('#')) {
        let mut fields = row.split(';').map(str::trim);
        let fen = fields.next().expect("a position");
        let nodes = fields.next().and_then(|text| text.parse().ok()).expect("nodes");
        if nodes > SMALL_BUDGET && !all {
            continue;
        }
        let study = book().open(Some(fen), &[]).expect(fen);
        let request = SolveRequest { nodes: Some(nodes), keys: false, ..SolveRequest::default() };
        // The first win is enough: a shorter one is not looked for.
        let control = control();
        let stop_at_win = &mut |progress: &ProofProgress| {
            if progress.won.is_some() {
                control.stop();
            }
        };
        let solution = book().solve(study.as_ref(), &request, &control, stop_at_win).expect("an answer");
        let told = format!(
            "{:?}, replayed: {}, {} nodes, {} ms; {row}",
            solution.solved,
            solution.verified,
            solution.nodes,
            solution.micros / 1000
        );
        match solution.solved {
            Solved::Win { .. } if solution.verified => proven += 1,
            _ => open.push(told.clone()),
        }
        if all {
            println!("{told}");
        }
    }
    assert!(open.is_empty(), "{}", open.join("\n"));
    assert!(proven >= if all { 32 } else { 16 }, "only {proven} wins");
}

#[test]
fn where_nobody_can_force_a_win_none_is_claimed() {
    let study = book().open(Some("3/3/3 w 3"), &[]).expect("a board");
    let request = SolveRequest { nodes: Some(400_000), ..SolveRequest::default() };
    for winner in Side::BOTH {
        let request = SolveRequest { winner: Some(winner), ..request.clone() };
        let solution = book().solve(study.as_ref(), &request, &control(), &mut |_| {}).expect("an answer");
        assert!(matches!(solution.solved, Solved::NoWin { .. }), "{winner:?}: {:?}", solution.solved);
    }
}

/// Games of a file, and its format.
fn read(text: &str) -> (FileFormat, Vec<ReadGame>) {
    let options = ReadOptions { game: None, notation: None, bounds: ReadLimits::PUBLIC };
    let mut found = Vec::new();
    let file = read_file(text.as_bytes(), &options, &|| false, &mut |game| {
        found.push(game);
        ControlFlow::Continue(())
    });
    (file.form, found)
}

const FIVE: &str = "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,7,1200\n9,8,0\n9,7,0\n10,8,0\n10,7,0\n11,8,0\n11,6,0\n12,8,0\nAn\nBình\n0\n";

#[test]
fn a_piskvork_file_is_read_with_its_names_and_the_result_on_the_board() {
    let (form, games) = read(FIVE);
    assert_eq!((form, games.len()), (FileFormat::Psq, 1));
    let record = &games[0].record;
    assert!(games[0].errors.is_empty(), "{:?}", games[0].errors);
    assert_eq!((record.spec().name, record.plies()), ("caro", 9));
    assert_eq!((record.tag("White"), record.tag("Black")), (Some("An"), Some("Bình")));
    assert_eq!(record.ending(), GameResult::Won(Side::First));
    let pgn = record.write(RecordFormat::Pgn, Notation::Uci).expect("PGN");
    assert!(pgn.contains("1. h8 h9 2. i8 i9 3. j8 j9 4. k8 k10 5. l8 1-0"), "{pgn}");
}

#[test]
fn a_game_is_written_for_piskvork_and_comes_back() {
    let times = FIVE.replace("1200", "0");
    assert_eq!(read(FIVE).1[0].record.write(RecordFormat::Psq, Notation::Uci), Ok(times));
    for size in ["5", "9", "15"] {
        let pgn = format!("[Game \"caro\"]\n[Variant \"caro\"]\n[FEN \"{} w 5\"]\n\n1. a1 e5 2. c3 *\n", {
            let rows = vec![size; size.parse().expect("a size")];
            rows.join("/")
        });
        let (_, games) = read(&pgn);
        assert!(games[0].errors.is_empty(), "{size}: {:?}", games[0].errors);
        let psq = games[0].record.write(RecordFormat::Psq, Notation::Uci).expect("PSQ");
        assert!(psq.starts_with(&format!("Piskvorky {size}x{size}, 0:0, 0\n1,{size},0\n")), "{psq}");
        let (form, again) = read(&psq);
        assert_eq!(form, FileFormat::Psq);
        let moves = |game: &ReadGame| -> Vec<String> {
            game.record.nodes(Notation::Uci, 99).into_iter().map(|node| node.mv).collect()
        };
        assert_eq!(moves(&again[0]), moves(&games[0]), "{size}");
        assert_eq!(again[0].record.ending(), GameResult::Unknown);
    }
}

#[test]
fn a_record_keeps_size_and_rules() {
    let options = [("size", "9"), ("line", "4"), ("win", "vietnamese"), ("edge", "blocks")];
    let mut study = book().open(None, &options).expect("a board");
    study.play_game(&["e5", "d5", "a9"], Notation::Uci).expect("moves");
    let here = study.position("fen");
    let pgn = study.pgn(&[], &[], &[], None, Notation::Uci);
    assert!(pgn.contains("[FEN \"9/9/9/9/9/9/9/9/9 w 4vb\"]"), "{pgn}");
    let (_, games) = read(&format!("[Game \"caro\"]\n{pgn}"));
    assert!(games[0].errors.is_empty(), "{:?}", games[0].errors);
    let nodes = games[0].record.nodes(Notation::Uci, 9);
    assert_eq!(nodes.last().map(|node| node.position.clone()), Some(here));
    // The usual rules need no words.
    let usual = book().open(None, &[]).expect("a board").pgn(&[], &[], &[], None, Notation::Uci);
    assert!(!usual.contains("FEN"), "{usual}");
}

#[test]
fn games_that_piskvork_cannot_hold_are_refused() {
    for text in [
        "1. e4 e5",
        "[Game \"caro\"]\n[FEN \"15/15/15/15/15/15/15/7S7/15/15/15/15/15/15/15 b 5\"]\n\n1... a1 *\n",
    ] {
        let why = read(text).1[0].record.write(RecordFormat::Psq, Notation::Uci).expect_err(text);
        assert_eq!(why.code, "record_form_unfit", "{text}");
    }
}

#[test]
fn faults_of_a_piskvork_file_name_line_and_column_and_keep_the_moves_before() {
    let (_, games) = read("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n9,77,0\n1,1,0\n");
    assert_eq!(games[0].record.plies(), 2);
    let error = &games[0].errors[0];
    assert_eq!(error.code, "file_place");
    let text = words_of(error);
    assert!(text.contains("line=4") && text.contains("column=3") && text.contains("psq_outside"), "{text}");
    // After a line of five no stone is placed.
    let (_, games) = read(&FIVE.replace("12,8,0", "12,8,0\n1,1,0"));
    assert_eq!((games[0].record.plies(), games[0].errors[0].code), (9, "pgn_move"));
}

/// A message as code and parameters.
fn words_of(message: &game::Message) -> String {
    let mut out = message.code.to_owned();
    for (name, value) in &message.params {
        match value {
            game::ParamValue::Message(inside) => out += &format!(" {name}=({})", words_of(inside)),
            game::ParamValue::Number(number) => out += &format!(" {name}={number}"),
            _ => {}
        }
    }
    out
}

#[test]
fn a_plain_list_of_squares_is_a_game_of_caro() {
    for text in ["h8 i9 j10 g7 k11", "1. h8 i9 2. j10 g7 3. k11 *", "H8 I9 J10 G7 K11"] {
        let (_, games) = read(text);
        let record = &games[0].record;
        assert_eq!((record.spec().name, record.plies()), ("caro", 5), "{text}: {:?}", games[0].errors);
        assert!(games[0].errors.is_empty(), "{text}");
    }
}
