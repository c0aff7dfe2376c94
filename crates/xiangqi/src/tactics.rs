//! What a xiangqi position tells a search: checks, captures, exchanges. Jieqi shares the parts that fit.

use game::{MoveList, Tactics, Worth};
use grid::Set;

use crate::movegen::{self, Stage, attackers};
use crate::{Move, Position, Role, arbiter, attacks, exchange, push_moves};

impl Tactics for Position {
    #[inline]
    fn in_check(&self) -> bool {
        movegen::in_check(self)
    }

    #[inline]
    fn mover(&self, mv: Move) -> usize {
        self.board().man_at(mv.origin()).map_or(0, crate::Man::index)
    }

    #[inline]
    fn victim(&self, mv: Move) -> Option<usize> {
        self.board().man_at(mv.target()).map(crate::Man::index)
    }

    fn wins_exchange(&self, mv: Move, margin: i32, worth: &Worth) -> bool {
        exchange::wins(self, mv, margin, worth)
    }

    fn may_pass(&self) -> bool {
        has_fighters(self)
    }

    fn is_dead(&self) -> bool {
        arbiter::nobody_can_win(self.board())
    }

    fn pass(&self) -> Option<Self> {
        self.passed()
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        gives_check(self, mv)
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
pub fn has_fighters<S: Stage>(stage: &S) -> bool {
    let board = stage.board();
    let fighters = board.role(Role::Chariot) | board.role(Role::Cannon) | board.role(Role::Horse);
    fighters.meets(board.side(stage.turn()))
}

/// Whether a legal move gives check: by the man that moves, or by one whose way it opens or whose screen it becomes.
pub fn gives_check<S: Stage>(stage: &S, mv: Move) -> bool {
    let board = stage.board();
    let side = stage.turn();
    let (from, to) = (mv.origin(), mv.target());
    let Some(general) = board.general(side.other()) else { return false };
    // Every check comes along the general's lines or from a jump away, and every man that opens or closes a way
    // to it stands on a line or right beside it: most moves are far from all that.
    let far = !attacks::vicinity(general).meets(from.set() | to.set());
    if far && !(S::ROAMING && attacks::elephant_ring(general).has(to.index())) {
        return false;
    }
    let occupied = board.occupied().without(from.set()) | to.set();
    let hits: Set = match stage.lands_as(from) {
        Some((Role::Soldier, _)) => attacks::soldier(side, to),
        Some((Role::Horse, _)) => attacks::horse(to, occupied),
        Some((Role::Chariot, _)) => attacks::chariot(to, occupied),
        Some((Role::Cannon, _)) => attacks::cannon_hits(to, occupied),
        Some((Role::Advisor, true)) => attacks::advisor_anywhere(to),
        Some((Role::Elephant, true)) => attacks::elephant_anywhere(to, occupied),
        _ => Set::EMPTY,
    };
    hits.has(general.index()) || attackers(stage, side, general, occupied, from.set()).any()
}
