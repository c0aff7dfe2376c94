//! Pieces on points: sets by role and side, the same again as a mailbox, and their key. No turn, no history.

use game::{Observer, Side};
use grid::{Bitboard, key_table};

use crate::{Move, Piece, Role, SQUARES, Square};

/// Keys of a piece (16) on a point (90).
static PIECES_KEYS: [u64; 16 * SQUARES] = key_table(0x6B79_6461_6900_0001);

/// Pieces on points. [`Board::put`] and [`Board::lift`] are the only writers, so that sets, mailbox, key and
/// observers cannot disagree.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    roles: [Bitboard; 8],
    sides: [Bitboard; 2],
    mailbox: [Option<Piece>; SQUARES],
    key: u64,
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board =
        Board { roles: [Bitboard::EMPTY; 8], sides: [Bitboard::EMPTY; 2], mailbox: [None; SQUARES], key: 0 };

    /// Puts a piece on an empty point.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece, watch: &mut impl Observer) {
        debug_assert!(self.piece_at(square).is_none());
        self.toggle(square, piece);
        self.mailbox[square.index()] = Some(piece);
        watch.put(square.index(), piece.index());
    }

    /// Lifts the piece that stands on a point, if any.
    #[inline]
    pub fn lift(&mut self, square: Square, watch: &mut impl Observer) -> Option<Piece> {
        let piece = self.mailbox[square.index()].take()?;
        self.toggle(square, piece);
        watch.lift(square.index(), piece.index());
        Some(piece)
    }

    /// Moves the piece on a point to another, where it captures what stands there.
    #[inline]
    pub fn shift(&mut self, mv: Move, watch: &mut impl Observer) -> Option<Piece> {
        let captured = self.lift(mv.target(), watch);
        if let Some(piece) = self.lift(mv.origin(), watch) {
            self.put(mv.target(), piece, watch);
        }
        captured
    }

    /// The key after [`Board::shift`], the board left as it is.
    #[inline]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let key_of = |piece: Option<Piece>, square: Square| {
            piece.map_or(0, |piece| PIECES_KEYS[piece.index() * SQUARES + square.index()])
        };
        let (from, to) = (mv.origin(), mv.target());
        let (mover, victim) = (self.piece_at(from), self.piece_at(to));
        self.key ^ key_of(mover, from) ^ key_of(mover, to) ^ key_of(victim, to)
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = square.set();
        self.roles[piece.role().index()] ^= bit;
        self.sides[piece.side().index()] ^= bit;
        self.key ^= PIECES_KEYS[piece.index() * SQUARES + square.index()];
    }

    /// The piece on a point.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// All pieces of a role, of both sides.
    #[inline]
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// All pieces of a side.
    #[inline]
    pub fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// A side's pieces of a role.
    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.sides[side.index()] & self.roles[role.index()]
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Where a side's general stands. Every position has both; a board under construction may not.
    #[inline]
    pub fn general(&self, side: Side) -> Option<Square> {
        self.pieces(side, Role::General).first().map(Square::known)
    }

    /// The key of the pieces on their points.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for rank in (0..crate::RANKS).rev() {
            for file in 0..crate::FILES {
                let piece = Square::at(file, rank).and_then(|square| self.piece_at(square));
                write!(f, "{}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
