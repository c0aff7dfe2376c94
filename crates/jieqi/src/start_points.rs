//! Start points of face-down pieces and their nominal roles. A face-down piece never moves without turning up, so its
//! point determines its nominal role.

use game::Side;
use grid::Bitboard;
use xiangqi::{FILES, Piece, RANKS, Role, SQUARES, Square};

/// Start points of each side's pieces, without the general's.
pub const START_POINTS: [Bitboard; 2] = {
    let mut home = [Bitboard::EMPTY; 2];
    let mut index = 0;
    while index < SQUARES {
        if let Some(piece) = NOMINAL[index] {
            let side = piece.side() as usize;
            home[side] = Bitboard(home[side].0 | 1 << index);
        }
        index += 1;
    }
    home
};

static NOMINAL: [Option<Piece>; SQUARES] = {
    let mut table = [None; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let (file, rank) = (index % FILES, index / FILES);
        let (side, own_rank) =
            if rank < RANKS / 2 { (Side::First, rank) } else { (Side::Second, RANKS - 1 - rank) };
        let role = match (own_rank, file) {
            (0, 0 | 8) => Some(Role::Chariot),
            (0, 1 | 7) => Some(Role::Horse),
            (0, 2 | 6) => Some(Role::Elephant),
            (0, 3 | 5) => Some(Role::Advisor),
            (2, 1 | 7) => Some(Role::Cannon),
            (3, 0 | 2 | 4 | 6 | 8) => Some(Role::Soldier),
            _ => None,
        };
        if let Some(role) = role {
            table[index] = Some(Piece::new(side, role));
        }
        index += 1;
    }
    table
};

/// Nominal piece of a face-down piece on this point; `None` where no piece starts.
#[inline]
pub fn nominal_piece(square: Square) -> Option<Piece> {
    NOMINAL[square.index()]
}
