//! Evaluation terms of jieqi: the counts of which the evaluation is a weighted sum.

use game::Side;
use grid::Bitboard;
use jieqi::{Pool, Position, Role, Square};
use xiangqi::movegen::XiangqiVariant as _;
use xiangqi::{Board, FILES, SQUARES, attacks};

use super::phase::exchange_value;
use crate::xiangqi::terms::Sink;

/// Points of the board with left and right folded together: five files by ten ranks.
const FOLDED: usize = 50;
/// Number of piece-square terms of face-up pieces: seven roles on the folded board.
pub const PIECE_SQUARES: usize = 7 * FOLDED;

/// A face-down piece by its home point, left and right folded: chariot's, horse's, elephant's, advisor's, cannon's, and the
/// soldiers' from the edge to the center.
pub const FACE_DOWN: usize = PIECE_SQUARES;
/// Number of home points, left and right folded.
pub const HOMES: usize = 8;
/// Expected value of a side's face-down pieces by its pool, in units of [`UNIT`].
pub const FACE_DOWN_VALUE: usize = FACE_DOWN + HOMES;
/// A face-down piece that can move, by its home point.
pub const FACE_DOWN_MOBILE: usize = FACE_DOWN_VALUE + 1;
/// Mobility of a chariot.
pub const CHARIOT_MOBILITY: usize = FACE_DOWN_MOBILE + HOMES;
/// Mobility of a cannon: its quiet moves.
pub const CANNON_MOBILITY: usize = CHARIOT_MOBILITY + 18;
/// Mobility of a horse.
pub const HORSE_MOBILITY: usize = CANNON_MOBILITY + 18;
/// Mobility of a face-up advisor, which moves freely.
pub const ADVISOR_MOBILITY: usize = HORSE_MOBILITY + 9;
/// Mobility of a face-up elephant, which moves freely.
pub const ELEPHANT_MOBILITY: usize = ADVISOR_MOBILITY + 5;
/// A cannon faces the enemy general along an empty file or rank (hollow cannon).
pub const HOLLOW_CANNON: usize = ELEPHANT_MOBILITY + 5;
/// A cannon faces the enemy general over one screen: an own piece, an enemy piece.
pub const SCREENED_CANNON: usize = HOLLOW_CANNON + 1;
/// A cannon faces the enemy general over two screens.
pub const DOUBLE_SCREENED_CANNON: usize = SCREENED_CANNON + 2;
/// Attacked points next to the enemy general, by chariots, horses, cannons, soldiers, advisors, elephants and face-down
/// pieces.
pub const GENERAL_ATTACKS: usize = DOUBLE_SCREENED_CANNON + 1;
/// Attacked points of the enemy palace, by the same pieces.
pub const PALACE_ATTACKS: usize = GENERAL_ATTACKS + KINDS;
/// Own pieces in the palace (up to four counted) against enemy chariots, horses and cannons face up (up to four).
pub const GUARDED: usize = PALACE_ATTACKS + KINDS;
/// Expected number of chariots, cannons and horses among the enemy's face-down pieces, while fewer than two own pieces
/// guard the palace.
pub const HIDDEN_ATTACKERS: usize = GUARDED + 25;
/// A chariot attacked by a cheaper piece; a horse or cannon by a soldier; by a horse, cannon, advisor or elephant.
pub const THREATENED: usize = HIDDEN_ATTACKERS + 1;
/// A hanging piece (attacked and unprotected) by role; the last is a face-down piece.
pub const HANGING: usize = THREATENED + 3;
/// A face-down piece that is protected, attacked by a soldier, advisor or elephant.
pub const FACE_DOWN_ATTACKED: usize = HANGING + 8;
/// Soldiers across the river, counted together (none to five).
pub const CROSSED_SOLDIERS: usize = FACE_DOWN_ATTACKED + 1;
/// Chariots, cannons, horses, advisors, elephants across the river.
pub const CROSSED_PIECES: usize = CROSSED_SOLDIERS + 6;
/// A soldier with another beside it.
pub const LINKED_SOLDIERS: usize = CROSSED_PIECES + 5;
/// Expected value of a side's face-up pieces whose role the search leaves unrevealed, by its pool, in units of [`UNIT`].
/// It does not occur in games, so the tuner does not see it.
pub const UNREVEALED_VALUE: usize = LINKED_SOLDIERS + 1;
/// Number of terms.
pub const COUNT: usize = UNREVEALED_VALUE + 1;

/// Centipawns per unit of expected values.
const UNIT: i32 = 30;

/// Kinds of attacking pieces.
const KINDS: usize = 7;

/// Returns the piece-square term of a role on a point, in the view of its side.
pub const fn square_term(role: usize, square: usize, side: usize) -> usize {
    let file = square % FILES;
    let folded = if file > 4 { 8 - file } else { file };
    let rank = if side == 0 { square / FILES } else { 9 - square / FILES };
    role * FOLDED + rank * 5 + folded
}

/// Returns the index of the home point of a face-down piece, left and right folded.
pub const fn home_index(square: usize) -> usize {
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

/// A position of jieqi as one player knows it, or with every piece known.
pub trait Seen: game::Tactics<Move = jieqi::Move> {
    /// Returns the position as a player sees it.
    fn seen(&self) -> &Position;

    /// Returns the expected value of a side's face-down pieces.
    fn face_down_value(&self, side: Side) -> i32;

    /// Returns the expected value of a side's face-up pieces of unrevealed role.
    fn unrevealed_value(&self, side: Side) -> i32;

    /// Visits every piece: its square and its observer index.
    fn for_each_piece(&self, visit: impl FnMut(usize, usize));
}

fn for_each_piece(seen: &Position, mut visit: impl FnMut(Square, usize)) {
    for square in seen.board().occupied().into_iter().filter_map(Square::new) {
        if let Some(piece) = seen.observed_index(square) {
            visit(square, piece);
        }
    }
}

impl Seen for Position {
    fn seen(&self) -> &Position {
        self
    }

    fn face_down_value(&self, side: Side) -> i32 {
        (self.dark() & self.board().side(side)).len() as i32 * pool_mean(self.pool(side))
    }

    fn unrevealed_value(&self, side: Side) -> i32 {
        match self.board().pieces(side, Role::Unknown).len() as i32 {
            0 => 0,
            pieces => pieces * pool_mean(self.pool(side)),
        }
    }

    fn for_each_piece(&self, mut visit: impl FnMut(usize, usize)) {
        for_each_piece(self, |square, piece| visit(square.index(), piece));
    }
}

impl Seen for jieqi::PerfectInfoPosition {
    fn seen(&self) -> &Position {
        jieqi::PerfectInfoPosition::seen(self)
    }

    fn face_down_value(&self, side: Side) -> i32 {
        let own = self.seen().dark() & self.seen().board().side(side);
        own.into_iter().map(|square| exchange_value(self.truth(square))).sum()
    }

    fn unrevealed_value(&self, _: Side) -> i32 {
        0
    }

    fn for_each_piece(&self, mut visit: impl FnMut(usize, usize)) {
        let seen = jieqi::PerfectInfoPosition::seen(self);
        for_each_piece(seen, |square, _| {
            if let Some(piece) = self.observed_index(square) {
                visit(square.index(), piece);
            }
        });
    }
}

/// Returns the mean value of the pieces of a pool.
pub fn pool_mean(pool: Pool) -> i32 {
    let (mut sum, mut pieces) = (0, 0);
    for (role, count) in pool.pieces() {
        sum += exchange_value(role) * count as i32;
        pieces += count as i32;
    }
    sum / pieces.max(1)
}

/// Counts all terms of a position, piece-square terms included, for the tuner.
pub fn count_all<P: Seen>(here: &P, sink: &mut impl Sink) {
    let seen = here.seen();
    for_each_piece(seen, |square, piece| {
        let side = piece >> 3 & 1;
        let sign = if side == 0 { 1 } else { -1 };
        match piece {
            16.. => sink.add(FACE_DOWN + home_index(square.index()), sign),
            _ if piece & 7 == Role::Unknown.index() => {}
            _ => sink.add(square_term(piece & 7, square.index(), side), sign),
        }
    });
    count(here, sink);
}

/// Counts the terms that are not updated incrementally.
pub fn count<P: Seen>(here: &P, sink: &mut impl Sink) {
    let seen = here.seen();
    let view = BoardView { board: seen.board(), dark: seen.dark(), occupied: seen.board().occupied() };
    let attacked = [view.mobility::<RED>(sink), view.mobility::<BLACK>(sink)];
    view.count_side::<RED>(&attacked, sink);
    view.count_side::<BLACK>(&attacked, sink);
    let heavy = |side| {
        let pool = seen.pool(side);
        let heavy: usize =
            [Role::Chariot, Role::Cannon, Role::Horse].map(|role| pool.count(role)).iter().sum();
        let unknown = (seen.dark() & seen.board().side(side)).len();
        (heavy * unknown).div_ceil(pool.total().max(1)) as i32
    };
    let bare = |side| view.guards(side) < 2;
    sink.add(HIDDEN_ATTACKERS, i32::from(bare(Side::First)) * heavy(Side::Second));
    sink.add(HIDDEN_ATTACKERS, -i32::from(bare(Side::Second)) * heavy(Side::First));
    sink.add(
        FACE_DOWN_VALUE,
        (here.face_down_value(Side::First) - here.face_down_value(Side::Second)) / UNIT,
    );
    sink.add(
        UNREVEALED_VALUE,
        (here.unrevealed_value(Side::First) - here.unrevealed_value(Side::Second)) / UNIT,
    );
}

/// Sign of a side's counts.
const RED: i32 = 1;
const BLACK: i32 = -1;

const fn side_of(sign: i32) -> Side {
    if sign == RED { Side::First } else { Side::Second }
}

fn squares(set: Bitboard) -> impl Iterator<Item = Square> {
    set.into_iter().filter_map(Square::new)
}

/// Points attacked by a side, by kind of piece.
#[derive(Default)]
struct Attacks {
    chariots: Bitboard,
    horses: Bitboard,
    cannons: Bitboard,
    soldiers: Bitboard,
    advisors: Bitboard,
    elephants: Bitboard,
    /// Points attacked by face-down pieces.
    dark: Bitboard,
    /// Points attacked by any piece, the general included.
    all: Bitboard,
}

struct BoardView<'a> {
    board: &'a Board,
    dark: Bitboard,
    occupied: Bitboard,
}

impl BoardView<'_> {
    /// Returns the face-up pieces of a role.
    fn face_up(&self, side: Side, role: Role) -> impl Iterator<Item = Square> + use<> {
        squares(self.board.pieces(side, role).without(self.dark))
    }

    /// Number of own pieces in a side's palace, without the general.
    fn guards(&self, side: Side) -> usize {
        (self.board.side(side) & attacks::PALACE[side.index()]).len().saturating_sub(1)
    }

    fn mobility<const SIGN: i32>(&self, sink: &mut impl Sink) -> Attacks {
        let side = side_of(SIGN);
        let (own, occupied) = (self.board.side(side), self.occupied);
        let mut attacked = Attacks::default();
        for square in self.face_up(side, Role::Chariot) {
            let slide = attacks::chariot(square, occupied);
            attacked.chariots |= slide;
            sink.add(CHARIOT_MOBILITY + slide.without(own).len().min(17), SIGN);
        }
        for square in self.face_up(side, Role::Cannon) {
            let (slide, hits) = attacks::slide_and_hits(square, occupied);
            attacked.cannons |= hits;
            sink.add(CANNON_MOBILITY + slide.without(occupied).len().min(17), SIGN);
        }
        for square in self.face_up(side, Role::Horse) {
            let jumps = attacks::horse(square, occupied);
            attacked.horses |= jumps;
            sink.add(HORSE_MOBILITY + jumps.without(own).len().min(8), SIGN);
        }
        for square in self.face_up(side, Role::Advisor) {
            let steps = attacks::advisor_anywhere(square);
            attacked.advisors |= steps;
            sink.add(ADVISOR_MOBILITY + steps.without(own).len().min(4), SIGN);
        }
        for square in self.face_up(side, Role::Elephant) {
            let jumps = attacks::elephant_anywhere(square, occupied);
            attacked.elephants |= jumps;
            sink.add(ELEPHANT_MOBILITY + jumps.without(own).len().min(4), SIGN);
        }
        for square in self.face_up(side, Role::Soldier) {
            attacked.soldiers |= attacks::soldier(side, square);
        }
        for square in squares(self.dark & own) {
            let (hits, goes) = self.face_down(side, square);
            attacked.dark |= hits;
            sink.add(
                FACE_DOWN_MOBILE + home_index(square.index()),
                SIGN * i32::from(goes.without(own).any()),
            );
        }
        attacked.all = attacked.chariots | attacked.horses | attacked.cannons | attacked.soldiers;
        attacked.all |= attacked.advisors | attacked.elephants | attacked.dark;
        if let Some(general) = self.board.general(side) {
            attacked.all |= attacks::general(side, general);
        }
        attacked
    }

    /// Returns the points a face-down piece can capture on, and those it can move to.
    fn face_down(&self, side: Side, square: Square) -> (Bitboard, Bitboard) {
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
            _ => both(Bitboard::EMPTY),
        }
    }

    fn count_side<const SIGN: i32>(&self, attacked: &[Attacks; 2], sink: &mut impl Sink) {
        let side = side_of(SIGN);
        self.attack_on_general::<SIGN>(&attacked[side.index()], sink);
        let heavy = [Role::Chariot, Role::Horse, Role::Cannon];
        let against: usize = heavy.map(|role| self.face_up(!side, role).count()).iter().sum();
        sink.add(GUARDED + self.guards(side).min(4) * 5 + against.min(4), SIGN);
        self.structure::<SIGN>(attacked, sink);
    }

    /// Counts attacks on the enemy general and palace.
    fn attack_on_general<const SIGN: i32>(&self, attacked: &Attacks, sink: &mut impl Sink) {
        let side = side_of(SIGN);
        let enemy = side.other();
        let Some(general) = self.board.general(enemy) else { return };
        let cannons = self.board.pieces(side, Role::Cannon).without(self.dark);
        for cannon in squares(cannons & attacks::cross(general)) {
            let pieces = attacks::between(general, cannon) & self.occupied;
            match pieces.len() {
                0 => sink.add(HOLLOW_CANNON, SIGN),
                1 => sink.add(SCREENED_CANNON + usize::from(pieces.intersects(self.board.side(enemy))), SIGN),
                2 => sink.add(DOUBLE_SCREENED_CANNON, SIGN),
                _ => {}
            }
        }
        let near = attacks::general(enemy, general);
        let palace = attacks::PALACE[enemy.index()];
        let kinds: [Bitboard; KINDS] = [
            attacked.chariots,
            attacked.horses,
            attacked.cannons,
            attacked.soldiers,
            attacked.advisors,
            attacked.elephants,
            attacked.dark,
        ];
        for (kind, set) in kinds.into_iter().enumerate() {
            sink.add(GENERAL_ATTACKS + kind, SIGN * (set & near).len() as i32);
            sink.add(PALACE_ATTACKS + kind, SIGN * (set & palace).len() as i32);
        }
    }

    /// Counts threatened, hanging and advanced pieces.
    fn structure<const SIGN: i32>(&self, attacked: &[Attacks; 2], sink: &mut impl Sink) {
        let side = side_of(SIGN);
        let (own, enemy) = (&attacked[side.index()], &attacked[side.other().index()]);
        let pieces = |role| self.board.pieces(side, role).without(self.dark);
        let soldiers = pieces(Role::Soldier);
        let light = pieces(Role::Cannon) | pieces(Role::Horse);
        let medium = enemy.horses | enemy.cannons | enemy.advisors | enemy.elephants;
        sink.add(THREATENED, SIGN * (pieces(Role::Chariot) & (medium | enemy.soldiers)).len() as i32);
        sink.add(THREATENED + 1, SIGN * (light & enemy.soldiers).len() as i32);
        sink.add(THREATENED + 2, SIGN * (light & medium).len() as i32);
        let loose = enemy.all.without(own.all);
        for role in Pool::ROLES {
            sink.add(HANGING + role.index(), SIGN * (pieces(role) & loose).len() as i32);
        }
        let face_down = self.dark & self.board.side(side);
        sink.add(HANGING + Role::Unknown.index(), SIGN * (face_down & loose).len() as i32);
        let lesser = enemy.soldiers | enemy.advisors | enemy.elephants;
        sink.add(FACE_DOWN_ATTACKED, SIGN * (face_down & own.all & lesser).len() as i32);
        let across = attacks::HALF[side.other().index()];
        sink.add(CROSSED_SOLDIERS + (soldiers & across).len().min(5), SIGN);
        let roles = [Role::Chariot, Role::Cannon, Role::Horse, Role::Advisor, Role::Elephant];
        for (kind, role) in roles.into_iter().enumerate() {
            sink.add(CROSSED_PIECES + kind, SIGN * (pieces(role) & across).len() as i32);
        }
        // The shift leaves the rank at the last file; those bits are masked out.
        let beside = Bitboard(soldiers.0 << 1) & soldiers & !Bitboard(FIRST_FILE);
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
