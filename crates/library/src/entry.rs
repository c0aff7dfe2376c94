//! A game as the library keeps it: what it is found by, its text, and the positions it went through.

use sha2::{Digest, Sha256};
use table::{GameResult, Message, Notation, Record, RecordFormat, Side};

use crate::dates::normalize_date;
use crate::openings;

/// The master games that come with the house, packed: from Chinese-Chess-Practical-Dataset, CC BY 4.0, Yu-Han Tseng.
pub const MASTERS: &[u8] = include_bytes!("../../../assets/games/masters.tsv.gz");
/// How many they are.
pub const MASTERS_COUNT: usize = 25_215;

/// A position a game went through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionVisit {
    /// Its frozen key.
    pub key: u64,
    /// After how many plies.
    pub ply: u32,
    /// The move played there, in coordinates; empty at the end.
    pub mv: String,
}

/// A game to be kept.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The game.
    pub game: &'static str,
    /// The players, first and second.
    pub players: [String; 2],
    /// The event.
    pub event: String,
    /// The place.
    pub site: String,
    /// The day, in a form that sorts.
    pub date: String,
    /// How it ended.
    pub ending: GameResult,
    /// The opening's code; empty where it has none.
    pub code: String,
    /// Plies of the main line.
    pub plies: u32,
    /// Moves in all variations.
    pub moves: u32,
    /// The whole record, moves in coordinates.
    pub pgn: String,
    /// Two records of one digest are the same.
    pub digest: u64,
    /// The positions of the main line.
    pub visits: Vec<PositionVisit>,
}

impl Entry {
    /// What the library keeps of a record.
    pub fn from_record(record: &dyn Record) -> Result<Entry, Message> {
        let game = record.spec().name;
        let pgn = record.write(RecordFormat::Pgn, Notation::Uci)?;
        let mut visits = Vec::new();
        record.walk(&mut |key, mv| {
            let ply = visits.len() as u32;
            visits.push(PositionVisit { key, ply, mv: mv.unwrap_or_default().to_owned() });
        });
        let told =
            record.tag("ECCO").or(record.tag("ECO")).filter(|code| openings::by_code(game, code).is_some());
        let found = visits.iter().rev().find_map(|visit| openings::by_position(game, visit.key));
        let code = match (told, found) {
            // At chess positions are certain; at xiangqi the code people gave is.
            (Some(code), _) if game == "xiangqi" => code.to_owned(),
            (_, Some(opening)) => opening.code.to_owned(),
            (Some(code), None) => code.to_owned(),
            (None, None) => String::new(),
        };
        let tag = |names: &[&str]| {
            names.iter().find_map(|name| record.tag(name)).map(str::to_owned).unwrap_or_default()
        };
        let digest = Sha256::digest(format!("{game}\n{pgn}").as_bytes());
        Ok(Entry {
            game,
            players: [tag(&["Red", "White"]), tag(&["Black"])],
            event: tag(&["Event", "Title"]),
            site: tag(&["Site"]),
            date: normalize_date(&tag(&["Date"])),
            ending: record.ending(),
            code,
            plies: visits.len().saturating_sub(1) as u32,
            moves: record.moves() as u32,
            pgn,
            digest: digest.iter().take(8).fold(0, |sum, &byte| sum << 8 | u64::from(byte)),
            visits,
        })
    }
}

/// Endings as the tables number them.
pub(crate) fn ending_number(ending: GameResult) -> i64 {
    match ending {
        GameResult::Unknown => 0,
        GameResult::Won(Side::First) => 1,
        GameResult::Won(Side::Second) => 2,
        GameResult::Drawn => 3,
    }
}

/// The ending of a number.
pub(crate) fn ending_of(number: i64) -> GameResult {
    match number {
        1 => GameResult::Won(Side::First),
        2 => GameResult::Won(Side::Second),
        3 => GameResult::Drawn,
        _ => GameResult::Unknown,
    }
}
