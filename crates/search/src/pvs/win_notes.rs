//! What a search took to be won: a note of the move wherever a win by force was found.
//!
//! Such a score needs every reply of the loser searched and pruning leaves decided scores alone, so the notes hold
//! nearly the whole tree of the win. Nearly: repetition depends on the path, so they are hints and no proof.

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{KeyMap, Score};

/// Positions noted at most: later ones are left out.
const MOST: usize = 1 << 21;

/// A note.
#[derive(Clone, Copy)]
pub(super) struct Note {
    /// The move that wins; none where the win is known from elsewhere, whatever path leads there.
    pub mv: Option<NonZeroU16>,
    /// What the win is worth, counted from there.
    pub score: Score,
}

/// The notes, for all threads of a search.
#[derive(Default)]
pub(super) struct WinNotes {
    notes: Mutex<KeyMap<Note>>,
    /// Whether any win is known from elsewhere.
    has_proven: AtomicBool,
}

impl WinNotes {
    /// The side to move in the position of this key wins with this move; the score counts from there. The fastest win is
    /// kept, so that following the notes brings the end nearer with every move.
    pub fn note(&self, key: u64, mv: NonZeroU16, score: Score) {
        let mut notes = self.lock();
        let room = notes.len() < MOST;
        let note = Note { mv: Some(mv), score };
        match notes.get_mut(&key) {
            Some(known) if known.mv.is_some() && known.score < score => *known = note,
            None if room => drop(notes.insert(key, note)),
            _ => {}
        }
    }

    /// The side to move in the position of this key is known to win.
    pub fn add_proven(&self, key: u64, score: Score) {
        self.has_proven.store(true, Ordering::Relaxed);
        self.lock().insert(key, Note { mv: None, score });
    }

    /// Forgets a note. What is known from elsewhere stays.
    pub fn discard(&self, key: u64) {
        let mut notes = self.lock();
        if notes.get(&key).is_some_and(|note| note.mv.is_some()) {
            notes.remove(&key);
        }
    }

    /// Whether any win is known from elsewhere.
    pub fn has_proven(&self) -> bool {
        self.has_proven.load(Ordering::Relaxed)
    }

    /// What was noted of the position of this key.
    pub fn get(&self, key: u64) -> Option<Note> {
        self.lock().get(&key).copied()
    }

    fn lock(&self) -> MutexGuard<'_, KeyMap<Note>> {
        // A note is written whole or not at all.
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_win_is_kept_and_what_is_known_stays_known() {
        let wins = WinNotes::default();
        let mv = |raw| NonZeroU16::new(raw).expect("not zero");
        let told = |key| wins.get(key).map(|note| (note.mv.map(NonZeroU16::get), note.score));
        for (raw, plies) in [(1, 9), (2, 5), (3, 7)] {
            wins.note(77, mv(raw), Score::mate_in(plies));
        }
        assert_eq!(told(77), Some((Some(2), Score::mate_in(5))));
        assert!(!wins.has_proven());
        wins.discard(77);
        assert_eq!(told(77), None);
        wins.add_proven(77, Score::mate_in(11));
        wins.discard(77);
        wins.note(77, mv(4), Score::mate_in(3));
        assert_eq!(told(77), Some((None, Score::mate_in(11))));
        assert!(wins.has_proven());
    }
}
