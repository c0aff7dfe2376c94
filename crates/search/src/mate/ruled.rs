//! Wins that rest on a rule: who checks for ever loses, so a defender who has nothing but checks has lost.
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
//! out as a whole before it is claimed, and both are looked for in it ([`circles`]).

use std::collections::HashMap;

use game::{Line, Move, MoveList, Side, Tactics};

use super::circles::{self, Place};
use super::memory::{CHECKS, FULL, Fact, MOST_MOVES};
use super::prover::{Prover, Verdict};

/// What it may cost to find a forgotten part of a strategy again: nodes, and moves of the winner that count.
const NODES_TO_FIND_AGAIN: u64 = 200_000;
const MOVES_TO_FIND_AGAIN: u8 = 12;

/// A win by the rule that rests on nothing above it.
pub(super) const FIRM: usize = usize::MAX;

/// A position with the winner to move that is won if one above it on the path is.
pub(super) struct Pending<M> {
    pub key: u64,
    pub rank: u8,
    pub mv: M,
}

/// The winner's move for every position he can come to, and how many moves each takes at most.
pub(super) struct Strategy<M> {
    pub moves: HashMap<u64, (M, u8)>,
    pub height: u8,
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

    /// Lays a win by the rule out as a whole, `most` positions at most. `None` where a part of it was forgotten, or where
    /// it goes round otherwise than by the defender's checks.
    pub fn lay_out_by_rule(&mut self, most: usize) -> Option<Strategy<P::Move>> {
        let root = self.line.here().clone();
        let (winner, salt) = (self.winner, self.salt);
        let mut layout = Layout { winner, salt, index: HashMap::new(), open: Vec::new(), most };
        let begins = root.turn() == self.winner;
        let firsts = if begins { vec![layout.enter(root)?] } else { layout.enter_replies(&root)? };
        let (mut places, mut moves) = (Vec::new(), HashMap::new());
        // Places are entered in the order of their numbers, and looked at in that order.
        while let Some(here) = layout.open.get(places.len()).cloned() {
            if places.len().is_multiple_of(64) && self.is_over() {
                return None;
            }
            let mv = self.remembered_move(&here).or_else(|| self.find_again(&here))?;
            let mut after = here.clone();
            after.play(mv, here.untold(mv), &mut ());
            let (in_check, checks) = (here.in_check(), after.in_check());
            places.push(Place { in_check, checks, next: layout.enter_replies(&after)? });
            moves.insert(here.key() ^ salt, (mv, 0));
        }
        let heights = circles::heights(&places)?;
        let height_of = |place: u32| u8::try_from(heights[place as usize]).ok();
        for (key, place) in &layout.index {
            moves.get_mut(key)?.1 = height_of(*place)?;
        }
        let height = firsts.into_iter().map(height_of).try_fold(0, |most, one| Some(one?.max(most)))?;
        Some(Strategy { moves, height })
    }

    /// What was forgotten is found again, or something as good.
    fn find_again(&mut self, here: &P) -> Option<P::Move> {
        let there = Line::new(here.clone(), *self.line.rules());
        let (line, root) = (std::mem::replace(&mut self.line, there), std::mem::replace(&mut self.root, 0));
        let begins = std::mem::replace(&mut self.begins, true);
        self.fence = self.nodes + NODES_TO_FIND_AGAIN;
        self.allow(MOST_MOVES);
        'found: for width in 0..FULL {
            for moves in 1..=MOVES_TO_FIND_AGAIN {
                match self.ask(moves, width) {
                    Ok(Verdict::Not) => {}
                    Ok(Verdict::Never) => break,
                    Ok(_) | Err(_) => break 'found,
                }
            }
        }
        (self.line, self.root, self.begins) = (line, root, begins);
        self.remembered_move(here)
    }

    /// The winner's move as it is remembered; a win without the rule comes first, for it never leads back to one by it.
    fn remembered_move(&self, here: &P) -> Option<P::Move> {
        let fact: Fact = self.memory.probe(here.key() ^ self.salt);
        let raw = if fact.win != 0 { fact.mv } else { fact.ruled_mv.filter(|_| fact.rank != 0) };
        P::Move::from_raw(raw?).filter(|&mv| here.is_legal(mv))
    }
}

/// A strategy while it is laid out.
struct Layout<P: Tactics> {
    winner: Side,
    salt: u64,
    index: HashMap<u64, u32>,
    open: Vec<P>,
    most: usize,
}

impl<P: Tactics> Layout<P> {
    /// The number of a position with the winner to move.
    fn enter(&mut self, here: P) -> Option<u32> {
        let key = here.key() ^ self.salt;
        if let Some(&place) = self.index.get(&key) {
            return Some(place);
        }
        let place = self.open.len() as u32;
        if self.open.len() >= self.most || here.outcome().is_some() {
            return None;
        }
        self.index.insert(key, place);
        self.open.push(here);
        Some(place)
    }

    /// Enters what follows every reply of the defender; `None` where he is not to be beaten.
    fn enter_replies(&mut self, after: &P) -> Option<Vec<u32>> {
        let mut replies = MoveList::new();
        after.legal_moves(&mut replies);
        if replies.is_empty() {
            let won = after.outcome().is_some_and(|end| end.winner == Some(self.winner));
            return won.then(Vec::new);
        }
        let mut next = Vec::with_capacity(replies.len());
        for &reply in &replies {
            let mut here = after.clone();
            here.play(reply, after.untold(reply), &mut ());
            next.push(self.enter(here)?);
        }
        Some(next)
    }
}
