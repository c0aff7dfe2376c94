//! The counts the opinion is a weighted sum of, named once for playing and tuning.

use game::Side;
use grid::Set;
use xiangqi::{Board, FILES, Piece, Role, SQUARES, Square, attacks};

/// Receives counts: positive for Red, negative for Black.
pub trait Sink {
    /// A term occurs so often more for Red than for Black.
    fn add(&mut self, term: usize, count: i32);
}

/// Points of a board folded left on right: five files by ten ranks.
const FOLDED: usize = 50;
/// Where each piece stands: seven roles.
pub const PLACES: usize = 7 * FOLDED;

/// Terms after the places, one after another.
pub const CHARIOT_FREEDOM: usize = PLACES;
/// Quiet moves of a cannon.
pub const CANNON_FREEDOM: usize = CHARIOT_FREEDOM + 18;
/// Moves of a horse.
pub const HORSE_FREEDOM: usize = CANNON_FREEDOM + 18;
/// A cannon looks at the enemy general along an empty file or rank.
pub const HOLLOW_CANNON: usize = HORSE_FREEDOM + 9;
/// A cannon looks at the enemy general over one piece of its own, and over one of the enemy's.
pub const SCREENED_CANNON: usize = HOLLOW_CANNON + 1;
/// A cannon looks at the enemy general over two pieces: so near a check.
pub const NEAR_CANNON: usize = SCREENED_CANNON + 2;
/// Points next to the enemy general within reach: of chariots, horses, cannons, soldiers.
pub const GENERAL_PRESSED: usize = NEAR_CANNON + 1;
/// Points of the enemy palace within reach, by the same pieces.
pub const PALACE_PRESSED: usize = GENERAL_PRESSED + 4;
/// Advisors missing (none, one, two) against enemy chariots, horses and cannons (up to four counted).
pub const ADVISORS_MISSING: usize = PALACE_PRESSED + 4;
/// Elephants missing against the same.
pub const ELEPHANTS_MISSING: usize = ADVISORS_MISSING + 3 * 5;
/// A soldier with another beside it.
pub const LINKED_SOLDIERS: usize = ELEPHANTS_MISSING + 3 * 5;
/// A horse protected by a horse.
pub const LINKED_HORSES: usize = LINKED_SOLDIERS + 1;
/// A chariot or cannon or horse attacked by a lesser piece, or a loose piece attacked at all.
pub const THREATENED: usize = LINKED_HORSES + 1;
/// A loose piece, by role, that an enemy piece attacks.
pub const HANGING: usize = THREATENED + 3;
/// Soldiers across the river, counted together (none to five).
pub const CROSSED: usize = HANGING + 7;
/// Chariots, cannons, horses across the river.
pub const ACROSS: usize = CROSSED + 6;
/// All terms.
pub const COUNT: usize = ACROSS + 3;

/// The term of a piece of a role on a point, seen from its own side.
pub const fn place_term(role: usize, square: usize, side: usize) -> usize {
    let file = square % FILES;
    let folded = if file > 4 { 8 - file } else { file };
    let rank = if side == 0 { square / FILES } else { 9 - square / FILES };
    role * FOLDED + rank * 5 + folded
}

/// All terms of a board, places included: what the tuner reads.
pub fn count_all(board: &Board, sink: &mut impl Sink) {
    for square in Square::all() {
        if let Some(piece) = board.piece_at(square)
            && piece.role() != Role::Unknown
        {
            let sign = if piece.side() == Side::First { 1 } else { -1 };
            sink.add(place_term(piece.role().index(), square.index(), piece.side().index()), sign);
        }
    }
    count(board, sink);
}

/// The terms that are counted anew at each position.
pub fn count(board: &Board, sink: &mut impl Sink) {
    let occupied = board.occupied();
    let reach = [freedom::<RED>(board, occupied, sink), freedom::<BLACK>(board, occupied, sink)];
    of_side::<RED>(board, occupied, &reach, sink);
    of_side::<BLACK>(board, occupied, &reach, sink);
}

/// The sign of a side's counts. A constant where it is counted, so that a count is added or taken off, not multiplied.
const RED: i32 = 1;
const BLACK: i32 = -1;

const fn side_of(sign: i32) -> Side {
    if sign == RED { Side::First } else { Side::Second }
}

#[inline]
fn of_side<const SIGN: i32>(board: &Board, occupied: Set, reach: &[Reach; 2], sink: &mut impl Sink) {
    pressure::<SIGN>(board, occupied, &reach[side_of(SIGN).index()], sink);
    shelter::<SIGN>(board, sink);
    structure::<SIGN>(board, reach, sink);
}

/// What a side's pieces reach, by kind.
struct Reach {
    chariots: Set,
    horses: Set,
    /// What cannons hit, and where they would hit the general.
    cannons: Set,
    soldiers: Set,
    /// Everything, guards and general included.
    all: Set,
}

fn squares(set: Set) -> impl Iterator<Item = Square> {
    set.into_iter().filter_map(Square::new)
}

fn freedom<const SIGN: i32>(board: &Board, occupied: Set, sink: &mut impl Sink) -> Reach {
    let side = side_of(SIGN);
    let own = board.side(side);
    let mut reach = Reach {
        chariots: Set::EMPTY,
        horses: Set::EMPTY,
        cannons: Set::EMPTY,
        soldiers: Set::EMPTY,
        all: Set::EMPTY,
    };
    for square in squares(board.pieces(side, Role::Chariot)) {
        let slide = attacks::chariot(square, occupied);
        reach.chariots |= slide;
        sink.add(CHARIOT_FREEDOM + slide.without(own).len().min(17), SIGN);
    }
    for square in squares(board.pieces(side, Role::Cannon)) {
        let (slide, hits) = attacks::slide_and_hits(square, occupied);
        reach.cannons |= hits;
        sink.add(CANNON_FREEDOM + slide.without(occupied).len().min(17), SIGN);
    }
    for square in squares(board.pieces(side, Role::Horse)) {
        let jumps = attacks::horse(square, occupied);
        reach.horses |= jumps;
        sink.add(HORSE_FREEDOM + jumps.without(own).len().min(8), SIGN);
    }
    for square in squares(board.pieces(side, Role::Soldier)) {
        reach.soldiers |= attacks::soldier(side, square);
    }
    reach.all = reach.chariots | reach.horses | reach.cannons | reach.soldiers;
    for square in squares(board.pieces(side, Role::Advisor)) {
        reach.all |= attacks::advisor(side, square);
    }
    for square in squares(board.pieces(side, Role::Elephant)) {
        reach.all |= attacks::elephant(side, square, occupied);
    }
    if let Some(general) = board.general(side) {
        reach.all |= attacks::general(side, general);
    }
    reach
}

/// What a side does to the enemy general.
fn pressure<const SIGN: i32>(board: &Board, occupied: Set, reach: &Reach, sink: &mut impl Sink) {
    let side = side_of(SIGN);
    let enemy = side.other();
    let Some(general) = board.general(enemy) else { return };
    for cannon in squares(board.pieces(side, Role::Cannon) & attacks::cross(general)) {
        let pieces = attacks::between(general, cannon) & occupied;
        match pieces.len() {
            0 => sink.add(HOLLOW_CANNON, SIGN),
            1 => sink.add(SCREENED_CANNON + usize::from(pieces.meets(board.side(enemy))), SIGN),
            2 => sink.add(NEAR_CANNON, SIGN),
            _ => {}
        }
    }
    let near = attacks::general(enemy, general);
    let palace = attacks::PALACE[enemy.index()];
    for (kind, set) in [reach.chariots, reach.horses, reach.cannons, reach.soldiers].into_iter().enumerate() {
        sink.add(GENERAL_PRESSED + kind, SIGN * (set & near).len() as i32);
        sink.add(PALACE_PRESSED + kind, SIGN * (set & palace).len() as i32);
    }
}

/// What a side lacks around its general, against what the enemy can bring.
fn shelter<const SIGN: i32>(board: &Board, sink: &mut impl Sink) {
    let side = side_of(SIGN);
    let enemy = side.other();
    let heavy = board.role(Role::Chariot) | board.role(Role::Horse) | board.role(Role::Cannon);
    let against = (heavy & board.side(enemy)).len().min(4);
    let missing = |role| 2 - board.pieces(side, role).len().min(2);
    sink.add(ADVISORS_MISSING + missing(Role::Advisor) * 5 + against, SIGN);
    sink.add(ELEPHANTS_MISSING + missing(Role::Elephant) * 5 + against, SIGN);
}

/// How a side's pieces help one another, and how they stand in danger.
fn structure<const SIGN: i32>(board: &Board, reach: &[Reach; 2], sink: &mut impl Sink) {
    let side = side_of(SIGN);
    let (own, enemy) = (&reach[side.index()], &reach[side.other().index()]);
    let soldiers = board.pieces(side, Role::Soldier);
    // A step right stays on the rank unless it leaves the last file.
    let beside = Set(soldiers.0 << 1) & soldiers & !Set(FIRST_FILE);
    sink.add(LINKED_SOLDIERS, SIGN * beside.len() as i32);
    let horses = board.pieces(side, Role::Horse);
    sink.add(LINKED_HORSES, SIGN * (own.horses & horses).len() as i32);

    let chariots = board.pieces(side, Role::Chariot);
    let light = board.pieces(side, Role::Cannon) | horses;
    sink.add(THREATENED, SIGN * (chariots & (enemy.horses | enemy.cannons | enemy.soldiers)).len() as i32);
    sink.add(THREATENED + 1, SIGN * (light & enemy.soldiers).len() as i32);
    sink.add(THREATENED + 2, SIGN * (light & (enemy.horses | enemy.cannons)).len() as i32);
    // Few pieces hang at a time: they are looked at one by one.
    for square in squares(enemy.all.without(own.all) & board.side(side)) {
        let role = board.piece_at(square).map(Piece::role);
        if let Some(role) = role.filter(|&role| role != Role::General && role != Role::Unknown) {
            sink.add(HANGING + role.index(), SIGN);
        }
    }
    let across = attacks::HOME[side.other().index()];
    sink.add(CROSSED + (soldiers & across).len().min(5), SIGN);
    for (kind, role) in [Role::Chariot, Role::Cannon, Role::Horse].into_iter().enumerate() {
        sink.add(ACROSS + kind, SIGN * (board.pieces(side, role) & across).len() as i32);
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
