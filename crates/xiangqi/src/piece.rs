//! The seven roles, and pieces: a role with a side.

use std::num::NonZeroU8;

use game::Side;

/// Role of a piece. `Unknown` is a piece whose role the viewer does not know (jieqi only): it blocks and can be
/// captured, but has no moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Role {
    /// 帥 將, Tướng.
    General,
    /// 仕 士, Sĩ.
    Advisor,
    /// 相 象, Tượng.
    Elephant,
    /// 傌 馬, Mã.
    Horse,
    /// 俥 車, Xe.
    Chariot,
    /// 炮 砲, Pháo.
    Cannon,
    /// 兵 卒, Binh, Tốt.
    Soldier,
    /// A piece whose role the viewer does not know.
    Unknown,
}

impl Role {
    /// The seven roles of the game.
    pub const ALL: [Role; 7] = [
        Role::General,
        Role::Advisor,
        Role::Elephant,
        Role::Horse,
        Role::Chariot,
        Role::Cannon,
        Role::Soldier,
    ];

    /// 0 to 6; 7 is `Unknown`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Uppercase FEN letter.
    pub const fn letter(self) -> char {
        match self {
            Role::General => 'K',
            Role::Advisor => 'A',
            Role::Elephant => 'B',
            Role::Horse => 'N',
            Role::Chariot => 'R',
            Role::Cannon => 'C',
            Role::Soldier => 'P',
            Role::Unknown => '?',
        }
    }

    /// Role of a FEN letter in either case and either letter set (N or H, B or E).
    pub const fn of_letter(letter: char) -> Option<Role> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Role::General,
            'A' => Role::Advisor,
            'B' | 'E' => Role::Elephant,
            'N' | 'H' => Role::Horse,
            'R' => Role::Chariot,
            'C' => Role::Cannon,
            'P' => Role::Soldier,
            _ => return None,
        })
    }

    /// Word used in message keys.
    pub const fn code(self) -> &'static str {
        match self {
            Role::General => "general",
            Role::Advisor => "advisor",
            Role::Elephant => "elephant",
            Role::Horse => "horse",
            Role::Chariot => "chariot",
            Role::Cannon => "cannon",
            Role::Soldier => "soldier",
            Role::Unknown => "unknown",
        }
    }

    /// Number of pieces of this role per side in a full set.
    pub const fn per_side(self) -> usize {
        match self {
            Role::General => 1,
            Role::Soldier => 5,
            Role::Unknown => 0,
            _ => 2,
        }
    }
}

/// A piece: side and role in one nonzero byte, so that `Option<Piece>` has the same size.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// Creates a piece.
    #[inline]
    pub const fn new(side: Side, role: Role) -> Piece {
        match NonZeroU8::new(0x10 | (side as u8) << 3 | role as u8) {
            Some(bits) => Piece(bits),
            None => unreachable!(),
        }
    }

    /// Returns the piece with this observer index.
    pub const fn of_index(index: usize) -> Option<Piece> {
        match NonZeroU8::new(0x10 | index as u8) {
            Some(bits) if index < 16 => Some(Piece(bits)),
            _ => None,
        }
    }

    /// Observer index: side * 8 + role.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() & 0xF) as usize
    }

    /// Side of the piece.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0.get() & 8 == 0 { Side::First } else { Side::Second }
    }

    /// Role of the piece.
    #[inline]
    pub const fn role(self) -> Role {
        match self.0.get() & 7 {
            0 => Role::General,
            1 => Role::Advisor,
            2 => Role::Elephant,
            3 => Role::Horse,
            4 => Role::Chariot,
            5 => Role::Cannon,
            6 => Role::Soldier,
            _ => Role::Unknown,
        }
    }

    /// FEN letter: uppercase for Red, lowercase for Black.
    pub const fn letter(self) -> char {
        match self.side() {
            Side::First => self.role().letter(),
            Side::Second => self.role().letter().to_ascii_lowercase(),
        }
    }

    /// Character printed on the piece.
    pub const fn glyph(self) -> char {
        match (self.side(), self.role()) {
            (Side::First, Role::General) => '帥',
            (Side::First, Role::Advisor) => '仕',
            (Side::First, Role::Elephant) => '相',
            (Side::First, Role::Horse) => '傌',
            (Side::First, Role::Chariot) => '俥',
            (Side::First, Role::Cannon) => '炮',
            (Side::First, Role::Soldier) => '兵',
            (Side::Second, Role::General) => '將',
            (Side::Second, Role::Advisor) => '士',
            (Side::Second, Role::Elephant) => '象',
            (Side::Second, Role::Horse) => '馬',
            (Side::Second, Role::Chariot) => '車',
            (Side::Second, Role::Cannon) => '砲',
            (Side::Second, Role::Soldier) => '卒',
            (_, Role::Unknown) => '？',
        }
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.letter())
    }
}
