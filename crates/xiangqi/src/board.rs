//! Board: bitboards by role and side, a mailbox, and a Zobrist key. No side to move, no history.

use game::{Observer, Side};
use grid::{Bitboard, key_table};

use crate::{Move, Piece, Role, SQUARES, Square};

/// Zobrist keys of each piece (16) on each point (90).
static PIECE_KEYS: [u64; 16 * SQUARES] = key_table(0x6B79_6461_6900_0001);

/// Pieces on points. Only [`Board::put`] and [`Board::lift`] change it, so that bitboards, mailbox, key and observers
/// stay consistent.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    roles: [Bitboard; 8],
    sides: [Bitboard; 2],
    mailbox: [Option<Piece>; SQUARES],
    key: u64,
}

impl Board {
    /// The empty board.
    pub const EMPTY: Board =
        Board { roles: [Bitboard::EMPTY; 8], sides: [Bitboard::EMPTY; 2], mailbox: [None; SQUARES], key: 0 };

    /// Puts a piece on an empty point.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece, observer: &mut impl Observer) {
        debug_assert!(self.piece_at(square).is_none());
        self.toggle(square, piece);
        self.mailbox[square.index()] = Some(piece);
        observer.put(square.index(), piece.index());
    }

    /// Removes the piece on a point, if any.
    #[inline]
    pub fn lift(&mut self, square: Square, observer: &mut impl Observer) -> Option<Piece> {
        let piece = self.mailbox[square.index()].take()?;
        self.toggle(square, piece);
        observer.lift(square.index(), piece.index());
        Some(piece)
    }

    /// Moves a piece and returns the captured one.
    #[inline]
    pub fn shift(&mut self, mv: Move, observer: &mut impl Observer) -> Option<Piece> {
        let captured = self.lift(mv.target(), observer);
        if let Some(piece) = self.lift(mv.origin(), observer) {
            self.put(mv.target(), piece, observer);
        }
        captured
    }

    /// Key after [`Board::shift`], without changing the board.
    #[inline]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let key_of = |piece: Option<Piece>, square: Square| {
            piece.map_or(0, |piece| PIECE_KEYS[piece.index() * SQUARES + square.index()])
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
        self.key ^= PIECE_KEYS[piece.index() * SQUARES + square.index()];
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

    /// Point of a side's general. Every position has both; a board under construction may not.
    #[inline]
    pub fn general(&self, side: Side) -> Option<Square> {
        self.pieces(side, Role::General).first().map(Square::known)
    }

    /// Zobrist key of the pieces.
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
