//! Wins by the perpetual-check rule: a side that checks perpetually loses, so a defender with nothing but checks has
//! lost.
//!
//! # Definition
//!
//! Let moves out of check be free, and let a defender who checks without end have lost. `R(p, n)` is true if the
//! winner forces the end from `p` with at most `n` other moves. It depends on positions only, as `W` does, but it
//! also holds for a position that repeats while the defender has done nothing but check: there the win is assumed,
//! provided that the repeated position turns out to be won. Such a win is *pending*; it is stored together with the
//! position it depends on, or dropped with it.
//!
//! # Soundness
//!
//! Every entry has a rank, the number of moves it was found with. The winner's move leads to positions of a smaller
//! rank, a move out of check to positions of no larger one. So an endless line can only go from one check to the next,
//! and the rules award that game to the winner, unless the winner checked all the time too. Before a win is claimed its
//! whole strategy is extracted ([`super::strategy`]) and searched for both kinds of cycles ([`super::graph`]).

use game::Tactics;

use super::context::Path;
use super::threat::{AttackMoves, ProofValue, ThreatSearch};

/// A win by the rule that depends on no position above it.
pub(super) const UNCONDITIONAL: usize = usize::MAX;

/// A position with the winner to move that is won if one above it on the path is.
pub(super) struct Pending<M> {
    pub key: u64,
    pub rank: u8,
    pub mv: M,
}

impl<P: Tactics> ThreatSearch<'_, P> {
    /// Ply of the earlier occurrence of the current position, if the defender has done nothing but check since then and
    /// loses by it. For positions with the winner to move.
    pub fn perpetual_check_start(&self) -> Option<usize> {
        let Path { line, winner, .. } = self.path();
        let first = self.start_of_checks().filter(|_| line.here().in_check())?;
        (P::judge_cycle(line, first).winner == Some(*winner)).then_some(first)
    }

    /// Returns true if the current position, defender to move, repeats and he has done nothing but check meanwhile: one
    /// more check closes the cycle.
    pub fn repeats_by_checks(&self) -> bool {
        self.start_of_checks().is_some()
    }

    /// Ply of the earlier occurrence of the current position, if the defender has done nothing but check since then.
    fn start_of_checks(&self) -> Option<usize> {
        let path = self.path();
        if !self.memory.by_rule {
            return None;
        }
        let first = path.line.earlier_occurrences().next().filter(|&first| first >= path.root)?;
        let mut attacks = (first + usize::from(!path.is_attack())..path.line.ply()).step_by(2);
        attacks.all(|ply| path.line.at(ply).in_check()).then_some(first)
    }

    /// Stores a win by the rule, with those below that depend on it, if it is unconditional; otherwise it stays
    /// pending.
    pub fn store_by_rule(
        &mut self,
        depends_on: usize,
        pending: Pending<P::Move>,
        start: usize,
        begin: u64,
    ) -> ProofValue {
        if depends_on < self.path().line.ply() {
            self.memory.pending.push(pending);
            return ProofValue::WonByRule(depends_on);
        }
        if depends_on == UNCONDITIONAL {
            // A win that depends on a position above is no part of an unconditional one.
            self.memory.pending.truncate(start);
        }
        let rank = self.memory.pending[start..].iter().fold(pending.rank, |most, below| most.max(below.rank));
        self.memory.pending.push(pending);
        for Pending { key, mv, .. } in self.memory.pending.split_off(start) {
            let won = ProofValue::WonByRule(UNCONDITIONAL);
            self.store(key, (won, Some(mv)), rank, AttackMoves::Checks, begin);
        }
        ProofValue::WonByRule(UNCONDITIONAL)
    }
}
