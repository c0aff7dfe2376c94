//! Pawn structure. It depends on the pawns only, so that it can be cached in the pawn hash table.

use chess::cozy_chess::{BitBoard, Board, Color, File, Piece};

use super::terms::{BACKWARD, CANDIDATE, DOUBLED, ISOLATED, PASSED, PHALANX, SUPPORTED, Sink, sign_of};

/// Pawn structure that other terms need, by color.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Structure {
    /// Pawns that no enemy pawn can stop.
    pub passed: [BitBoard; 2],
    /// Squares the pawns attack.
    pub attacks: [BitBoard; 2],
    /// Squares the pawns attack now or after pushes straight ahead.
    pub span: [BitBoard; 2],
}

const NOT_FILE_A: u64 = !File::A.bitboard().0;
const NOT_FILE_H: u64 = !File::H.bitboard().0;

/// Flips squares to the view of a color, its first rank lowest. The function is its own inverse.
#[inline]
pub(super) const fn relative(color: Color, squares: BitBoard) -> u64 {
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

/// Counts the terms of the pawns; returns the structure that other terms need.
pub(super) fn count(board: &Board, sink: &mut impl Sink) -> Structure {
    let mut structure = Structure::default();
    for color in Color::ALL {
        let own = relative(color, board.colored_pieces(color, Piece::Pawn));
        let enemy = relative(color, board.colored_pieces(!color, Piece::Pawn));
        let attacks = up_attacks(own);
        let passed = count_side(own, enemy, sign_of(color), sink);
        let index = color as usize;
        // `relative` is its own inverse.
        structure.passed[index] = BitBoard(relative(color, BitBoard(passed)));
        structure.attacks[index] = BitBoard(relative(color, BitBoard(attacks)));
        structure.span[index] = BitBoard(relative(color, BitBoard(up_fill(attacks))));
    }
    structure
}

/// Counts the terms of one side's pawns in its view; returns the passed pawns.
fn count_side(own: u64, enemy: u64, sign: i32, sink: &mut impl Sink) -> u64 {
    let below_enemy = down_fill(enemy >> 8);
    let below_own = down_fill(own >> 8);
    let half_open = own & !below_enemy;
    let passed = half_open & !beside(below_enemy) & !below_own;
    let attacks = up_attacks(own);
    let isolated = own & !beside(up_fill(own) | down_fill(own));
    // No neighbor can ever defend its next square, which an enemy pawn attacks.
    let backward = own & !isolated & ((down_attacks(enemy) & !up_fill(attacks)) >> 8);

    for (term, set) in [(ISOLATED, isolated), (BACKWARD, backward)] {
        sink.add(term, sign * (set & !half_open).count_ones() as i32);
        sink.add(term + 1, sign * (set & half_open).count_ones() as i32);
    }
    sink.add(DOUBLED, sign * (own & below_own).count_ones() as i32);
    for (term, set) in [(PASSED, passed), (PHALANX, own & beside(own)), (SUPPORTED, own & attacks)] {
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

/// Visits the squares of a set.
#[inline]
fn each(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
