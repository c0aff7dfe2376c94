//! Transposition table: search results by position key, lock-free and shared between threads.
//!
//! Each slot is two words, the second being the key XORed with the first (Hyatt and Mann 2002): a slot torn by two
//! concurrent writers no longer matches its key and is ignored. An entry is a hint: its move is played only after a
//! check that it is legal.

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use game::Score;

use crate::Bound;
use crate::huge_pages::advise_huge_pages;

/// Slots of a bucket: together one cache line.
const SLOTS: usize = 4;

/// Check word and entry.
type Slot = (AtomicU64, AtomicU64);
type Bucket = [Slot; SLOTS];

/// The transposition table.
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// First slot at the start of a cache line: the memory itself is aligned for a slot only.
    first: usize,
    /// Generation: counts searches, so that entries of older searches are replaced first.
    generation: AtomicU8,
}

/// Content of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub mv: Option<NonZeroU16>,
    /// Score, with mate distances counted from the node.
    pub score: Score,
    /// Static evaluation.
    pub eval: Score,
    pub depth: i32,
    pub bound: Bound,
    /// True if the position was on a principal variation.
    pub pv: bool,
}

const GENERATIONS: u8 = 32;
/// Smallest depth that can be stored.
const MIN_DEPTH: i32 = -8;

impl Entry {
    /// Packs to 16 bits each for move, score and evaluation, 8 for depth, 2 for bound, 1 for pv, 5 for generation.
    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 3,
            Bound::AtLeast => 2,
            Bound::AtMost => 1,
        };
        let depth = (self.depth - MIN_DEPTH).clamp(0, 255) as u64;
        u64::from(self.mv.map_or(0, NonZeroU16::get))
            | (self.score.raw() as u16 as u64) << 16
            | (self.eval.raw() as u16 as u64) << 32
            | depth << 48
            | bound << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << 59
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
            depth: (word >> 48 & 0xFF) as i32 + MIN_DEPTH,
            bound,
            pv: word >> 58 & 1 != 0,
        })
    }
}

fn generation_of(word: u64) -> u8 {
    (word >> 59) as u8
}

/// Empty slots from zeroed memory. Large tables come from the operating system page by page as they are used, so a
/// table of gigabytes is ready at once; with a larger alignment than a slot's the allocator would write every page.
fn zeroed_slots(count: usize) -> Box<[Slot]> {
    let slots = Box::<[Slot]>::new_zeroed_slice(count);
    advise_huge_pages(&slots);
    // SAFETY: a slot consists of atomic integers, for which all bits zero is a valid value: an empty slot.
    unsafe { slots.assume_init() }
}

impl TranspositionTable {
    /// Table of this many megabytes, at least one.
    pub fn new(megabytes: usize) -> Self {
        let buckets = (megabytes.max(1) << 20) / size_of::<Bucket>();
        let slots = zeroed_slots((buckets + 1) * SLOTS);
        let misaligned = slots.as_ptr() as usize % size_of::<Bucket>();
        let first = (size_of::<Bucket>() - misaligned) % size_of::<Bucket>() / size_of::<Slot>();
        TranspositionTable { slots, first, generation: AtomicU8::new(0) }
    }

    /// Size in megabytes.
    pub fn megabytes(&self) -> usize {
        size_of_val(self.buckets()) >> 20
    }

    /// Clears all entries.
    pub fn clear(&self) {
        for (check, word) in &self.slots {
            check.store(0, Ordering::Relaxed);
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Begins a new generation: entries of earlier searches become replaceable.
    pub(crate) fn new_generation(&self) {
        let generation = self.generation.load(Ordering::Relaxed);
        self.generation.store((generation + 1) % GENERATIONS, Ordering::Relaxed);
    }

    /// Buckets, one cache line each. The last slots before the end of the memory make up for the first ones.
    #[inline]
    fn buckets(&self) -> &[Bucket] {
        let end = self.slots.len() - SLOTS;
        self.slots[self.first..self.first + end].as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
    }

    /// Prefetches the bucket of a position into the cache.
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

    /// Looks a position up.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|(check, word)| {
            let word = word.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ word == key).then(|| Entry::unpack(word)).flatten()
        })
    }

    /// Stores an entry, replacing the least valuable slot of its bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut worst = 0;
        let mut least = i32::MAX;
        for (index, (check, word)) in bucket.iter().enumerate() {
            let old = word.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ old == key
                && let Some(known) = Entry::unpack(old)
            {
                // Keep the old move when the new search has none; keep a much deeper result of this search altogether.
                entry.mv = entry.mv.or(known.mv);
                let shallow = entry.depth + 4 + 2 * i32::from(entry.pv) < known.depth;
                if shallow && entry.bound != Bound::Exact && generation_of(old) == generation {
                    return;
                }
                worst = index;
                break;
            }
            let age = i32::from((GENERATIONS + generation - generation_of(old)) % GENERATIONS);
            let value = Entry::unpack(old).map_or(i32::MIN, |known| known.depth - 8 * age);
            if value < least {
                (worst, least) = (index, value);
            }
        }
        let word = entry.pack(generation);
        let (check, slot) = &bucket[worst];
        check.store(key ^ word, Ordering::Relaxed);
        slot.store(word, Ordering::Relaxed);
    }

    /// Share of slots filled in this generation, in per mille.
    pub(crate) fn fullness(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets().iter().take(250).flatten();
        let (mut full, mut all) = (0, 0);
        for (_, word) in sample {
            let word = word.load(Ordering::Relaxed);
            all += 1;
            full += u32::from(word != 0 && generation_of(word) == generation);
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
    fn a_stored_entry_is_found_again() {
        let table = TranspositionTable::new(1);
        table.store(0xABCD_EF01_2345_6789, entry(17));
        assert_eq!(table.probe(0xABCD_EF01_2345_6789), Some(entry(17)));
        assert_eq!(table.probe(0xABCD_EF01_2345_6788), None);
        table.clear();
        assert_eq!(table.probe(0xABCD_EF01_2345_6789), None);
    }

    #[test]
    fn a_full_bucket_replaces_its_shallowest_entry() {
        let table = TranspositionTable::new(1);
        // Keys that differ only in their low bits share a bucket.
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.store(key, entry(depth));
        }
        table.store(5, entry(1));
        assert_eq!(table.probe(2), None);
        assert!(table.probe(5).is_some() && table.probe(1).is_some());
    }

    #[test]
    fn a_torn_slot_is_ignored() {
        let table = TranspositionTable::new(1);
        table.store(9, entry(5));
        let (_, word) = &table.bucket(9)[0];
        word.store(entry(6).pack(0), Ordering::Relaxed);
        assert_eq!(table.probe(9), None);
    }
}
