//! Transposition table of the textbook alpha-beta: one slot per index, always replaced.

use game::Score;

use crate::Bound;

/// Result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<M> {
    pub key: u64,
    /// Best move, if any.
    pub mv: Option<M>,
    /// Score, with mate distances counted from the position.
    pub score: Score,
    pub bound: Bound,
    pub depth: u8,
    /// Iteration of iterative deepening.
    pub iteration: u8,
}

/// Table with a fixed number of slots.
pub(super) struct Table<M> {
    slots: Vec<Option<Slot<M>>>,
    used: usize,
}

impl<M: Copy> Table<M> {
    /// As many slots as fit into this many megabytes; none for 0.
    pub fn new(megabytes: usize) -> Self {
        let count = (megabytes << 20) / size_of::<Option<Slot<M>>>();
        Table { slots: vec![None; count], used: 0 }
    }

    pub fn clear(&mut self) {
        if self.used > 0 {
            self.slots.fill(None);
            self.used = 0;
        }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    pub fn get(&self, key: u64) -> Option<Slot<M>> {
        self.slots.get(self.index(key)).copied().flatten().filter(|slot| slot.key == key)
    }

    pub fn put(&mut self, new: Slot<M>) {
        let index = self.index(new.key);
        let Some(slot) = self.slots.get_mut(index) else { return };
        self.used += usize::from(slot.is_none());
        *slot = Some(new);
    }

    /// Fullness in per mille.
    pub fn fullness(&self) -> u32 {
        (self.used * 1000 / self.slots.len().max(1)) as u32
    }
}
