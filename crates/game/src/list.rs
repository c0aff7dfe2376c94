//! Buffers that rules fill: moves and reveals, on the stack, without allocation.

use crate::Move;

/// More than any legal position of our games offers (218 at chess, about 120 at xiangqi and jieqi).
const MOVES: usize = 256;

/// A stack buffer of moves. Rules push, searches read, sort and clear.
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

    /// Adds a move. Past the capacity the move is dropped; position readers refuse what could offer more.
    #[inline]
    pub fn push(&mut self, mv: M) {
        debug_assert!(self.len < MOVES, "more moves than any legal position offers");
        if let Some(slot) = self.items.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    /// Forgets all moves.
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

/// What turns up (7 possibilities) times what was captured face down (7 possibilities), rounded up.
const REVEALS: usize = 64;

/// The reveals a move may meet, each with its weight; a reveal's chance is its weight over [`RevealList::total`].
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

    /// Adds a reveal that happens in `weight` of the cases.
    pub fn push(&mut self, reveal: F, weight: u32) {
        debug_assert!(self.len < REVEALS && weight > 0);
        if let Some(slot) = self.items.get_mut(self.len) {
            *slot = Some((reveal, weight));
            self.len += 1;
            self.total += weight;
        }
    }

    /// Forgets all reveals.
    pub fn clear(&mut self) {
        self.len = 0;
        self.total = 0;
    }

    /// How many reveals there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no reveal was pushed.
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

    /// The reveal under a ticket below [`RevealList::total`]: a draw by weight.
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
