//! What a search took to be won: a note of the move wherever a win by force was found.
//!
//! Such a score needs every reply of the loser searched and pruning leaves decided scores alone, so the notes hold
//! nearly the whole tree of the win. Nearly: repetition depends on the path, so they are hints and no proof.

use std::collections::HashMap;
use std::num::NonZeroU16;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Positions noted at most: later ones are left out.
const MOST: usize = 1 << 21;

/// Winning moves noted for one position at most.
const MOVES: usize = 4;

/// Winning moves of one position, in the order in which they were found.
pub(super) type Moves = [Option<NonZeroU16>; MOVES];

/// The notes, for all threads of a search.
#[derive(Default)]
pub(super) struct Wins(Mutex<HashMap<u64, Moves>>);

impl Wins {
    /// The side to move in the position of this key wins with this move.
    pub fn note(&self, key: u64, mv: NonZeroU16) {
        let mut wins = self.lock();
        if wins.len() >= MOST && !wins.contains_key(&key) {
            return;
        }
        let moves = wins.entry(key).or_default();
        if !moves.contains(&Some(mv))
            && let Some(free) = moves.iter_mut().find(|known| known.is_none())
        {
            *free = Some(mv);
        }
    }

    /// The winning moves noted for the position of this key.
    pub fn get(&self, key: u64) -> Moves {
        self.lock().get(&key).copied().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Moves>> {
        // A note is written whole or not at all.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
