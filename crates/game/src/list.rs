//! Stack buffers for generated moves and reveals, without allocation.

use crate::Move;

/// Array of moves that a [`MoveList`] fills. Its length is the capacity of the list.
pub trait MoveBuffer<M>: Clone + Send + Sync + AsRef<[M]> + AsMut<[M]> + 'static {
    /// Length of the array.
    const CAPACITY: usize;
    /// The array before any move is in it.
    const UNUSED: Self;
}

impl<M: Move, const CAPACITY: usize> MoveBuffer<M> for [M; CAPACITY] {
    const CAPACITY: usize = CAPACITY;
    const UNUSED: Self = [M::FILLER; CAPACITY];
}

/// Stack buffer of moves, filled by move generation. Each game says by [`Move::Buffer`] how many it holds.
#[derive(Clone)]
pub struct MoveList<M: Move> {
    items: M::Buffer,
    len: usize,
}

impl<M: Move> MoveList<M> {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        MoveList { items: M::Buffer::UNUSED, len: 0 }
    }

    /// Appends a move.
    ///
    /// # Panics
    /// Panics beyond the capacity, so that no move is ever lost unnoticed. Position readers reject positions that could
    /// have more moves.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.items.as_mut()[self.len] = mv;
        self.len += 1;
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<M: Move> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Move> std::ops::Deref for MoveList<M> {
    type Target = [M];
    #[inline]
    fn deref(&self) -> &[M] {
        &self.items.as_ref()[..self.len]
    }
}

impl<M: Move> std::ops::DerefMut for MoveList<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.items.as_mut()[..self.len]
    }
}

impl<'a, M: Move> IntoIterator for &'a MoveList<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Upper bound on reveals: roles turned up (7) times roles captured face down (7), rounded up.
const REVEALS: usize = 64;

/// Possible reveals of a move with integer weights; the probability of one is its weight over [`RevealList::total`].
#[derive(Clone)]
pub struct RevealList<F> {
    items: [Option<(F, u32)>; REVEALS],
    len: usize,
    total: u32,
}

impl<F: Copy> RevealList<F> {
    /// An empty list.
    pub fn new() -> Self {
        RevealList { items: [None; REVEALS], len: 0, total: 0 }
    }

    /// Appends a reveal with its weight.
    ///
    /// # Panics
    /// Panics beyond the capacity, so that no reveal is ever lost unnoticed.
    pub fn push(&mut self, reveal: F, weight: u32) {
        debug_assert!(weight > 0);
        self.items[self.len] = Some((reveal, weight));
        self.len += 1;
        self.total += weight;
    }

    /// Removes all reveals.
    pub fn clear(&mut self) {
        self.len = 0;
        self.total = 0;
    }

    /// Number of reveals.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there are no reveals.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The sum of all weights.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Each reveal with its weight.
    pub fn iter(&self) -> impl Iterator<Item = (F, u32)> + '_ {
        self.items[..self.len].iter().flatten().copied()
    }

    /// Returns the reveal for a ticket below [`RevealList::total`]: weighted sampling.
    pub fn draw(&self, ticket: u32) -> Option<F> {
        let mut left = ticket;
        self.iter().find_map(|(reveal, weight)| {
            if left < weight {
                return Some(reveal);
            }
            left -= weight;
            None
        })
    }
}

impl<F: Copy> Default for RevealList<F> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    struct Tiny(NonZeroU16);

    impl Move for Tiny {
        const FILLER: Self = Tiny(NonZeroU16::MIN);
        type Buffer = [Tiny; 2];
        fn raw(self) -> NonZeroU16 {
            self.0
        }
        fn from_raw(raw: NonZeroU16) -> Option<Self> {
            Some(Tiny(raw))
        }
        fn from(self) -> usize {
            0
        }
        fn to(self) -> usize {
            0
        }
    }

    #[test]
    fn a_list_holds_its_capacity() {
        let mut moves = MoveList::new();
        moves.push(Tiny::FILLER);
        moves.push(Tiny::FILLER);
        assert_eq!(*moves, [Tiny::FILLER; 2]);
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn a_move_beyond_the_capacity_is_not_lost_silently() {
        let mut moves = MoveList::new();
        for _ in 0..3 {
            moves.push(Tiny::FILLER);
        }
    }
}
