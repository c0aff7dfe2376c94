//! The two sides of a game.

/// One of the two sides. Red or White is first, Black second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side that moves first in the game's start position.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, the first one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first side, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Machine-readable code: `first` or `second`.
    pub const fn code(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }
}

/// Color of a side's pieces, for display and for the tags of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Red.
    Red,
    /// White.
    White,
    /// Black.
    Black,
}

impl Color {
    /// Machine-readable code: `red`, `white` or `black`.
    pub const fn code(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// Tag of the player's name in a record: `Red`, `White` or `Black`.
    pub const fn tag(self) -> &'static str {
        match self {
            Color::Red => "Red",
            Color::White => "White",
            Color::Black => "Black",
        }
    }
}

impl std::ops::Not for Side {
    type Output = Side;
    #[inline]
    fn not(self) -> Side {
        self.other()
    }
}
