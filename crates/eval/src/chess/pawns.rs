//! What pawns are worth to one another, told by the pawns alone so that it can be remembered.

use chess::cozy_chess::{BitBoard, Board, Color, File, Piece};

use super::terms::{BACKWARD, CANDIDATE, DOUBLED, HELD, ISOLATED, PASSED, PHALANX, Sink, sign_of};

/// What the rest of the opinion asks about the pawns, each by color.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Structure {
    /// Pawns that no enemy pawn can stop.
    pub passed: [BitBoard; 2],
    /// Squares the pawns attack.
    pub attacks: [BitBoard; 2],
    /// Squares the pawns attack now or after steps straight on.
    pub span: [BitBoard; 2],
}

const NOT_FILE_A: u64 = !File::A.bitboard().0;
const NOT_FILE_H: u64 = !File::H.bitboard().0;

/// Squares as their own side sees them: its first rank below. Does and undoes.
#[inline]
pub(super) const fn seen_by(color: Color, squares: BitBoard) -> u64 {
    match color {
        Color::White => squares.0,
        Color::Black => squares.0.swap_bytes(),
    }
}

/// Squares that pawns moving up attack.
#[inline]
pub(super) const fn up_attacks(pawns: u64) -> u64 {
    ((pawns << 7) & NOT_FILE_H) | ((pawns << 9) & NOT_FILE_A)
}

#[inline]
const fn down_attacks(pawns: u64) -> u64 {
    ((pawns >> 9) & NOT_FILE_H) | ((pawns >> 7) & NOT_FILE_A)
}

#[inline]
const fn beside(squares: u64) -> u64 {
    ((squares << 1) & NOT_FILE_A) | ((squares >> 1) & NOT_FILE_H)
}

/// These squares and all above them.
#[inline]
pub(super) const fn up_fill(mut squares: u64) -> u64 {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

/// These squares and all below them.
#[inline]
pub(super) const fn down_fill(mut squares: u64) -> u64 {
    squares |= squares >> 8;
    squares |= squares >> 16;
    squares | squares >> 32
}

/// The terms of the pawns, and what others ask about them.
pub(super) fn count(board: &Board, sink: &mut impl Sink) -> Structure {
    let mut structure = Structure::default();
    for color in Color::ALL {
        let own = seen_by(color, board.colored_pieces(color, Piece::Pawn));
        let enemy = seen_by(color, board.colored_pieces(!color, Piece::Pawn));
        let attacks = up_attacks(own);
        let passed = one_side(own, enemy, sign_of(color), sink);
        let index = color as usize;
        // Seeing is its own inverse.
        structure.passed[index] = BitBoard(seen_by(color, BitBoard(passed)));
        structure.attacks[index] = BitBoard(seen_by(color, BitBoard(attacks)));
        structure.span[index] = BitBoard(seen_by(color, BitBoard(up_fill(attacks))));
    }
    structure
}

/// Counts one side's pawns as it sees them; the passed ones come back.
fn one_side(own: u64, enemy: u64, sign: i32, sink: &mut impl Sink) -> u64 {
    let below_enemy = down_fill(enemy >> 8);
    let below_own = down_fill(own >> 8);
    let half_open = own & !below_enemy;
    let passed = half_open & !beside(below_enemy) & !below_own;
    let attacks = up_attacks(own);
    let lonely = own & !beside(up_fill(own) | down_fill(own));
    // No neighbor will ever hold its next square, and an enemy pawn watches it.
    let behind = own & !lonely & ((down_attacks(enemy) & !up_fill(attacks)) >> 8);

    for (term, set) in [(ISOLATED, lonely), (BACKWARD, behind)] {
        sink.add(term, sign * (set & !half_open).count_ones() as i32);
        sink.add(term + 1, sign * (set & half_open).count_ones() as i32);
    }
    sink.add(DOUBLED, sign * (own & below_own).count_ones() as i32);
    for (term, set) in [(PASSED, passed), (PHALANX, own & beside(own)), (HELD, own & attacks)] {
        each(set, |square| sink.add(term + square / 8, sign));
    }
    each(half_open & !passed & !below_own, |square| {
        let pawn = 1_u64 << square;
        let helpers = own & beside(down_fill(pawn));
        let guards = enemy & beside(up_fill(pawn << 8));
        if helpers.count_ones() >= guards.count_ones() {
            sink.add(CANDIDATE + square / 8, sign);
        }
    });
    passed
}

/// Visits the numbers of a set's squares.
#[inline]
fn each(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
