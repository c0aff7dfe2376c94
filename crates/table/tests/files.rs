//! Record files: every format is read, errors are reported, and what we write reads back unchanged.
//!
//! The samples in `testdata/formats` are ours (`make.py` there writes them). Files of other programs, whose licenses keep
//! them out of the repository, are read by `cargo xtask formats`.

mod hostile;

use std::ops::ControlFlow;
use std::path::Path;

use table::{
    FileFormat, FileRead, Notation, ReadGame, ReadLimits, ReadOptions, Record, RecordFormat, common_notation,
    games, read_file,
};

const OWN: ReadOptions<'static> = ReadOptions { game: None, notation: None, bounds: ReadLimits::LOCAL };
const PUBLIC: ReadOptions<'static> = ReadOptions { game: None, notation: None, bounds: ReadLimits::PUBLIC };

fn read_as(bytes: &[u8], ask: &ReadOptions<'_>) -> (FileRead, Vec<ReadGame>) {
    let mut found = Vec::new();
    let file = read_file(bytes, ask, &|| false, &mut |game| {
        found.push(game);
        ControlFlow::Continue(())
    });
    (file, found)
}

fn read(bytes: &[u8]) -> (FileRead, Vec<ReadGame>) {
    read_as(bytes, &OWN)
}

/// A sample file; all but `large_tree.dhtmlxq` hold the same game.
fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/formats").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The movetext of a game in PGN, without its tags: comments, variations and result.
fn movetext(game: &ReadGame) -> String {
    let pgn = game.record.write(RecordFormat::Pgn, Notation::Uci).expect("PGN");
    pgn.split_once("\n\n").expect("tags").1.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_format_gives_the_same_game() {
    let (_, expected) = read(&sample("game.pgn"));
    let expected = movetext(&expected[0]);
    assert!(
        expected.starts_with("{这是为测试而写的一局棋。} 1. h2e2 {中炮} (1. c3c4 {仙人指路} 1... g6g5)"),
        "{expected}"
    );
    for (name, format, count) in [
        ("game.pgn", FileFormat::Pgn, 1),
        ("game_gbk.pgn", FileFormat::Pgn, 1),
        ("game.xqf", FileFormat::Xqf, 1),
        ("keyed.xqf", FileFormat::Xqf, 1),
        ("game.cbr", FileFormat::Cbr, 1),
        ("library.cbl", FileFormat::Cbl, 2),
        ("game.cbf", FileFormat::Cbf, 1),
        ("game.dhtmlxq", FileFormat::DhtmlXq, 1),
    ] {
        let (file, games) = read(&sample(name));
        assert_eq!((file.form, games.len()), (format, count), "{name}");
        for game in &games {
            assert!(game.errors.is_empty(), "{name}: {:?}", game.errors);
            assert_eq!(game.record.moves(), 16, "{name}");
            assert_eq!(
                (game.record.tag("Red"), game.record.tag("Black")),
                (Some("红方"), Some("黑方")),
                "{name}"
            );
            assert_eq!(movetext(game), expected, "{name}");
        }
    }
}

#[test]
fn every_format_is_written_and_read_back_unchanged() {
    for name in ["game.xqf", "keyed.xqf", "game.cbr", "library.cbl", "game.cbf", "game.dhtmlxq", "game.pgn"] {
        for game in &read(&sample(name)).1 {
            comes_back(game);
        }
    }
}

#[test]
fn a_truncated_file_is_read_up_to_its_end() {
    for name in ["game.xqf", "keyed.xqf", "game.cbr"] {
        let bytes = sample(name);
        let (_, games) = read(&bytes[..bytes.len() - 3]);
        assert_eq!(games.len(), 1, "{name}");
        assert_eq!(
            (games[0].errors.len(), games[0].record.moves()),
            (1, 15),
            "{name}: {:?}",
            games[0].errors
        );
    }
}

#[test]
fn a_tree_of_four_hundred_variations_comes_back_unchanged_from_every_format() {
    let (file, games) = read(&sample("large_tree.dhtmlxq"));
    assert_eq!((file.form, games.len()), (FileFormat::DhtmlXq, 1));
    assert!(games[0].errors.is_empty(), "{:?}", games[0].errors);
    assert_eq!(games[0].record.moves(), 20 + 20 * 20);
    comes_back(&games[0]);
}

/// Checks that a written record reads back unchanged.
fn comes_back(game: &ReadGame) {
    let book = games::by_name(game.record.spec().name).expect("a game");
    let pgn = |game: &ReadGame| game.record.write(RecordFormat::Pgn, Notation::Uci).expect("PGN");
    let first = pgn(game);
    for form in RecordFormat::ALL {
        for notation in [common_notation(book), Notation::Zh, Notation::ViWords] {
            let Ok(file) = game.record.write_file(form, notation) else { continue };
            let (_, again) = read(&file);
            assert_eq!(again.len(), 1, "{form:?} {notation:?}");
            assert!(again[0].errors.is_empty(), "{form:?} {notation:?}: {:?}", again[0].errors.first());
            assert_eq!(again[0].record.moves(), game.record.moves(), "{form:?} {notation:?}");
            if form == RecordFormat::Pgn {
                assert!(pgn(&again[0]) == first, "{notation:?}: the record changed");
            }
        }
    }
}

#[test]
fn every_sample_is_written_as_xqf_and_read_back_with_names_comments_and_variations() {
    for name in ["game.xqf", "keyed.xqf", "game.cbr", "game.dhtmlxq", "game.pgn", "large_tree.dhtmlxq"] {
        let (_, games) = read(&sample(name));
        let file = games[0].record.write_file(RecordFormat::Xqf, Notation::Uci).expect("a game of xiangqi");
        let (found, again) = read(&file);
        assert_eq!((found.form, again.len()), (FileFormat::Xqf, 1), "{name}");
        assert!(again[0].errors.is_empty(), "{name}: {:?}", again[0].errors);
        let (before, after) = (&games[0].record, &again[0].record);
        let moves = |record: &dyn Record| -> Vec<_> {
            let nodes = record.nodes(Notation::Uci, usize::MAX);
            nodes.into_iter().map(|node| (node.after, node.mv, node.comment)).collect()
        };
        assert!(moves(before.as_ref()) == moves(after.as_ref()), "{name}: moves or comments changed");
        assert_eq!((before.ending(), before.preface()), (after.ending(), after.preface()), "{name}");
        let red = |record: &dyn Record| record.tag("Red").or(record.tag("White")).map(str::to_owned);
        assert_eq!(red(before.as_ref()), red(after.as_ref()), "{name}");
        assert_eq!(before.tag("Black"), after.tag("Black"), "{name}");
    }
    let chess = read(b"1. e4 e5").1;
    let why = chess[0].record.write_file(RecordFormat::Xqf, Notation::Uci).expect_err("not xiangqi");
    assert_eq!(why.code, "record_form_unfit");
}

#[test]
fn a_written_text_names_its_own_notation_and_keeps_the_players() {
    let (_, games) = read(
        "[White \"An\"]\n[Black \"Bình\"]\n[Game \"xiangqi\"]\n[Notation \"vi\"]\n\n1. P2-5 M8.7".as_bytes(),
    );
    for form in [RecordFormat::Pgn, RecordFormat::Txt] {
        for notation in [Notation::Wxf, Notation::Zh] {
            let text = games[0].record.write(form, notation).expect("text");
            assert!(text.contains(&format!("[Notation \"{}\"]", notation.name())), "{text}");
            assert!(!text.contains("\"vi\""), "{text}");
            let (_, again) = read(text.as_bytes());
            assert_eq!((again[0].notation, again[0].record.plies()), (notation, 2), "{text}");
            assert_eq!(
                [again[0].record.tag("White"), again[0].record.tag("Black")],
                [Some("An"), Some("Bình")]
            );
        }
    }
}

#[test]
fn an_xqf_file_is_read_with_names_comments_and_variations() {
    let (file, games) = read(&hostile::small_xqf());
    assert_eq!((file.form, games.len()), (FileFormat::Xqf, 1));
    let game = &games[0];
    assert!(game.errors.is_empty(), "{:?}", game.errors);
    assert_eq!(game.record.tag("Red"), Some("胡荣华"));
    let pgn = game.record.write(RecordFormat::Pgn, Notation::Uci).expect("PGN");
    assert!(pgn.contains("1. c3c4 {好棋} 1... h9g7 (1... b9c7) 0-1"), "{pgn}");
    comes_back(game);
}

#[test]
fn lists_of_positions_and_of_moves_are_read_as_games() {
    let fens = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1\n4k4/9/9/9/9/9/9/9/8R/5K3 w - - 0 1\n";
    let (_, games) = read(fens.as_bytes());
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.record.setup().is_some() && game.errors.is_empty()));
    for (text, game, plies) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "chess", 6),
        ("炮二平五，马８进７，马二进三", "xiangqi", 3),
        ("1. Pháo 2 bình 5, Mã 8 tiến 7\n2. Mã 2 tiến 3, Xe 9 bình 8", "xiangqi", 4),
        ("P2-5 M8.7 M2.3 X9-8", "xiangqi", 4),
        ("C2=5 H8+7 H2+3 R9=8", "xiangqi", 4),
        ("H2-E2 H9-G7 H0-G2", "xiangqi", 3),
        ("h2e2 h9g7", "xiangqi", 2),
    ] {
        let (_, games) = read(text.as_bytes());
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(
            (games[0].record.spec().name, games[0].record.plies()),
            (game, plies),
            "{text}: {:?}",
            games[0].errors
        );
    }
}

#[test]
fn two_games_in_one_file_are_counted_and_the_illegal_move_is_reported() {
    let text = "[Red \"A\"]\n\n1. h2e2 h9g7 *\n\n[Red \"B\"]\n\n1. h2e2 a0a9 2. h0g2 *\n";
    let (_, games) = read(text.as_bytes());
    assert_eq!(games.len(), 2);
    assert!(games[0].errors.is_empty());
    let errors: Vec<String> = games[1].errors.iter().map(ToString::to_string).collect();
    assert!(
        errors.len() == 1 && errors[0].contains("game=2") && errors[0].contains("move=a0a9"),
        "{errors:?}"
    );
    assert_eq!(games[1].record.plies(), 1);
}

#[test]
fn hostile_files_do_bounded_work() {
    for (name, bytes) in hostile::files() {
        let begun = std::time::Instant::now();
        let (file, games) = read_as(&bytes, &PUBLIC);
        let moves: usize = games.iter().map(|game| game.record.moves()).sum();
        println!("{name}: {} {} games, {moves} moves, {:?}", file.form.name(), games.len(), begun.elapsed());
        assert!(games.len() <= 64 * 2, "{name}: {}", games.len());
        for game in &games {
            assert!(game.record.moves() <= 20_000 && game.record.plies() <= 600, "{name}");
            assert!(game.errors.len() <= 64, "{name}: {}", game.errors.len());
            let longest = game.record.tags().iter().map(|(_, value)| value.len()).max();
            assert!(longest.unwrap_or(0) <= 256, "{name}");
        }
    }
}

#[test]
fn reading_ends_when_the_stop_check_fires() {
    for (name, bytes) in hostile::files() {
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 2
        };
        let mut games = 0;
        read_file(&bytes, &OWN, &stop, &mut |_| {
            games += 1;
            ControlFlow::Continue(())
        });
        assert!(asked.get() < 2000, "{name}: asked {} times", asked.get());
        assert!(games < 2000, "{name}: {games} games");
    }
}

#[test]
fn text_below_a_rule_under_a_game_is_not_read_as_a_game() {
    let text = "[Red \"A\"]\n\n1. h2e2 h9g7 1-0\n  =========\n Visit our pages (here)!\n\n[Red \"B\"]\n\n1. h2e2 *\n";
    let (_, games) = read(text.as_bytes());
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.errors.is_empty()), "{:?}", games[1].errors);
    let (_, games) = read("1. 炮二平五 马8进7 红胜".as_bytes());
    assert_eq!(games[0].record.ending().word(), "1-0");
}

#[test]
fn binary_data_holds_no_game() {
    let noise: Vec<u8> = (0..4000_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let (_, games) = read(&noise);
    assert!(games.is_empty(), "{}", games.len());
}

#[test]
fn the_variant_from_position_is_chess() {
    let (_, games) = read(b"[Variant \"From Position\"]\n\n*\n");
    assert_eq!(games.iter().map(|game| game.record.spec().name).collect::<Vec<_>>(), ["chess"]);
}
