//! Opening lists: lines of moves or positions, from a file or built in.

use game::Random;
use table::{Message, Notation, Rulebook};

/// A starting position and the moves played before the players take over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Starting position; `None` for the usual one.
    pub setup: Option<String>,
    /// Moves in coordinates.
    pub moves: Vec<String>,
}

/// Openings of one game, all of them legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings(Vec<Opening>);

impl Openings {
    /// Returns the built-in list; only the starting position if the game has none.
    pub fn built_in(book: &dyn Rulebook) -> Result<Self, Message> {
        match book.profile().opening_lines {
            Some(text) => Self::read(text, book, &[]),
            None => Ok(Self::start_only()),
        }
    }

    /// Returns a list of the starting position only.
    pub fn start_only() -> Self {
        Openings(vec![Opening::default()])
    }

    /// Reads a list, one opening per line: moves in any notation of the game, or a position (FEN or EPD), or a position
    /// followed by `moves` and moves. `#` starts a comment.
    pub fn read(text: &str, book: &dyn Rulebook, options: &[(&str, &str)]) -> Result<Self, Message> {
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let opening = read_line(line, book, options).map_err(|why| {
                    Message::new("arena_opening").number("line", index + 1).nest("why", why)
                })?;
                openings.push(opening);
            }
        }
        if openings.is_empty() { Err(Message::new("arena_openings_empty")) } else { Ok(Openings(openings)) }
    }

    /// Number of openings.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are none; a list that was read has at least one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the openings.
    pub fn iter(&self) -> impl Iterator<Item = &Opening> {
        self.0.iter()
    }

    /// Returns the opening of a pair of games: each once in an order given by the seed, then again.
    pub fn of_pair(&self, pair: usize, seed: u64) -> &Opening {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        let mut random = Random::new(seed);
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        &self.0[order[pair % order.len()]]
    }
}

fn read_line(line: &str, book: &dyn Rulebook, options: &[(&str, &str)]) -> Result<Opening, Message> {
    let (setup, moves) = match line.split_once(" moves ") {
        Some((setup, moves)) => (Some(setup.trim()), moves),
        None if is_position(line) => (Some(line), ""),
        None => (None, line),
    };
    let setup = setup.map(|text| without_operations(text, book));
    let mut study = book.open(setup.as_deref(), options)?;
    let texts: Vec<&str> = moves
        .split_whitespace()
        .map(|word| {
            word.trim_start_matches(|character: char| {
                character == '.' || character.is_ascii_digit() && word.contains('.')
            })
        })
        .filter(|word| !word.is_empty())
        .collect();
    if !texts.is_empty() {
        let notation = match book.notations() {
            // Coordinates are tried first: most lists use them.
            _ if study.play_game(&texts, Notation::Uci).is_ok() => None,
            _ => Some(study.detect(&texts)?),
        };
        if let Some(notation) = notation {
            study.play_game(&texts, notation).map_err(|error| error.message)?;
        }
    }
    if study.status().outcome.is_some() {
        return Err(Message::new("arena_opening_over"));
    }
    Ok(Opening { setup, moves: study.moves(Notation::Uci) })
}

/// Returns true for a position: its ranks are separated by slashes.
fn is_position(line: &str) -> bool {
    line.matches('/').count() > 1
}

/// Removes the operations of an EPD line (such as `bm`), which follow the first four fields.
fn without_operations(text: &str, book: &dyn Rulebook) -> String {
    if book.open(Some(text), &[]).is_ok() {
        return text.to_owned();
    }
    let fields: Vec<&str> = text.split_whitespace().take(4).collect();
    format!("{} 0 1", fields.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::games;

    fn book(name: &str) -> &'static dyn Rulebook {
        games::by_name(name).expect(name)
    }

    #[test]
    fn the_built_in_lists_are_legal() {
        let with_list = games::ALL.iter().filter(|book| book.profile().opening_lines.is_some());
        let names: Vec<&str> = with_list.map(|book| book.spec().name).collect();
        assert!(names.contains(&"xiangqi") && names.contains(&"chess"), "{names:?}");
        for game in names {
            let openings = Openings::built_in(book(game)).expect(game);
            assert!(openings.len() >= 150, "{game}: {}", openings.len());
            let mut ends: Vec<String> = openings
                .iter()
                .map(|opening| {
                    let mut study = book(game).open(None, &[]).expect("the start");
                    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
                    study.play_game(&moves, Notation::Uci).expect("legal moves");
                    study.position_id()
                })
                .collect();
            ends.sort();
            ends.dedup();
            assert_eq!(ends.len(), openings.len(), "{game}: all openings lead to different positions");
        }
        assert_eq!(Openings::built_in(book("toy")).map(|openings| openings.len()), Ok(1));
    }

    #[test]
    fn moves_positions_and_both_are_read() {
        let text = "# a comment\nh2e2 h9g7 # and another\n\n1. C2=5 H8+7\n\
                    rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2\n";
        let openings = Openings::read(text, book("xiangqi"), &[]).expect("a good list");
        let all: Vec<&Opening> = openings.iter().collect();
        assert_eq!(all.len(), 3);
        assert_eq!(all[1].moves, ["h2e2", "h9g7"]);
        assert_eq!(all[2].moves, ["h2e2"]);
        assert!(all[2].setup.is_some());
    }

    #[test]
    fn an_epd_line_is_a_position() {
        let text = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id \"x\";";
        let openings = Openings::read(text, book("chess"), &[]).expect("a good list");
        assert_eq!(openings.len(), 1);
    }

    #[test]
    fn an_error_names_its_line() {
        let error = Openings::read("h2e2\nh2h2", book("xiangqi"), &[]).expect_err("no move");
        assert_eq!(error.code, "arena_opening");
        let mate = "f2f3 e7e5 g2g4 d8h4";
        assert!(Openings::read(mate, book("chess"), &[]).is_err());
        assert_eq!(
            Openings::read("# nothing", book("chess"), &[]).expect_err("empty").code,
            "arena_openings_empty"
        );
    }

    #[test]
    fn every_opening_is_used_before_any_is_repeated() {
        let openings = Openings::read("h2e2\nb2e2\nc3c4\ng3g4", book("xiangqi"), &[]).expect("a good list");
        let mut first: Vec<String> = (0..4).map(|pair| openings.of_pair(pair, 7).moves.join(" ")).collect();
        assert_eq!(openings.of_pair(4, 7).moves.join(" "), first[0]);
        first.sort();
        assert_eq!(first, ["b2e2", "c3c4", "g3g4", "h2e2"]);
    }
}
