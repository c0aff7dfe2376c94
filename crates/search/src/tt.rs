//! The transposition table: what was found out about positions, shared by all threads without a lock.
//!
//! Each slot is two words, the second the key crossed with the first (Hyatt and Mann 2002): a slot torn by two
//! writers no longer fits its key and is not believed. What it gives back is a hint; a move is played only once
//! it has proved legal.

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use game::Score;

use crate::Bound;
use crate::huge_pages::advise_huge_pages;

/// Slots that share a line of the cache.
const SLOTS: usize = 4;

#[repr(align(64))]
#[derive(Default)]
struct Bucket([(AtomicU64, AtomicU64); SLOTS]);

/// The table.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Counts searches, so that what is old goes first.
    age: AtomicU8,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub mv: Option<NonZeroU16>,
    /// The score found, distances counted from the node.
    pub score: Score,
    /// What the evaluation said.
    pub eval: Score,
    pub depth: i32,
    pub bound: Bound,
    /// Whether it lay on a principal variation.
    pub pv: bool,
}

const AGES: u8 = 32;
/// Depths are stored from this one up.
const LOWEST_DEPTH: i32 = -8;

impl Entry {
    /// 16 bits of move, score and evaluation each, 8 of depth, 2 of bound, 1 of pv, 5 of age.
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 3,
            Bound::AtLeast => 2,
            Bound::AtMost => 1,
        };
        let depth = (self.depth - LOWEST_DEPTH).clamp(0, 255) as u64;
        u64::from(self.mv.map_or(0, NonZeroU16::get))
            | (self.score.raw() as u16 as u64) << 16
            | (self.eval.raw() as u16 as u64) << 32
            | depth << 48
            | bound << 56
            | u64::from(self.pv) << 58
            | u64::from(age) << 59
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 56 & 3 {
            3 => Bound::Exact,
            2 => Bound::AtLeast,
            1 => Bound::AtMost,
            _ => return None,
        };
        Some(Entry {
            mv: NonZeroU16::new(word as u16),
            score: Score::from_raw(i32::from((word >> 16) as u16 as i16)),
            eval: Score::from_raw(i32::from((word >> 32) as u16 as i16)),
            depth: (word >> 48 & 0xFF) as i32 + LOWEST_DEPTH,
            bound,
            pv: word >> 58 & 1 != 0,
        })
    }
}

fn age_of(word: u64) -> u8 {
    (word >> 59) as u8
}

impl TranspositionTable {
    /// A table of so many megabytes, one at least.
    pub fn new(megabytes: usize) -> Self {
        let count = (megabytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::with_capacity(count);
        advise_huge_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        TranspositionTable { buckets, age: AtomicU8::new(0) }
    }

    /// Its size in megabytes.
    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for (check, word) in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            check.store(0, Ordering::Relaxed);
            word.store(0, Ordering::Relaxed);
        }
    }

    /// A new search begins: what earlier ones left becomes old.
    pub(crate) fn new_generation(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Asks the memory for a position's bucket before it is needed.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing and never faults, whatever the address; this one is a live bucket's.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|(check, word)| {
            let word = word.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ word == key).then(|| Entry::unpack(word)).flatten()
        })
    }

    /// Keeps what was found, in the place of what is worth least.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut worst = 0;
        let mut least = i32::MAX;
        for (index, (check, word)) in bucket.0.iter().enumerate() {
            let old = word.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ old == key
                && let Some(known) = Entry::unpack(old)
            {
                // A good move is kept when the new search names none; a much deeper result is kept altogether.
                entry.mv = entry.mv.or(known.mv);
                let shallow = entry.depth + 4 + 2 * i32::from(entry.pv) < known.depth;
                if shallow && entry.bound != Bound::Exact && age_of(old) == age {
                    return;
                }
                worst = index;
                break;
            }
            let years = i32::from((AGES + age - age_of(old)) % AGES);
            let value = Entry::unpack(old).map_or(i32::MIN, |known| known.depth - 8 * years);
            if value < least {
                (worst, least) = (index, value);
            }
        }
        let word = entry.pack(age);
        let (check, slot) = &bucket.0[worst];
        check.store(key ^ word, Ordering::Relaxed);
        slot.store(word, Ordering::Relaxed);
    }

    /// How full it is of this search's results, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut full, mut all) = (0, 0);
        for (_, word) in sample {
            let word = word.load(Ordering::Relaxed);
            all += 1;
            full += u32::from(word != 0 && age_of(word) == age);
        }
        full * 1000 / all.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry {
            mv: NonZeroU16::new(77),
            score: Score::mated_in(12),
            eval: Score::cp(-345),
            depth,
            bound: Bound::AtLeast,
            pv: true,
        }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = TranspositionTable::new(1);
        table.store(0xABCD_EF01_2345_6789, entry(17));
        assert_eq!(table.probe(0xABCD_EF01_2345_6789), Some(entry(17)));
        assert_eq!(table.probe(0xABCD_EF01_2345_6788), None);
        table.clear();
        assert_eq!(table.probe(0xABCD_EF01_2345_6789), None);
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest() {
        let table = TranspositionTable::new(1);
        // Keys that differ only low fall into the same bucket.
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.store(key, entry(depth));
        }
        table.store(5, entry(1));
        assert_eq!(table.probe(2), None);
        assert!(table.probe(5).is_some() && table.probe(1).is_some());
    }

    #[test]
    fn a_torn_slot_is_not_believed() {
        let table = TranspositionTable::new(1);
        table.store(9, entry(5));
        let (_, word) = &table.bucket(9).0[0];
        word.store(entry(6).pack(0), Ordering::Relaxed);
        assert_eq!(table.probe(9), None);
    }
}
