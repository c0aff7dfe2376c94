//! Commands that were executed, so that a repeated one is answered again and not executed again.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// Event number of each command. Only a hash of the name is kept, keyed at random per room: a long game has hundreds of
/// commands, and nobody can choose names that collide.
#[derive(Default)]
pub(super) struct KnownCommands {
    keys: RandomState,
    seqs: HashMap<u64, u64>,
}

impl KnownCommands {
    /// Event number of a command that was executed.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.seqs.get(&self.keys.hash_one(name)).copied()
    }

    /// Records a command with the number of its last event.
    pub fn insert(&mut self, name: &str, seq: u64) {
        self.seqs.insert(self.keys.hash_one(name), seq);
    }
}
