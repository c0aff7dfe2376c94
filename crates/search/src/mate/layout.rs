//! A win laid out as a whole: the winner's move at every position he can come to, from what was proven or, where that is
//! wanted, from what the adviser took to be won. Only what is complete and goes round nowhere, or by checks of the defender
//! alone, is a strategy; who advised it does not matter then.

use std::collections::HashMap;

use game::{Line, Move, MoveList, Side, Tactics};

use super::circles::{self, Place};
use super::memory::{FULL, Fact, MOST_MOVES};
use super::prover::{Prover, Verdict};
use super::verify;
use crate::Limits;

/// What it may cost to find a forgotten part of a strategy again: nodes, and moves of the winner that count.
const NODES_TO_FIND_AGAIN: u64 = 200_000;
const MOVES_TO_FIND_AGAIN: u8 = 12;
/// Nodes the adviser may spend on a position it has not noted.
const NODES_TO_ADVISE: u64 = 50_000;

/// The winner's move for every position he can come to, and how many moves each takes at most.
pub(super) struct Strategy<M> {
    pub moves: HashMap<u64, (M, u8)>,
    pub height: u8,
    /// The defender can go round by checks, so the win rests on the rule against them.
    pub goes_round: bool,
}

impl<P: Tactics> Prover<P> {
    /// Lays a win out from what is proven, `most` positions at most.
    pub fn lay_out_proven(&mut self, most: usize) -> Option<Strategy<P::Move>> {
        self.lay_out(most, |prover, here| prover.remembered_move(here).or_else(|| prover.find_again(here)))
    }

    /// The same with advice. Notes come first: each brings the end nearer by the same measure, and what is remembered here
    /// and there between them could lead back.
    pub fn lay_out_advised(&mut self, most: usize) -> Option<Strategy<P::Move>> {
        self.lay_out(most, |prover, here| {
            let noted = prover.adviser.winning_move(here).or_else(|| prover.remembered_move(here));
            noted.or_else(|| prover.advised_to(here))
        })
    }

    /// Lays a win out, `most` positions at most, with the winner's moves somebody knows. `None` where one is not known, or
    /// where it goes round otherwise than by the defender's checks.
    pub fn lay_out(
        &mut self,
        most: usize,
        mut find: impl FnMut(&mut Self, &P) -> Option<P::Move>,
    ) -> Option<Strategy<P::Move>> {
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
            let mv = find(self, &here)?;
            let mut after = here.clone();
            after.play(mv, here.untold(mv), &mut ());
            let (in_check, checks) = (here.in_check(), after.in_check());
            places.push(Place { in_check, checks, next: layout.enter_replies(&after)? });
            moves.insert(here.key() ^ salt, (mv, 0));
        }
        let heights = circles::heights(&places)?;
        let height_of = |place: u32| u8::try_from(heights.of[place as usize]).ok();
        for (key, place) in &layout.index {
            moves.get_mut(key)?.1 = height_of(*place)?;
        }
        let height = firsts.into_iter().map(height_of).try_fold(0, |most, one| Some(one?.max(most)))?;
        Some(Strategy { moves, height, goes_round: heights.go_round })
    }

    /// Whether a strategy, played through by the rules, wins against every defence.
    pub fn replays(&self, strategy: &Strategy<P::Move>) -> bool {
        let mut answer = |line: &Line<P>| strategy.moves.get(&self.key_of(line)).map(|&(mv, _)| mv);
        let (moves, most) = (u32::from(strategy.height), 4 * strategy.moves.len());
        verify(&self.line, self.winner, moves, most, &mut answer).is_ok()
    }

    /// Keeps a strategy that goes round nowhere in the common memory.
    pub fn remember_all(&mut self, strategy: &Strategy<P::Move>) {
        for (&key, &(mv, height)) in &strategy.moves {
            let fact = Fact { win: height, mv: Some(mv.raw()), ..Fact::default() };
            self.memory.store(key, fact, 1);
        }
    }

    /// The adviser's move where it has taken no note: it thinks again.
    fn advised_to(&mut self, here: &P) -> Option<P::Move> {
        let line = Line::new(here.clone(), *self.line.rules());
        let limits = Limits { mate: Some(u32::from(MOST_MOVES)), ..Limits::nodes(NODES_TO_ADVISE) };
        self.nodes += self.adviser.think(&line, &limits, &self.control).1;
        self.adviser.winning_move(here).filter(|_| self.nodes < self.fence)
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
