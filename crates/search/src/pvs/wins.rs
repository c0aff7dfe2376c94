//! What a search took to be won: a note of the move wherever a win by force was found.
//!
//! Such a score needs every reply of the loser searched and pruning leaves decided scores alone, so the notes hold
//! nearly the whole tree of the win. Nearly: repetition depends on the path, so they are hints and no proof.

use std::num::NonZeroU16;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{KeyMap, Score};

/// Positions noted at most: later ones are left out.
const MOST: usize = 1 << 21;

/// The notes, for all threads of a search.
#[derive(Default)]
pub(super) struct Wins(Mutex<KeyMap<(NonZeroU16, Score)>>);

impl Wins {
    /// The side to move in the position of this key wins with this move; the score counts from there. The fastest win is
    /// kept, so that following the notes brings the end nearer with every move.
    pub fn note(&self, key: u64, mv: NonZeroU16, score: Score) {
        let mut wins = self.lock();
        let room = wins.len() < MOST;
        match wins.get_mut(&key) {
            Some(known) if known.1 < score => *known = (mv, score),
            None if room => drop(wins.insert(key, (mv, score))),
            _ => {}
        }
    }

    /// The winning move noted for the position of this key, and what the win is worth there.
    pub fn get(&self, key: u64) -> Option<(NonZeroU16, Score)> {
        self.lock().get(&key).copied()
    }

    fn lock(&self) -> MutexGuard<'_, KeyMap<(NonZeroU16, Score)>> {
        // A note is written whole or not at all.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
