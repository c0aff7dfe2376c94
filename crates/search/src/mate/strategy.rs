//! A win laid out as a whole: the winner's move at every position he can come to, from what was proven or, where that is
//! wanted, from what the adviser took to be won. Only what is complete and goes round nowhere, or by checks of the defender
//! alone, is a strategy; who advised it does not matter then.

use std::collections::HashMap;

use game::{Line, Move, MoveList, Side, Tactics};

use super::cycles::{self, Place};
use super::proof_table::{FULL, Fact, MOST_MOVES};
use super::prover::{Prover, Verdict};
use super::repair::{Choice, Spot, Weave};
use super::verify;
use crate::Limits;

/// What it may cost to find a forgotten part of a strategy again: nodes, and moves of the winner that count.
const NODES_TO_FIND_AGAIN: u64 = 200_000;
const MOVES_TO_FIND_AGAIN: u8 = 12;
/// Nodes the adviser may spend on a position it has not noted, or, the first time, on one whose note leads round.
const NODES_TO_ADVISE: u64 = 50_000;
/// The clock is asked once in so many positions.
const POSITIONS_BETWEEN_LOOKS: usize = 64;

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
    /// and there between them could lead back. Where they do not fit together all the same, other moves are looked for
    /// among the positions noted.
    pub fn lay_out_advised(&mut self, most: usize) -> Option<Strategy<P::Move>> {
        let mut layout = Layout::new(self, most);
        let firsts = layout.enter_root(self.line.here().clone())?;
        let mut weave = Weave::new(self.by_rule);
        loop {
            // Places are entered in the order of their numbers, and looked at in that order.
            while let Some(here) = layout.open.get(weave.spots.len()).cloned() {
                if weave.spots.len().is_multiple_of(POSITIONS_BETWEEN_LOOKS) && self.is_over() {
                    return None;
                }
                let mv = self.noted_move(&here).or_else(|| self.advised_to(&here));
                let choice = mv.and_then(|mv| layout.choice(&here, mv));
                weave.add(Spot::new(here.in_check(), choice));
            }
            weave.decide();
            if firsts.iter().all(|&first| weave.won(first).is_some()) {
                return layout.strategy(&firsts, &weave.spots, &|spot| weave.won(spot).unwrap_or(0));
            }
            let trouble = weave.trouble();
            if trouble.narrow.is_empty() {
                let stuck = trouble.stuck.filter(|_| self.nodes < self.fence && !self.is_over())?;
                // Notes that lead round confirm each other: none of them may be gone by.
                for doubted in weave.open_spots() {
                    self.hints.discard_win(layout.open[doubted as usize].key());
                }
                let thought_over = &mut weave.spots[stuck as usize].thought_over;
                self.think_over(&layout.open[stuck as usize], NODES_TO_ADVISE << *thought_over);
                *thought_over += 1;
                // There are new notes, and so new moves.
                weave.may_be_widened();
            }
            for narrow in trouble.narrow {
                if self.is_over() || layout.is_full() {
                    return None;
                }
                self.widen(&mut layout, narrow, &mut weave.spots[narrow as usize]);
            }
        }
    }

    /// Enters every move of the winner's that leads to positions already entered, or noted.
    fn widen(&mut self, layout: &mut Layout<P>, number: u32, spot: &mut Spot<P::Move>) {
        spot.is_wide = true;
        let here = layout.open[number as usize].clone();
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        for &mv in &list {
            if self.is_over() || layout.is_full() {
                return;
            }
            if spot.choices.iter().any(|choice| choice.mv == mv) {
                continue;
            }
            let is_known = |there: &P| layout.number_of(there).is_some() || self.noted_move(there).is_some();
            if replies(&after(&here, mv)).iter().all(is_known) {
                spot.choices.extend(layout.choice(&here, mv));
            }
        }
    }

    fn noted_move(&self, here: &P) -> Option<P::Move> {
        let known = self.endings.iter().find_map(|ending| ending.best_moves(here).next());
        known.or_else(|| self.hints.winning_move(here)).or_else(|| self.remembered_move(here))
    }

    /// Lays a win out, `most` positions at most, with the winner's moves somebody knows. `None` where one is not known, or
    /// where it goes round otherwise than by the defender's checks.
    pub fn lay_out(
        &mut self,
        most: usize,
        mut find: impl FnMut(&mut Self, &P) -> Option<P::Move>,
    ) -> Option<Strategy<P::Move>> {
        let mut layout = Layout::new(self, most);
        let firsts = layout.enter_root(self.line.here().clone())?;
        let mut spots = Vec::new();
        // Places are entered in the order of their numbers, and looked at in that order.
        while let Some(here) = layout.open.get(spots.len()).cloned() {
            if spots.len().is_multiple_of(POSITIONS_BETWEEN_LOOKS) && self.is_over() {
                return None;
            }
            let mv = find(self, &here)?;
            let choice = layout.choice(&here, mv)?;
            spots.push(Spot::new(here.in_check(), Some(choice)));
        }
        layout.strategy(&firsts, &spots, &|_| 0)
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
        self.think_about(here, NODES_TO_ADVISE);
        self.hints.winning_move(here).filter(|_| self.nodes < self.fence)
    }

    /// The adviser thinks about a position again, with its notes but without prejudice: what it holds of a position may rest
    /// on the path it was met on.
    fn think_over(&mut self, here: &P, nodes: u64) {
        self.hints.clear();
        self.think_about(here, nodes);
    }

    fn think_about(&mut self, here: &P, nodes: u64) {
        let line = Line::new(here.clone(), *self.line.rules());
        let nodes = Some(nodes.min(self.fence.saturating_sub(self.nodes)).max(1));
        let time = self.micros_left().map(|left| left / 1000);
        let limits =
            Limits { nodes, time, mate: Some(u32::from(MOST_MOVES)), overhead: 0, ..Limits::default() };
        self.nodes += self.hints.search(&line, &limits, &self.control).nodes;
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
    fn new(prover: &Prover<P>, most: usize) -> Self {
        let (winner, salt) = (prover.winner, prover.salt);
        Layout { winner, salt, index: HashMap::new(), open: Vec::new(), most }
    }

    fn is_full(&self) -> bool {
        self.open.len() >= self.most
    }

    fn number_of(&self, here: &P) -> Option<u32> {
        self.index.get(&(here.key() ^ self.salt)).copied()
    }

    /// The winner's first positions: the root, or what follows it.
    fn enter_root(&mut self, root: P) -> Option<Vec<u32>> {
        if root.turn() == self.winner { Some(vec![self.enter(root)?]) } else { self.enter_replies(&root) }
    }

    /// The number of a position with the winner to move.
    fn enter(&mut self, here: P) -> Option<u32> {
        if let Some(place) = self.number_of(&here) {
            return Some(place);
        }
        let place = self.open.len() as u32;
        if self.is_full() || here.outcome().is_some() {
            return None;
        }
        self.index.insert(here.key() ^ self.salt, place);
        self.open.push(here);
        Some(place)
    }

    /// A move of the winner's, and what follows; `None` where the defender is not to be beaten.
    fn choice(&mut self, here: &P, mv: P::Move) -> Option<Choice<P::Move>> {
        let after = after(here, mv);
        Some(Choice { mv, checks: after.in_check(), next: self.enter_replies(&after)? })
    }

    fn enter_replies(&mut self, after: &P) -> Option<Vec<u32>> {
        let replies = replies(after);
        if replies.is_empty() {
            let won = after.outcome().is_some_and(|end| end.winner == Some(self.winner));
            return won.then(Vec::new);
        }
        replies.into_iter().map(|here| self.enter(here)).collect()
    }

    /// The strategy that plays the choice of this number in each spot, as far as it can come to them.
    fn strategy(
        &self,
        firsts: &[u32],
        spots: &[Spot<P::Move>],
        chosen: &dyn Fn(u32) -> u32,
    ) -> Option<Strategy<P::Move>> {
        let choice_of = |spot: u32| spots[spot as usize].choices.get(chosen(spot) as usize);
        // Where a spot stands among the places the strategy comes to.
        let mut places_of: HashMap<u32, u32> = HashMap::new();
        let mut met: Vec<u32> = Vec::new();
        let mut meet = |spot: u32, met: &mut Vec<u32>| {
            *places_of.entry(spot).or_insert_with(|| {
                met.push(spot);
                met.len() as u32 - 1
            })
        };
        let firsts: Vec<u32> = firsts.iter().map(|&first| meet(first, &mut met)).collect();
        let (mut places, mut moves) = (Vec::new(), HashMap::new());
        while let Some(&spot) = met.get(places.len()) {
            let Choice { mv, checks, next } = choice_of(spot)?;
            let next = next.iter().map(|&next| meet(next, &mut met)).collect();
            places.push(Place { in_check: spots[spot as usize].in_check, checks: *checks, next });
            moves.insert(self.open[spot as usize].key() ^ self.salt, (*mv, 0));
        }
        let heights = cycles::heights(&places)?;
        let height_of = |place: u32| u8::try_from(heights.of[place as usize]).ok();
        for (place, &spot) in (0..).zip(&met) {
            moves.get_mut(&(self.open[spot as usize].key() ^ self.salt))?.1 = height_of(place)?;
        }
        let height = firsts.into_iter().map(height_of).try_fold(0, |most, one| Some(one?.max(most)))?;
        Some(Strategy { moves, height, goes_round: heights.go_round })
    }
}

/// The position after a move.
fn after<P: Tactics>(here: &P, mv: P::Move) -> P {
    let mut after = here.clone();
    after.play(mv, here.unrevealed(mv), &mut ());
    after
}

/// What follows each legal move.
fn replies<P: Tactics>(here: &P) -> Vec<P> {
    let mut list = MoveList::new();
    here.legal_moves(&mut list);
    list.iter().map(|&mv| after(here, mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mate::HintSource;
    use crate::mate::retrograde::tests::prover;

    /// Takes every position for won by whatever move comes first.
    struct Hopeful;

    impl HintSource<xiangqi::Position> for Hopeful {
        fn evaluate(&mut self, _: &xiangqi::Position) -> i32 {
            0
        }

        fn winning_move(&self, here: &xiangqi::Position) -> Option<xiangqi::Move> {
            let mut list = MoveList::new();
            game::Position::legal_moves(here, &mut list);
            list.first().copied()
        }
    }

    #[test]
    fn notes_that_lead_round_are_mended_where_there_is_a_win() {
        let mut prover = prover("3k5/9/9/9/9/9/9/9/R8/4K4 w");
        prover.hints = Box::new(Hopeful);
        let round = prover.lay_out(300_000, |prover, here| prover.noted_move(here));
        assert!(round.is_none(), "whatever comes first does not win by itself");
        let strategy = prover.lay_out_advised(300_000).expect("a chariot wins");
        assert!(prover.replays(&strategy) && !strategy.goes_round);
    }

    #[test]
    fn where_there_is_no_win_hope_makes_none() {
        let mut prover = prover("3k5/9/9/9/9/9/9/9/4A4/4K4 w");
        prover.hints = Box::new(Hopeful);
        assert!(prover.lay_out_advised(300_000).is_none());
    }
}
