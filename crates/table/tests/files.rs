//! Files of other programs: all kinds load, say what is wrong, and come back unchanged from what we write.
//!
//! Sample files of others are read from beside the project, where their licences keep them; without them those tests
//! say so and pass.

mod hostile;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use table::{
    FileFormat, FileRead, Notation, ReadGame, ReadLimits, ReadOptions, RecordFormat, common_notation, games,
    read_file,
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

/// The samples beside the project; `None` where they are not.
fn samples() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/xiangqi/formats");
    if !path.is_dir() {
        eprintln!("no sample files beside the project: not tested");
        return None;
    }
    Some(path)
}

/// The files of a gzipped tar archive: name and bytes.
#[cfg(unix)]
fn unpack(path: &Path) -> Vec<(String, Vec<u8>)> {
    let output = std::process::Command::new("tar").arg("tzf").arg(path).output().expect("tar");
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let names: Vec<&str> = names.lines().filter(|name| !name.ends_with('/')).collect();
    names
        .iter()
        .enumerate()
        .filter_map(|(index, _)| {
            let quoted = std::process::Command::new("tar")
                .arg("tzf")
                .arg(path)
                .arg("--quoting-style=literal")
                .output()
                .ok()?;
            let literal: Vec<Vec<u8>> = quoted
                .stdout
                .split(|&byte| byte == b'\n')
                .map(<[u8]>::to_vec)
                .filter(|name| !name.is_empty() && !name.ends_with(b"/"))
                .collect();
            use std::os::unix::ffi::OsStrExt;
            let name = literal.get(index)?;
            let bytes = std::process::Command::new("tar")
                .arg("xzOf")
                .arg(path)
                .arg(std::ffi::OsStr::from_bytes(name))
                .output()
                .ok()?;
            Some((String::from_utf8_lossy(name).into_owned(), bytes.stdout))
        })
        .collect()
}

#[test]
#[cfg(unix)]
fn every_sample_file_of_other_programs_loads() {
    let Some(folder) = samples() else { return };
    let all = unpack(&folder.join("walker8088_cchess_test_files_xqf_cbr_cbl_cbf_pgn.tar.gz"));
    assert!(all.len() >= 30, "{}", all.len());
    for (name, bytes) in &all {
        let (file, games) = read(bytes);
        let faults: Vec<String> =
            games.iter().flat_map(|game| &game.errors).map(ToString::to_string).collect();
        let moves: usize = games.iter().map(|game| game.record.moves()).sum();
        println!(
            "{name}: {} {} games, {moves} moves, {} faults {:?}",
            file.form.name(),
            games.len(),
            faults.len(),
            faults.first()
        );
        assert!(!games.is_empty(), "{name}");
        let name = name.to_lowercase();
        // A few files are wrong on purpose, or have a move no rules allow; they are read up to it.
        let most = if name.contains("bad") || name.contains("35局") {
            3
        } else {
            usize::from(name.contains("wildhouse"))
        };
        assert!(faults.len() <= most, "{name}: {faults:?}");
        if name.contains("93局") {
            assert_eq!((games.len(), faults.len()), (93, 0), "{faults:?}");
        }
        if !name.contains("empty") && !name.contains("nomove") {
            assert!(moves > 0, "{name}");
        }
    }
}

#[test]
fn the_samples_of_the_formats_authors_load() {
    let Some(folder) = samples() else { return };
    for name in ["SAMPLE.XQF", "SAMPLE.PGN", "XQFEXAMA.XQF", "XQFEXAMB.XQF"] {
        let bytes = std::fs::read(folder.join(name)).expect("a sample");
        let (file, games) = read(&bytes);
        let faults: Vec<String> =
            games.iter().flat_map(|game| &game.errors).map(ToString::to_string).collect();
        let moves: usize = games.iter().map(|game| game.record.moves()).sum();
        println!("{name}: {} {} games, {moves} moves", file.form.name(), games.len());
        assert!(faults.is_empty() && moves > 20, "{name}: {moves} moves, {faults:?}");
    }
}

#[test]
fn a_tree_of_fourteen_hundred_branches_comes_back_unchanged_from_every_form() {
    let Some(folder) = samples() else { return };
    let packed = folder.join("dhtmlxq_sample_big_tree.txt.gz");
    let bytes = std::process::Command::new("gzip").arg("-dc").arg(packed).output().expect("gzip").stdout;
    let (file, games) = read(&bytes);
    assert_eq!((file.form, games.len()), (FileFormat::DhtmlXq, 1));
    let game = &games[0];
    println!("{} moves, {} faults", game.record.moves(), game.errors.len());
    assert!(game.record.moves() > 40_000, "{}", game.record.moves());
    // One of its moves leaves the general hanging.
    assert_eq!(game.errors.len(), 1, "{:?}", game.errors);
    comes_back(game);
}

/// What is written reads back as the same record.
fn comes_back(game: &ReadGame) {
    let book = games::by_name(game.record.spec().name).expect("a game");
    let pgn = |game: &ReadGame| game.record.write(RecordFormat::Pgn, Notation::Uci).expect("PGN");
    let first = pgn(game);
    for form in RecordFormat::ALL {
        for notation in [common_notation(book), Notation::Zh, Notation::ViWords] {
            let Ok(text) = game.record.write(form, notation) else { continue };
            let (_, again) = read(text.as_bytes());
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
#[cfg(unix)]
fn variations_and_comments_of_xqf_come_back_unchanged() {
    let Some(folder) = samples() else { return };
    for (name, bytes) in unpack(&folder.join("walker8088_cchess_test_files_xqf_cbr_cbl_cbf_pgn.tar.gz")) {
        let lower = name.to_lowercase();
        if ["wildhouse.xqf", "game_varations.xqf", "test_5_variations.xqf", "test.cbr", "test.cbf"]
            .iter()
            .any(|wanted| lower.ends_with(wanted))
        {
            let (_, games) = read(&bytes);
            for game in &games {
                comes_back(game);
            }
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
fn lists_of_positions_and_of_moves_are_games() {
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
fn two_games_in_one_file_are_counted_and_the_wrong_move_is_named() {
    let text = "[Red \"A\"]\n\n1. h2e2 h9g7 *\n\n[Red \"B\"]\n\n1. h2e2 a0a9 2. h0g2 *\n";
    let (_, games) = read(text.as_bytes());
    assert_eq!(games.len(), 2);
    assert!(games[0].errors.is_empty());
    let said: Vec<String> = games[1].errors.iter().map(ToString::to_string).collect();
    assert!(said.len() == 1 && said[0].contains("game=2") && said[0].contains("move=a0a9"), "{said:?}");
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
fn reading_ends_when_it_is_told_to() {
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
fn what_stands_below_a_line_under_a_game_is_no_game() {
    let text = "[Red \"A\"]\n\n1. h2e2 h9g7 1-0\n  =========\n Visit our pages (here)!\n\n[Red \"B\"]\n\n1. h2e2 *\n";
    let (_, games) = read(text.as_bytes());
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.errors.is_empty()), "{:?}", games[1].errors);
    let (_, games) = read("1. 炮二平五 马8进7 红胜".as_bytes());
    assert_eq!(games[0].record.ending().word(), "1-0");
}

#[test]
fn what_is_no_text_holds_no_game() {
    let noise: Vec<u8> = (0..4000_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let (_, games) = read(&noise);
    assert!(games.is_empty(), "{}", games.len());
}
