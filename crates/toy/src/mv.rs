//! Moves in 16 bits.

use std::num::NonZeroU16;

use game::Move;

/// Places a piece (both points the same) or slides one. Bits: 1 + 9 * from + to, never zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mv(NonZeroU16);

impl Mv {
    /// Places a piece from the hand; `None` off the board.
    pub fn place(point: usize) -> Option<Self> {
        Self::slide(point, point)
    }

    /// Slides a piece; `None` off the board.
    pub fn slide(from: usize, to: usize) -> Option<Self> {
        let raw = u16::try_from(1 + 9 * from + to).ok().filter(|_| from < 9 && to < 9)?;
        NonZeroU16::new(raw).map(Mv)
    }

    /// Returns true if the move places a piece from the hand.
    pub fn is_placing(self) -> bool {
        self.from() == self.to()
    }
}

impl Move for Mv {
    const FILLER: Self = Mv(NonZeroU16::MIN);
    /// Three pieces with at most eight neighbors each.
    type Buffer = [Self; 32];

    fn raw(self) -> NonZeroU16 {
        self.0
    }

    fn from_raw(raw: NonZeroU16) -> Option<Self> {
        (raw.get() <= 81).then_some(Mv(raw))
    }

    fn from(self) -> usize {
        usize::from(self.0.get() - 1) / 9
    }

    fn to(self) -> usize {
        usize::from(self.0.get() - 1) % 9
    }
}
