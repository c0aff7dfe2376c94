//! Engine hints in the solver: short probes first, to find the small endings that the principal variation leads to,
//! then long searches. A strategy extracted from an announced win counts once it is replayed.

use game::{Score, Tactics};

use super::portfolio::LONG_ROUND;
use super::{NO_LIMIT, POSITIONS_BY_RULE, Rule, Solver};
use crate::mate::HintReport;
use crate::mate::context::after;
use crate::mate::retrograde::SolvedEnding;
use crate::mate::strategy::Extraction;
use crate::mate::tree::WinTree;

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
        let extraction = Extraction::new(&self.ctx, POSITIONS_BY_RULE);
        let strategy = extraction.run_hinted(&mut self.threat_search(rule));
        self.adopt(strategy);
        if self.is_open() && self.rule_win.is_none() {
            self.run_dfpn(rule, nodes, true);
            if rule == Rule::Applied {
                self.end_rule_search();
            }
        }
    }

    /// Hint search of the root with this many nodes, score from the winner's view.
    fn hint_search(&mut self, nodes: u64) -> HintReport<P::Move> {
        let left = self.query.nodes.unwrap_or(NO_LIMIT).saturating_sub(self.ctx.budget.nodes);
        let line = self.ctx.path.line.clone();
        let micros = self.ctx.budget.micros_left().map(|micros| micros - micros / TIME_PART_FOR_EXTRACTION);
        let report = self.ctx.search_hints(&line, nodes.min(left), micros);
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
    fn adopt(&mut self, strategy: Option<WinTree<P>>) {
        let Some(strategy) = strategy.filter(|strategy| strategy.is_sound(&self.ctx.path)) else { return };
        if strategy.by_rule {
            if self.may_search_by_rule() {
                self.set_rule_win(strategy);
            }
        } else if strategy.moves <= self.bound() {
            self.threat_search(Rule::Ignored).store_strategy(&strategy);
            self.set_win(Rule::Ignored, strategy.moves);
        }
    }
}

/// First small ending that these moves lead to.
fn first_small_ending<P: Tactics>(here: &P, moves: &[P::Move]) -> Option<P> {
    let mut here = here.clone();
    for &mv in moves {
        here = here.is_legal(mv).then(|| after(&here, mv))?;
        if SolvedEnding::is_small(&here) {
            return Some(here);
        }
    }
    None
}
