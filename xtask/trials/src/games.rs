//! Master games, replayed and written in every notation and back.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use table::{Notation, Rulebook};

use crate::{Done, book, progress, root};

/// The way every game takes: each notation is written by us and read by us.
const WAY: [Notation; 4] = [Notation::Wxf, Notation::Vi, Notation::Zh, Notation::Uci];

/// A game as the file has it.
struct Game {
    id: String,
    moves: String,
}

/// Replays the whole collection where it is there, else the hundred games of testdata.
pub fn run(data: Option<&Path>) -> Done {
    let collection = data.map(|data| data.join("xiangqi").join("games").join("ccpd_master_games.tsv.gz"));
    let games = match collection.filter(|path| path.exists()) {
        Some(path) => read(&unpacked(&path)?),
        None => {
            println!("the master games of ../shared/data are not there: replaying the hundred of testdata");
            sample()?
        }
    };
    replay(&games)
}

fn sample() -> Done<Vec<Game>> {
    let path = root().join("testdata").join("games").join("xiangqi_masters.tsv");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(read(&text))
}

fn unpacked(path: &Path) -> Done<String> {
    let name = path.display();
    let file = std::fs::File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).map_err(|error| format!("{name}: {error}"))?;
    Ok(text)
}

/// Lines of tab-separated fields, the id first, the moves last; comments and a line of headings are left out.
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
    let results = progress::share(games, threads, |game| round_trip(book, game), || "games".into());
    let problems: Vec<String> = results.iter().filter_map(|result| result.clone().err()).collect();
    if !problems.is_empty() {
        let first: Vec<&str> = problems.iter().take(10).map(String::as_str).collect();
        return Err(format!("{} of {} games failed:\n{}", problems.len(), games.len(), first.join("\n")));
    }
    let plies: usize = results.into_iter().flatten().sum();
    let way: Vec<&str> = std::iter::once("uci").chain(WAY.map(Notation::name)).collect();
    println!("{} master games, {plies} moves: legal, and unchanged by {}", games.len(), way.join(" -> "));
    if games.is_empty() { Err("there was no game to replay".into()) } else { Ok(()) }
}

/// Replays one game and sends it all the way round; the number of its moves, or what went wrong.
fn round_trip(book: &dyn Rulebook, game: &Game) -> Done<usize> {
    let original: Vec<String> = game.moves.split_whitespace().map(str::to_owned).collect();
    let mut texts = original.clone();
    let mut notation = Notation::Uci;
    for next in WAY {
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
        false => Err(format!("{}: the moves came back changed", game.id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_master_games_survives_every_notation() {
        let games = sample().unwrap();
        assert_eq!(games.len(), 100);
        assert_eq!(replay(&games), Ok(()));
    }

    #[test]
    fn an_illegal_game_is_reported_with_its_move() {
        let game = Game { id: "bad".into(), moves: "h2e2 h2e2".into() };
        let problem = round_trip(book("xiangqi").unwrap(), &game).unwrap_err();
        assert!(problem.starts_with("bad: move 2 `h2e2`"), "{problem}");
    }

    #[test]
    fn headings_and_comments_are_no_games() {
        assert_eq!(read("# x\nid\tmoves\n1\tred\th2e2\n").len(), 1);
    }
}
