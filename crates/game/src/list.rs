//! Stack buffers for generated moves and reveals, without allocation.

use crate::Move;

/// Upper bound on legal moves of the games (218 in chess, about 120 in xiangqi and jieqi).
const MOVES: usize = 256;

/// Stack buffer of moves, filled by move generation.
#[derive(Clone)]
pub struct MoveList<M> {
    items: [M; MOVES],
    len: usize,
}

impl<M: Move> MoveList<M> {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        MoveList { items: [M::FILLER; MOVES], len: 0 }
    }

    /// Appends a move. Beyond the capacity the move is dropped; position readers reject positions that could have
    /// more.
    #[inline]
    pub fn push(&mut self, mv: M) {
        debug_assert!(self.len < MOVES, "more moves than any legal position offers");
        if let Some(slot) = self.items.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
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

impl<M> std::ops::Deref for MoveList<M> {
    type Target = [M];
    #[inline]
    fn deref(&self) -> &[M] {
        &self.items[..self.len]
    }
}

impl<M> std::ops::DerefMut for MoveList<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.items[..self.len]
    }
}

impl<'a, M> IntoIterator for &'a MoveList<M> {
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
    pub fn push(&mut self, reveal: F, weight: u32) {
        debug_assert!(self.len < REVEALS && weight > 0);
        if let Some(slot) = self.items.get_mut(self.len) {
            *slot = Some((reveal, weight));
            self.len += 1;
            self.total += weight;
        }
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
