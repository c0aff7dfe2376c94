//! Engine hints in the solver: short probes first, to find the small endings that the principal variation leads to,
//! then long searches. A strategy extracted from an announced win counts once it is replayed.

use game::{Score, Tactics};

use super::{
    AHEAD_SCORE, LONG_ROUND, NO_LIMIT, POSITIONS_BY_RULE, POSITIONS_EXPANDED_AT_ONCE, RuleSearch, Solver,
};
use crate::mate::dfpn::DfpnTable;
use crate::mate::retrograde::SolvedEnding;
use crate::mate::strategy::Strategy;
use crate::mate::{HintReport, ProofProgress};
use crate::{Goal, Limits};

/// Nodes of the hint search in a long round, as a multiple of a width's nodes: when ahead, and when behind.
const SHARE_WHEN_AHEAD: u64 = 1600;
const SHARE_WHEN_BEHIND: u64 = 8;
/// Divisor: this share of the remaining time is reserved for the extraction of a strategy.
const TIME_PART_FOR_EXTRACTION: u64 = 32;
/// First and longest probe, as multiples of a width's nodes; each probe is as long as all before it. Restarts also
/// apply the wins recorded meanwhile at low depths.
const FIRST_PROBE: u64 = 16;
const LONGEST_PROBE: u64 = 512;
/// Divisor: this share of the remaining time may be spent on retrograde analysis of an ending.
const TIME_PART_FOR_ENDING: u64 = 3;

impl<P: Tactics> Solver<'_, P> {
    /// Runs the hint search. If it announces a win, a strategy is extracted from its recorded wins; if that fails,
    /// df-pn follows them.
    pub(super) fn run_hints(
        &mut self,
        by_rule: Option<&mut RuleSearch>,
        round_nodes: u64,
        report: &mut dyn FnMut(&ProofProgress),
    ) {
        if self.proof.prover.by_path {
            return;
        }
        if round_nodes == LONG_ROUND {
            self.probe_endings(round_nodes);
        }
        let share =
            round_nodes * if self.hint_score >= AHEAD_SCORE { SHARE_WHEN_AHEAD } else { SHARE_WHEN_BEHIND };
        let score = self.hint_search(share).score;
        self.hint_score = score.raw();
        if !score.is_decided() || score < Score::DRAW {
            return;
        }
        let mut by_rule = by_rule.filter(|_| self.may_search_by_rule());
        self.set_node_limit(share);
        let strategy = self.with_rule(by_rule.as_deref_mut(), |solver| {
            solver.proof.prover.extract_hinted(POSITIONS_BY_RULE)
        });
        self.adopt(strategy);
        if self.is_open() && self.rule_win.is_none() {
            self.with_rule(by_rule, |solver| solver.dfpn_with_hints(share, report));
        }
    }

    /// Hint search of the root with this many nodes, score from the winner's view.
    fn hint_search(&mut self, nodes: u64) -> HintReport<P::Move> {
        let prover = &mut self.proof.prover;
        let time = prover.micros_left().map(|left| (left - left / TIME_PART_FOR_EXTRACTION) / 1000);
        let nodes = self.query.nodes.map_or(nodes, |most| nodes.min(most.saturating_sub(prover.nodes)));
        let (nodes, goal) = (Some(nodes.max(1)), Goal::Win { within: None });
        let limits = Limits { nodes, time, goal, overhead: 0, ..Limits::default() };
        let report = prover.hints.search(&prover.line, &limits, &prover.control);
        prover.nodes += report.nodes;
        HintReport { score: if prover.winner_moves_first { report.score } else { -report.score }, ..report }
    }

    /// Short probes. Where their principal variation leads to a small ending, it is solved by retrograde analysis,
    /// and its wins are added to the hints.
    fn probe_endings(&mut self, round_nodes: u64) {
        if P::SMALL_ENDING.is_none() || SolvedEnding::is_small(self.proof.prover.line.here()) {
            return;
        }
        let mut spent = 0;
        while spent <= LONGEST_PROBE {
            let probe = FIRST_PROBE.max(spent);
            let HintReport { score, line, .. } = self.hint_search(probe * round_nodes);
            if score.is_decided() || self.is_over() {
                return;
            }
            self.solve_ending_of(&line);
            spent += probe;
        }
    }

    /// Solves the first small ending that these moves lead to.
    fn solve_ending_of(&mut self, moves: &[P::Move]) {
        self.set_node_limit(NO_LIMIT);
        let prover = &mut self.proof.prover;
        let Some(first) = first_small_ending(prover.line.here(), moves) else { return };
        if prover.endings.iter().any(|ending| ending.contains(&first)) {
            return;
        }
        let deadline = prover.deadline;
        prover.deadline =
            prover.micros_left().map(|left| prover.control.micros() + left / TIME_PART_FOR_ENDING);
        let ending = SolvedEnding::solve(prover, &first);
        prover.deadline = deadline;
        let Some(ending) = ending else { return };
        for (key, moves) in ending.won_positions() {
            prover.hints.add_proven_win(key, moves);
        }
        prover.endings.push(ending);
    }

    /// Runs df-pn along the recorded wins, with a table of its own: the numbers of the other were set without them.
    fn dfpn_with_hints(&mut self, nodes: u64, report: &mut dyn FnMut(&ProofProgress)) {
        let mut dfpn_table = DfpnTable::new(self.query.hash / 4);
        self.proof.prover.follow_hints = true;
        self.run_dfpn(&mut dfpn_table, nodes, report);
        self.proof.prover.follow_hints = false;
    }

    /// Adopts a strategy extracted with hints once it is replayed.
    fn adopt(&mut self, strategy: Option<Strategy<P::Move>>) {
        let Some(strategy) = strategy.filter(|strategy| self.proof.prover.verify_strategy(strategy)) else {
            return;
        };
        if strategy.has_cycle {
            if self.may_search_by_rule() {
                self.keep_rule_win(strategy);
            }
        } else if strategy.height <= self.bound() {
            self.proof.prover.store_strategy(&strategy);
            self.micros_to_win.get_or_insert(self.proof.prover.control.micros() - self.start);
            self.best = Some(self.proof.set_win(strategy.height, POSITIONS_EXPANDED_AT_ONCE));
        }
    }
}

/// First small ending that these moves lead to.
fn first_small_ending<P: Tactics>(here: &P, moves: &[P::Move]) -> Option<P> {
    let mut here = here.clone();
    for &mv in moves {
        if !here.is_legal(mv) {
            return None;
        }
        let reveal = here.unrevealed(mv);
        here.play(mv, reveal, &mut ());
        if SolvedEnding::is_small(&here) {
            return Some(here);
        }
    }
    None
}
