//! Comparison of move generation and move text with independent libraries: our answers are written to a file and checked
//! by Python scripts.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use game::{Notation, Random};
use table::Study;

use crate::{Done, book, games as master_games, positions, root};

/// Amount that is compared. The libraries are slow: pyffish takes two milliseconds per call.
struct Amount {
    /// Xiangqi positions whose moves and divide are compared.
    xiangqi: usize,
    /// Chess positions, half of them Chess960.
    chess: usize,
    /// Xiangqi games whose every move is compared as text, and the moves of each.
    games: usize,
    plies: usize,
    /// Crowded xiangqi positions in which the text of every legal move is compared.
    crowded: usize,
}

const QUICK: Amount = Amount { xiangqi: 150, chess: 500, games: 3000, plies: 40, crowded: 150 };
const FULL: Amount = Amount { xiangqi: 3000, chess: 20_000, games: 40_000, plies: 80, crowded: 3000 };

/// Compares with every library; the full trial also replays the master games.
pub fn run(python: &Path, quick: bool, seed: u64, data: Option<&Path>) -> Done {
    let amount = if quick { QUICK } else { FULL };
    let random = &mut Random::new(seed);
    compare(python, "compare_xiangqi.py", &xiangqi_answers(&amount, random)?)?;
    compare(python, "compare_chess.py", &chess_answers(&amount, random)?)?;
    if quick { Ok(()) } else { master_games::run(data) }
}

/// Runs the script that compares our answers with the library.
fn compare(python: &Path, script: &str, answers: &str) -> Done {
    let file = std::env::temp_dir().join(format!("kydai-{}-{script}.tsv", std::process::id()));
    let path = file.display();
    std::fs::write(&file, answers).map_err(|error| format!("{path}: {error}"))?;
    let status =
        Command::new(python).arg(root().join("xtask").join("peers").join(script)).arg(&file).status();
    // Kept on a difference, so that our answers can be inspected.
    match status {
        Ok(status) if status.success() => {
            std::fs::remove_file(&file).map_err(|error| format!("{path}: {error}"))
        }
        Ok(_) => Err(format!("{script} found differences (ours are in {path})")),
        Err(error) => Err(format!("{script} could not be started: {error}")),
    }
}

/// Returns lines of `divide fen move:replies ...` and `text fen moves texts`, tabs between.
fn xiangqi_answers(amount: &Amount, random: &mut Random) -> Done<String> {
    let book = book("xiangqi")?;
    let mut out = String::new();
    for index in 0..amount.xiangqi {
        let mut study = match index % 3 {
            0 => positions::open_random(book, &[], || positions::xiangqi_scattered(random)),
            1 => positions::open_random(book, &[], || positions::xiangqi_crowded(random)),
            _ => book.open(None, &[]).map_err(|message| message.to_string())?,
        };
        let plies = if index % 3 == 2 { random.below(150) } else { random.below(6) };
        positions::play_random_moves(&mut *study, random, plies);
        divide(&*study, "divide", Notation::Uci1, &mut out)?;
    }
    for index in 0..amount.games {
        let mut study = match index % 4 {
            0 => book.open(None, &[]).map_err(|message| message.to_string())?,
            1 => positions::open_random(book, &[], || positions::xiangqi_scattered(random)),
            _ => positions::open_random(book, &[], || positions::xiangqi_crowded(random)),
        };
        let start = study.position("fen");
        positions::play_random_moves(&mut *study, random, amount.plies);
        let (moves, texts) = (study.moves(Notation::Uci1).join(" "), study.moves(Notation::Wxf).join(" "));
        line(&mut out, &["game", &start, &moves, &texts])?;
    }
    for _ in 0..amount.crowded {
        let study = positions::open_random(book, &[], || positions::xiangqi_crowded(random));
        let moves = study.legal_moves(Notation::Uci1).join(" ");
        let texts = study.legal_moves(Notation::Wxf).join(" ");
        line(&mut out, &["moves", &study.position("fen"), &moves, &texts])?;
    }
    Ok(out)
}

fn chess_answers(amount: &Amount, random: &mut Random) -> Done<String> {
    let book = book("chess")?;
    let mut out = String::new();
    for index in 0..amount.chess {
        let freestyle = [("chess960", "yes")];
        let (kind, mut study) = match index % 4 {
            0 => ("chess", book.open(None, &[])),
            1 => ("chess", Ok(positions::open_random(book, &[], || positions::chess_scattered(random)))),
            _ => ("chess960", book.open(Some(&positions::chess960_start(random)), &freestyle)),
        };
        let study = study.as_mut().map_err(|message| message.to_string())?;
        let plies = if index % 4 == 1 { random.below(8) } else { random.below(90) };
        positions::play_random_moves(&mut **study, random, plies);
        divide(&**study, kind, Notation::Uci, &mut out)?;
    }
    Ok(out)
}

/// Writes every legal move with the number of replies to it.
fn divide(study: &dyn Study, kind: &str, notation: Notation, out: &mut String) -> Done {
    let counts: std::collections::HashMap<String, u64> = study.divide(2).into_iter().collect();
    let names = study.legal_moves(Notation::Uci);
    let mut answers = Vec::with_capacity(names.len());
    for (name, text) in names.iter().zip(study.legal_moves(notation)) {
        let replies = counts.get(name).ok_or_else(|| format!("{name} is legal but not in the divide"))?;
        answers.push(format!("{text}:{replies}"));
    }
    if answers.len() != counts.len() {
        return Err(format!("{} legal moves but {} in the divide", answers.len(), counts.len()));
    }
    line(out, &[kind, &study.position("fen"), &answers.join(" ")])
}

fn line(out: &mut String, fields: &[&str]) -> Done {
    writeln!(out, "{}", fields.join("\t")).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_divided_in_the_notation_of_the_library() {
        let study = book("xiangqi").unwrap().open(None, &[]).unwrap();
        let mut out = String::new();
        divide(&*study, "divide", Notation::Uci1, &mut out).unwrap();
        let answers: Vec<&str> = out.trim_end().rsplit('\t').next().unwrap().split(' ').collect();
        assert_eq!(answers.len(), 44);
        assert!(answers.contains(&"h3h10:41"), "{answers:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_positions() {
        let small = Amount { xiangqi: 3, chess: 4, games: 4, plies: 10, crowded: 2 };
        let ask = |seed| {
            let random = &mut Random::new(seed);
            (xiangqi_answers(&small, random).unwrap(), chess_answers(&small, random).unwrap())
        };
        assert_eq!(ask(5), ask(5));
        assert_ne!(ask(5), ask(6));
        assert_eq!(ask(5).0.lines().count(), 9);
    }
}
