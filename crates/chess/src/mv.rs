//! A move of chess in 16 bits.

use std::num::NonZeroU16;

use cozy_chess::{Piece, Square};

/// From 6 bits, to 6, promotion 3, and the top bit always set: never zero without asking. Castling is the king taking his own rook, in every variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(NonZeroU16);

/// What a pawn may become, by the promotion's bits less one.
pub const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

const TO: u32 = 6;
const PROMOTION: u32 = 12;
const TOP: u16 = 1 << 15;
/// What the promotion's bits mean.
const BECOMES: [Option<Piece>; 8] =
    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen), None, None, None];

impl Move {
    /// A move between two different squares; `None` of one square to itself or a promotion to pawn or king.
    pub fn new(from: Square, to: Square, promotion: Option<Piece>) -> Option<Self> {
        let promotion = match promotion {
            None => 0,
            Some(piece) => 1 + PROMOTIONS.iter().position(|&known| known == piece)?,
        };
        (from != to).then(|| Move::generated(from, to, promotion as u16))
    }

    /// A move that cozy-chess generated, so never from a square to itself.
    #[inline]
    pub(crate) fn generated(from: Square, to: Square, promotion_bits: u16) -> Self {
        const SET: NonZeroU16 = match NonZeroU16::new(TOP) {
            Some(top) => top,
            None => unreachable!(),
        };
        Move(SET | (from as u16 | (to as u16) << TO | promotion_bits << PROMOTION))
    }

    /// The square it leaves.
    #[inline]
    pub fn from_square(self) -> Square {
        Square::index_const(usize::from(self.0.get() & 63))
    }

    /// The square it lands on; the rook's square when castling.
    #[inline]
    pub fn to_square(self) -> Square {
        Square::index_const(usize::from(self.0.get() >> TO & 63))
    }

    /// What the pawn becomes.
    #[inline]
    pub fn promotion(self) -> Option<Piece> {
        BECOMES[usize::from(self.0.get() >> PROMOTION & 7)]
    }

    #[inline]
    pub(crate) fn cozy(self) -> cozy_chess::Move {
        cozy_chess::Move { from: self.from_square(), to: self.to_square(), promotion: self.promotion() }
    }
}

impl game::Move for Move {
    const FILLER: Self = match NonZeroU16::new(TOP | 1 << TO) {
        Some(raw) => Move(raw),
        None => unreachable!(),
    };

    fn raw(self) -> NonZeroU16 {
        self.0
    }

    fn from_raw(raw: NonZeroU16) -> Option<Self> {
        let mv = Move(raw);
        let known = raw.get() & TOP != 0 && usize::from(raw.get() >> PROMOTION & 7) <= PROMOTIONS.len();
        (known && mv.from_square() != mv.to_square()).then_some(mv)
    }

    fn from(self) -> usize {
        self.from_square() as usize
    }

    fn to(self) -> usize {
        self.to_square() as usize
    }
}
