//! Legal moves, found without playing them: which pieces stand in the way of a check, where no piece may step, and
//! what stops a check. Shared by xiangqi and jieqi through [`XiangqiVariant`].

use game::Side;
use grid::Bitboard;

use crate::attacks;
use crate::{Board, Move, Role, Square};

/// What move generation and the arbiter need to know of a position.
pub trait XiangqiVariant: game::Position<Move = Move> {
    /// Whether advisors and elephants may roam here at all, so that xiangqi never asks.
    const ROAMING: bool;

    /// The pieces.
    fn board(&self) -> &Board;

    /// The advisors and elephants that may leave palace and half.
    fn roaming(&self) -> Bitboard;

    /// Plies since the last capture.
    fn plies_since_capture(&self) -> u16;

    /// The piece on a point under the index observers hear.
    #[inline]
    fn observed_index(&self, square: Square) -> Option<usize> {
        self.board().piece_at(square).map(crate::Piece::index)
    }

    /// What the piece on a point will be once it has moved, as far as can be told, and whether it will roam.
    #[inline]
    fn lands_as(&self, square: Square) -> Option<(Role, bool)> {
        let role = self.board().piece_at(square)?.role();
        Some((role, Self::ROAMING && self.roaming().has(square.index())))
    }

    /// The same board after a capture, legal or not for the side whose turn it is: the arbiter looks whether it
    /// would be answered.
    fn after_capture(&self, mv: Move) -> Self;
}

/// What bears on the general of the side to move.
pub(crate) struct Threats {
    /// Enemy pieces that give check.
    pub checkers: Bitboard,
    /// Own pieces that may hold a check off by standing where they stand: each move of theirs is tried.
    pub shields: Bitboard,
    /// Empty points between the general and a cannon with nothing between: a piece stepping there would be its screen.
    pub hollow: Bitboard,
}

/// The pseudo-legal reach of the piece on a point: by its movement alone, own pieces not hit.
#[inline]
pub(crate) fn reach<S: XiangqiVariant>(
    stage: &S,
    side: Side,
    role: Role,
    from: Square,
    occupied: Bitboard,
) -> Bitboard {
    let board = stage.board();
    let free = S::ROAMING && stage.roaming().has(from.index());
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

/// The pieces of `by` that hit a point where the other side's general stands or would stand, on a board with these
/// points occupied and the pieces on `gone` captured.
#[inline]
pub(crate) fn attackers<S: XiangqiVariant>(
    stage: &S,
    by: Side,
    target: Square,
    occupied: Bitboard,
    gone: Bitboard,
) -> Bitboard {
    let board = stage.board();
    let pieces = board.side(by).without(gone);
    let mut found = attacks::soldier_to(by, target) & board.role(Role::Soldier);
    found |= attacks::horse_to(target, occupied) & board.role(Role::Horse);
    let sliders = board.role(Role::Chariot) | board.role(Role::General);
    if attacks::cross(target).intersects((sliders | board.role(Role::Cannon)) & pieces) {
        let (slide, hits) = attacks::slide_and_hits(target, occupied);
        found |= (slide & sliders) | (hits & board.role(Role::Cannon));
    }
    if S::ROAMING {
        let roaming = stage.roaming();
        found |= attacks::advisor_anywhere(target) & board.role(Role::Advisor) & roaming;
        found |= attacks::elephant_anywhere(target, occupied) & board.role(Role::Elephant) & roaming;
    }
    found & pieces
}

/// Whether the side to move is in check.
#[inline]
pub fn in_check<S: XiangqiVariant>(stage: &S) -> bool {
    is_checked(stage, stage.turn())
}

/// Whether this side's general is hit.
#[inline]
pub fn is_checked<S: XiangqiVariant>(stage: &S, side: Side) -> bool {
    let board = stage.board();
    board.general(side).is_some_and(|general| {
        attackers(stage, side.other(), general, board.occupied(), Bitboard::EMPTY).any()
    })
}

/// Whether the general is safe once a pseudo-legal move of `side` is played.
#[inline]
pub(crate) fn is_safe<S: XiangqiVariant>(stage: &S, side: Side, from: Square, to: Square) -> bool {
    let board = stage.board();
    let Some(general) = board.general(side) else { return true };
    let general = if general == from { to } else { general };
    let occupied = board.occupied().without(from.set()) | to.set();
    attackers(stage, side.other(), general, occupied, to.set()).is_empty()
}

/// Whether a move is legal.
pub fn is_legal<S: XiangqiVariant>(stage: &S, mv: Move) -> bool {
    let board = stage.board();
    let (from, to) = (mv.origin(), mv.target());
    let side = stage.turn();
    board.piece_at(from).is_some_and(|piece| {
        piece.side() == side
            && reach(stage, side, piece.role(), from, board.occupied()).has(to.index())
            && is_safe(stage, side, from, to)
    })
}

/// What bears on the general of the side to move.
#[inline]
pub(crate) fn threats<S: XiangqiVariant>(stage: &S, general: Square) -> Threats {
    let board = stage.board();
    let side = stage.turn();
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
    if S::ROAMING {
        let roaming = stage.roaming() & enemy;
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

/// Hands out each piece's legal targets among `targets` as a set; stops, and says so, when `each` says stop.
#[inline]
pub fn generate<S: XiangqiVariant>(
    stage: &S,
    targets: Bitboard,
    mut each: impl FnMut(Square, Bitboard) -> bool,
) -> bool {
    let board = stage.board();
    let side = stage.turn();
    let own = board.side(side);
    let occupied = board.occupied();
    let targets = targets.without(own);
    // A board without its general is no position; without it nothing is unsafe.
    let Some(general) = board.general(side) else { return false };
    let Threats { checkers, shields, hollow } = threats(stage, general);

    let steps = (attacks::general(side, general) & targets).into_iter();
    let safe: Bitboard = steps.filter(|&to| is_safe(stage, side, general, Square::known(to))).collect();
    if safe.any() && each(general, safe) {
        return true;
    }

    if checkers.any() {
        return evade(stage, general, checkers, targets, each);
    }

    let open = targets.without(hollow);
    let mut hand_out = |from: usize, reach: Bitboard| {
        let from = Square::known(from);
        let legal = if shields.has(from.index()) {
            let tried = (reach & targets).into_iter();
            tried.filter(|&to| is_safe(stage, side, from, Square::known(to))).collect()
        } else {
            reach & open
        };
        legal.any() && each(from, legal)
    };

    for from in board.role(Role::Chariot) & own {
        if hand_out(from, attacks::chariot(Square::known(from), occupied)) {
            return true;
        }
    }
    for from in board.role(Role::Cannon) & own {
        let (slide, hits) = attacks::slide_and_hits(Square::known(from), occupied);
        if hand_out(from, slide.without(occupied) | hits) {
            return true;
        }
    }
    for from in board.role(Role::Horse) & own {
        if hand_out(from, attacks::horse(Square::known(from), occupied)) {
            return true;
        }
    }
    for from in board.role(Role::Soldier) & own {
        if hand_out(from, attacks::soldier(side, Square::known(from))) {
            return true;
        }
    }
    for role in [Role::Elephant, Role::Advisor] {
        for from in board.role(role) & own {
            if hand_out(from, reach(stage, side, role, Square::known(from), occupied)) {
                return true;
            }
        }
    }
    false
}

/// The moves of other pieces than the general that end a check. Each is tried, but only where it could help.
fn evade<S: XiangqiVariant>(
    stage: &S,
    general: Square,
    checkers: Bitboard,
    targets: Bitboard,
    mut each: impl FnMut(Square, Bitboard) -> bool,
) -> bool {
    let board = stage.board();
    let side = stage.turn();
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
                // Its screen, if ours, may step aside anywhere.
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
        let tried = reach(stage, side, piece.role(), from, occupied) & among;
        let legal: Bitboard =
            tried.into_iter().filter(|&to| is_safe(stage, side, from, Square::known(to))).collect();
        if legal.any() && each(from, legal) {
            return true;
        }
    }
    false
}
