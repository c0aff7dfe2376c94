//! Legal move generation without making moves: pinned pieces, points where a piece would become a cannon's screen,
//! and check evasions are computed up front. Shared by xiangqi and jieqi through [`XiangqiVariant`].

use game::Side;
use grid::Bitboard;

use crate::attacks;
use crate::{Board, Move, Role, Square};

/// A position on the xiangqi board, as needed by move generation and the arbiter: xiangqi or jieqi.
pub trait XiangqiVariant: game::Position<Move = Move> {
    /// True if advisors and elephants may roam in this variant; the checks compile away in xiangqi.
    const ROAMING: bool;

    /// Board.
    fn board(&self) -> &Board;

    /// Advisors and elephants that may leave the palace and cross the river.
    fn roaming(&self) -> Bitboard;

    /// Plies since the last capture.
    fn plies_since_capture(&self) -> u16;

    /// Piece index on a point, as reported to observers.
    #[inline]
    fn observed_index(&self, square: Square) -> Option<usize> {
        self.board().piece_at(square).map(crate::Piece::index)
    }

    /// Role of the piece on a point after it has moved, as far as known, and whether it will roam.
    #[inline]
    fn lands_as(&self, square: Square) -> Option<(Role, bool)> {
        let role = self.board().piece_at(square)?.role();
        Some((role, Self::ROAMING && self.roaming().has(square.index())))
    }

    /// Position after a capture, legal or not for the side to move: the arbiter checks whether it could be
    /// recaptured.
    fn after_capture(&self, mv: Move) -> Self;
}

/// Checks and pins against the general of the side to move.
pub(crate) struct Threats {
    /// Enemy pieces that give check.
    pub checkers: Bitboard,
    /// Own pieces that may be pinned: each of their moves is verified.
    pub shields: Bitboard,
    /// Empty points between the general and a cannon with nothing between them: a piece moving there would become its
    /// screen.
    pub hollow: Bitboard,
}

/// Pseudo-legal targets of the piece on a point: by its movement alone, own pieces excluded.
#[inline]
pub(crate) fn reach<P: XiangqiVariant>(
    here: &P,
    side: Side,
    role: Role,
    from: Square,
    occupied: Bitboard,
) -> Bitboard {
    let board = here.board();
    let free = P::ROAMING && here.roaming().has(from.index());
    let reach = match role {
        Role::General => attacks::general(side, from),
        Role::Advisor if free => attacks::advisor_anywhere(from),
        Role::Advisor => attacks::advisor(side, from),
        Role::Elephant if free => attacks::elephant_anywhere(from, occupied),
        Role::Elephant => attacks::elephant(side, from, occupied),
        Role::Horse => attacks::horse(from, occupied),
        Role::Chariot => attacks::chariot(from, occupied),
        Role::Cannon => {
            let (slide, hits) = attacks::slide_and_hits(from, occupied);
            slide.without(occupied) | hits
        }
        Role::Soldier => attacks::soldier(side, from),
        Role::Unknown => Bitboard::EMPTY,
    };
    reach.without(board.side(side))
}

/// Pieces of `by` that attack a point where the other side's general stands or would stand, with these points
/// occupied and the pieces on `gone` captured.
#[inline]
pub(crate) fn attackers<P: XiangqiVariant>(
    here: &P,
    by: Side,
    target: Square,
    occupied: Bitboard,
    gone: Bitboard,
) -> Bitboard {
    let board = here.board();
    let pieces = board.side(by).without(gone);
    let mut found = attacks::soldier_to(by, target) & board.role(Role::Soldier);
    found |= attacks::horse_to(target, occupied) & board.role(Role::Horse);
    let sliders = board.role(Role::Chariot) | board.role(Role::General);
    if attacks::cross(target).intersects((sliders | board.role(Role::Cannon)) & pieces) {
        let (slide, hits) = attacks::slide_and_hits(target, occupied);
        found |= (slide & sliders) | (hits & board.role(Role::Cannon));
    }
    if P::ROAMING {
        let roaming = here.roaming();
        found |= attacks::advisor_anywhere(target) & board.role(Role::Advisor) & roaming;
        found |= attacks::elephant_anywhere(target, occupied) & board.role(Role::Elephant) & roaming;
    }
    found & pieces
}

/// Returns true if the side to move is in check.
#[inline]
pub fn in_check<P: XiangqiVariant>(here: &P) -> bool {
    is_checked(here, here.turn())
}

/// Returns true if this side's general is attacked.
#[inline]
pub fn is_checked<P: XiangqiVariant>(here: &P, side: Side) -> bool {
    let board = here.board();
    board.general(side).is_some_and(|general| {
        attackers(here, side.other(), general, board.occupied(), Bitboard::EMPTY).any()
    })
}

/// Returns true if the general is safe after a pseudo-legal move of `side`.
#[inline]
pub(crate) fn is_safe<P: XiangqiVariant>(here: &P, side: Side, from: Square, to: Square) -> bool {
    let board = here.board();
    let Some(general) = board.general(side) else { return true };
    let general = if general == from { to } else { general };
    let occupied = board.occupied().without(from.set()) | to.set();
    attackers(here, side.other(), general, occupied, to.set()).is_empty()
}

/// Returns true if a move is legal.
pub fn is_legal<P: XiangqiVariant>(here: &P, mv: Move) -> bool {
    let board = here.board();
    let (from, to) = (mv.origin(), mv.target());
    let side = here.turn();
    board.piece_at(from).is_some_and(|piece| {
        piece.side() == side
            && reach(here, side, piece.role(), from, board.occupied()).has(to.index())
            && is_safe(here, side, from, to)
    })
}

/// Checks and pins against the general of the side to move.
#[inline]
pub(crate) fn threats<P: XiangqiVariant>(here: &P, general: Square) -> Threats {
    let board = here.board();
    let side = here.turn();
    let (own, enemy) = (board.side(side), board.side(side.other()));
    let occupied = own | enemy;
    let mut checkers = attacks::soldier_to(side.other(), general) & board.role(Role::Soldier) & enemy;
    let mut shields = Bitboard::EMPTY;
    let mut hollow = Bitboard::EMPTY;

    let sliders = board.role(Role::Chariot) | board.role(Role::General);
    let cannons = board.role(Role::Cannon);
    for slider in attacks::cross(general) & enemy & (sliders | cannons) {
        let slider = Square::known(slider);
        let gap = attacks::between(general, slider);
        let pieces = gap & occupied;
        if cannons.has(slider.index()) {
            if pieces.is_empty() {
                hollow |= gap;
            } else if !pieces.more_than_one() {
                checkers |= slider.set();
            } else if pieces.len() == 2 {
                shields |= pieces & own;
            }
        } else if pieces.is_empty() {
            checkers |= slider.set();
        } else if !pieces.more_than_one() {
            shields |= pieces & own;
        }
    }
    for horse in attacks::horse_ring(general) & board.role(Role::Horse) & enemy {
        let leg = attacks::horse_leg(Square::known(horse), general);
        if leg.intersects(occupied) {
            shields |= leg & own;
        } else {
            checkers |= Bitboard::of(horse);
        }
    }
    if P::ROAMING {
        let roaming = here.roaming() & enemy;
        checkers |= attacks::advisor_anywhere(general) & board.role(Role::Advisor) & roaming;
        for elephant in attacks::elephant_ring(general) & board.role(Role::Elephant) & roaming {
            let eye = attacks::elephant_eye(Square::known(elephant), general);
            if eye.intersects(occupied) {
                shields |= eye & own;
            } else {
                checkers |= Bitboard::of(elephant);
            }
        }
    }
    Threats { checkers, shields, hollow }
}

/// Calls `each` with each piece's legal targets among `targets`; stops and returns true as soon as `each` returns
/// true.
#[inline]
pub fn generate<P: XiangqiVariant>(
    here: &P,
    targets: Bitboard,
    mut each: impl FnMut(Square, Bitboard) -> bool,
) -> bool {
    let board = here.board();
    let side = here.turn();
    let own = board.side(side);
    let occupied = board.occupied();
    let targets = targets.without(own);
    // A board without its general is not a position; nothing is unsafe then.
    let Some(general) = board.general(side) else { return false };
    let Threats { checkers, shields, hollow } = threats(here, general);

    let steps = (attacks::general(side, general) & targets).into_iter();
    let safe: Bitboard = steps.filter(|&to| is_safe(here, side, general, Square::known(to))).collect();
    if safe.any() && each(general, safe) {
        return true;
    }

    if checkers.any() {
        return evade(here, general, checkers, targets, each);
    }

    let open = targets.without(hollow);
    let mut emit = |from: usize, reach: Bitboard| {
        let from = Square::known(from);
        let legal = if shields.has(from.index()) {
            let tried = (reach & targets).into_iter();
            tried.filter(|&to| is_safe(here, side, from, Square::known(to))).collect()
        } else {
            reach & open
        };
        legal.any() && each(from, legal)
    };

    for from in board.role(Role::Chariot) & own {
        if emit(from, attacks::chariot(Square::known(from), occupied)) {
            return true;
        }
    }
    for from in board.role(Role::Cannon) & own {
        let (slide, hits) = attacks::slide_and_hits(Square::known(from), occupied);
        if emit(from, slide.without(occupied) | hits) {
            return true;
        }
    }
    for from in board.role(Role::Horse) & own {
        if emit(from, attacks::horse(Square::known(from), occupied)) {
            return true;
        }
    }
    for from in board.role(Role::Soldier) & own {
        if emit(from, attacks::soldier(side, Square::known(from))) {
            return true;
        }
    }
    for role in [Role::Elephant, Role::Advisor] {
        for from in board.role(role) & own {
            if emit(from, reach(here, side, role, Square::known(from), occupied)) {
                return true;
            }
        }
    }
    false
}

/// Check evasions by pieces other than the general. Only moves that could help are verified.
fn evade<P: XiangqiVariant>(
    here: &P,
    general: Square,
    checkers: Bitboard,
    targets: Bitboard,
    mut each: impl FnMut(Square, Bitboard) -> bool,
) -> bool {
    let board = here.board();
    let side = here.turn();
    let occupied = board.occupied();
    let mut helpful = targets;
    let mut screens = Bitboard::EMPTY;
    if !checkers.more_than_one()
        && let Some(checker) = checkers.first().map(Square::known)
    {
        let way = match board.piece_at(checker).map(crate::Piece::role) {
            Some(Role::Horse) => attacks::horse_leg(checker, general),
            Some(Role::Elephant) => attacks::elephant_eye(checker, general),
            Some(Role::Cannon) => {
                let gap = attacks::between(general, checker);
                // An own screen may move anywhere.
                screens = gap & occupied;
                gap
            }
            Some(Role::Chariot | Role::General) => attacks::between(general, checker),
            _ => Bitboard::EMPTY,
        };
        helpful &= way | checkers;
    }
    for from in board.side(side).without(general.set()) {
        let from = Square::known(from);
        let Some(piece) = board.piece_at(from) else { continue };
        let among = if screens.has(from.index()) { targets } else { helpful };
        let tried = reach(here, side, piece.role(), from, occupied) & among;
        let legal: Bitboard =
            tried.into_iter().filter(|&to| is_safe(here, side, from, Square::known(to))).collect();
        if legal.any() && each(from, legal) {
            return true;
        }
    }
    false
}
