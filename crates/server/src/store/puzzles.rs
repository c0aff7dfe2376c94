//! Puzzle results: state per puzzle, rating and streak of each player.

use std::collections::HashMap;

use sqlx::{Row, SqliteConnection};

use super::{Store, StoreError, WriteJob, WriteResult};
use crate::wire::{PuzzleMine, PuzzleProgress};

/// Initial rating.
const FIRST_RATING: f64 = 1200.0;
/// Elo K-factors: for the first results, and later.
const EARLY: f64 = 40.0;
const LATER: f64 = 20.0;
const EARLY_RESULTS: i64 = 20;

/// Event of a puzzle attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleAction {
    /// It was solved.
    Solved,
    /// Failed.
    Failed,
    /// The next move was asked for.
    Helped,
}

/// Puzzle event to store.
#[derive(Debug)]
pub struct PuzzleEvent {
    /// Player.
    pub player: String,
    /// The collection.
    pub collection: String,
    /// The puzzle.
    pub puzzle: String,
    /// Difficulty rating.
    pub rating: u32,
    /// Event.
    pub what: PuzzleAction,
    /// Time.
    pub at: i64,
}

/// Stored result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleUpdate {
    /// Player's state of the puzzle.
    pub mine: PuzzleMine,
    /// Progress after the event.
    pub progress: PuzzleProgress,
    /// Rating change.
    pub change: Option<i32>,
}

impl PuzzleMine {
    /// Returns true if it was solved, at any attempt.
    pub fn is_solved(self) -> bool {
        matches!(self, PuzzleMine::Solved | PuzzleMine::Again)
    }

    fn word(self) -> &'static str {
        match self {
            PuzzleMine::Solved => "solved",
            PuzzleMine::Again => "again",
            PuzzleMine::Failed => "failed",
            PuzzleMine::Helped => "helped",
        }
    }

    fn of(word: &str) -> Option<PuzzleMine> {
        [PuzzleMine::Solved, PuzzleMine::Again, PuzzleMine::Failed, PuzzleMine::Helped]
            .into_iter()
            .find(|one| one.word() == word)
    }

    /// State after an event. Only the first result counts; a puzzle solved after a hint counts as solved again.
    fn after(before: Option<PuzzleMine>, what: PuzzleAction) -> PuzzleMine {
        match (before, what) {
            (Some(PuzzleMine::Solved), _) => PuzzleMine::Solved,
            (Some(PuzzleMine::Again), _) => PuzzleMine::Again,
            (None, PuzzleAction::Solved) => PuzzleMine::Solved,
            (Some(_), PuzzleAction::Solved) => PuzzleMine::Again,
            (None, PuzzleAction::Helped) => PuzzleMine::Helped,
            (Some(known), PuzzleAction::Helped) => known,
            (_, PuzzleAction::Failed) => PuzzleMine::Failed,
        }
    }
}

#[derive(Clone, Copy)]
struct PlayerRating {
    rating: f64,
    solved: i64,
    failed: i64,
    streak: i64,
    best: i64,
}

impl PlayerRating {
    const INITIAL: PlayerRating =
        PlayerRating { rating: FIRST_RATING, solved: 0, failed: 0, streak: 0, best: 0 };

    fn read(row: &sqlx::sqlite::SqliteRow) -> Result<PlayerRating, StoreError> {
        Ok(PlayerRating {
            rating: row.try_get(0)?,
            solved: row.try_get(1)?,
            failed: row.try_get(2)?,
            streak: row.try_get(3)?,
            best: row.try_get(4)?,
        })
    }

    fn count(&mut self, solved: bool, puzzle: f64) {
        let expected = 1.0 / (1.0 + libm::exp10((puzzle - self.rating) / 400.0));
        let step = if self.solved + self.failed < EARLY_RESULTS { EARLY } else { LATER };
        self.rating += step * (f64::from(u8::from(solved)) - expected);
        if solved {
            self.solved += 1;
            self.streak += 1;
            self.best = self.best.max(self.streak);
        } else {
            self.failed += 1;
            self.streak = 0;
        }
    }

    fn progress(self) -> PuzzleProgress {
        let whole = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        PuzzleProgress {
            rating: self.rating.round() as i32,
            solved: whole(self.solved),
            failed: whole(self.failed),
            streak: whole(self.streak),
            best: whole(self.best),
        }
    }
}

const PUZZLER: &str = "SELECT rating, solved, failed, streak, best FROM puzzler WHERE player = $1";

impl Store {
    /// States of the puzzles of a collection for a player.
    pub async fn puzzles_of(
        &self,
        player: &str,
        collection: &str,
    ) -> Result<HashMap<String, PuzzleMine>, StoreError> {
        let rows = sqlx::query("SELECT puzzle, state FROM puzzle WHERE player = $1 AND collection = $2")
            .bind(player)
            .bind(collection)
            .fetch_all(&self.readers)
            .await?;
        let read = |row: sqlx::sqlite::SqliteRow| {
            let (puzzle, state): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            Ok(PuzzleMine::of(&state).map(|state| (puzzle, state)))
        };
        rows.into_iter().map(read).filter_map(Result::transpose).collect()
    }

    /// Progress of a player.
    pub async fn puzzle_progress(&self, player: &str) -> Result<PuzzleProgress, StoreError> {
        let row = sqlx::query(PUZZLER).bind(player).fetch_optional(&self.readers).await?;
        Ok(row.as_ref().map_or(Ok(PlayerRating::INITIAL), PlayerRating::read)?.progress())
    }

    /// Stores an event of a puzzle.
    pub async fn record_puzzle(&self, event: PuzzleEvent) -> Result<PuzzleUpdate, StoreError> {
        match self.write(WriteJob::Puzzle(event)).await? {
            WriteResult::PuzzleStored(kept) => Ok(kept),
            _ => Err(StoreError::Closed),
        }
    }
}

/// Stores an event of a puzzle, and rates the first result.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    event: &PuzzleEvent,
) -> Result<PuzzleUpdate, StoreError> {
    let known = sqlx::query("SELECT state FROM puzzle WHERE player = $1 AND collection = $2 AND puzzle = $3")
        .bind(&event.player)
        .bind(&event.collection)
        .bind(&event.puzzle)
        .fetch_optional(&mut *connection)
        .await?;
    let before = known.map(|row| row.try_get::<String, _>(0)).transpose()?;
    let before = before.as_deref().and_then(PuzzleMine::of);
    let mine = PuzzleMine::after(before, event.what);
    let row = sqlx::query(PUZZLER).bind(&event.player).fetch_optional(&mut *connection).await?;
    let mut player = row.as_ref().map_or(Ok(PlayerRating::INITIAL), PlayerRating::read)?;
    // A hint alone is not a result; failing after it is.
    let counts = match mine {
        PuzzleMine::Solved => before.is_none(),
        PuzzleMine::Failed => matches!(before, None | Some(PuzzleMine::Helped)),
        PuzzleMine::Again | PuzzleMine::Helped => false,
    };
    let rating = player.rating;
    if counts {
        player.count(mine == PuzzleMine::Solved, f64::from(event.rating));
        sqlx::query(
            "INSERT INTO puzzler (player, rating, solved, failed, streak, best) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (player) DO UPDATE SET rating = excluded.rating, solved = excluded.solved,
             failed = excluded.failed, streak = excluded.streak, best = excluded.best",
        )
        .bind(&event.player)
        .bind(player.rating)
        .bind(player.solved)
        .bind(player.failed)
        .bind(player.streak)
        .bind(player.best)
        .execute(&mut *connection)
        .await?;
    }
    if before != Some(mine) {
        sqlx::query(
            "INSERT INTO puzzle (player, collection, puzzle, state, at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (player, collection, puzzle) DO UPDATE SET state = excluded.state, at = excluded.at",
        )
        .bind(&event.player)
        .bind(&event.collection)
        .bind(&event.puzzle)
        .bind(mine.word())
        .bind(event.at)
        .execute(&mut *connection)
        .await?;
    }
    let change = counts.then(|| player.rating.round() as i32 - rating.round() as i32);
    Ok(PuzzleUpdate { mine, progress: player.progress(), change })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_result_counts_and_hints_are_remembered() {
        use PuzzleAction as What;
        let after =
            |events: &[What]| events.iter().fold(None, |state, what| Some(PuzzleMine::after(state, *what)));
        for (events, wanted) in [
            (&[What::Solved, What::Failed][..], PuzzleMine::Solved),
            (&[What::Failed, What::Solved], PuzzleMine::Again),
            (&[What::Helped, What::Solved], PuzzleMine::Again),
            (&[What::Helped, What::Failed], PuzzleMine::Failed),
            (&[What::Failed, What::Helped], PuzzleMine::Failed),
        ] {
            assert_eq!(after(events), Some(wanted), "{events:?}");
        }
    }

    #[test]
    fn hard_puzzles_give_more_rating_and_a_failure_ends_the_streak() {
        let mut one = PlayerRating::INITIAL;
        one.count(true, 1800.0);
        let hard = one.rating - FIRST_RATING;
        let mut other = PlayerRating::INITIAL;
        other.count(true, 700.0);
        assert!(hard > 30.0 && other.rating - FIRST_RATING < 5.0);
        one.count(true, 1200.0);
        one.count(false, 1200.0);
        assert_eq!((one.streak, one.best, one.solved, one.failed), (0, 2, 2, 1));
    }
}
