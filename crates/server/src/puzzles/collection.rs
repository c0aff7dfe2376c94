//! Bundled puzzle collections, each a tab-separated file with its source in the header.

use std::sync::LazyLock;

use table::Side;

use crate::wire::{PuzzleGoal, PuzzleTitle};

/// Files in display order.
const FILES: [(&str, &str, &str); 5] = [
    (
        "shiqing",
        include_str!("../../../../assets/puzzles/shiqing.tsv"),
        include_str!("../../../../assets/puzzles/shiqing_titles.tsv"),
    ),
    ("games", include_str!("../../../../assets/puzzles/games.tsv"), ""),
    ("ccpd", include_str!("../../../../assets/puzzles/ccpd.tsv"), ""),
    ("lichess", include_str!("../../../../assets/puzzles/lichess.tsv"), ""),
    ("fives", include_str!("../../../../assets/puzzles/fives.tsv"), ""),
];

static ALL: LazyLock<Vec<Collection>> =
    LazyLock::new(|| FILES.iter().map(|(name, text, titles)| Collection::read(name, text, titles)).collect());

/// All collections.
pub fn all() -> &'static [Collection] {
    &ALL
}

/// Returns the collection with this name.
pub fn named(name: &str) -> Option<&'static Collection> {
    ALL.iter().find(|one| one.name == name)
}

/// Puzzles of one source.
#[derive(Debug)]
pub struct Collection {
    /// Its name.
    pub name: &'static str,
    /// The game.
    pub game: &'static str,
    /// Source and license.
    pub source: &'static str,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// Precomputed result of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleVerdict {
    /// Win: proven upper bound and lower bound in moves.
    Win(u32, u32),
    /// Proven that there is no win.
    NoWin,
    /// Undecided.
    Open,
    /// No forced win; the engine chooses the same first move.
    Line,
}

/// A puzzle.
#[derive(Debug)]
pub struct Puzzle {
    /// Its name in the collection.
    pub id: &'static str,
    /// The position.
    pub position: &'static str,
    /// Move that led to the position.
    pub before: Option<&'static str>,
    /// Goal of the player.
    pub goal: PuzzleGoal,
    /// Solver result.
    pub verdict: PuzzleVerdict,
    /// First moves that win in the minimum number, if all of them are known.
    pub keys: Option<Vec<&'static str>>,
    /// Line of longest resistance, or the line to find.
    pub line: Vec<&'static str>,
    /// Difficulty rating.
    pub rating: u32,
    /// Players and event, or a link.
    pub note: Option<&'static str>,
    /// Its title.
    pub title: Option<PuzzleTitle>,
}

impl Puzzle {
    /// Side of the player.
    pub fn turn(&self) -> Side {
        if self.position.split(' ').nth(1) == Some("b") { Side::Second } else { Side::First }
    }

    /// Number of pieces on the board.
    pub fn pieces(&self) -> u32 {
        let board = self.position.split(' ').next().unwrap_or_default();
        u32::try_from(board.chars().filter(char::is_ascii_alphabetic).count()).unwrap_or(u32::MAX)
    }

    /// Number of the player's moves.
    pub fn moves(&self) -> Option<u32> {
        match (self.goal, self.verdict) {
            (_, PuzzleVerdict::Win(moves, _)) => Some(moves),
            (PuzzleGoal::Line, _) => u32::try_from(self.line.len().div_ceil(2)).ok(),
            _ => None,
        }
    }

    fn read(line: &'static str, titles: &[(&str, PuzzleTitle)]) -> Option<Puzzle> {
        let fields: Vec<&'static str> = line.split('\t').collect();
        let &[id, position, before, goal, verdict, keys, moves, rating, note] = fields.as_slice() else {
            return None;
        };
        let mut words = verdict.split(' ');
        let verdict = match (words.next()?, words.next(), words.next()) {
            ("win", Some(moves), Some(least)) => PuzzleVerdict::Win(moves.parse().ok()?, least.parse().ok()?),
            ("none", ..) => PuzzleVerdict::NoWin,
            ("open", ..) => PuzzleVerdict::Open,
            ("line", ..) => PuzzleVerdict::Line,
            _ => return None,
        };
        let goal = match goal {
            "win" => PuzzleGoal::Win,
            "draw" => PuzzleGoal::Draw,
            "line" => PuzzleGoal::Line,
            _ => return None,
        };
        let some = |text: &'static str| Some(text).filter(|text| !text.is_empty());
        let title = titles.iter().find(|(known, _)| *known == id).map(|(_, title)| title.clone());
        let keys: Vec<&str> = keys.split_whitespace().collect();
        Some(Puzzle {
            id,
            position,
            before: some(before),
            goal,
            verdict,
            keys: keys.last().is_some_and(|last| *last != "+").then_some(keys),
            line: moves.split_whitespace().collect(),
            rating: rating.parse().ok()?,
            // The note repeats the title's characters, so it is shown only without a title.
            note: some(note).filter(|_| title.is_none()),
            title,
        })
    }
}

impl Collection {
    fn read(name: &'static str, text: &'static str, titles: &'static str) -> Collection {
        let head = |label: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix("# ")?.strip_prefix(label));
            line.map_or("", |line| line.trim().trim_end_matches('.'))
        };
        let lines = |text: &'static str| text.lines().filter(|line| !line.starts_with('#'));
        let titles: Vec<(&str, PuzzleTitle)> = lines(titles)
            .filter_map(|line| {
                let fields: Vec<&str> = line.split('\t').collect();
                let &[id, hans, hant, vi, en] = fields.as_slice() else { return None };
                let own = str::to_owned;
                Some((id, PuzzleTitle { hans: own(hans), hant: own(hant), vi: own(vi), en: own(en) }))
            })
            .collect();
        let puzzles = lines(text).filter_map(|line| Puzzle::read(line, &titles)).collect();
        Collection { name, game: head("Game:"), source: head("Source:"), puzzles }
    }

    /// Returns the puzzle with this identifier and its index.
    pub fn puzzle(&self, id: &str) -> Option<(usize, &Puzzle)> {
        self.puzzles.iter().enumerate().find(|(_, puzzle)| puzzle.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Notation, games};

    #[test]
    fn every_line_of_every_file_is_a_playable_puzzle() {
        for (collection, (_, text, _)) in all().iter().zip(FILES) {
            let lines = text.lines().filter(|line| !line.starts_with('#')).count();
            assert!(lines > 20, "{}", collection.name);
            assert_eq!(collection.puzzles.len(), lines, "{}", collection.name);
            assert!(!collection.source.is_empty());
            let book = games::by_name(collection.game).expect("a game");
            for puzzle in &collection.puzzles {
                let at = format!("{} {}", collection.name, puzzle.id);
                let mut study = book.open(Some(puzzle.position), &[]).expect(&at);
                assert_eq!(study.status().turn, puzzle.turn(), "{at}");
                assert_eq!(study.status().outcome, None, "{at}");
                study.play_game(&puzzle.line, Notation::Uci).expect(&at);
                if let PuzzleVerdict::Win(moves, least) = puzzle.verdict {
                    assert!(least <= moves && moves > 0, "{at}");
                    let winner = study.status().outcome.and_then(|outcome| outcome.winner);
                    assert_eq!(winner, Some(puzzle.turn()), "{at}: the line must end in the win");
                }
                for key in puzzle.keys.iter().flatten() {
                    let mut study = book.open(Some(puzzle.position), &[]).expect(&at);
                    study.play(key, Notation::Uci).expect(&at);
                }
            }
            let mut ids: Vec<&str> = collection.puzzles.iter().map(|puzzle| puzzle.id).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), collection.puzzles.len(), "{}", collection.name);
        }
    }

    #[test]
    fn every_composition_of_the_manual_has_its_title_in_four_languages() {
        let manual = named("shiqing").expect("the manual");
        for puzzle in &manual.puzzles {
            let title = puzzle.title.as_ref().expect(puzzle.id);
            for text in [&title.hans, &title.hant, &title.vi, &title.en] {
                assert!(!text.trim().is_empty(), "{}", puzzle.id);
            }
            assert_eq!(title.hans.chars().count(), title.vi.split(' ').count(), "{}", puzzle.id);
        }
    }
}
