//! Proven-win notes: the winning move of each position that the search found to be won by force.
//!
//! A winning score requires a search of every reply of the loser, and pruning leaves decided scores alone, so the notes
//! hold nearly the whole tree of the win. Repetitions depend on the path, so the notes are hints and not a proof.

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{KeyMap, Score};

/// Maximum number of notes; later ones are dropped.
const MAX_NOTES: usize = 1 << 21;

/// Note of one won position.
#[derive(Clone, Copy)]
pub(super) struct Note {
    /// Winning move; `None` for a win proven elsewhere, which holds on every path.
    pub mv: Option<NonZeroU16>,
    /// Score of the win, counted from the position.
    pub score: Score,
}

/// Win notes, shared by the threads of a search.
#[derive(Default)]
pub(super) struct WinNotes {
    notes: Mutex<KeyMap<Note>>,
    /// True if any win was proven elsewhere.
    has_proven: AtomicBool,
}

impl WinNotes {
    /// Records a winning move of the side to move; the score counts from the position. The fastest win is kept, so that
    /// following the notes brings the end nearer with every move.
    pub fn record(&self, key: u64, mv: NonZeroU16, score: Score) {
        let mut notes = self.lock();
        let has_space = notes.len() < MAX_NOTES;
        let note = Note { mv: Some(mv), score };
        match notes.get_mut(&key) {
            Some(known) if known.mv.is_some() && known.score < score => *known = note,
            None if has_space => drop(notes.insert(key, note)),
            _ => {}
        }
    }

    /// Adds a win proven elsewhere for the side to move.
    pub fn add_proven(&self, key: u64, score: Score) {
        self.has_proven.store(true, Ordering::Relaxed);
        self.lock().insert(key, Note { mv: None, score });
    }

    /// Removes a recorded note. Wins proven elsewhere stay.
    pub fn discard(&self, key: u64) {
        let mut notes = self.lock();
        if notes.get(&key).is_some_and(|note| note.mv.is_some()) {
            notes.remove(&key);
        }
    }

    /// Returns true if any win was proven elsewhere.
    pub fn has_proven(&self) -> bool {
        self.has_proven.load(Ordering::Relaxed)
    }

    /// Note of the position of this key.
    pub fn get(&self, key: u64) -> Option<Note> {
        self.lock().get(&key).copied()
    }

    fn lock(&self) -> MutexGuard<'_, KeyMap<Note>> {
        // A panic cannot leave a note half written.
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_win_is_kept_and_a_proven_win_stays() {
        let wins = WinNotes::default();
        let mv = |raw| NonZeroU16::new(raw).expect("not zero");
        let noted = |key| wins.get(key).map(|note| (note.mv.map(NonZeroU16::get), note.score));
        for (raw, plies) in [(1, 9), (2, 5), (3, 7)] {
            wins.record(77, mv(raw), Score::mate_in(plies));
        }
        assert_eq!(noted(77), Some((Some(2), Score::mate_in(5))));
        assert!(!wins.has_proven());
        wins.discard(77);
        assert_eq!(noted(77), None);
        wins.add_proven(77, Score::mate_in(11));
        wins.discard(77);
        wins.record(77, mv(4), Score::mate_in(3));
        assert_eq!(noted(77), Some((None, Score::mate_in(11))));
        assert!(wins.has_proven());
    }
}
