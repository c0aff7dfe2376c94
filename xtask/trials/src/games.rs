//! Replay of master games: every move is legal, and every notation is written and read back.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use table::{Notation, Rulebook};

use crate::{Done, book, progress};

/// Notations that every game is written in and read back from, one after another.
const NOTATIONS: [Notation; 4] = [Notation::Wxf, Notation::Vi, Notation::Zh, Notation::Uci];

/// A game of the file.
struct Game {
    id: String,
    moves: String,
}

/// Replays the whole collection; fails if it is missing. The tests replay the sample of testdata.
pub fn run(data: Option<&Path>) -> Done {
    let data = data.ok_or("the master games are in ../shared/data, which is missing")?;
    let path = data.join("xiangqi").join("games").join("ccpd_master_games.tsv.gz");
    replay(&read(&decompress(&path)?))
}

fn decompress(path: &Path) -> Done<String> {
    let name = path.display();
    let file = std::fs::File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).map_err(|error| format!("{name}: {error}"))?;
    Ok(text)
}

/// Reads lines of tab-separated fields, the id first, the moves last; comments and the line of headings are skipped.
fn read(text: &str) -> Vec<Game> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("id\t"));
    let game = |line: &str| {
        let (id, rest) = line.split_once('\t')?;
        let moves = rest.rsplit('\t').next()?;
        Some(Game { id: id.to_owned(), moves: moves.to_owned() })
    };
    lines.filter_map(game).collect()
}

fn replay(games: &[Game]) -> Done {
    let book = book("xiangqi")?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let results = progress::run_parallel(games, threads, |game| round_trip(book, game), || "games".into());
    let problems: Vec<String> = results.iter().filter_map(|result| result.clone().err()).collect();
    if !problems.is_empty() {
        let first: Vec<&str> = problems.iter().take(10).map(String::as_str).collect();
        return Err(format!("{} of {} games failed:\n{}", problems.len(), games.len(), first.join("\n")));
    }
    let plies: usize = results.into_iter().flatten().sum();
    let names: Vec<&str> = std::iter::once("uci").chain(NOTATIONS.map(Notation::name)).collect();
    println!("{} master games, {plies} moves: legal, and unchanged by {}", games.len(), names.join(" -> "));
    if games.is_empty() { Err("there are no games to replay".into()) } else { Ok(()) }
}

/// Replays one game through all notations; returns the number of its moves.
fn round_trip(book: &dyn Rulebook, game: &Game) -> Done<usize> {
    let original: Vec<String> = game.moves.split_whitespace().map(str::to_owned).collect();
    let mut texts = original.clone();
    let mut notation = Notation::Uci;
    for next in NOTATIONS {
        let mut study = book.open(None, &[]).map_err(|message| message.to_string())?;
        let words: Vec<&str> = texts.iter().map(String::as_str).collect();
        study.play_game(&words, notation).map_err(|error| {
            let (name, number) = (notation.name(), error.index + 1);
            format!("{}: move {number} `{}` ({name}): {}", game.id, error.text, error.message)
        })?;
        texts = study.moves(next);
        notation = next;
    }
    match original == texts {
        true => Ok(texts.len()),
        false => Err(format!("{}: the moves changed", game.id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_master_games_survives_every_notation() {
        let path = crate::root().join("testdata").join("games").join("xiangqi_masters.tsv");
        let games = read(&std::fs::read_to_string(path).unwrap());
        assert_eq!(games.len(), 100);
        assert_eq!(replay(&games), Ok(()));
    }

    #[test]
    fn a_missing_collection_is_an_error() {
        assert!(run(None).is_err());
        assert!(run(Some(Path::new("no-such-folder"))).is_err());
    }

    #[test]
    fn an_illegal_game_is_reported_with_its_move() {
        let game = Game { id: "bad".into(), moves: "h2e2 h2e2".into() };
        let problem = round_trip(book("xiangqi").unwrap(), &game).unwrap_err();
        assert!(problem.starts_with("bad: move 2 `h2e2`"), "{problem}");
    }

    #[test]
    fn headings_and_comments_are_skipped() {
        assert_eq!(read("# x\nid\tmoves\n1\tred\th2e2\n").len(), 1);
    }
}
