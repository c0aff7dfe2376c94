//! Opening explorer: moves played in a position, with frequencies and results.

use sqlx::Row;
use table::{GameResult, Side};

use crate::entry::result_from_code;
use crate::{Library, LibraryError};

/// Result statistics.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ResultCounts {
    /// Number of games.
    pub games: i64,
    /// Wins of the first side.
    pub first: i64,
    /// Draws.
    pub drawn: i64,
    /// Wins of the second side.
    pub second: i64,
}

impl ResultCounts {
    fn add(&mut self, ending: GameResult, count: i64) {
        self.games += count;
        match ending {
            GameResult::Won(Side::First) => self.first += count,
            GameResult::Won(Side::Second) => self.second += count,
            GameResult::Drawn => self.drawn += count,
            GameResult::Unknown => {}
        }
    }
}

/// Move with its results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveCount {
    /// Move in coordinates.
    pub mv: String,
    /// Results.
    pub tally: ResultCounts,
}

/// Statistics of a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PositionStats {
    /// Results of all games that reached it.
    pub tally: ResultCounts,
    /// Moves played there, most frequent first.
    pub moves: Vec<MoveCount>,
}

impl Library {
    /// Statistics of a position over the shared games and those of an owner.
    pub async fn explore(&self, owner: i64, key: u64) -> Result<PositionStats, LibraryError> {
        let rows = sqlx::query(
            "SELECT mv, result, count(*) FROM library_position WHERE key = ? AND owner IN (0, ?) GROUP BY mv, result",
        )
        .bind(key as i64)
        .bind(owner)
        .fetch_all(&self.readers)
        .await?;
        let mut stats = PositionStats::default();
        for row in &rows {
            let (mv, result, count): (String, i64, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            let ending = result_from_code(result);
            stats.tally.add(ending, count);
            if mv.is_empty() {
                continue;
            }
            match stats.moves.iter_mut().find(|known| known.mv == mv) {
                Some(known) => known.tally.add(ending, count),
                None => {
                    let mut tally = ResultCounts::default();
                    tally.add(ending, count);
                    stats.moves.push(MoveCount { mv, tally });
                }
            }
        }
        stats.moves.sort_by(|one, other| other.tally.games.cmp(&one.tally.games).then(one.mv.cmp(&other.mv)));
        Ok(stats)
    }
}
