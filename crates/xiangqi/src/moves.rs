//! Moves: origin and target point in 16 bits.

use std::num::NonZeroU16;

use crate::{SQUARES, Square};

/// A move from one point to another: 7 bits each. The two differ, so the value is never zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// Creates a move between two different points; `None` if they are the same.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Option<Move> {
        if from.index() == to.index() {
            return None;
        }
        match NonZeroU16::new((from.index() << 7 | to.index()) as u16) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// Creates a move to a point of a piece's reach, which never contains its origin.
    #[inline]
    pub(crate) const fn known(from: Square, to: Square) -> Move {
        match Move::new(from, to) {
            Some(mv) => mv,
            None => <Move as game::Move>::FILLER,
        }
    }

    /// Origin point.
    #[inline]
    pub const fn origin(self) -> Square {
        Square::known((self.0.get() >> 7) as usize)
    }

    /// Target point.
    #[inline]
    pub const fn target(self) -> Square {
        Square::known((self.0.get() & 0x7F) as usize)
    }

    /// Parses `h2e2`; legality is not checked.
    pub fn parse(text: &str) -> Option<Move> {
        let from = Square::named(text.get(..2)?)?;
        let to = Square::named(text.get(2..)?)?;
        Move::new(from, to)
    }
}

impl game::Move for Move {
    const FILLER: Move = Move(NonZeroU16::MIN);
    /// At xiangqi 119 moves at most: chariots and cannons 17 each, horses 8, soldiers 3, the rest 20. At jieqi 184: of sixteen
    /// pieces four each may move as chariot, cannon and horse, two of them face up and two by their squares.
    type Buffer = [Move; 192];

    #[inline]
    fn raw(self) -> NonZeroU16 {
        self.0
    }

    fn from_raw(raw: NonZeroU16) -> Option<Move> {
        let (from, to) = ((raw.get() >> 7) as usize, (raw.get() & 0x7F) as usize);
        (from < SQUARES && to < SQUARES && from != to).then_some(Move(raw))
    }

    #[inline]
    fn from(self) -> usize {
        self.origin().index()
    }

    #[inline]
    fn to(self) -> usize {
        self.target().index()
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.origin(), self.target())
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}
