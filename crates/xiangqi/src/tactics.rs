//! Tactics of xiangqi: checks, captures, static exchange evaluation. Parts are shared with jieqi.

use game::{MoveList, Observer, PieceClass, PieceValues, Side, SmallEnding, Tactics};
use grid::Bitboard;

use crate::movegen::{self, XiangqiVariant};
use crate::{Move, Position, Role, Square, arbiter, attacks, push_moves, see, small_ending};

impl Tactics for Position {
    const SMALL_ENDING: Option<SmallEnding<Self>> = Some(small_ending::SMALL_ENDING);

    const PERPETUAL_CHECK_LOSES: bool = true;

    #[inline]
    fn piece_class(piece: usize) -> (Side, PieceClass) {
        piece_class(piece)
    }

    fn report_pieces(&self, observer: &mut impl Observer) {
        report_pieces(self, observer);
    }

    fn threats(&self) -> u128 {
        threats(self)
    }

    #[inline]
    fn in_check(&self) -> bool {
        movegen::in_check(self)
    }

    #[inline]
    fn mover(&self, mv: Move) -> usize {
        self.board().piece_at(mv.origin()).map_or(0, crate::Piece::index)
    }

    #[inline]
    fn victim(&self, mv: Move) -> Option<usize> {
        self.board().piece_at(mv.target()).map(crate::Piece::index)
    }

    fn see_ge(&self, mv: Move, margin: i32, worth: &PieceValues) -> bool {
        see::see_ge(self, mv, margin, worth)
    }

    fn is_null_move_safe(&self) -> bool {
        has_attacking_pieces(self)
    }

    fn is_dead(&self) -> bool {
        arbiter::is_insufficient_material(self.board())
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        gives_check(self, mv)
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(Position::key_after(self, mv))
    }

    #[inline]
    fn noisy_moves(&self, out: &mut MoveList<Move>) {
        push_moves(self, self.board().side(!game::Position::turn(self)), out);
    }

    #[inline]
    fn quiet_moves(&self, out: &mut MoveList<Move>) {
        push_moves(self, !self.board().occupied(), out);
    }
}

/// Side and class of a piece by observer index; face-down pieces of jieqi follow their nominal role.
#[inline]
pub fn piece_class(piece: usize) -> (Side, PieceClass) {
    let side = if piece & 8 == 0 { Side::First } else { Side::Second };
    let class = match piece & 7 {
        0 => PieceClass::King,
        1 | 2 => PieceClass::Minor,
        6 => PieceClass::Pawn,
        _ => PieceClass::Major,
    };
    (side, class)
}

/// Puts every piece before an observer.
pub fn report_pieces<P: XiangqiVariant>(here: &P, observer: &mut impl Observer) {
    for square in Square::all() {
        if let Some(piece) = here.observed_index(square) {
            observer.put(square.index(), piece);
        }
    }
}

/// Points attacked by the opponent. A cannon attacks the pieces behind its screens, not the empty points there.
pub fn threats<P: XiangqiVariant>(here: &P) -> u128 {
    let board = here.board();
    let side = here.turn().other();
    let (occupied, roaming) = (board.occupied(), here.roaming());
    let roams = |square: Square| P::ROAMING && roaming.has(square.index());
    let mut threats =
        attacks_of(board.pieces(side, Role::Chariot), |square| attacks::chariot(square, occupied));
    threats |= attacks_of(board.pieces(side, Role::Cannon), |square| attacks::cannon_hits(square, occupied));
    threats |= attacks_of(board.pieces(side, Role::Horse), |square| attacks::horse(square, occupied));
    threats |= attacks_of(board.pieces(side, Role::Soldier), |square| attacks::soldier(side, square));
    threats |= attacks_of(board.pieces(side, Role::Advisor), |square| match roams(square) {
        true => attacks::advisor_anywhere(square),
        false => attacks::advisor(side, square),
    });
    threats |= attacks_of(board.pieces(side, Role::Elephant), |square| match roams(square) {
        true => attacks::elephant_anywhere(square, occupied),
        false => attacks::elephant(side, square, occupied),
    });
    threats.0
}

/// Attacks of several pieces of one role.
#[inline]
fn attacks_of(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    let mut all = Bitboard::EMPTY;
    for square in pieces.into_iter().map(Square::known) {
        all |= attacks(square);
    }
    all
}

/// Returns true if the side to move has a chariot, cannon or horse: without them zugzwang is too common for null
/// moves.
pub fn has_attacking_pieces<P: XiangqiVariant>(here: &P) -> bool {
    let board = here.board();
    let attackers = board.role(Role::Chariot) | board.role(Role::Cannon) | board.role(Role::Horse);
    attackers.intersects(board.side(here.turn()))
}

/// Returns true if a legal move gives check: directly, by discovery, or by becoming a cannon's screen.
#[inline]
pub fn gives_check<P: XiangqiVariant>(here: &P, mv: Move) -> bool {
    let board = here.board();
    let side = here.turn();
    let (from, to) = (mv.origin(), mv.target());
    let Some(general) = board.general(side.other()) else { return false };
    // Every check comes along the general's lines or from a jump away, and every piece that opens or blocks one
    // stands on a line or adjacent to the general: most moves are excluded here.
    let far = !attacks::is_near(general, from) && !attacks::is_near(general, to);
    if far && !(P::ROAMING && attacks::elephant_ring(general).has(to.index())) {
        return false;
    }
    let occupied = board.occupied().without(from.set()) | to.set();
    let (arriving_role, roams) =
        here.lands_as(from).map_or((None, false), |(role, roams)| (Some(role), roams));
    // Pieces of a role after the move.
    let after = |role: Role| {
        let others = board.pieces(side, role).without(from.set());
        if arriving_role == Some(role) { others | to.set() } else { others }
    };

    // Line attacks: only a piece that leaves or enters a line changes them.
    let lines = attacks::cross(general);
    if lines.intersects(from.set() | to.set()) {
        let (chariots, cannons) = (after(Role::Chariot), after(Role::Cannon));
        if lines.intersects(chariots | cannons) {
            let (slide, hits) = attacks::slide_and_hits(general, occupied);
            if slide.intersects(chariots) || hits.intersects(cannons) {
                return true;
            }
        }
    }
    // Jumps: of the moving piece, or of a horse whose leg it vacates.
    let leg = attacks::advisor_anywhere(general).has(from.index());
    if (arriving_role == Some(Role::Horse) || leg)
        && attacks::horse_to(general, occupied).intersects(after(Role::Horse))
    {
        return true;
    }
    if P::ROAMING {
        // A roaming piece still roams on its target.
        let arrival = if roams { to.set() } else { Bitboard::EMPTY };
        let roaming = here.roaming().without(from.set() | to.set()) | arrival;
        let (advisors, elephants) = (after(Role::Advisor) & roaming, after(Role::Elephant) & roaming);
        return attacks::advisor_anywhere(general).intersects(advisors)
            || attacks::elephant_anywhere(general, occupied).intersects(elephants)
            || attacks::soldier_to(side, general).intersects(after(Role::Soldier));
    }
    arriving_role == Some(Role::Soldier) && attacks::soldier_to(side, general).has(to.index())
}
