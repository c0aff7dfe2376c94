//! Hash maps and sets keyed by position keys.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Hash map from position keys.
pub type KeyMap<T> = HashMap<u64, T, BuildHasherDefault<IdentityHasher>>;
/// Set of position keys.
pub type KeySet = HashSet<u64, BuildHasherDefault<IdentityHasher>>;

/// Identity hasher: position keys are already uniformly distributed.
#[derive(Clone, Copy, Default, Debug)]
pub struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| sum.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
