//! WinNotes that rest on a rule: who checks for ever loses, so a defender who has nothing but checks has lost.
//!
//! # The question
//!
//! Let moves out of check be free, and let a defender who checks without end have lost. `R(p, n)` says that the winner
//! forces the end from `p` with at most `n` other moves. It looks at positions only, as `W` does, but it is true of a
//! position that comes back while the defender has done nothing but check: there the win is taken as given, provided
//! the position it came back to turns out to be won. Such a win is *pending*; it becomes a fact with the position it
//! rests on, or is dropped with it.
//!
//! # Why that is sound
//!
//! Every fact has a rank, the number of moves it was found with. The winner's move leads to positions of a smaller
//! rank, out of check to positions of no larger one. So the only way to go round for ever is out of one check into the
//! next, and the arbiter gives that game to the winner, unless the winner checked all the time too. A strategy is laid
//! out as a whole before it is claimed ([`super::layout`]), and both are looked for in it ([`super::circles`]).

use game::Tactics;

use super::proof_table::CHECKS;
use super::prover::{Prover, Verdict};

/// A win by the rule that rests on nothing above it.
pub(super) const FIRM: usize = usize::MAX;

/// A position with the winner to move that is won if one above it on the path is.
pub(super) struct Pending<M> {
    pub key: u64,
    pub rank: u8,
    pub mv: M,
}

impl<P: Tactics> Prover<P> {
    /// The ply at which the position on the board stood before, if the defender has done nothing but check since then and
    /// loses by it. Asked where the winner is to move.
    pub fn checked_for_ever(&self) -> Option<usize> {
        if !self.by_rule || !self.line.here().in_check() {
            return None;
        }
        let first = self.line.earlier_occurrences().next().filter(|&first| first >= self.root)?;
        let checked = (first..self.line.ply()).step_by(2).all(|ply| self.line.at(ply).in_check());
        (checked && P::judge_cycle(&self.line, first).winner == Some(self.winner)).then_some(first)
    }

    /// Whether the position on the board, the defender to move, came back and he has done nothing but check meanwhile:
    /// one more check of his closes the circle.
    pub fn was_only_checked(&self) -> bool {
        let first =
            self.line.earlier_occurrences().next().filter(|&first| self.by_rule && first >= self.root);
        first.is_some_and(|first| {
            (first + 1..self.line.ply()).step_by(2).all(|ply| self.line.at(ply).in_check())
        })
    }

    /// A position is won by the rule: with those below that rest on it, if it rests on nothing itself; else it waits.
    pub fn note_ruled(
        &mut self,
        rests: usize,
        pending: Pending<P::Move>,
        start: usize,
        begin: u64,
    ) -> Verdict {
        if rests < self.line.ply() {
            self.pending.push(pending);
            return Verdict::Ruled(rests);
        }
        if rests == FIRM {
            // What waits for something above is no part of a win that waits for nothing.
            self.pending.truncate(start);
        }
        let rank = self.pending[start..].iter().fold(pending.rank, |most, below| most.max(below.rank));
        self.pending.push(pending);
        for Pending { key, mv, .. } in self.pending.split_off(start) {
            self.remember(key, Verdict::Ruled(FIRM), rank, CHECKS, Some(mv), begin);
        }
        Verdict::Ruled(FIRM)
    }
}
