//! Men on points: sets by role and side, the same again as a mailbox, and their key. No turn, no history.

use game::{Observer, Side};
use grid::{Set, key_table};

use crate::{Man, Move, Role, SQUARES, Square};

/// Keys of a man (16) on a point (90).
static MEN_KEYS: [u64; 16 * SQUARES] = key_table(0x6B79_6461_6900_0001);

/// Men on points. [`Board::put`] and [`Board::lift`] are the only writers, so that sets, mailbox, key and
/// observers cannot disagree.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    roles: [Set; 8],
    sides: [Set; 2],
    mailbox: [Option<Man>; SQUARES],
    key: u64,
}

impl Board {
    /// A board without men.
    pub const EMPTY: Board =
        Board { roles: [Set::EMPTY; 8], sides: [Set::EMPTY; 2], mailbox: [None; SQUARES], key: 0 };

    /// Puts a man on an empty point.
    #[inline]
    pub fn put(&mut self, square: Square, man: Man, watch: &mut impl Observer) {
        debug_assert!(self.man_at(square).is_none());
        self.toggle(square, man);
        self.mailbox[square.index()] = Some(man);
        watch.put(square.index(), man.index());
    }

    /// Lifts the man that stands on a point, if any.
    #[inline]
    pub fn lift(&mut self, square: Square, watch: &mut impl Observer) -> Option<Man> {
        let man = self.mailbox[square.index()].take()?;
        self.toggle(square, man);
        watch.lift(square.index(), man.index());
        Some(man)
    }

    /// Moves the man on a point to another, where it captures what stands there.
    #[inline]
    pub fn shift(&mut self, mv: Move, watch: &mut impl Observer) -> Option<Man> {
        let captured = self.lift(mv.target(), watch);
        if let Some(man) = self.lift(mv.origin(), watch) {
            self.put(mv.target(), man, watch);
        }
        captured
    }

    /// The key after [`Board::shift`], the board left as it is.
    #[inline]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let key_of = |man: Option<Man>, square: Square| {
            man.map_or(0, |man| MEN_KEYS[man.index() * SQUARES + square.index()])
        };
        let (from, to) = (mv.origin(), mv.target());
        let (mover, victim) = (self.man_at(from), self.man_at(to));
        self.key ^ key_of(mover, from) ^ key_of(mover, to) ^ key_of(victim, to)
    }

    #[inline]
    fn toggle(&mut self, square: Square, man: Man) {
        let bit = square.set();
        self.roles[man.role().index()] ^= bit;
        self.sides[man.side().index()] ^= bit;
        self.key ^= MEN_KEYS[man.index() * SQUARES + square.index()];
    }

    /// The man on a point.
    #[inline]
    pub fn man_at(&self, square: Square) -> Option<Man> {
        self.mailbox[square.index()]
    }

    /// All men of a role, of both sides.
    #[inline]
    pub fn role(&self, role: Role) -> Set {
        self.roles[role.index()]
    }

    /// All men of a side.
    #[inline]
    pub fn side(&self, side: Side) -> Set {
        self.sides[side.index()]
    }

    /// A side's men of a role.
    #[inline]
    pub fn men(&self, side: Side, role: Role) -> Set {
        self.sides[side.index()] & self.roles[role.index()]
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// Where a side's general stands. Every position has both; a board under construction may not.
    #[inline]
    pub fn general(&self, side: Side) -> Option<Square> {
        self.men(side, Role::General).first().map(Square::known)
    }

    /// The key of the men on their points.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for rank in (0..crate::RANKS).rev() {
            for file in 0..crate::FILES {
                let man = Square::at(file, rank).and_then(|square| self.man_at(square));
                write!(f, "{}", man.map_or('.', Man::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
