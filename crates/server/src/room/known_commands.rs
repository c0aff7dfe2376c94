//! Commands that were executed, so that a repeated one is answered again and not executed again.

use std::hash::{BuildHasher, RandomState};

/// Event number of each command. Only a hash of the name is kept, keyed at random per room: a long game has hundreds of
/// commands, and nobody can choose names that collide.
#[derive(Default)]
pub(super) struct KnownCommands {
    keys: RandomState,
    /// Hashes in the order of execution, and the event numbers in the same order. A few hundred are compared faster than a
    /// map is kept small.
    hashes: Vec<u64>,
    seqs: Vec<u32>,
}

/// Commands for which memory is reserved at a time.
const STEP: usize = 32;

impl KnownCommands {
    /// Event number of a command that was executed.
    pub fn get(&self, name: &str) -> Option<u64> {
        let hash = self.keys.hash_one(name);
        let index = self.hashes.iter().rposition(|known| *known == hash)?;
        self.seqs.get(index).copied().map(u64::from)
    }

    /// Records a command with the number of its last event.
    pub fn insert(&mut self, name: &str, seq: u64) {
        // A log of four billion events is never reached: each one is a line of a database.
        let Ok(seq) = u32::try_from(seq) else { return };
        if self.hashes.len() == self.hashes.capacity() {
            self.hashes.reserve_exact(STEP);
            self.seqs.reserve_exact(STEP);
        }
        self.hashes.push(self.keys.hash_one(name));
        self.seqs.push(seq);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_name_and_the_latest_counts() {
        let mut known = KnownCommands::default();
        for seq in 1..200 {
            known.insert(&format!("an/{seq}"), seq);
        }
        known.insert("an/7", 300);
        assert_eq!(known.get("an/7"), Some(300));
        assert_eq!(known.get("an/199"), Some(199));
        assert_eq!(known.get("binh/7"), None);
    }
}
