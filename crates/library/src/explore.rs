//! The explorer: what was played in a position, how often, and how it went.

use sqlx::Row;
use table::{GameResult, Side};

use crate::entry::ending_of;
use crate::{Library, LibraryError};

/// Results counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ResultCounts {
    /// Games.
    pub games: i64,
    /// Won by the first side.
    pub first: i64,
    /// Drawn.
    pub drawn: i64,
    /// Won by the second side.
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

/// A move and how it went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveCount {
    /// In coordinates.
    pub mv: String,
    /// Its results.
    pub tally: ResultCounts,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PositionStats {
    /// All games that went through it.
    pub tally: ResultCounts,
    /// The moves played there, the most frequent first.
    pub moves: Vec<MoveCount>,
}

impl Library {
    /// What was played in a position by the games of the house and of an owner.
    pub async fn explore(&self, owner: i64, key: u64) -> Result<PositionStats, LibraryError> {
        let rows = sqlx::query(
            "SELECT mv, result, count(*) FROM library_position WHERE key = ? AND owner IN (0, ?) GROUP BY mv, result",
        )
        .bind(key as i64)
        .bind(owner)
        .fetch_all(&self.readers)
        .await?;
        let mut explored = PositionStats::default();
        for row in &rows {
            let (mv, result, count): (String, i64, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            let ending = ending_of(result);
            explored.tally.add(ending, count);
            if mv.is_empty() {
                continue;
            }
            match explored.moves.iter_mut().find(|known| known.mv == mv) {
                Some(known) => known.tally.add(ending, count),
                None => {
                    let mut tally = ResultCounts::default();
                    tally.add(ending, count);
                    explored.moves.push(MoveCount { mv, tally });
                }
            }
        }
        explored
            .moves
            .sort_by(|one, other| other.tally.games.cmp(&one.tally.games).then(one.mv.cmp(&other.mv)));
        Ok(explored)
    }
}
