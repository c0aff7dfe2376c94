//! Asking the adviser, who searches as in a game: first in glances, to see which endings the best line leads to, then for
//! long. What it announces is laid out, and counts once that is replayed.

use game::{Score, Tactics};

use super::{ByRule, HOPE, Hunt, LONG_TURN, NO_FENCE, POSITIONS_BY_RULE, POSITIONS_SETTLED};
use crate::Limits;
use crate::mate::dfpn::DfpnTable;
use crate::mate::proof_table::MOST_MOVES;
use crate::mate::retrograde::Ending;
use crate::mate::strategy::Strategy;
use crate::mate::{HintReport, ProofProgress};

/// How much of each long round the adviser's thinking has, in turns of a width: while it hopes, and once it does not.
const SHARE_OF_HOPE: u64 = 1600;
const SHARE_OF_DOUBT: u64 = 8;
/// Of the time that is left the adviser leaves one such part for laying out what it has found.
const PART_TO_LAY_OUT: u64 = 32;
/// The first and the longest glance, in turns of a width; each is as long as all before it. Beginning anew now and then
/// also brings what was noted meanwhile to bear at low depths.
const FIRST_GLANCE: u64 = 16;
const LONGEST_GLANCE: u64 = 512;
/// Of the time that is left looking at an ending may take one such part.
const PART_FOR_ENDING: u64 = 3;

impl<P: Tactics> Hunt<'_, P> {
    /// The adviser thinks; where it announces a win, its notes are laid out, and if they do not make a strategy, followed by
    /// the best-first search.
    pub(super) fn consult(
        &mut self,
        by_rule: Option<&mut ByRule>,
        turn: u64,
        report: &mut dyn FnMut(&ProofProgress),
    ) {
        if self.proof.prover.by_path {
            return;
        }
        if turn == LONG_TURN {
            self.look_ahead(turn);
        }
        let share = turn * if self.hope >= HOPE { SHARE_OF_HOPE } else { SHARE_OF_DOUBT };
        let score = self.think(share).score;
        self.hope = score.raw();
        if !score.is_decided() || score < Score::DRAW {
            return;
        }
        let mut by_rule = by_rule.filter(|_| self.may_ask_by_rule());
        self.fence(share);
        let strategy =
            self.within(by_rule.as_deref_mut(), |hunt| hunt.proof.prover.lay_out_advised(POSITIONS_BY_RULE));
        self.take_over(strategy);
        if self.is_open() && self.ruled.is_none() {
            self.within(by_rule, |hunt| hunt.follow_advice(share, report));
        }
    }

    /// The adviser's opinion about the root, from the winner's view, for so many nodes.
    fn think(&mut self, nodes: u64) -> HintReport<P::Move> {
        let prover = &mut self.proof.prover;
        let time = prover.micros_left().map(|left| (left - left / PART_TO_LAY_OUT) / 1000);
        let nodes = self.query.nodes.map_or(nodes, |most| nodes.min(most.saturating_sub(prover.nodes)));
        let (nodes, mate) = (Some(nodes.max(1)), Some(u32::from(MOST_MOVES)));
        let limits = Limits { nodes, time, mate, overhead: 0, ..Limits::default() };
        let opinion = prover.hints.search(&prover.line, &limits, &prover.control);
        prover.nodes += opinion.nodes;
        HintReport { score: if prover.begins { opinion.score } else { -opinion.score }, ..opinion }
    }

    /// Glances at how the game would go on. Where that leads to an ending of few pieces, the ending is looked at as a whole and
    /// the adviser told which of its positions are won.
    fn look_ahead(&mut self, turn: u64) {
        if P::SMALL_ENDING.is_none() || Ending::is_small(self.proof.prover.line.here()) {
            return;
        }
        let mut spent = 0;
        while spent <= LONGEST_GLANCE {
            let glance = FIRST_GLANCE.max(spent);
            let HintReport { score, line, .. } = self.think(glance * turn);
            if score.is_decided() || self.is_over() {
                return;
            }
            self.look_at_ending_of(&line);
            spent += glance;
        }
    }

    /// Looks at the first ending that these moves lead to, if that can be done.
    fn look_at_ending_of(&mut self, moves: &[P::Move]) {
        self.fence(NO_FENCE);
        let prover = &mut self.proof.prover;
        let Some(first) = first_small(prover.line.here(), moves) else { return };
        if prover.endings.iter().any(|ending| ending.holds(&first)) {
            return;
        }
        let deadline = prover.deadline;
        prover.deadline = prover.micros_left().map(|left| prover.control.micros() + left / PART_FOR_ENDING);
        let ending = Ending::look_at_all(prover, &first);
        prover.deadline = deadline;
        let Some(ending) = ending else { return };
        for (key, moves) in ending.wins() {
            prover.hints.add_proven_win(key, moves);
        }
        prover.endings.push(ending);
    }

    /// Follows the adviser's notes best first, with first numbers of their own: those of before were set without them.
    fn follow_advice(&mut self, nodes: u64, report: &mut dyn FnMut(&ProofProgress)) {
        let mut ledger = DfpnTable::new(self.query.hash / 4);
        self.proof.prover.advised = true;
        self.follow_numbers(&mut ledger, nodes, report);
        self.proof.prover.advised = false;
    }

    /// A strategy laid out with advice counts once it is replayed.
    fn take_over(&mut self, strategy: Option<Strategy<P::Move>>) {
        let Some(strategy) = strategy.filter(|strategy| self.proof.prover.replays(strategy)) else { return };
        if strategy.goes_round {
            if self.may_ask_by_rule() {
                self.keep_ruled(strategy);
            }
        } else if strategy.height <= self.bound() {
            self.proof.prover.remember_all(&strategy);
            self.micros_to_win.get_or_insert(self.proof.prover.control.micros() - self.start);
            self.best = Some(self.proof.settle(strategy.height, POSITIONS_SETTLED));
        }
    }
}

/// The first position of few pieces that these moves lead to.
fn first_small<P: Tactics>(here: &P, moves: &[P::Move]) -> Option<P> {
    let mut here = here.clone();
    for &mv in moves {
        if !here.is_legal(mv) {
            return None;
        }
        let reveal = here.unrevealed(mv);
        here.play(mv, reveal, &mut ());
        if Ending::is_small(&here) {
            return Some(here);
        }
    }
    None
}
