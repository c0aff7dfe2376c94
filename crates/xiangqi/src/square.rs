//! The ninety points of the board.

use game::Side;
use grid::Bitboard;

/// Number of files.
pub const FILES: usize = 9;
/// Number of ranks.
pub const RANKS: usize = 10;
/// Number of points.
pub const SQUARES: usize = FILES * RANKS;

/// A point of the board: rank * 9 + file. Rank 0 is Red's back rank, file 0 is `a`, on Red's left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Creates a point from its index; `None` off the board.
    #[inline]
    pub const fn new(index: usize) -> Option<Square> {
        if index < SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// Creates a point from file and rank, both from 0; `None` off the board.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square((rank * FILES + file) as u8)) } else { None }
    }

    /// Creates a point from an index known to be on the board, as every member of a board's bitboard is.
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

    /// Rank counted from this side's own back rank.
    #[inline]
    pub const fn rank_for(self, side: Side) -> usize {
        match side {
            Side::First => self.rank(),
            Side::Second => RANKS - 1 - self.rank(),
        }
    }

    /// File as players count: 1 to 9 from this side's right.
    #[inline]
    pub const fn file_for(self, side: Side) -> usize {
        match side {
            Side::First => FILES - self.file(),
            Side::Second => self.file() + 1,
        }
    }

    /// The point rotated by half a turn.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Square {
        Square(SQUARES as u8 - 1 - self.0)
    }

    /// The point mirrored left to right.
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

    /// Parses a name such as `e0`.
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
