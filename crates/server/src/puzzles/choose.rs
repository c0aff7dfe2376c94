//! Puzzle lists: filters, rows, and the puzzle of the day.

use std::collections::HashMap;

use super::collection::{Collection, Puzzle, PuzzleVerdict, all};
use crate::wire::{PuzzleGoal, PuzzleMine, PuzzlePage, PuzzleRow, PuzzleStatus, PuzzlesQuery, count};

/// Player's results by puzzle.
pub type Mine = HashMap<String, PuzzleMine>;

const DEFAULT_COUNT: u32 = 24;
const MAX_COUNT: u32 = 100;
const DAY: i64 = 24 * 3600 * 1000;
/// Length of a puzzle of the day in moves.
const DAILY_MOVES: std::ops::RangeInclusive<u32> = 3..=6;

fn status(puzzle: &Puzzle) -> PuzzleStatus {
    match puzzle.verdict {
        PuzzleVerdict::Win(..) => PuzzleStatus::Proven,
        PuzzleVerdict::NoWin => PuzzleStatus::Drawn,
        PuzzleVerdict::Open => PuzzleStatus::Undecided,
        PuzzleVerdict::Line => PuzzleStatus::Line,
    }
}

/// Puzzle as a list row.
pub fn row(collection: &Collection, index: usize, puzzle: &Puzzle, mine: Option<PuzzleMine>) -> PuzzleRow {
    PuzzleRow {
        collection: collection.name.to_owned(),
        id: puzzle.id.to_owned(),
        number: count(index + 1),
        game: collection.game.to_owned(),
        title: puzzle.title.clone(),
        note: puzzle.note.map(str::to_owned),
        position: puzzle.position.to_owned(),
        turn: puzzle.turn().into(),
        goal: puzzle.goal,
        status: status(puzzle),
        moves: puzzle.moves(),
        shortest: matches!(puzzle.verdict, PuzzleVerdict::Win(moves, least) if moves == least),
        pieces: puzzle.pieces(),
        rating: puzzle.rating,
        mine,
    }
}

/// Puzzles that match a query.
pub fn list(collection: &Collection, query: &PuzzlesQuery, mine: &Mine) -> PuzzlePage {
    let text = query.text.as_deref().map(fold).filter(|text| !text.is_empty());
    let fits = |puzzle: &Puzzle| {
        let own = mine.get(puzzle.id).copied();
        let length = |holds: &dyn Fn(u32) -> bool| puzzle.moves().is_some_and(holds);
        query.least.is_none_or(|least| length(&|moves| moves >= least))
            && query.most.is_none_or(|most| length(&|moves| moves <= most))
            && query.pieces.is_none_or(|pieces| puzzle.pieces() <= pieces)
            && query.status.is_none_or(|wanted| match wanted {
                // The filter for draws includes undecided positions in which a draw is the goal.
                PuzzleStatus::Drawn => puzzle.goal == PuzzleGoal::Draw,
                other => status(puzzle) == other,
            })
            && match query.mine.as_deref() {
                Some("new") => own.is_none(),
                Some("solved") => matches!(own, Some(PuzzleMine::Solved | PuzzleMine::Again)),
                Some("failed") => matches!(own, Some(PuzzleMine::Failed | PuzzleMine::Helped)),
                _ => true,
            }
            && text.as_deref().is_none_or(|text| matches_text(puzzle, text))
    };
    let found: Vec<(usize, &Puzzle)> =
        collection.puzzles.iter().enumerate().filter(|(_, puzzle)| fits(puzzle)).collect();
    let from = query.from.unwrap_or(0) as usize;
    let most = query.count.unwrap_or(DEFAULT_COUNT).min(MAX_COUNT) as usize;
    let rows = found.iter().skip(from).take(most);
    PuzzlePage {
        total: count(found.len()),
        rows: rows
            .map(|&(index, puzzle)| row(collection, index, puzzle, mine.get(puzzle.id).copied()))
            .collect(),
    }
}

fn matches_text(puzzle: &Puzzle, text: &str) -> bool {
    let title = puzzle.title.iter().flat_map(|title| [&title.hans, &title.hant, &title.vi, &title.en]);
    puzzle.id == text
        || title.map(String::as_str).chain(puzzle.note).any(|written| fold(written).contains(text))
}

/// Text folded for search: lower case without diacritics.
fn fold(text: &str) -> String {
    let bare = |letter: char| match letter {
        'à' | 'á' | 'ả' | 'ã' | 'ạ' | 'ă' | 'ằ' | 'ắ' | 'ẳ' | 'ẵ' | 'ặ' | 'â' | 'ầ' | 'ấ' | 'ẩ' | 'ẫ'
        | 'ậ' => 'a',
        'è' | 'é' | 'ẻ' | 'ẽ' | 'ẹ' | 'ê' | 'ề' | 'ế' | 'ể' | 'ễ' | 'ệ' => 'e',
        'ì' | 'í' | 'ỉ' | 'ĩ' | 'ị' => 'i',
        'ò' | 'ó' | 'ỏ' | 'õ' | 'ọ' | 'ô' | 'ồ' | 'ố' | 'ổ' | 'ỗ' | 'ộ' | 'ơ' | 'ờ' | 'ớ' | 'ở' | 'ỡ'
        | 'ợ' => 'o',
        'ù' | 'ú' | 'ủ' | 'ũ' | 'ụ' | 'ư' | 'ừ' | 'ứ' | 'ử' | 'ữ' | 'ự' => 'u',
        'ỳ' | 'ý' | 'ỷ' | 'ỹ' | 'ỵ' => 'y',
        'đ' => 'd',
        other => other,
    };
    text.trim().to_lowercase().chars().map(bare).collect()
}

/// Puzzle of the day, the same for all players of a game; of any game if this one has no puzzles.
pub fn daily(now: i64, game: Option<&str>) -> Option<(i64, &'static Collection, usize, &'static Puzzle)> {
    let day = now.div_euclid(DAY);
    let proven = |puzzle: &Puzzle| matches!(puzzle.verdict, PuzzleVerdict::Win(moves, least) if moves == least && DAILY_MOVES.contains(&moves));
    let of_game = |one: &&Collection| game.is_none_or(|wanted| one.game == wanted);
    let choice: Vec<(&Collection, usize, &Puzzle)> = all()
        .iter()
        .filter(of_game)
        .flat_map(|one| one.puzzles.iter().enumerate().map(move |(index, puzzle)| (one, index, puzzle)))
        .filter(|(_, _, puzzle)| proven(puzzle))
        .collect();
    if choice.is_empty() && game.is_some() {
        return daily(now, None);
    }
    // Neighbors in a collection are alike, so the day is hashed.
    let mixed = day.unsigned_abs().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    let index_of_day = usize::try_from(mixed).ok()?.checked_rem(choice.len())?;
    let &(collection, index, puzzle) = choice.get(index_of_day)?;
    Some((day * DAY, collection, index, puzzle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::named;

    fn total(name: &str, query: &PuzzlesQuery) -> u32 {
        list(named(name).expect("a collection"), query, &Mine::new()).total
    }

    #[test]
    fn filters_keep_only_matching_puzzles() {
        let manual = named("shiqing").expect("the manual");
        let everything = total("shiqing", &PuzzlesQuery::default());
        assert_eq!(everything as usize, manual.puzzles.len());
        let short = PuzzlesQuery { most: Some(4), ..PuzzlesQuery::default() };
        let page = list(manual, &PuzzlesQuery { count: Some(100), ..short.clone() }, &Mine::new());
        assert!(page.total > 0 && page.total < everything);
        assert!(page.rows.iter().all(|row| row.moves.is_some_and(|moves| moves <= 4)));
        let few = PuzzlesQuery { pieces: Some(9), ..PuzzlesQuery::default() };
        assert!(list(manual, &few, &Mine::new()).rows.iter().all(|row| row.pieces <= 9));
        let drawn = PuzzlesQuery { status: Some(PuzzleStatus::Drawn), ..PuzzlesQuery::default() };
        let page = list(manual, &drawn, &Mine::new());
        assert!(page.total > 20 && page.rows.iter().all(|row| row.goal == PuzzleGoal::Draw));
    }

    #[test]
    fn titles_are_found_without_diacritics() {
        for text in ["KHÍ THÔN QUAN HỮU", "khi thon", "气吞", "氣吞", "1"] {
            let query = PuzzlesQuery { text: Some(text.to_owned()), ..PuzzlesQuery::default() };
            let page = list(named("shiqing").expect("the manual"), &query, &Mine::new());
            assert!(page.rows.iter().any(|row| row.id == "1"), "{text}");
        }
        assert_eq!(
            total("shiqing", &PuzzlesQuery { text: Some("qqqq".to_owned()), ..Default::default() }),
            0
        );
    }

    #[test]
    fn each_day_has_its_own_puzzle() {
        let of = |day: i64| daily(day * DAY + 5, None).map(|(_, one, _, puzzle)| (one.name, puzzle.id));
        assert_eq!(
            of(20_000),
            daily(20_000 * DAY + DAY - 1, None).map(|(_, one, _, puzzle)| (one.name, puzzle.id))
        );
        let week: std::collections::HashSet<_> = (20_000..20_007).map(of).collect();
        assert!(week.len() >= 6, "{week:?}");
    }

    #[test]
    fn the_puzzle_of_the_day_is_of_the_game_asked_for() {
        let games: std::collections::HashSet<_> = all().iter().map(|one| one.game).collect();
        assert!(games.len() > 1, "{games:?}");
        for game in games {
            for day in 20_000..20_007 {
                let (_, collection, _, _) = daily(day * DAY, Some(game)).expect("a puzzle");
                assert_eq!(collection.game, game);
            }
        }
        assert!(daily(0, Some("no such game")).is_some(), "a game without puzzles gets one of another");
    }
}
