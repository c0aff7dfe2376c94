//! Evaluation terms of xiangqi: the counts of which the evaluation is a weighted sum.

use game::Side;
use grid::Bitboard;
use xiangqi::{Board, FILES, Piece, Role, SQUARES, Square, attacks};

/// Receiver of term counts: positive for Red, negative for Black.
pub trait Sink {
    /// Adds the count of a term.
    fn add(&mut self, term: usize, count: i32);
}

/// Points of the board with left and right folded together: five files by ten ranks.
const FOLDED: usize = 50;
/// Number of piece-square terms: seven roles on the folded board.
pub const PIECE_SQUARES: usize = 7 * FOLDED;

/// Mobility of a chariot. Terms follow the piece-square terms one after another.
pub const CHARIOT_MOBILITY: usize = PIECE_SQUARES;
/// Mobility of a cannon: its quiet moves.
pub const CANNON_MOBILITY: usize = CHARIOT_MOBILITY + 18;
/// Mobility of a horse.
pub const HORSE_MOBILITY: usize = CANNON_MOBILITY + 18;
/// A cannon faces the enemy general along an empty file or rank (hollow cannon).
pub const HOLLOW_CANNON: usize = HORSE_MOBILITY + 9;
/// A cannon faces the enemy general over one screen: an own piece, an enemy piece.
pub const SCREENED_CANNON: usize = HOLLOW_CANNON + 1;
/// A cannon faces the enemy general over two screens: removing one gives check.
pub const DOUBLE_SCREENED_CANNON: usize = SCREENED_CANNON + 2;
/// Attacked points next to the enemy general, by chariots, horses, cannons, soldiers.
pub const GENERAL_ATTACKS: usize = DOUBLE_SCREENED_CANNON + 1;
/// Attacked points of the enemy palace, by the same pieces.
pub const PALACE_ATTACKS: usize = GENERAL_ATTACKS + 4;
/// Advisors missing (none, one, two) against enemy chariots, horses and cannons (up to four counted).
pub const ADVISORS_MISSING: usize = PALACE_ATTACKS + 4;
/// Elephants missing against the same.
pub const ELEPHANTS_MISSING: usize = ADVISORS_MISSING + 3 * 5;
/// A soldier with another beside it.
pub const LINKED_SOLDIERS: usize = ELEPHANTS_MISSING + 3 * 5;
/// A horse protected by a horse.
pub const LINKED_HORSES: usize = LINKED_SOLDIERS + 1;
/// A chariot or cannon or horse attacked by a cheaper piece.
pub const THREATENED: usize = LINKED_HORSES + 1;
/// A hanging piece (attacked and unprotected), by role.
pub const HANGING: usize = THREATENED + 3;
/// Soldiers across the river, counted together (none to five).
pub const CROSSED_SOLDIERS: usize = HANGING + 7;
/// Chariots, cannons, horses across the river.
pub const CROSSED_PIECES: usize = CROSSED_SOLDIERS + 6;
/// Number of terms.
pub const COUNT: usize = CROSSED_PIECES + 3;

/// Returns the piece-square term of a role on a point, in the view of its side.
pub const fn square_term(role: usize, square: usize, side: usize) -> usize {
    let file = square % FILES;
    let folded = if file > 4 { 8 - file } else { file };
    let rank = if side == 0 { square / FILES } else { 9 - square / FILES };
    role * FOLDED + rank * 5 + folded
}

/// Counts all terms of a board, piece-square terms included, for the tuner.
pub fn count_all(board: &Board, sink: &mut impl Sink) {
    for square in Square::all() {
        if let Some(piece) = board.piece_at(square)
            && piece.role() != Role::Unknown
        {
            let sign = if piece.side() == Side::First { 1 } else { -1 };
            sink.add(square_term(piece.role().index(), square.index(), piece.side().index()), sign);
        }
    }
    count(board, sink);
}

/// Counts the terms that are not updated incrementally.
pub fn count(board: &Board, sink: &mut impl Sink) {
    let occupied = board.occupied();
    let attacked = [mobility::<RED>(board, occupied, sink), mobility::<BLACK>(board, occupied, sink)];
    count_side::<RED>(board, occupied, &attacked, sink);
    count_side::<BLACK>(board, occupied, &attacked, sink);
}

/// Sign of a side's counts. A constant parameter, so that counts are added or subtracted, not multiplied.
const RED: i32 = 1;
const BLACK: i32 = -1;

const fn side_of(sign: i32) -> Side {
    if sign == RED { Side::First } else { Side::Second }
}

#[inline]
fn count_side<const SIGN: i32>(
    board: &Board,
    occupied: Bitboard,
    attacked: &[Attacks; 2],
    sink: &mut impl Sink,
) {
    attack_on_general::<SIGN>(board, occupied, &attacked[side_of(SIGN).index()], sink);
    general_shelter::<SIGN>(board, sink);
    structure::<SIGN>(board, attacked, sink);
}

/// Points attacked by a side, by kind of piece.
struct Attacks {
    chariots: Bitboard,
    horses: Bitboard,
    /// Points cannons can capture on.
    cannons: Bitboard,
    soldiers: Bitboard,
    /// Points attacked by any piece, advisors, elephants and general included.
    all: Bitboard,
}

fn squares(set: Bitboard) -> impl Iterator<Item = Square> {
    set.into_iter().filter_map(Square::new)
}

fn mobility<const SIGN: i32>(board: &Board, occupied: Bitboard, sink: &mut impl Sink) -> Attacks {
    let side = side_of(SIGN);
    let own = board.side(side);
    let mut attacked = Attacks {
        chariots: Bitboard::EMPTY,
        horses: Bitboard::EMPTY,
        cannons: Bitboard::EMPTY,
        soldiers: Bitboard::EMPTY,
        all: Bitboard::EMPTY,
    };
    for square in squares(board.pieces(side, Role::Chariot)) {
        let slide = attacks::chariot(square, occupied);
        attacked.chariots |= slide;
        sink.add(CHARIOT_MOBILITY + slide.without(own).len().min(17), SIGN);
    }
    for square in squares(board.pieces(side, Role::Cannon)) {
        let (slide, hits) = attacks::slide_and_hits(square, occupied);
        attacked.cannons |= hits;
        sink.add(CANNON_MOBILITY + slide.without(occupied).len().min(17), SIGN);
    }
    for square in squares(board.pieces(side, Role::Horse)) {
        let jumps = attacks::horse(square, occupied);
        attacked.horses |= jumps;
        sink.add(HORSE_MOBILITY + jumps.without(own).len().min(8), SIGN);
    }
    for square in squares(board.pieces(side, Role::Soldier)) {
        attacked.soldiers |= attacks::soldier(side, square);
    }
    attacked.all = attacked.chariots | attacked.horses | attacked.cannons | attacked.soldiers;
    for square in squares(board.pieces(side, Role::Advisor)) {
        attacked.all |= attacks::advisor(side, square);
    }
    for square in squares(board.pieces(side, Role::Elephant)) {
        attacked.all |= attacks::elephant(side, square, occupied);
    }
    if let Some(general) = board.general(side) {
        attacked.all |= attacks::general(side, general);
    }
    attacked
}

/// Counts attacks on the enemy general and palace.
fn attack_on_general<const SIGN: i32>(
    board: &Board,
    occupied: Bitboard,
    attacked: &Attacks,
    sink: &mut impl Sink,
) {
    let side = side_of(SIGN);
    let enemy = side.other();
    let Some(general) = board.general(enemy) else { return };
    for cannon in squares(board.pieces(side, Role::Cannon) & attacks::cross(general)) {
        let pieces = attacks::between(general, cannon) & occupied;
        match pieces.len() {
            0 => sink.add(HOLLOW_CANNON, SIGN),
            1 => sink.add(SCREENED_CANNON + usize::from(pieces.intersects(board.side(enemy))), SIGN),
            2 => sink.add(DOUBLE_SCREENED_CANNON, SIGN),
            _ => {}
        }
    }
    let near = attacks::general(enemy, general);
    let palace = attacks::PALACE[enemy.index()];
    for (kind, set) in
        [attacked.chariots, attacked.horses, attacked.cannons, attacked.soldiers].into_iter().enumerate()
    {
        sink.add(GENERAL_ATTACKS + kind, SIGN * (set & near).len() as i32);
        sink.add(PALACE_ATTACKS + kind, SIGN * (set & palace).len() as i32);
    }
}

/// Counts missing advisors and elephants against the enemy's attacking pieces.
fn general_shelter<const SIGN: i32>(board: &Board, sink: &mut impl Sink) {
    let side = side_of(SIGN);
    let enemy = side.other();
    let heavy = board.role(Role::Chariot) | board.role(Role::Horse) | board.role(Role::Cannon);
    let against = (heavy & board.side(enemy)).len().min(4);
    let missing = |role| 2 - board.pieces(side, role).len().min(2);
    sink.add(ADVISORS_MISSING + missing(Role::Advisor) * 5 + against, SIGN);
    sink.add(ELEPHANTS_MISSING + missing(Role::Elephant) * 5 + against, SIGN);
}

/// Counts linked, threatened, hanging and advanced pieces.
fn structure<const SIGN: i32>(board: &Board, attacked: &[Attacks; 2], sink: &mut impl Sink) {
    let side = side_of(SIGN);
    let (own, enemy) = (&attacked[side.index()], &attacked[side.other().index()]);
    let soldiers = board.pieces(side, Role::Soldier);
    // The shift leaves the rank at the last file; those bits are masked out.
    let beside = Bitboard(soldiers.0 << 1) & soldiers & !Bitboard(FIRST_FILE);
    sink.add(LINKED_SOLDIERS, SIGN * beside.len() as i32);
    let horses = board.pieces(side, Role::Horse);
    sink.add(LINKED_HORSES, SIGN * (own.horses & horses).len() as i32);

    let chariots = board.pieces(side, Role::Chariot);
    let light = board.pieces(side, Role::Cannon) | horses;
    sink.add(THREATENED, SIGN * (chariots & (enemy.horses | enemy.cannons | enemy.soldiers)).len() as i32);
    sink.add(THREATENED + 1, SIGN * (light & enemy.soldiers).len() as i32);
    sink.add(THREATENED + 2, SIGN * (light & (enemy.horses | enemy.cannons)).len() as i32);
    // Few pieces hang at a time, so a loop over them is fast.
    for square in squares(enemy.all.without(own.all) & board.side(side)) {
        let role = board.piece_at(square).map(Piece::role);
        if let Some(role) = role.filter(|&role| role != Role::General && role != Role::Unknown) {
            sink.add(HANGING + role.index(), SIGN);
        }
    }
    let across = attacks::HALF[side.other().index()];
    sink.add(CROSSED_SOLDIERS + (soldiers & across).len().min(5), SIGN);
    for (kind, role) in [Role::Chariot, Role::Cannon, Role::Horse].into_iter().enumerate() {
        sink.add(CROSSED_PIECES + kind, SIGN * (board.pieces(side, role) & across).len() as i32);
    }
}

/// The points of file a.
const FIRST_FILE: u128 = {
    let mut bits = 0;
    let mut square = 0;
    while square < SQUARES {
        bits |= 1 << square;
        square += FILES;
    }
    bits
};
