//! Engine hints in the solver: short probes first, to find the small endings that the principal variation leads to,
//! then long searches. A strategy extracted from an announced win counts once it is replayed.

use game::{Score, Tactics};

use super::portfolio::LONG_ROUND;
use super::{NO_LIMIT, POSITIONS_BY_RULE, Rule, Solver};
use crate::mate::HintReport;
use crate::mate::context::after;
use crate::mate::dfpn::DfpnTable;
use crate::mate::retrograde::SolvedEnding;
use crate::mate::strategy::{Strategy, extract_hinted};
use crate::{Goal, Limits};

/// Hint score, in centipawns for the winner, from which on the hint search has most of the time.
pub(super) const AHEAD_SCORE: i32 = 300;
/// Nodes of the hint search in a long round, as a multiple of a threat search's: when ahead, and when behind.
pub(super) const SHARE_WHEN_AHEAD: u64 = 1600;
pub(super) const SHARE_WHEN_BEHIND: u64 = 8;
/// Divisor: this share of the remaining time is reserved for the extraction of a strategy.
const TIME_PART_FOR_EXTRACTION: u64 = 32;
/// First and longest probe, as multiples of a threat search's nodes; each probe is as long as all before it. Restarts
/// also apply the wins recorded meanwhile at low depths.
const FIRST_PROBE: u64 = 16;
const LONGEST_PROBE: u64 = 512;
/// Divisor: this share of the remaining time may be spent on retrograde analysis of an ending.
const TIME_PART_FOR_ENDING: u64 = 3;

impl<P: Tactics> Solver<'_, P> {
    /// Runs the hint search. If it announces a win, a strategy is extracted from its recorded wins; if that fails,
    /// df-pn follows them.
    pub(super) fn run_hints(&mut self, nodes: u64, round: u64) {
        if round == LONG_ROUND {
            self.probe_endings(round);
        }
        let score = self.hint_search(nodes).score;
        self.hint_score = score.raw();
        if !score.is_decided() || score < Score::DRAW {
            return;
        }
        let rule = if self.may_search_by_rule() { Rule::Applied } else { Rule::Ignored };
        self.allow_nodes(nodes);
        let strategy = extract_hinted(&mut self.threat_search(rule), POSITIONS_BY_RULE);
        self.adopt(strategy);
        if self.is_open() && self.found.rule_win.is_none() {
            // A table of its own: the numbers of the others were set without the hints.
            let mut numbers = DfpnTable::new(self.query.hash / 4);
            self.run_dfpn_with(rule, nodes, &mut numbers, true);
            if rule == Rule::Applied {
                self.end_rule_search();
            }
        }
    }

    /// Hint search of the root with this many nodes, score from the winner's view.
    fn hint_search(&mut self, nodes: u64) -> HintReport<P::Move> {
        let budget = &mut self.ctx.budget;
        let time = budget.micros_left().map(|left| (left - left / TIME_PART_FOR_EXTRACTION) / 1000);
        let nodes = self.query.nodes.map_or(nodes, |most| nodes.min(most.saturating_sub(budget.nodes)));
        let (nodes, goal) = (Some(nodes.max(1)), Goal::Win { within: None });
        let limits = Limits { nodes, time, goal, overhead: 0, ..Limits::default() };
        let report = self.ctx.hints.search(&self.ctx.path.line, &limits, &budget.control);
        budget.nodes += report.nodes;
        HintReport { score: if self.ctx.path.is_attack() { report.score } else { -report.score }, ..report }
    }

    /// Short probes. Where their principal variation leads to a small ending, it is solved by retrograde analysis,
    /// and its wins are added to the hints.
    fn probe_endings(&mut self, round: u64) {
        if P::SMALL_ENDING.is_none() || SolvedEnding::is_small(self.ctx.path.here()) {
            return;
        }
        let mut spent = 0;
        while spent <= LONGEST_PROBE {
            let probe = FIRST_PROBE.max(spent);
            let HintReport { score, line, .. } = self.hint_search(probe * round);
            if score.is_decided() || self.is_over() {
                return;
            }
            self.solve_ending_of(&line);
            spent += probe;
        }
    }

    /// Solves the first small ending that these moves lead to.
    fn solve_ending_of(&mut self, moves: &[P::Move]) {
        self.allow_nodes(NO_LIMIT);
        let Some(first) = first_small_ending(self.ctx.path.here(), moves) else { return };
        if self.ctx.endings.iter().any(|ending| ending.contains(&first)) {
            return;
        }
        let budget = &mut self.ctx.budget;
        let part = budget.micros_left().map(|left| budget.control.micros() + left / TIME_PART_FOR_ENDING);
        let deadline = std::mem::replace(&mut budget.deadline, part);
        let ending = SolvedEnding::solve(&first, self.query.winner, budget);
        budget.deadline = deadline;
        let Some(ending) = ending else { return };
        for (key, moves) in ending.won_positions() {
            self.ctx.hints.add_proven_win(key, moves);
        }
        self.ctx.endings.push(ending);
    }

    /// Adopts a strategy extracted with hints once it is replayed.
    fn adopt(&mut self, strategy: Option<Strategy<P::Move>>) {
        let Some(strategy) = strategy.filter(|strategy| strategy.is_sound(&self.ctx.path)) else { return };
        if strategy.has_cycle {
            if self.may_search_by_rule() {
                self.set_rule_win(strategy);
            }
        } else if strategy.height <= self.bound() {
            self.threat_search(Rule::Ignored).store_strategy(&strategy);
            self.set_win(Rule::Ignored, strategy.height);
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
        here = after(&here, mv);
        if SolvedEnding::is_small(&here) {
            return Some(here);
        }
    }
    None
}
