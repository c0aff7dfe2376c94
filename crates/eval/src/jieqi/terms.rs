//! The counts the opinion on jieqi is a weighted sum of, named once for playing and tuning.

use game::Side;
use grid::Set;
use jieqi::{Pool, Position, Role, Square};
use xiangqi::movegen::Stage as _;
use xiangqi::{Board, FILES, SQUARES, attacks};

use super::phase::exchange_value;
use crate::xiangqi::terms::Sink;

/// Points of a board folded left on right: five files by ten ranks.
const FOLDED: usize = 50;
/// Where each piece that has turned up stands: seven roles.
pub const PLACES: usize = 7 * FOLDED;

/// A piece that lies face down, by its home point folded: chariot's, horse's, elephant's, advisor's, cannon's, and the
/// soldiers' from the edge to the middle.
pub const UNTURNED: usize = PLACES;
/// Home points folded.
pub const HOMES: usize = 8;
/// What a side's face-down pieces would be worth by its pool if they had turned up, in units of [`UNIT`].
pub const HIDDEN: usize = UNTURNED + HOMES;
/// A face-down piece that can move, by its home point.
pub const TURNABLE: usize = HIDDEN + 1;
/// Points a chariot reaches.
pub const CHARIOT_FREEDOM: usize = TURNABLE + HOMES;
/// Quiet moves of a cannon.
pub const CANNON_FREEDOM: usize = CHARIOT_FREEDOM + 18;
/// Moves of a horse.
pub const HORSE_FREEDOM: usize = CANNON_FREEDOM + 18;
/// Moves of an advisor that roams.
pub const ADVISOR_FREEDOM: usize = HORSE_FREEDOM + 9;
/// Moves of an elephant that roams.
pub const ELEPHANT_FREEDOM: usize = ADVISOR_FREEDOM + 5;
/// A cannon looks at the enemy general along an empty file or rank.
pub const HOLLOW_CANNON: usize = ELEPHANT_FREEDOM + 5;
/// A cannon looks at the enemy general over one piece of its own, and over one of the enemy's.
pub const SCREENED_CANNON: usize = HOLLOW_CANNON + 1;
/// A cannon looks at the enemy general over two pieces.
pub const NEAR_CANNON: usize = SCREENED_CANNON + 2;
/// Points next to the enemy general within reach: of chariots, horses, cannons, soldiers, advisors, elephants, and of
/// pieces that lie face down.
pub const GENERAL_PRESSED: usize = NEAR_CANNON + 1;
/// Points of the enemy palace within reach, by the same pieces.
pub const PALACE_PRESSED: usize = GENERAL_PRESSED + KINDS;
/// Own pieces in the palace (up to four counted) against enemy chariots, horses and cannons face up (up to four).
pub const GUARDED: usize = PALACE_PRESSED + KINDS;
/// Heavy pieces the enemy may still turn up, while fewer than two of one's own pieces stand in the palace.
pub const LOOMING: usize = GUARDED + 25;
/// A chariot attacked by a lesser piece; a horse or cannon by a soldier; by a horse, cannon, advisor or elephant.
pub const THREATENED: usize = LOOMING + 1;
/// A loose piece that an enemy piece attacks, by role; the last is a piece that lies face down.
pub const HANGING: usize = THREATENED + 3;
/// A face-down piece that is protected, attacked by a soldier, advisor or elephant.
pub const UNTURNED_ATTACKED: usize = HANGING + 8;
/// Soldiers across the river, counted together (none to five).
pub const CROSSED: usize = UNTURNED_ATTACKED + 1;
/// Chariots, cannons, horses, advisors, elephants across the river.
pub const ACROSS: usize = CROSSED + 6;
/// A soldier with another beside it.
pub const LINKED_SOLDIERS: usize = ACROSS + 5;
/// What a side's pieces that have turned up unrevealed are worth by its pool, in units of [`UNIT`]. Games never show it: only a
/// search leaves open what turned up.
pub const UNREVEALED: usize = LINKED_SOLDIERS + 1;
/// All terms.
pub const COUNT: usize = UNREVEALED + 1;

/// Centipawns in which worth by a pool is counted.
const UNIT: i32 = 30;

/// Kinds of pieces that press a general.
const KINDS: usize = 7;

/// The term of a piece of a role on a point, seen from its own side.
pub const fn place_term(role: usize, square: usize, side: usize) -> usize {
    let file = square % FILES;
    let folded = if file > 4 { 8 - file } else { file };
    let rank = if side == 0 { square / FILES } else { 9 - square / FILES };
    role * FOLDED + rank * 5 + folded
}

/// Which home point a face-down piece lies on, left and right folded.
pub const fn home(square: usize) -> usize {
    let (file, rank) = (square % FILES, square / FILES);
    let folded = if file > 4 { 8 - file } else { file };
    let own_rank = if rank > 4 { 9 - rank } else { rank };
    match (own_rank, folded) {
        (0, file) => file % 4,
        (2, _) => 4,
        (_, 0) => 5,
        (_, 2) => 6,
        _ => 7,
    }
}

/// What an opinion asks of a position: jieqi as a mind knows it, or with every piece known.
pub trait Seen: game::Tactics<Move = jieqi::Move> {
    /// The board as a mind sees it.
    fn seen(&self) -> &Position;

    /// What a side's face-down pieces would be worth together.
    fn hidden(&self, side: Side) -> i32;

    /// What a side's pieces that have turned up unrevealed are worth together.
    fn unnamed(&self, side: Side) -> i32;

    /// Every piece with its square and the index observers hear.
    fn each(&self, visit: impl FnMut(usize, usize));
}

fn each(seen: &Position, mut visit: impl FnMut(Square, usize)) {
    for square in seen.board().occupied().into_iter().filter_map(Square::new) {
        if let Some(piece) = seen.heard(square) {
            visit(square, piece);
        }
    }
}

impl Seen for Position {
    fn seen(&self) -> &Position {
        self
    }

    fn hidden(&self, side: Side) -> i32 {
        (self.dark() & self.board().side(side)).len() as i32 * pool_mean(self.pool(side))
    }

    fn unnamed(&self, side: Side) -> i32 {
        match self.board().pieces(side, Role::Unknown).len() as i32 {
            0 => 0,
            pieces => pieces * pool_mean(self.pool(side)),
        }
    }

    fn each(&self, mut visit: impl FnMut(usize, usize)) {
        each(self, |square, piece| visit(square.index(), piece));
    }
}

impl Seen for jieqi::Open {
    fn seen(&self) -> &Position {
        jieqi::Open::seen(self)
    }

    fn hidden(&self, side: Side) -> i32 {
        let own = self.seen().dark() & self.seen().board().side(side);
        own.into_iter().map(|square| exchange_value(self.truth(square))).sum()
    }

    fn unnamed(&self, _: Side) -> i32 {
        0
    }

    fn each(&self, mut visit: impl FnMut(usize, usize)) {
        let seen = jieqi::Open::seen(self);
        each(seen, |square, _| {
            if let Some(piece) = self.heard(square) {
                visit(square.index(), piece);
            }
        });
    }
}

/// What a piece drawn from a pool is worth on the average.
pub fn pool_mean(pool: Pool) -> i32 {
    let (mut sum, mut pieces) = (0, 0);
    for (role, count) in pool.pieces() {
        sum += exchange_value(role) * count as i32;
        pieces += count as i32;
    }
    sum / pieces.max(1)
}

/// All terms of a position, places included: what the tuner reads.
pub fn count_all<P: Seen>(here: &P, sink: &mut impl Sink) {
    let seen = here.seen();
    each(seen, |square, piece| {
        let side = piece >> 3 & 1;
        let sign = if side == 0 { 1 } else { -1 };
        match piece {
            16.. => sink.add(UNTURNED + home(square.index()), sign),
            _ if piece & 7 == Role::Unknown.index() => {}
            _ => sink.add(place_term(piece & 7, square.index(), side), sign),
        }
    });
    count(here, sink);
}

/// The terms that are counted anew at each position.
pub fn count<P: Seen>(here: &P, sink: &mut impl Sink) {
    let seen = here.seen();
    let scene = Scene { board: seen.board(), dark: seen.dark(), occupied: seen.board().occupied() };
    let reach = [scene.freedom::<RED>(sink), scene.freedom::<BLACK>(sink)];
    scene.of_side::<RED>(&reach, sink);
    scene.of_side::<BLACK>(&reach, sink);
    let heavy = |side| {
        let pool = seen.pool(side);
        let heavy: usize =
            [Role::Chariot, Role::Cannon, Role::Horse].map(|role| pool.count(role)).iter().sum();
        let unknown = (seen.dark() & seen.board().side(side)).len();
        (heavy * unknown).div_ceil(pool.total().max(1)) as i32
    };
    let bare = |side| scene.guards(side) < 2;
    sink.add(LOOMING, i32::from(bare(Side::First)) * heavy(Side::Second));
    sink.add(LOOMING, -i32::from(bare(Side::Second)) * heavy(Side::First));
    sink.add(HIDDEN, (here.hidden(Side::First) - here.hidden(Side::Second)) / UNIT);
    sink.add(UNREVEALED, (here.unnamed(Side::First) - here.unnamed(Side::Second)) / UNIT);
}

/// The sign of a side's counts.
const RED: i32 = 1;
const BLACK: i32 = -1;

const fn side_of(sign: i32) -> Side {
    if sign == RED { Side::First } else { Side::Second }
}

fn squares(set: Set) -> impl Iterator<Item = Square> {
    set.into_iter().filter_map(Square::new)
}

/// What a side's pieces reach, by kind.
#[derive(Default)]
struct Reach {
    chariots: Set,
    horses: Set,
    cannons: Set,
    soldiers: Set,
    advisors: Set,
    elephants: Set,
    /// Of pieces that lie face down.
    dark: Set,
    /// Everything, the general included.
    all: Set,
}

struct Scene<'a> {
    board: &'a Board,
    dark: Set,
    occupied: Set,
}

impl Scene<'_> {
    /// The pieces of a role that have turned up.
    fn bright(&self, side: Side, role: Role) -> impl Iterator<Item = Square> + use<> {
        squares(self.board.pieces(side, role).without(self.dark))
    }

    /// Own pieces in a side's palace, its general left out.
    fn guards(&self, side: Side) -> usize {
        (self.board.side(side) & attacks::PALACE[side.index()]).len().saturating_sub(1)
    }

    fn freedom<const SIGN: i32>(&self, sink: &mut impl Sink) -> Reach {
        let side = side_of(SIGN);
        let (own, occupied) = (self.board.side(side), self.occupied);
        let mut reach = Reach::default();
        for square in self.bright(side, Role::Chariot) {
            let slide = attacks::chariot(square, occupied);
            reach.chariots |= slide;
            sink.add(CHARIOT_FREEDOM + slide.without(own).len().min(17), SIGN);
        }
        for square in self.bright(side, Role::Cannon) {
            let (slide, hits) = attacks::slide_and_hits(square, occupied);
            reach.cannons |= hits;
            sink.add(CANNON_FREEDOM + slide.without(occupied).len().min(17), SIGN);
        }
        for square in self.bright(side, Role::Horse) {
            let jumps = attacks::horse(square, occupied);
            reach.horses |= jumps;
            sink.add(HORSE_FREEDOM + jumps.without(own).len().min(8), SIGN);
        }
        for square in self.bright(side, Role::Advisor) {
            let steps = attacks::advisor_anywhere(square);
            reach.advisors |= steps;
            sink.add(ADVISOR_FREEDOM + steps.without(own).len().min(4), SIGN);
        }
        for square in self.bright(side, Role::Elephant) {
            let jumps = attacks::elephant_anywhere(square, occupied);
            reach.elephants |= jumps;
            sink.add(ELEPHANT_FREEDOM + jumps.without(own).len().min(4), SIGN);
        }
        for square in self.bright(side, Role::Soldier) {
            reach.soldiers |= attacks::soldier(side, square);
        }
        for square in squares(self.dark & own) {
            let (hits, goes) = self.unturned(side, square);
            reach.dark |= hits;
            sink.add(TURNABLE + home(square.index()), SIGN * i32::from(goes.without(own).any()));
        }
        reach.all = reach.chariots | reach.horses | reach.cannons | reach.soldiers;
        reach.all |= reach.advisors | reach.elephants | reach.dark;
        if let Some(general) = self.board.general(side) {
            reach.all |= attacks::general(side, general);
        }
        reach
    }

    /// What a face-down piece hits, and where it may go.
    fn unturned(&self, side: Side, square: Square) -> (Set, Set) {
        let occupied = self.occupied;
        let both = |set| (set, set);
        match self.board.piece_at(square).map(jieqi::Piece::role) {
            Some(Role::Chariot) => both(attacks::chariot(square, occupied)),
            Some(Role::Horse) => both(attacks::horse(square, occupied)),
            Some(Role::Cannon) => {
                let (slide, hits) = attacks::slide_and_hits(square, occupied);
                (hits, slide.without(occupied) | hits)
            }
            Some(Role::Elephant) => both(attacks::elephant(side, square, occupied)),
            Some(Role::Advisor) => both(attacks::advisor(side, square)),
            Some(Role::Soldier) => both(attacks::soldier(side, square)),
            _ => both(Set::EMPTY),
        }
    }

    fn of_side<const SIGN: i32>(&self, reach: &[Reach; 2], sink: &mut impl Sink) {
        let side = side_of(SIGN);
        self.pressure::<SIGN>(&reach[side.index()], sink);
        let heavy = [Role::Chariot, Role::Horse, Role::Cannon];
        let against: usize = heavy.map(|role| self.bright(!side, role).count()).iter().sum();
        sink.add(GUARDED + self.guards(side).min(4) * 5 + against.min(4), SIGN);
        self.structure::<SIGN>(reach, sink);
    }

    /// What a side does to the enemy general.
    fn pressure<const SIGN: i32>(&self, reach: &Reach, sink: &mut impl Sink) {
        let side = side_of(SIGN);
        let enemy = side.other();
        let Some(general) = self.board.general(enemy) else { return };
        let cannons = self.board.pieces(side, Role::Cannon).without(self.dark);
        for cannon in squares(cannons & attacks::cross(general)) {
            let pieces = attacks::between(general, cannon) & self.occupied;
            match pieces.len() {
                0 => sink.add(HOLLOW_CANNON, SIGN),
                1 => sink.add(SCREENED_CANNON + usize::from(pieces.meets(self.board.side(enemy))), SIGN),
                2 => sink.add(NEAR_CANNON, SIGN),
                _ => {}
            }
        }
        let near = attacks::general(enemy, general);
        let palace = attacks::PALACE[enemy.index()];
        let kinds: [Set; KINDS] = [
            reach.chariots,
            reach.horses,
            reach.cannons,
            reach.soldiers,
            reach.advisors,
            reach.elephants,
            reach.dark,
        ];
        for (kind, set) in kinds.into_iter().enumerate() {
            sink.add(GENERAL_PRESSED + kind, SIGN * (set & near).len() as i32);
            sink.add(PALACE_PRESSED + kind, SIGN * (set & palace).len() as i32);
        }
    }

    /// How a side's pieces stand in danger, and how far they have come.
    fn structure<const SIGN: i32>(&self, reach: &[Reach; 2], sink: &mut impl Sink) {
        let side = side_of(SIGN);
        let (own, enemy) = (&reach[side.index()], &reach[side.other().index()]);
        let pieces = |role| self.board.pieces(side, role).without(self.dark);
        let soldiers = pieces(Role::Soldier);
        let light = pieces(Role::Cannon) | pieces(Role::Horse);
        let middling = enemy.horses | enemy.cannons | enemy.advisors | enemy.elephants;
        sink.add(THREATENED, SIGN * (pieces(Role::Chariot) & (middling | enemy.soldiers)).len() as i32);
        sink.add(THREATENED + 1, SIGN * (light & enemy.soldiers).len() as i32);
        sink.add(THREATENED + 2, SIGN * (light & middling).len() as i32);
        let loose = enemy.all.without(own.all);
        for role in Pool::ROLES {
            sink.add(HANGING + role.index(), SIGN * (pieces(role) & loose).len() as i32);
        }
        let unturned = self.dark & self.board.side(side);
        sink.add(HANGING + Role::Unknown.index(), SIGN * (unturned & loose).len() as i32);
        let lesser = enemy.soldiers | enemy.advisors | enemy.elephants;
        sink.add(UNTURNED_ATTACKED, SIGN * (unturned & own.all & lesser).len() as i32);
        let across = attacks::HOME[side.other().index()];
        sink.add(CROSSED + (soldiers & across).len().min(5), SIGN);
        let travelers = [Role::Chariot, Role::Cannon, Role::Horse, Role::Advisor, Role::Elephant];
        for (kind, role) in travelers.into_iter().enumerate() {
            sink.add(ACROSS + kind, SIGN * (pieces(role) & across).len() as i32);
        }
        // A step right stays on the rank unless it leaves the last file.
        let beside = Set(soldiers.0 << 1) & soldiers & !Set(FIRST_FILE);
        sink.add(LINKED_SOLDIERS, SIGN * beside.len() as i32);
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
