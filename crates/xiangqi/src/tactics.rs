//! What a xiangqi position tells a search: checks, captures, exchanges. Jieqi shares the parts that fit.

use game::{MoveList, PieceValues, SmallEnding, Tactics};
use grid::Bitboard;

use crate::movegen::{self, XiangqiVariant};
use crate::{Move, Position, Role, arbiter, attacks, push_moves, see, small_ending};

impl Tactics for Position {
    const SMALL_ENDING: Option<SmallEnding<Self>> = Some(small_ending::SMALL_ENDING);

    const PERPETUAL_CHECK_LOSES: bool = true;

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

    fn pass(&self) -> Option<Self> {
        self.passed()
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

/// Whether the side to move has a chariot, cannon or horse: without them zugzwang is too common to pass.
pub fn has_attacking_pieces<S: XiangqiVariant>(stage: &S) -> bool {
    let board = stage.board();
    let fighters = board.role(Role::Chariot) | board.role(Role::Cannon) | board.role(Role::Horse);
    fighters.intersects(board.side(stage.turn()))
}

/// Whether a legal move gives check: by the piece that moves, or by one whose way it opens or whose screen it becomes.
#[inline]
pub fn gives_check<S: XiangqiVariant>(stage: &S, mv: Move) -> bool {
    let board = stage.board();
    let side = stage.turn();
    let (from, to) = (mv.origin(), mv.target());
    let Some(general) = board.general(side.other()) else { return false };
    // Every check comes along the general's lines or from a jump away, and every piece that opens or closes a way
    // to it stands on a line or right beside it: most moves are far from all that.
    let far = !attacks::is_near(general, from) && !attacks::is_near(general, to);
    if far && !(S::ROAMING && attacks::elephant_ring(general).has(to.index())) {
        return false;
    }
    let occupied = board.occupied().without(from.set()) | to.set();
    let (arrives, roams) = stage.lands_as(from).map_or((None, false), |(role, roams)| (Some(role), roams));
    // The pieces of a role as they stand once the move is played.
    let after = |role: Role| {
        let others = board.pieces(side, role).without(from.set());
        if arrives == Some(role) { others | to.set() } else { others }
    };

    // Along the lines: only a piece that leaves or enters one changes what is hit there.
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
    // By a jump: of the piece itself, or of a horse whose leg it was.
    let leg = attacks::advisor_anywhere(general).has(from.index());
    if (arrives == Some(Role::Horse) || leg)
        && attacks::horse_to(general, occupied).intersects(after(Role::Horse))
    {
        return true;
    }
    if S::ROAMING {
        // One that roams keeps its freedom where it goes.
        let arrival = if roams { to.set() } else { Bitboard::EMPTY };
        let roaming = stage.roaming().without(from.set() | to.set()) | arrival;
        let (advisors, elephants) = (after(Role::Advisor) & roaming, after(Role::Elephant) & roaming);
        return attacks::advisor_anywhere(general).intersects(advisors)
            || attacks::elephant_anywhere(general, occupied).intersects(elephants)
            || attacks::soldier_to(side, general).intersects(after(Role::Soldier));
    }
    arrives == Some(Role::Soldier) && attacks::soldier_to(side, general).has(to.index())
}
