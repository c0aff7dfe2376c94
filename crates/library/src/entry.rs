//! Library entry of a game: search fields, record text, and positions of the main line.

use sha2::{Digest, Sha256};
use table::{GameResult, Message, Notation, Record, RecordFormat, Side};

use crate::dates::normalize_date;
use crate::openings;

/// Bundled master games, compressed: from Chinese-Chess-Practical-Dataset, CC BY 4.0, Yu-Han Tseng.
pub const MASTERS: &[u8] = include_bytes!("../../../assets/games/masters.tsv.gz");
/// Number of bundled master games.
pub const MASTERS_COUNT: usize = 25_215;

/// Position of a game's main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionVisit {
    /// Stable position key.
    pub key: u64,
    /// Number of plies before it.
    pub ply: u32,
    /// Move played there, in coordinates; empty at the end.
    pub mv: String,
}

/// Game to add to the library.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name of the game.
    pub game: &'static str,
    /// Players, first side first.
    pub players: [String; 2],
    /// Event.
    pub event: String,
    /// Site.
    pub site: String,
    /// Date, in a form that sorts.
    pub date: String,
    /// Result.
    pub ending: GameResult,
    /// Opening code; empty if unknown.
    pub code: String,
    /// Number of plies of the main line.
    pub plies: u32,
    /// Number of moves in all variations.
    pub moves: u32,
    /// PGN record, moves in coordinates.
    pub pgn: String,
    /// Digest of game and record: equal digests mean equal records.
    pub digest: u64,
    /// Positions of the main line.
    pub visits: Vec<PositionVisit>,
}

impl Entry {
    /// Builds the entry of a record.
    pub fn from_record(record: &dyn Record) -> Result<Entry, Message> {
        let game = record.spec().name;
        let pgn = record.write(RecordFormat::Pgn, Notation::Uci)?;
        let mut visits = Vec::new();
        record.walk(&mut |key, mv| {
            let ply = visits.len() as u32;
            visits.push(PositionVisit { key, ply, mv: mv.unwrap_or_default().to_owned() });
        });
        let header_code =
            record.tag("ECCO").or(record.tag("ECO")).filter(|code| openings::by_code(game, code).is_some());
        let detected = visits.iter().rev().find_map(|visit| openings::by_position(game, visit.key));
        let code = match (header_code, detected) {
            (Some(code), _) if openings::header_first(game) => code.to_owned(),
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

/// Database code of a result.
pub(crate) fn result_code(ending: GameResult) -> i64 {
    match ending {
        GameResult::Unknown => 0,
        GameResult::Won(Side::First) => 1,
        GameResult::Won(Side::Second) => 2,
        GameResult::Drawn => 3,
    }
}

/// Result of a database code.
pub(crate) fn result_from_code(number: i64) -> GameResult {
    match number {
        1 => GameResult::Won(Side::First),
        2 => GameResult::Won(Side::Second),
        3 => GameResult::Drawn,
        _ => GameResult::Unknown,
    }
}
