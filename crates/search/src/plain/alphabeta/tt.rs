//! The transposition table of the textbook: one slot for each remainder of the key, the newest always kept.

use game::Score;

use crate::Bound;

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<M> {
    key: u64,
    /// The best move, where one was found.
    pub mv: Option<M>,
    /// The score, distances counted from the position.
    pub score: Score,
    pub bound: Bound,
    pub depth: u8,
    /// In which round of deepening.
    pub round: u8,
}

/// A fixed number of slots.
pub(super) struct Table<M> {
    slots: Vec<Option<Slot<M>>>,
    used: usize,
}

impl<M: Copy> Table<M> {
    /// As many slots as fit so many megabytes; none for 0.
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

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    pub fn get(&self, key: u64) -> Option<Slot<M>> {
        self.slots.get(self.place(key)).copied().flatten().filter(|slot| slot.key == key)
    }

    pub fn put(&mut self, key: u64, mv: Option<M>, score: Score, bound: Bound, depth: u32, round: u32) {
        let place = self.place(key);
        let Some(slot) = self.slots.get_mut(place) else { return };
        self.used += usize::from(slot.is_none());
        *slot = Some(Slot { key, mv, score, bound, depth: depth as u8, round: round as u8 });
    }

    /// How full it is, in thousandths.
    pub fn fullness(&self) -> u32 {
        (self.used * 1000 / self.slots.len().max(1)) as u32
    }
}
