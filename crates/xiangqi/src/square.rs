//! The ninety points of the board.

use game::Side;
use grid::Bitboard;

/// Files of the board.
pub const FILES: usize = 9;
/// Ranks of the board.
pub const RANKS: usize = 10;
/// Points of the board.
pub const SQUARES: usize = FILES * RANKS;

/// A point of the board: rank * 9 + file. Rank 0 is Red's back rank, file 0 is `a`, at Red's left hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The point of this index; `None` past the board.
    #[inline]
    pub const fn new(index: usize) -> Option<Square> {
        if index < SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// The point at this file and rank, both from 0; `None` past the board.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square((rank * FILES + file) as u8)) } else { None }
    }

    /// The point of an index known to be on the board, as every member of a board's set is.
    #[inline]
    pub(crate) const fn known(index: usize) -> Square {
        debug_assert!(index < SQUARES);
        Square(index as u8)
    }

    /// All points, a0 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).map(Square::known)
    }

    /// 0 to 89.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (a) to 8 (i).
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize % FILES
    }

    /// 0 (Red's back rank) to 9 (Black's).
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize / FILES
    }

    /// The rank counted from this side's own back rank.
    #[inline]
    pub const fn rank_for(self, side: Side) -> usize {
        match side {
            Side::First => self.rank(),
            Side::Second => RANKS - 1 - self.rank(),
        }
    }

    /// The file counted as players count: 1 to 9 from this side's own right hand.
    #[inline]
    pub const fn file_for(self, side: Side) -> usize {
        match side {
            Side::First => FILES - self.file(),
            Side::Second => self.file() + 1,
        }
    }

    /// The same point seen from across the board (the board turned half around).
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Square {
        Square(SQUARES as u8 - 1 - self.0)
    }

    /// The same point in a mirror that swaps left and right.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Square {
        Square((self.rank() * FILES + FILES - 1 - self.file()) as u8)
    }

    /// The set of this point alone.
    #[inline]
    pub const fn set(self) -> Bitboard {
        Bitboard::of(self.0 as usize)
    }

    /// The point of a name such as `e0`.
    pub fn named(name: &str) -> Option<Square> {
        match name.as_bytes() {
            [file @ b'a'..=b'i', rank @ b'0'..=b'9'] => {
                Square::at((file - b'a') as usize, (rank - b'0') as usize)
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank())
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}
