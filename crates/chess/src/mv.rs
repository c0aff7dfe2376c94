//! A move of chess in 16 bits.

use std::num::NonZeroU16;

use cozy_chess::{Piece, Square};

/// From 6 bits, to 6, promotion 3. Castling is the king taking his own rook, in every variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(NonZeroU16);

/// What a pawn may become, by the promotion's bits less one.
pub const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

const TO: u32 = 6;
const PROMOTION: u32 = 12;

impl Move {
    /// A move between two different squares; `None` of one square to itself or a promotion to pawn or king.
    pub fn new(from: Square, to: Square, promotion: Option<Piece>) -> Option<Self> {
        let promotion = match promotion {
            None => 0,
            Some(piece) => 1 + PROMOTIONS.iter().position(|&known| known == piece)?,
        };
        let raw = from as u16 | (to as u16) << TO | (promotion as u16) << PROMOTION;
        NonZeroU16::new(raw).filter(|_| from != to).map(Move)
    }

    /// A move that cozy-chess generated, so never from a square to itself.
    #[inline]
    pub(crate) fn generated(from: Square, to: Square, promotion_bits: u16) -> Self {
        let raw = from as u16 | (to as u16) << TO | promotion_bits << PROMOTION;
        NonZeroU16::new(raw).map_or(<Move as game::Move>::FILLER, Move)
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
        match self.0.get() >> PROMOTION {
            0 => None,
            bits => PROMOTIONS.get(usize::from(bits) - 1).copied(),
        }
    }

    #[inline]
    pub(crate) fn cozy(self) -> cozy_chess::Move {
        cozy_chess::Move { from: self.from_square(), to: self.to_square(), promotion: self.promotion() }
    }
}

impl game::Move for Move {
    // h8h8 would not do: every value a reader accepts moves somewhere. This is a1b1.
    const FILLER: Self = match NonZeroU16::new(1 << TO) {
        Some(raw) => Move(raw),
        None => unreachable!(),
    };

    fn raw(self) -> NonZeroU16 {
        self.0
    }

    fn from_raw(raw: NonZeroU16) -> Option<Self> {
        let mv = Move(raw);
        let promotes_to_something = usize::from(raw.get() >> PROMOTION) <= PROMOTIONS.len();
        (promotes_to_something && mv.from_square() != mv.to_square()).then_some(mv)
    }

    fn from(self) -> usize {
        self.from_square() as usize
    }

    fn to(self) -> usize {
        self.to_square() as usize
    }
}
