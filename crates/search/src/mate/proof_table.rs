//! What a proof search has found out about positions: by how many moves they are won, and by how many not.

use std::num::NonZeroU16;

/// Slots that are looked at together: three words each, the key, the failures, and the win with its move.
const SLOTS: usize = 4;
const WORDS: usize = 3;
type Bucket = [u64; WORDS * SLOTS];

/// It begins this small and grows as it fills, so that an easy question touches little memory.
const FIRST_BUCKETS: usize = 1 << 12;

/// How the winner is allowed to move, from narrow to all: only checks; one quiet move that threatens, two, three, any
/// number of such; every move. Of the narrow ones, two come again with every move counted, to serve the full width.
pub(super) const WIDTHS: usize = 6;
/// The width of checks alone.
pub(super) const CHECKS: usize = 0;
/// The width of any number of quiet moves that threaten.
pub(super) const THREATS: usize = WIDTHS - 2;
/// The width at which nothing is left out: only here a failure is a fact.
pub(super) const FULL: usize = WIDTHS - 1;
/// Checks alone, every move counted.
pub(super) const COUNTED_CHECKS: usize = WIDTHS;
/// Checks and one quiet move that threatens, every move counted.
pub(super) const COUNTED_QUIET: usize = WIDTHS + 1;
/// All widths that failures are remembered for.
pub(super) const FAILURES: usize = WIDTHS + 2;

/// A failure that no number of moves mends: the tree below ends.
pub(super) const FOREVER: u8 = u8::MAX;
/// The most moves a proof may have.
pub(super) const MOST_MOVES: u8 = 200;

/// What is known of a position. A fact of a win is a fact whatever width found it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Fact {
    /// Won within this many moves of the winner; 0 is not known.
    pub win: u8,
    /// Not won within this many at each width.
    pub fail: [u8; FAILURES],
    /// The winner's move that wins, or the defender's that held out last.
    pub mv: Option<NonZeroU16>,
    /// Won by the rule against checking for ever, with this rank; 0 is not known.
    pub rank: u8,
    /// The winner's move for that.
    pub ruled_mv: Option<NonZeroU16>,
}

/// The table.
pub(super) struct ProofTable {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    filled: usize,
}

impl Fact {
    /// Failures in one word; in the other 8 bits of win, 16 of move, 8 of work.
    fn pack(self, work: u8) -> [u64; 2] {
        let mv = u64::from(self.mv.map_or(0, NonZeroU16::get));
        let ruled = u64::from(self.rank) | u64::from(self.ruled_mv.map_or(0, NonZeroU16::get)) << 8;
        [u64::from_le_bytes(self.fail), u64::from(self.win) | mv << 8 | u64::from(work) << 24 | ruled << 32]
    }

    fn unpack([fails, word]: [u64; 2]) -> Self {
        Fact {
            win: word as u8,
            fail: fails.to_le_bytes(),
            mv: NonZeroU16::new((word >> 8) as u16),
            rank: (word >> 32) as u8,
            ruled_mv: NonZeroU16::new((word >> 40) as u16),
        }
    }

    /// What two searches of the same position found, the newer one's move first.
    fn joined(self, older: Fact) -> Fact {
        let win = match (self.win, older.win) {
            (0, known) | (known, 0) => known,
            (one, other) => one.min(other),
        };
        // The move of the shorter win is the one to keep.
        let older_wins = older.win != 0 && (self.win == 0 || older.win < self.win);
        let mv = if older_wins { older.mv.or(self.mv) } else { self.mv.or(older.mv) };
        let mut fail = self.fail;
        for (mine, theirs) in fail.iter_mut().zip(older.fail) {
            *mine = (*mine).max(theirs);
        }
        let older_ranks = older.rank != 0 && (self.rank == 0 || older.rank <= self.rank);
        let (rank, ruled_mv) =
            if older_ranks { (older.rank, older.ruled_mv) } else { (self.rank, self.ruled_mv) };
        Fact { win, fail, mv, rank, ruled_mv }
    }
}

impl ProofTable {
    /// A table that grows up to so many megabytes.
    pub fn new(megabytes: usize) -> Self {
        let most_buckets = ((megabytes.max(1) << 20) / size_of::<Bucket>()).max(FIRST_BUCKETS);
        ProofTable { buckets: vec![[0; WORDS * SLOTS]; FIRST_BUCKETS], most_buckets, filled: 0 }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Fact {
        let bucket = &self.buckets[self.place(key)];
        bucket
            .chunks_exact(WORDS)
            .find(|slot| slot[0] == key && slot[2] != 0)
            .map_or(Fact::default(), |slot| Fact::unpack([slot[1], slot[2]]))
    }

    /// Adds what was found with so many nodes of work, in the place of what cost least.
    pub fn store(&mut self, key: u64, fact: Fact, nodes: u64) {
        let work = (64 - nodes.leading_zeros()) as u8;
        if self.filled * 4 > self.buckets.len() * SLOTS * 3 && self.buckets.len() < self.most_buckets {
            self.grow();
        }
        self.put(key, fact, work);
    }

    fn put(&mut self, key: u64, fact: Fact, work: u8) {
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let (mut worst, mut least) = (0, u64::MAX);
        for (index, slot) in bucket.chunks_exact_mut(WORDS).enumerate() {
            if slot[2] != 0 && slot[0] == key {
                let older = Fact::unpack([slot[1], slot[2]]);
                let both = fact.joined(older).pack(work.max(work_of(slot)));
                slot[1..].copy_from_slice(&both);
                return;
            }
            let value = value_of(slot);
            if value < least {
                (worst, least) = (index, value);
            }
        }
        self.filled += usize::from(least == 0);
        let slot = &mut bucket[WORDS * worst..WORDS * (worst + 1)];
        slot[0] = key;
        slot[1..].copy_from_slice(&fact.pack(work));
    }

    fn grow(&mut self) {
        let size = (self.buckets.len() * 4).min(self.most_buckets);
        let old = std::mem::replace(&mut self.buckets, vec![[0; WORDS * SLOTS]; size]);
        self.filled = 0;
        for slot in old.iter().flat_map(|bucket| bucket.chunks_exact(WORDS)).filter(|slot| slot[2] != 0) {
            self.put(slot[0], Fact::unpack([slot[1], slot[2]]), work_of(slot));
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets = vec![[0; WORDS * SLOTS]; FIRST_BUCKETS];
        self.filled = 0;
    }
}

/// What a slot is worth keeping for: the work it cost, nothing where it is empty. A win outlives every failure, for it is
/// a part of a tree that is no proof without it.
fn value_of(slot: &[u64]) -> u64 {
    let fact = Fact::unpack([slot[1], slot[2]]);
    let won = u64::from(fact.win != 0 || fact.rank != 0);
    if slot[2] == 0 { 0 } else { 1 + u64::from(work_of(slot)) + won * 256 }
}

/// The work a filled slot cost, as the number of its bits.
fn work_of(slot: &[u64]) -> u8 {
    (slot[2] >> 24) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(win: u8, fail: [u8; FAILURES], mv: u16) -> Fact {
        Fact { win, fail, mv: NonZeroU16::new(mv), ..Fact::default() }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let mut memory = ProofTable::new(1);
        memory.store(77, fact(3, [1, 2, 0, 2, 0, 2, 9, 255], 9), 100);
        assert_eq!(memory.probe(77), fact(3, [1, 2, 0, 2, 0, 2, 9, 255], 9));
        assert_eq!(memory.probe(78), Fact::default());
        memory.clear();
        assert_eq!(memory.probe(77), Fact::default());
    }

    #[test]
    fn facts_of_one_position_are_joined() {
        let mut memory = ProofTable::new(1);
        memory.store(5, fact(0, [4, 2, 2, 2, 2, 2, 2, 2], 11), 1);
        memory.store(5, fact(6, [0; FAILURES], 12), 1);
        assert_eq!(memory.probe(5), fact(6, [4, 2, 2, 2, 2, 2, 2, 2], 12));
        memory.store(5, fact(0, [5, 3, 3, 3, 3, 3, 3, 3], 13), 1);
        assert_eq!(
            memory.probe(5),
            fact(6, [5, 3, 3, 3, 3, 3, 3, 3], 12),
            "a winning move outlives later failures"
        );
        memory.store(5, fact(5, [0; FAILURES], 14), 1);
        assert_eq!(memory.probe(5).mv, NonZeroU16::new(14));
    }

    #[test]
    fn it_grows_and_keeps_what_it_knew() {
        let mut memory = ProofTable::new(4);
        let key = |index: u64| index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for index in 1..=20_000 {
            memory.store(key(index), fact(1, [0; FAILURES], 1), 1);
        }
        let known = (1..=20_000).filter(|&index| memory.probe(key(index)).win == 1).count();
        assert!(memory.buckets.len() > FIRST_BUCKETS);
        assert!(known > 19_500, "{known}");
        for index in 1..=2_000_000 {
            memory.store(key(index), fact(1, [0; FAILURES], 1), 1);
        }
        assert!(memory.buckets.len() * size_of::<Bucket>() <= 4 << 20);
    }

    #[test]
    fn a_win_outlives_failures_that_cost_more() {
        let mut memory = ProofTable::new(1);
        memory.store(1, fact(1, [0; FAILURES], 1), 1);
        memory.store(2, Fact { rank: 3, ruled_mv: NonZeroU16::new(1), ..Fact::default() }, 1);
        for key in 3..100 {
            memory.store(key, fact(0, [1; FAILURES], 1), 1 << 30);
        }
        assert_eq!(memory.probe(1).win, 1);
        assert_eq!(memory.probe(2).rank, 3);
    }

    #[test]
    fn a_full_bucket_gives_up_what_cost_least() {
        let mut memory = ProofTable::new(1);
        for (key, nodes) in [(1, 900), (2, 3), (3, 800), (4, 700), (5, 2)] {
            memory.store(key, fact(1, [0; FAILURES], 1), nodes);
        }
        assert_eq!(memory.probe(2), Fact::default());
        assert!([1, 3, 4, 5].iter().all(|&key| memory.probe(key).win == 1));
    }
}
