//! Moves in 16 bits.

use std::num::NonZeroU16;

use game::Move;

/// Files and ranks of the largest board. Squares are numbered with this width on every board: 15 * rank + file.
pub const SIDE: usize = 15;
/// Squares of the largest board.
pub const SQUARES: usize = SIDE * SIDE;

/// Places a stone on a square. Bits: 1 + square, never zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mv(NonZeroU16);

impl Mv {
    /// Stone on a square; `None` off the largest board.
    pub fn place(square: usize) -> Option<Self> {
        let raw = u16::try_from(square + 1).ok().filter(|_| square < SQUARES)?;
        NonZeroU16::new(raw).map(Mv)
    }
}

impl Move for Mv {
    const FILLER: Self = Mv(NonZeroU16::MIN);
    type Buffer = [Self; SQUARES];

    fn raw(self) -> NonZeroU16 {
        self.0
    }

    fn from_raw(raw: NonZeroU16) -> Option<Self> {
        (usize::from(raw.get()) <= SQUARES).then_some(Mv(raw))
    }

    fn from(self) -> usize {
        self.to()
    }

    fn to(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}
