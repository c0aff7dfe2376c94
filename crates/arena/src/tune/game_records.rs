//! Input of the tuner: tab-separated lists of games under a line of column names.

use table::Message;

/// A game, or a single position, with its result.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Starting position; `None` for the usual one.
    pub setup: Option<String>,
    /// Moves in coordinates; none if the record is a single position.
    pub moves: Vec<String>,
    /// Result of the first side: 1, ½ or 0.
    pub result: f32,
}

/// Columns of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    result: usize,
    fen: Option<usize>,
    moves: Option<usize>,
}

impl Columns {
    /// Reads the line of column names: `result`, and `moves` (or `moves_iccs`) or `fen` or both.
    pub fn read(line: &str) -> Result<Self, Message> {
        let names: Vec<&str> = line.trim_end().split('\t').collect();
        let place = |wanted: &[&str]| names.iter().position(|name| wanted.contains(name));
        let (fen, moves) = (place(&["fen"]), place(&["moves", "moves_iccs"]));
        match place(&["result"]) {
            Some(result) if fen.is_some() || moves.is_some() => Ok(Columns { result, fen, moves }),
            _ => Err(Message::new("tune_columns").text("columns", names.join(", "))),
        }
    }

    /// Reads a line; `None` if the result is unknown.
    pub fn record(&self, line: &str) -> Option<GameRecord> {
        let cells: Vec<&str> = line.trim_end_matches(['\r', '\n']).split('\t').collect();
        let result = match *cells.get(self.result)? {
            "1-0" | "1" | "1.0" => 1.0,
            "0-1" | "0" | "0.0" => 0.0,
            "1/2-1/2" | "0.5" | "1/2" => 0.5,
            _ => return None,
        };
        let cell = |place: Option<usize>| place.and_then(|place| cells.get(place)).map(|cell| cell.trim());
        let moves = cell(self.moves).unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        let setup = cell(self.fen).filter(|text| !text.is_empty()).map(str::to_owned);
        Some(GameRecord { setup, moves, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_by_their_column_names() {
        let columns = Columns::read("id\tresult\tmoves_iccs\n").expect("good names");
        let record = columns.record("7\t1/2-1/2\th2e2 h9g7\n").expect("a game");
        assert_eq!((record.result, record.moves.len(), record.setup), (0.5, 2, None));
        assert_eq!(columns.record("8\t*\th2e2"), None);
        assert_eq!(columns.record("9"), None);
        let columns = Columns::read("fen\tresult").expect("good names");
        let record = columns.record("4k4/9 w\t0-1").expect("a position");
        assert_eq!((record.result, record.setup.as_deref()), (0.0, Some("4k4/9 w")));
        assert!(Columns::read("result").is_err());
        assert!(Columns::read("fen\tmoves").is_err());
    }
}
