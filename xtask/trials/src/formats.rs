//! Record files of other programs: every file is read, and what we write reads back unchanged.
//!
//! The files are in `../shared/data/xiangqi/formats`; their licenses keep them out of the repository. The tests of
//! `crates/table` read samples of our own in `testdata/formats`.

use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use flate2::read::GzDecoder;
use table::{
    FileRead, Notation, ReadGame, ReadLimits, ReadOptions, RecordFormat, common_notation, games, read_file,
};

use crate::Done;

/// Archive of test files of walker8088/cchess.
const ARCHIVE: &str = "walker8088_cchess_test_files_xqf_cbr_cbl_cbf_pgn.tar.gz";
/// Samples of the authors of the formats.
const SAMPLES: [&str; 4] = ["SAMPLE.XQF", "SAMPLE.PGN", "XQFEXAMA.XQF", "XQFEXAMB.XQF"];
/// A game with fourteen hundred variations.
const LARGE_TREE: &str = "dhtmlxq_sample_big_tree.txt.gz";
/// Files of the archive with variations and comments, which must read back unchanged.
const ROUND_TRIPS: [&str; 5] =
    ["wildhouse.xqf", "game_varations.xqf", "test_5_variations.xqf", "test.cbr", "test.cbf"];

/// Reads every file; fails if one cannot be read or if the folder is missing.
pub fn run(data: Option<&Path>) -> Done {
    let data = data.ok_or("the record files of other programs are in ../shared/data, which is missing")?;
    let folder = data.join("xiangqi").join("formats");
    let files = unpack(&folder.join(ARCHIVE))?;
    if files.len() < 30 {
        return Err(format!("{ARCHIVE} has only {} files", files.len()));
    }
    let mut problems = Vec::new();
    for (name, bytes) in &files {
        problems.extend(check_archived(name, bytes));
    }
    for name in SAMPLES {
        let bytes = std::fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
        let (moves, errors, _) = summary(name, &bytes);
        if moves <= 20 || !errors.is_empty() {
            problems.push(format!("{name}: {moves} moves, {errors:?}"));
        }
    }
    problems.extend(check_large_tree(&folder.join(LARGE_TREE))?);
    match problems.as_slice() {
        [] => {
            println!("{} files were read", files.len() + SAMPLES.len() + 1);
            Ok(())
        }
        _ => Err(problems.join("\n")),
    }
}

/// Checks one file of the archive.
fn check_archived(name: &str, bytes: &[u8]) -> Vec<String> {
    let mut problems = Vec::new();
    let (moves, errors, games) = summary(name, bytes);
    let lower = name.to_lowercase();
    // Some files are wrong on purpose or contain an illegal move; they are read up to it.
    let allowed = if lower.contains("bad") || lower.contains("35局") {
        3
    } else {
        usize::from(lower.contains("wildhouse"))
    };
    if games.is_empty() || errors.len() > allowed {
        problems.push(format!("{name}: {} games, {errors:?}", games.len()));
    }
    if lower.contains("93局") && (games.len(), errors.len()) != (93, 0) {
        problems.push(format!("{name}: {} games instead of 93, {errors:?}", games.len()));
    }
    if moves == 0 && !lower.contains("empty") && !lower.contains("nomove") {
        problems.push(format!("{name}: no moves"));
    }
    if ROUND_TRIPS.iter().any(|wanted| lower.ends_with(wanted)) {
        problems.extend(games.iter().flat_map(|game| round_trip(name, game)));
    }
    problems
}

fn check_large_tree(path: &Path) -> Done<Vec<String>> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| GzDecoder::new(file).read_to_end(&mut bytes))
        .map_err(|error| format!("{name}: {error}"))?;
    let (moves, errors, games) = summary(LARGE_TREE, &bytes);
    // One of its moves leaves the general in check.
    if games.len() != 1 || moves <= 40_000 || errors.len() != 1 {
        return Ok(vec![format!("{name}: {} games, {moves} moves, {errors:?}", games.len())]);
    }
    Ok(round_trip(&name, &games[0]))
}

/// Reads a file and prints a line; returns the number of moves, the errors and the games.
fn summary(name: &str, bytes: &[u8]) -> (usize, Vec<String>, Vec<ReadGame>) {
    let (file, games) = read(bytes);
    let errors: Vec<String> = games.iter().flat_map(|game| &game.errors).map(ToString::to_string).collect();
    let moves = games.iter().map(|game| game.record.moves()).sum();
    println!("{name}: {}, {} games, {moves} moves, {} errors", file.form.name(), games.len(), errors.len());
    (moves, errors, games)
}

fn read(bytes: &[u8]) -> (FileRead, Vec<ReadGame>) {
    let mut found = Vec::new();
    let ask = ReadOptions { game: None, notation: None, bounds: ReadLimits::LOCAL };
    let file = read_file(bytes, &ask, &|| false, &mut |game| {
        found.push(game);
        ControlFlow::Continue(())
    });
    (file, found)
}

/// Writes a game in every format and notation and reads it back; returns what differs.
fn round_trip(name: &str, game: &ReadGame) -> Vec<String> {
    let Some(book) = games::by_name(game.record.spec().name) else { return vec![format!("{name}: no game")] };
    let pgn = |game: &ReadGame| game.record.write(RecordFormat::Pgn, Notation::Uci).ok();
    let mut problems = Vec::new();
    for form in RecordFormat::ALL {
        for notation in [common_notation(book), Notation::Zh, Notation::ViWords] {
            let Ok(text) = game.record.write(form, notation) else { continue };
            let (_, again) = read(text.as_bytes());
            let same = matches!(&again[..], [one] if one.errors.is_empty()
                && one.record.moves() == game.record.moves()
                && (form != RecordFormat::Pgn || pgn(one) == pgn(game)));
            if !same {
                problems.push(format!("{name}: changed by {form:?} in {}", notation.name()));
            }
        }
    }
    problems
}

/// Returns the files of a gzipped tar archive: name and bytes. Names may be in any encoding.
#[cfg(unix)]
fn unpack(path: &Path) -> Done<Vec<(String, Vec<u8>)>> {
    use std::os::unix::ffi::OsStrExt;
    let tar = |arguments: &[&str], member: Option<&[u8]>| {
        let mut command = Command::new("tar");
        command.args(arguments).arg(path).args(member.map(std::ffi::OsStr::from_bytes));
        let output = command.output().map_err(|error| format!("tar: {error}"))?;
        if output.status.success() {
            Ok(output.stdout)
        } else {
            Err(format!("tar failed for {}", path.display()))
        }
    };
    let list = tar(&["--quoting-style=literal", "-tzf"], None)?;
    let names = list.split(|&byte| byte == b'\n').filter(|name| !name.is_empty() && !name.ends_with(b"/"));
    names.map(|name| Ok((String::from_utf8_lossy(name).into_owned(), tar(&["-xzOf"], Some(name))?))).collect()
}

#[cfg(not(unix))]
fn unpack(path: &Path) -> Done<Vec<(String, Vec<u8>)>> {
    Err(format!("{} is only read on Unix systems", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_an_error() {
        assert!(run(None).is_err());
        assert!(run(Some(Path::new("no-such-folder"))).is_err());
    }
}
