//! Sources of the collections and their parsers.

use std::path::Path;

use table::{Notation, Side};

use crate::mates::{field, load};
use crate::{Done, book, root};

/// A shipped collection.
#[derive(Clone, Copy)]
pub struct Set {
    /// Name in files and URLs.
    pub name: &'static str,
    /// The game.
    pub game: &'static str,
    /// Source and license.
    pub source: &'static str,
}

/// All collections.
pub const ALL: [Set; 5] = [
    Set {
        name: "games",
        game: "xiangqi",
        source: "maksimKorzh/wukong-xiangqi, puzzle_generator/puzzles_verified_sorted.json at 9ef8db735e78 (MIT License)",
    },
    Set {
        name: "lichess",
        game: "chess",
        source: "the puzzles of lichess.org (CC0), a sample of 1000 by way of kagisearch/llm-chess-puzzles at 257ab8dcb10c",
    },
    Set {
        name: "shiqing",
        game: "xiangqi",
        source: "the Ming manual Shiqing yaqu; positions from kuiba1949/xiangqi-tools, fen/shiqingyaqu551.fen at 44fff43a1135 (BSD-3-Clause)",
    },
    Set {
        name: "ccpd",
        game: "xiangqi",
        source: "Chinese Chess Practical Dataset, Yu-Han Tseng, Yvonne761/Chinese-Chess-Practical-Dataset at 368a47a94777 (CC BY 4.0): the ends of its lines, titles left out, verdicts our own",
    },
    Set {
        name: "fives",
        game: "caro",
        source: "tests and benchmarks of the renju programs quintet, Renzzle_AI and of junghyun397, with the authors they name (testdata/caro/wins.txt): positions only, verdicts our own",
    },
];

/// Returns the collection with this name.
pub fn named(name: &str) -> Done<Set> {
    let known: Vec<&str> = ALL.iter().map(|set| set.name).collect();
    let set = ALL.into_iter().find(|set| set.name == name);
    set.ok_or_else(|| format!("there is no collection `{name}`: {}, all", known.join(", ")))
}

/// A position of a source.
pub struct Case {
    pub id: String,
    pub fen: String,
    /// Move that led to it, if it is to be shown.
    pub before: String,
    /// Line of the source in coordinates.
    pub line: Vec<String>,
    /// True if the line is the solution, not a forced win.
    pub wants_line: bool,
    /// True if the source states a draw.
    pub drawn: bool,
    /// True if it may be shipped.
    pub ships: bool,
    /// Measured difficulty, if known.
    pub rating: Option<u32>,
    /// Note: players and event, or the number in the manual.
    pub note: String,
}

impl Case {
    fn new(id: &str, fen: &str) -> Case {
        Case {
            id: id.to_owned(),
            fen: fen.to_owned(),
            before: String::new(),
            line: Vec::new(),
            wants_line: false,
            drawn: false,
            ships: true,
            rating: None,
            note: String::new(),
        }
    }
}

/// Reads the positions of a collection; duplicates are removed.
pub fn read(set: Set, data: Option<&Path>) -> Done<Vec<Case>> {
    let missing = "this collection is made from ../shared/data, which is missing";
    // One collection has its source in the repository.
    let data = if set.name == "fives" { Path::new("") } else { data.ok_or(missing)? };
    let puzzles = data.join("xiangqi").join("puzzles");
    let mut cases: Vec<Case> = match set.name {
        "fives" => {
            let text = load(&root().join("testdata/caro/wins.txt"))?;
            text.lines()
                .filter(|line| !line.starts_with('#'))
                .enumerate()
                .filter_map(|(index, line)| published_win(index + 1, line))
                .collect()
        }
        "games" => {
            load(&puzzles.join("wukong_mates_from_games.jsonl.gz"))?.lines().filter_map(from_game).collect()
        }
        "lichess" => load(&data.join("chess").join("tactics").join("lichess_puzzles_1000.csv"))?
            .lines()
            .skip(1)
            .filter_map(lichess)
            .collect(),
        "shiqing" => load(&puzzles.join("shiqingyaqu551.jsonl"))?.lines().filter_map(manual).collect(),
        _ => {
            let mut cases = Vec::new();
            for (letter, file) in [('m', "mating_exercises"), ('e', "endgames"), ('z', "middlegames")] {
                let text = load(&puzzles.join(format!("ccpd_{file}.jsonl.gz")))?;
                cases.extend(
                    text.lines().enumerate().filter_map(|(index, line)| exercise(letter, index + 1, line)),
                );
            }
            cases
        }
    };
    let book = book(set.game)?;
    cases.retain(|case| book.open(Some(&case.fen), &[]).is_ok_and(|study| study.status().outcome.is_none()));
    let mut seen = std::collections::HashSet::new();
    cases.retain(|case| {
        let mut fields = case.fen.split(' ');
        seen.insert((
            fields.next().unwrap_or_default().to_owned(),
            fields.next().unwrap_or_default().to_owned(),
        ))
    });
    Ok(cases)
}

/// `position ; nodes ; source`. Names of test functions say nothing to people: without an author only the program is named.
fn published_win(number: usize, line: &str) -> Option<Case> {
    let mut fields = line.split(';').map(str::trim);
    let mut case = Case::new(&number.to_string(), fields.next()?);
    let source = fields.nth(1)?;
    case.note = if source.contains(" by ") { source } else { source.split(' ').next()? }.to_owned();
    Some(case)
}

fn from_game(line: &str) -> Option<Case> {
    let id = field(line, "id")?.trim_start_matches("puzzle_");
    let mut case = Case::new(id, field(line, "fen")?);
    // Some names are on separate lines.
    let from = field(line, "from").unwrap_or_default().replace("\\n", " ");
    let words: Vec<&str> = from.split_whitespace().collect();
    case.note = words.join(" ").trim_matches([' ', '|']).to_owned();
    Some(case)
}

/// `适情雅趣_李浭551局新版 *第002局 马蹀阏氏`: a star marks positions altered by the modern edition.
fn manual(line: &str) -> Option<Case> {
    let title = field(line, "title")?;
    let number: String = field(line, "id")?.rsplit('-').next()?.trim_start_matches('0').to_owned();
    let mut case = Case::new(&number, field(line, "fen")?);
    case.ships = !title.contains('*');
    let title = title.rsplit(' ').next()?.trim_matches('*');
    // The parentheses after the last titles state the result of those endings: `马双兵和双卒双士` is a draw.
    let (name, kind) = title.split_once(['（', '(']).unwrap_or((title, ""));
    case.drawn = kind.contains('和');
    case.note = name.to_owned();
    Some(case)
}

/// Parses a puzzle. It begins after its first move; its themes state whether it ends in mate.
fn lichess(line: &str) -> Option<Case> {
    let fields: Vec<&str> = line.split(',').collect();
    let mut moves = fields.get(2)?.split(' ').map(str::to_owned);
    let mut study = table::games::by_name("chess")?.open(Some(fields.get(1)?), &[]).ok()?;
    let before = moves.next()?;
    study.play(&before, Notation::Uci).ok()?;
    let mut case = Case::new(fields.first()?, &study.position(""));
    case.before = before;
    case.line = moves.collect();
    let line: Vec<&str> = case.line.iter().map(String::as_str).collect();
    study.play_game(&line, Notation::Uci).ok()?;
    case.wants_line = !fields.get(7)?.split(' ').any(|theme| theme == "mate");
    case.rating = fields.get(3)?.parse().ok();
    case.note = (*fields.get(8)?).to_owned();
    Some(case)
}

/// A line of a master game becomes a puzzle this many plies before its end: three moves of the winner are left.
const LAST_PLIES: usize = 5;

/// Makes a puzzle of the end of a line, if the side to move won the game.
fn exercise(letter: char, number: usize, text: &str) -> Option<Case> {
    let moves = text.split_once("\"line\": [")?.1.split_once(']')?.0;
    let line: Vec<&str> = moves.split(',').map(|one| one.trim().trim_matches('"')).collect();
    let (before, last) = line.split_at_checked(line.len().checked_sub(LAST_PLIES)?)?;
    let mut study = table::games::by_name("xiangqi")?.open(Some(field(text, "fen")?), &[]).ok()?;
    study.play_game(before, Notation::Uci).ok()?;
    let won_by = match field(text, "result")? {
        "1-0" => Side::First,
        "0-1" => Side::Second,
        _ => return None,
    };
    let mut case = Case::new(&format!("{letter}{number}"), &study.position(""));
    case.line = last.iter().map(|&mv| mv.to_owned()).collect();
    (study.status().turn == won_by).then_some(case)
}
