//! Proof table: hash table of the threat search, with bounds on the number of moves a position is won or not won in.

use std::num::NonZeroU16;

use super::threat::AttackMoves;

/// Slots of a bucket.
const SLOTS: usize = 4;

/// Slot of a bucket: 24 bytes.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    entry: ProofEntry,
    /// Bit length of the number of nodes that the entry cost; 0 where the slot is empty.
    work: u8,
}

/// Initial size. The table grows as it fills, so that an easy query touches little memory.
const INITIAL_BUCKETS: usize = 1 << 12;

/// Failure for any number of moves: the tree below is finite and exhausted.
pub(super) const NEVER_WON: u8 = u8::MAX;
/// Maximum number of moves of a proof.
pub(super) const MAX_MOVES: u8 = 200;

/// Table entry of a position. A win holds for all sets of moves, whichever found it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct ProofEntry {
    /// Won within this many moves of the winner; 0 for unknown.
    pub win: u8,
    /// Not won within this many moves, by the winner's moves considered.
    pub fail: [u8; AttackMoves::COUNT],
    /// Winning move of the winner, or the defender's last successful reply.
    pub mv: Option<NonZeroU16>,
    /// Rank of a win by the perpetual-check rule; 0 for unknown.
    pub rank: u8,
    /// Winning move by that rule.
    pub rule_move: Option<NonZeroU16>,
}

type Bucket = [Slot; SLOTS];

/// The proof table.
pub(super) struct ProofTable {
    buckets: Vec<Bucket>,
    max_buckets: usize,
    filled: usize,
}

impl ProofEntry {
    /// Returns true if the position is known to be won, with or without the perpetual-check rule.
    pub fn is_won(&self) -> bool {
        self.win != 0 || self.rank != 0
    }

    /// Merges two entries of one position; the newer move takes precedence.
    fn merged(self, older: ProofEntry) -> ProofEntry {
        // The shorter win and its move take precedence.
        let older_wins = older.win != 0 && (self.win == 0 || older.win < self.win);
        let (win, mv) =
            if older_wins { (older.win, older.mv.or(self.mv)) } else { (self.win, self.mv.or(older.mv)) };
        let mut fail = self.fail;
        for (mine, theirs) in fail.iter_mut().zip(older.fail) {
            *mine = (*mine).max(theirs);
        }
        let older_ranks = older.rank != 0 && (self.rank == 0 || older.rank <= self.rank);
        let (rank, rule_move) =
            if older_ranks { (older.rank, older.rule_move) } else { (self.rank, self.rule_move) };
        ProofEntry { win, fail, mv, rank, rule_move }
    }
}

impl Slot {
    fn holds(&self, key: u64) -> bool {
        self.key == key && self.work != 0
    }

    /// Value that decides on replacement. A win outlives every failure, because a proof tree is incomplete without it.
    fn value(&self) -> u16 {
        u16::from(self.work) + if self.entry.is_won() { 256 } else { 0 }
    }
}

impl ProofTable {
    /// Table that grows to at most this many megabytes.
    pub fn new(megabytes: usize) -> Self {
        let max_buckets = ((megabytes.max(1) << 20) / size_of::<Bucket>()).max(INITIAL_BUCKETS);
        ProofTable { buckets: vec![Bucket::default(); INITIAL_BUCKETS], max_buckets, filled: 0 }
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Looks a position up; the default entry where nothing is known.
    #[inline]
    pub fn probe(&self, key: u64) -> ProofEntry {
        let bucket = &self.buckets[self.bucket_index(key)];
        bucket.iter().find(|slot| slot.holds(key)).map_or(ProofEntry::default(), |slot| slot.entry)
    }

    /// Stores an entry that cost this many nodes, at least one, replacing the cheapest slot.
    pub fn store(&mut self, key: u64, entry: ProofEntry, nodes: u64) {
        if self.filled * 4 > self.buckets.len() * SLOTS * 3 && self.buckets.len() < self.max_buckets {
            let size = (self.buckets.len() * 4).min(self.max_buckets);
            let old = std::mem::replace(&mut self.buckets, vec![Bucket::default(); size]);
            self.filled = 0;
            old.into_iter().flatten().filter(|slot| slot.work != 0).for_each(|slot| self.put(slot));
        }
        self.put(Slot { key, entry, work: (64 - nodes.leading_zeros()) as u8 });
    }

    fn put(&mut self, new: Slot) {
        let index = self.bucket_index(new.key);
        let bucket = &mut self.buckets[index];
        if let Some(same) = bucket.iter_mut().find(|slot| slot.holds(new.key)) {
            (same.entry, same.work) = (new.entry.merged(same.entry), new.work.max(same.work));
        } else if let Some(cheapest) = bucket.iter_mut().min_by_key(|slot| slot.value()) {
            self.filled += usize::from(cheapest.work == 0);
            *cheapest = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAILURES: usize = AttackMoves::COUNT;

    fn entry(win: u8, fail: [u8; FAILURES], mv: u16) -> ProofEntry {
        ProofEntry { win, fail, mv: NonZeroU16::new(mv), ..ProofEntry::default() }
    }

    #[test]
    fn a_stored_entry_is_found_again() {
        let mut table = ProofTable::new(1);
        table.store(77, entry(3, [1, 2, 0, 2, 0, 2, 9, 255], 9), 100);
        assert_eq!(table.probe(77), entry(3, [1, 2, 0, 2, 0, 2, 9, 255], 9));
        assert_eq!(table.probe(78), ProofEntry::default());
    }

    #[test]
    fn entries_of_one_position_are_merged() {
        let mut table = ProofTable::new(1);
        table.store(5, entry(0, [4, 2, 2, 2, 2, 2, 2, 2], 11), 1);
        table.store(5, entry(6, [0; FAILURES], 12), 1);
        assert_eq!(table.probe(5), entry(6, [4, 2, 2, 2, 2, 2, 2, 2], 12));
        table.store(5, entry(0, [5, 3, 3, 3, 3, 3, 3, 3], 13), 1);
        assert_eq!(
            table.probe(5),
            entry(6, [5, 3, 3, 3, 3, 3, 3, 3], 12),
            "a winning move outlives later failures"
        );
        table.store(5, entry(5, [0; FAILURES], 14), 1);
        assert_eq!(table.probe(5).mv, NonZeroU16::new(14));
    }

    #[test]
    fn the_table_grows_and_keeps_its_entries() {
        let mut table = ProofTable::new(4);
        let key = |index: u64| index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for index in 1..=20_000 {
            table.store(key(index), entry(1, [0; FAILURES], 1), 1);
        }
        let known = (1..=20_000).filter(|&index| table.probe(key(index)).win == 1).count();
        assert!(table.buckets.len() > INITIAL_BUCKETS);
        assert!(known > 19_500, "{known}");
        for index in 1..=2_000_000 {
            table.store(key(index), entry(1, [0; FAILURES], 1), 1);
        }
        assert!(table.buckets.len() * size_of::<Bucket>() <= 4 << 20);
    }

    #[test]
    fn a_win_outlives_more_expensive_failures() {
        let mut table = ProofTable::new(1);
        table.store(1, entry(1, [0; FAILURES], 1), 1);
        table.store(2, ProofEntry { rank: 3, rule_move: NonZeroU16::new(1), ..ProofEntry::default() }, 1);
        for key in 3..100 {
            table.store(key, entry(0, [1; FAILURES], 1), 1 << 30);
        }
        assert_eq!(table.probe(1).win, 1);
        assert_eq!(table.probe(2).rank, 3);
    }

    #[test]
    fn a_full_bucket_replaces_its_cheapest_entry() {
        let mut table = ProofTable::new(1);
        for (key, nodes) in [(1, 900), (2, 3), (3, 800), (4, 700), (5, 2)] {
            table.store(key, entry(1, [0; FAILURES], 1), nodes);
        }
        assert_eq!(table.probe(2), ProofEntry::default());
        assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key).win == 1));
    }
}
