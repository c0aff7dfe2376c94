//! What people have made of puzzles: each puzzle's state, a rating, and a row of successes.

use std::collections::HashMap;

use sqlx::{Row, SqliteConnection};

use super::{Done, Job, Store, StoreError};
use crate::wire::{PuzzleMine, PuzzleProgress};

/// The rating everybody begins with.
const FIRST_RATING: f64 = 1200.0;
/// How far one result moves a rating, at first and later.
const EARLY: f64 = 40.0;
const LATER: f64 = 20.0;
const EARLY_RESULTS: i64 = 20;

/// What happened with a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleHappened {
    /// It was solved.
    Solved,
    /// It was not.
    Failed,
    /// The next move was asked for.
    Helped,
}

/// Something that happened with a puzzle, to be kept.
#[derive(Debug)]
pub struct PuzzleEvent {
    /// To whom.
    pub player: String,
    /// The collection.
    pub collection: String,
    /// The puzzle.
    pub puzzle: String,
    /// How hard it is.
    pub rating: u32,
    /// What.
    pub what: PuzzleHappened,
    /// When.
    pub at: i64,
}

/// What was kept of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleKept {
    /// What one has made of the puzzle.
    pub mine: PuzzleMine,
    /// The progress now.
    pub progress: PuzzleProgress,
    /// How the rating has changed.
    pub change: Option<i32>,
}

impl PuzzleMine {
    /// Whether it was solved, at whichever try.
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

    /// What becomes of a puzzle. Only the first result counts; help keeps a solution from being one's own.
    fn after(before: Option<PuzzleMine>, what: PuzzleHappened) -> PuzzleMine {
        match (before, what) {
            (Some(PuzzleMine::Solved), _) => PuzzleMine::Solved,
            (Some(PuzzleMine::Again), _) => PuzzleMine::Again,
            (None, PuzzleHappened::Solved) => PuzzleMine::Solved,
            (Some(_), PuzzleHappened::Solved) => PuzzleMine::Again,
            (None, PuzzleHappened::Helped) => PuzzleMine::Helped,
            (Some(known), PuzzleHappened::Helped) => known,
            (_, PuzzleHappened::Failed) => PuzzleMine::Failed,
        }
    }
}

#[derive(Clone, Copy)]
struct Puzzler {
    rating: f64,
    solved: i64,
    failed: i64,
    streak: i64,
    best: i64,
}

impl Puzzler {
    const NEW: Puzzler = Puzzler { rating: FIRST_RATING, solved: 0, failed: 0, streak: 0, best: 0 };

    fn read(row: &sqlx::sqlite::SqliteRow) -> Result<Puzzler, StoreError> {
        Ok(Puzzler {
            rating: row.try_get(0)?,
            solved: row.try_get(1)?,
            failed: row.try_get(2)?,
            streak: row.try_get(3)?,
            best: row.try_get(4)?,
        })
    }

    fn count(&mut self, solved: bool, puzzle: f64) {
        let expected = 1.0 / (1.0 + 10_f64.powf((puzzle - self.rating) / 400.0));
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

const PUZZLER: &str = "SELECT rating, solved, failed, streak, best FROM puzzler WHERE player = ?";

impl Store {
    /// What a person has made of the puzzles of a collection.
    pub async fn puzzles_of(
        &self,
        player: &str,
        collection: &str,
    ) -> Result<HashMap<String, PuzzleMine>, StoreError> {
        let rows = sqlx::query("SELECT puzzle, state FROM puzzle WHERE player = ? AND collection = ?")
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

    /// A person's progress.
    pub async fn puzzler(&self, player: &str) -> Result<PuzzleProgress, StoreError> {
        let row = sqlx::query(PUZZLER).bind(player).fetch_optional(&self.readers).await?;
        Ok(row.as_ref().map_or(Ok(Puzzler::NEW), Puzzler::read)?.progress())
    }

    /// Keeps what happened with a puzzle.
    pub async fn note_puzzle(&self, event: PuzzleEvent) -> Result<PuzzleKept, StoreError> {
        match self.write(Job::Puzzle(event)).await? {
            Done::Puzzled(kept) => Ok(kept),
            _ => Err(StoreError::Closed),
        }
    }
}

/// Keeps what happened with a puzzle, and counts the first result.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    event: &PuzzleEvent,
) -> Result<PuzzleKept, StoreError> {
    let known = sqlx::query("SELECT state FROM puzzle WHERE player = ? AND collection = ? AND puzzle = ?")
        .bind(&event.player)
        .bind(&event.collection)
        .bind(&event.puzzle)
        .fetch_optional(&mut *connection)
        .await?;
    let before = known.map(|row| row.try_get::<String, _>(0)).transpose()?;
    let before = before.as_deref().and_then(PuzzleMine::of);
    let mine = PuzzleMine::after(before, event.what);
    let row = sqlx::query(PUZZLER).bind(&event.player).fetch_optional(&mut *connection).await?;
    let mut puzzler = row.as_ref().map_or(Ok(Puzzler::NEW), Puzzler::read)?;
    // Help alone is no result yet; failing after it is.
    let counts = match mine {
        PuzzleMine::Solved => before.is_none(),
        PuzzleMine::Failed => matches!(before, None | Some(PuzzleMine::Helped)),
        PuzzleMine::Again | PuzzleMine::Helped => false,
    };
    let rating = puzzler.rating;
    if counts {
        puzzler.count(mine == PuzzleMine::Solved, f64::from(event.rating));
        sqlx::query(
            "INSERT INTO puzzler (player, rating, solved, failed, streak, best) VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (player) DO UPDATE SET rating = excluded.rating, solved = excluded.solved,
             failed = excluded.failed, streak = excluded.streak, best = excluded.best",
        )
        .bind(&event.player)
        .bind(puzzler.rating)
        .bind(puzzler.solved)
        .bind(puzzler.failed)
        .bind(puzzler.streak)
        .bind(puzzler.best)
        .execute(&mut *connection)
        .await?;
    }
    if before != Some(mine) {
        sqlx::query(
            "INSERT INTO puzzle (player, collection, puzzle, state, at) VALUES (?, ?, ?, ?, ?)
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
    let change = counts.then(|| puzzler.rating.round() as i32 - rating.round() as i32);
    Ok(PuzzleKept { mine, progress: puzzler.progress(), change })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_result_counts_and_help_is_remembered() {
        use PuzzleHappened as What;
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
    fn a_hard_puzzle_gives_more_than_an_easy_one_and_a_row_ends_with_a_failure() {
        let mut one = Puzzler::NEW;
        one.count(true, 1800.0);
        let hard = one.rating - FIRST_RATING;
        let mut other = Puzzler::NEW;
        other.count(true, 700.0);
        assert!(hard > 30.0 && other.rating - FIRST_RATING < 5.0);
        one.count(true, 1200.0);
        one.count(false, 1200.0);
        assert_eq!((one.streak, one.best, one.solved, one.failed), (0, 2, 2, 1));
    }
}
