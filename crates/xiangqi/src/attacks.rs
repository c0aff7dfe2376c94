//! Attack tables of each role from each point, generated at compile time.
//!
//! Sliding attacks are looked up by the occupancy of the rank (9 bits) and the file (10 bits). The bits of a file lie
//! nine apart; one multiplication gathers them.

use game::Side;
use grid::Bitboard;

use crate::{FILES, RANKS, SQUARES, Square};

/// The points of file a.
const FILE_A: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < RANKS {
        bits |= 1 << (rank * FILES);
        rank += 1;
    }
    bits
};

/// The whole board.
pub const BOARD: Bitboard = Bitboard((1 << SQUARES) - 1);

/// The points of each side's palace.
pub const PALACE: [Bitboard; 2] = {
    let three = 0b000_111_000;
    let red = three | three << FILES | three << (2 * FILES);
    [Bitboard(red), Bitboard(red << (7 * FILES))]
};

/// Points of each side's half of the board.
pub const HALF: [Bitboard; 2] = [Bitboard((1 << 45) - 1), Bitboard(BOARD.0 ^ ((1 << 45) - 1))];

/// Sliding reach from `place` among `occupied` on a row of `length` points, up to and including the first piece each
/// way.
const fn row_slide(place: usize, occupied: usize, length: usize) -> u16 {
    row_reach(place, occupied, length, 0)
}

/// The first piece beyond exactly one screen, each way.
const fn row_hop(place: usize, occupied: usize, length: usize) -> u16 {
    row_reach(place, occupied, length, 1)
}

const fn row_reach(place: usize, occupied: usize, length: usize, screens: usize) -> u16 {
    let mut reach = 0u16;
    let mut way = 0;
    while way < 2 {
        let mut met = 0;
        let mut at = place;
        loop {
            if way == 0 {
                if at + 1 == length {
                    break;
                }
                at += 1;
            } else {
                if at == 0 {
                    break;
                }
                at -= 1;
            }
            let stands = occupied >> at & 1 != 0;
            if screens == 0 || (stands && met == screens) {
                reach |= 1 << at;
            }
            if stands {
                if met == screens {
                    break;
                }
                met += 1;
            }
        }
        way += 1;
    }
    reach
}

/// Rank slides and hops by file and the nine occupancy bits; `[slide, hop]` share a cache line.
static RANK_REACH: [[[u16; 2]; 512]; FILES] = {
    let mut table = [[[0; 2]; 512]; FILES];
    let mut file = 0;
    while file < FILES {
        let mut bits = 0;
        while bits < 512 {
            table[file][bits] = [row_slide(file, bits, FILES), row_hop(file, bits, FILES)];
            bits += 1;
        }
        file += 1;
    }
    table
};

/// File slides and hops by rank and the ten occupancy bits.
static FILE_REACH: [[[u16; 2]; 1024]; RANKS] = {
    let mut table = [[[0; 2]; 1024]; RANKS];
    let mut rank = 0;
    while rank < RANKS {
        let mut bits = 0;
        while bits < 1024 {
            table[rank][bits] = [row_slide(rank, bits, RANKS), row_hop(rank, bits, RANKS)];
            bits += 1;
        }
        rank += 1;
    }
    table
};

/// Ten bits deposited along file a.
static SPREAD: [u128; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut rank = 0;
        while rank < RANKS {
            if bits >> rank & 1 != 0 {
                table[bits] |= 1 << (rank * FILES);
            }
            rank += 1;
        }
        bits += 1;
    }
    table
};

#[inline]
fn rank_bits(rank: usize, occupied: Bitboard) -> usize {
    (occupied.0 >> (rank * FILES)) as usize & 0x1FF
}

#[inline]
fn file_bits(file: usize, occupied: Bitboard) -> usize {
    let column = (occupied.0 >> file) & FILE_A;
    let (low, high) = (column as u64, (column >> 64) as usize);
    // Bits 0, 9, .. 63 of the low half are gathered in its top byte; ranks 8 and 9 are bits 8 and 17 of the high
    // half.
    let lower = (low.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
    lower | (high & 0x100) | (high >> 8 & 0x200)
}

#[inline]
fn reach(square: Square, occupied: Bitboard, kind: usize) -> Bitboard {
    let (file, rank) = (square.file(), square.rank());
    let along = RANK_REACH[file][rank_bits(rank, occupied)][kind];
    let up = FILE_REACH[rank][file_bits(file, occupied)][kind];
    Bitboard((along as u128) << (rank * FILES) | SPREAD[up as usize & 0x3FF] << file)
}

/// Chariot moves: up to and including the first piece each way.
#[inline]
pub fn chariot(square: Square, occupied: Bitboard) -> Bitboard {
    reach(square, occupied, 0)
}

/// Cannon captures, if an enemy: the first piece beyond exactly one screen, each way.
#[inline]
pub fn cannon_hits(square: Square, occupied: Bitboard) -> Bitboard {
    reach(square, occupied, 1)
}

/// Chariot slides and cannon captures from the same point, looked up together.
#[inline]
pub fn slide_and_hits(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (file, rank) = (square.file(), square.rank());
    let along = RANK_REACH[file][rank_bits(rank, occupied)];
    let up = FILE_REACH[rank][file_bits(file, occupied)];
    let put = |kind: usize| {
        Bitboard((along[kind] as u128) << (rank * FILES) | SPREAD[up[kind] as usize & 0x3FF] << file)
    };
    (put(0), put(1))
}

/// Occupancy of the four diagonal neighbors as four bits.
#[inline]
fn diagonal_bits(square: Square, occupied: Bitboard) -> usize {
    let window = ((occupied.0 << 10) >> square.index()) as usize;
    (window & 1) | (window >> 1 & 2) | (window >> 16 & 4) | (window >> 17 & 8)
}

#[inline]
fn orthogonal_bits(square: Square, occupied: Bitboard) -> usize {
    let window = ((occupied.0 << 9) >> square.index()) as usize;
    (window & 1) | (window >> 7 & 2) | (window >> 8 & 4) | (window >> 15 & 8)
}

/// Steps in the order of [`diagonal_bits`], as (file, rank).
const DIAGONALS: [(isize, isize); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
/// Steps in the order of [`orthogonal_bits`].
const ORTHOGONALS: [(isize, isize); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// The point a step away as a set; empty beyond the edge.
const fn step(square: usize, file: isize, rank: isize) -> u128 {
    let file = (square % FILES) as isize + file;
    let rank = (square / FILES) as isize + rank;
    if file < 0 || file >= FILES as isize || rank < 0 || rank >= RANKS as isize {
        0
    } else {
        1 << (rank * FILES as isize + file)
    }
}

/// Horse targets for each point by which of its four legs are blocked.
static HORSE: [[Bitboard; 16]; SQUARES] = {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut leg = 0;
            while leg < 4 {
                if blocked >> leg & 1 == 0 {
                    let (file, rank) = ORTHOGONALS[leg];
                    let (out_file, out_rank) = (file * 2, rank * 2);
                    table[square][blocked].0 |= step(square, out_file + rank, out_rank + file);
                    table[square][blocked].0 |= step(square, out_file - rank, out_rank - file);
                }
                leg += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
};

/// Points from which a horse attacks each point, by which of the four diagonal neighbors are occupied. A horse's leg
/// is adjacent to the horse, hence diagonal to its target.
static HORSE_TO: [[Bitboard; 16]; SQUARES] = {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut leg = 0;
            while leg < 4 {
                if blocked >> leg & 1 == 0 {
                    let (file, rank) = DIAGONALS[leg];
                    table[square][blocked].0 |= step(square, file * 2, rank);
                    table[square][blocked].0 |= step(square, file, rank * 2);
                }
                leg += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
};

/// Elephant targets on the whole board for each point by which of its four eyes are blocked.
static ELEPHANT: [[Bitboard; 16]; SQUARES] = {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut eye = 0;
            while eye < 4 {
                if blocked >> eye & 1 == 0 {
                    let (file, rank) = DIAGONALS[eye];
                    table[square][blocked].0 |= step(square, file * 2, rank * 2);
                }
                eye += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
};

/// Diagonal neighbors of each point.
static DIAGONAL: [Bitboard; SQUARES] = neighbors(&DIAGONALS);
/// Rank and file of each point.
static CROSS: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square].0 = 0x1FF << (square / FILES * FILES) | FILE_A << (square % FILES);
        square += 1;
    }
    table
};
/// For each pair of points: true if the second is on a line, a horse jump or the leg of such a jump around the first.
/// One byte each: most moves are excluded by this lookup alone.
static VICINITY: [[bool; SQUARES]; SQUARES] = {
    let mut table = [[false; SQUARES]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let near = CROSS[square].0 | HORSE_TO[square][0].0 | DIAGONAL[square].0;
        let mut other = 0;
        while other < SQUARES {
            table[square][other] = near >> other & 1 != 0;
            other += 1;
        }
        square += 1;
    }
    table
};
/// Orthogonal neighbors of each point.
static ORTHOGONAL: [Bitboard; SQUARES] = neighbors(&ORTHOGONALS);

const fn neighbors(steps: &[(isize, isize); 4]) -> [Bitboard; SQUARES] {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut way = 0;
        while way < 4 {
            table[square].0 |= step(square, steps[way].0, steps[way].1);
            way += 1;
        }
        square += 1;
    }
    table
}

/// Soldier moves for each side and point.
static SOLDIER: [[Bitboard; SQUARES]; 2] = {
    let mut table = [[Bitboard::EMPTY; SQUARES]; 2];
    let mut side = 0;
    while side < 2 {
        let ahead = if side == 0 { 1 } else { -1 };
        let mut square = 0;
        while square < SQUARES {
            table[side][square].0 |= step(square, 0, ahead);
            if HALF[side].0 >> square & 1 == 0 {
                table[side][square].0 |= step(square, 1, 0) | step(square, -1, 0);
            }
            square += 1;
        }
        side += 1;
    }
    table
};

/// Points from which a soldier of each side attacks each point.
static SOLDIER_TO: [[Bitboard; SQUARES]; 2] = {
    let mut table = [[Bitboard::EMPTY; SQUARES]; 2];
    let mut side = 0;
    while side < 2 {
        let mut from = 0;
        while from < SQUARES {
            let mut to = 0;
            while to < SQUARES {
                if SOLDIER[side][from].0 >> to & 1 != 0 {
                    table[side][to].0 |= 1 << from;
                }
                to += 1;
            }
            from += 1;
        }
        side += 1;
    }
    table
};

/// Horse moves, blocked legs considered.
#[inline]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE[square.index()][orthogonal_bits(square, occupied)]
}

/// Points from which a horse would attack this one, blocked legs considered.
#[inline]
pub fn horse_to(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_TO[square.index()][diagonal_bits(square, occupied)]
}

/// Points a horse jump away, ignoring legs.
#[inline]
pub fn horse_ring(square: Square) -> Bitboard {
    HORSE_TO[square.index()][0]
}

/// Moves of an elephant that may cross the river, blocked eyes considered.
#[inline]
pub fn elephant_anywhere(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[square.index()][diagonal_bits(square, occupied)]
}

/// Elephant moves of this side, blocked eyes and the river considered.
#[inline]
pub fn elephant(side: Side, square: Square, occupied: Bitboard) -> Bitboard {
    elephant_anywhere(square, occupied) & HALF[side.index()]
}

/// Points an elephant jump away, ignoring eyes.
#[inline]
pub fn elephant_ring(square: Square) -> Bitboard {
    ELEPHANT[square.index()][0]
}

/// Moves of an advisor that may leave the palace.
#[inline]
pub fn advisor_anywhere(square: Square) -> Bitboard {
    DIAGONAL[square.index()]
}

/// Advisor moves of this side.
#[inline]
pub fn advisor(side: Side, square: Square) -> Bitboard {
    DIAGONAL[square.index()] & PALACE[side.index()]
}

/// General moves of this side.
#[inline]
pub fn general(side: Side, square: Square) -> Bitboard {
    ORTHOGONAL[square.index()] & PALACE[side.index()]
}

/// Soldier moves of this side.
#[inline]
pub fn soldier(side: Side, square: Square) -> Bitboard {
    SOLDIER[side.index()][square.index()]
}

/// Points from which a soldier of this side would attack this one.
#[inline]
pub fn soldier_to(side: Side, square: Square) -> Bitboard {
    SOLDIER_TO[side.index()][square.index()]
}

/// Points on the same rank or file, including the point itself.
#[inline]
pub fn cross(square: Square) -> Bitboard {
    CROSS[square.index()]
}

/// Returns true if a point may be involved in a check to a general here: on its lines, a horse jump away, or the leg
/// of such a jump.
#[inline]
pub fn is_near(general: Square, point: Square) -> bool {
    VICINITY[general.index()][point.index()]
}

/// Points strictly between two points of the same rank or file; meaningless for other pairs.
#[inline]
pub fn between(one: Square, other: Square) -> Bitboard {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    let span = Bitboard::span(low.index(), high.index());
    if one.file() == other.file() { span & Bitboard(FILE_A << one.file()) } else { span }
}

/// The leg of a horse at `horse` attacking `target`, a jump away.
#[inline]
pub fn horse_leg(horse: Square, target: Square) -> Bitboard {
    // The leg is the horse's orthogonal neighbor that is diagonal to the target.
    ORTHOGONAL[horse.index()] & DIAGONAL[target.index()]
}

/// The eye of an elephant between two points a jump apart.
#[inline]
pub fn elephant_eye(elephant: Square, target: Square) -> Bitboard {
    DIAGONAL[elephant.index()] & DIAGONAL[target.index()]
}
