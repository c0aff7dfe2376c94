//! Portfolio: the methods of the solver as a list, in rounds with twice the nodes each time, until a win is found and no
//! shorter one is left.

use game::Tactics;

use super::hint_search::{AHEAD_SCORE, SHARE_WHEN_AHEAD, SHARE_WHEN_BEHIND};
use super::{NO_LIMIT, POSITIONS_BY_RULE, Rule, Solver, Track};
use crate::mate::dfpn::{DfpnSearch, DfpnTable};
use crate::mate::proof_table::MAX_MOVES;
use crate::mate::retrograde::SolvedEnding;
use crate::mate::strategy::Extraction;
use crate::mate::threat::{AttackMoves, ProofValue};

/// Nodes of a threat search in the first round; each round doubles them.
const FIRST_ROUND: u64 = 1024;
/// From this round size on the win is not a simple one, and most of the work goes to df-pn and the hints.
pub(super) const LONG_ROUND: u64 = 16 * FIRST_ROUND;
/// Nodes of df-pn, as multiples of a threat search's.
const DFPN_SHARE: u64 = 6;
const LONG_DFPN_SHARE: u64 = 12;
/// A narrow search may be ahead of the next wider one by this many moves, plus half of the wider one's depth.
const WIDTH_LEAD: u8 = 3;
/// Factor by which the defender's checks may lengthen a win beyond its counted moves.
const CHECK_DELAY_FACTOR: u8 = 3;
/// Maximum size of the strategy of a win found by retrograde analysis.
const POSITIONS_OF_ENDING: usize = 500_000;

/// A method of the solver.
#[derive(Clone, Copy)]
enum Method {
    /// Threat search with these moves of the winner.
    Threats(AttackMoves),
    /// Proof-number search.
    Dfpn,
    /// Retrograde analysis of a small ending.
    SmallEnding,
    /// Narrow threat searches and df-pn under the perpetual-check rule.
    PerpetualCheck,
    /// Engine hints.
    Hints,
    /// Fortress search.
    Fortress,
}

/// Methods of a round, in their order.
const PORTFOLIO: [Method; 11] = [
    Method::Threats(AttackMoves::Checks),
    Method::Threats(AttackMoves::OneThreat),
    Method::Threats(AttackMoves::TwoThreats),
    Method::Threats(AttackMoves::ThreeThreats),
    Method::Threats(AttackMoves::Threats),
    Method::Threats(AttackMoves::All),
    Method::Dfpn,
    Method::SmallEnding,
    Method::PerpetualCheck,
    Method::Hints,
    Method::Fortress,
];

impl<P: Tactics> Solver<'_, P> {
    pub(super) fn run(&mut self) {
        let mut round = FIRST_ROUND;
        while !self.is_settled() && !self.is_over() {
            for method in PORTFOLIO {
                if self.is_settled() || self.is_over() {
                    break;
                }
                if let Some(nodes) = self.share(method, round) {
                    self.run_method(method, nodes, round);
                }
            }
            round = round.saturating_mul(2);
        }
        self.ctx.budget.node_limit = NO_LIMIT;
        if let (Some(best), true, false) = (self.best, self.query.keys, self.all_keys) {
            self.find_keys(best);
        }
        let depth = self.best.unwrap_or(*self.next_of_all());
        self.report_progress(depth, AttackMoves::All);
    }

    /// Nodes of a method in a round; `None` where it is not its turn.
    fn share(&self, method: Method, round: u64) -> Option<u64> {
        let by_path = self.ctx.path.by_path;
        match method {
            Method::Threats(AttackMoves::All) if self.best.is_none() => Some(round / 2),
            Method::Threats(_) => Some(round),
            _ if !self.is_open() => None,
            // Where the game knows its threats, searches of all moves have hundreds of moves at every node and find little.
            Method::Dfpn | Method::Fortress if P::KNOWS_WINNING_MOVE => None,
            Method::Hints if P::KNOWS_WINNING_MOVE => {
                (round >= LONG_ROUND).then_some(SHARE_WHEN_BEHIND * round)
            }
            Method::Dfpn if round < LONG_ROUND => Some(DFPN_SHARE * round),
            Method::Dfpn => Some(LONG_DFPN_SHARE * round),
            Method::SmallEnding => (round == LONG_ROUND && !by_path).then_some(NO_LIMIT),
            Method::PerpetualCheck => {
                // Once is enough while the hint search, which knows the rule too, sees the winner ahead.
                let is_due = round == LONG_ROUND || round > LONG_ROUND && self.hint_score < AHEAD_SCORE;
                (is_due && self.may_search_by_rule()).then_some(round)
            }
            Method::Hints => {
                let is_ahead = self.hint_score >= AHEAD_SCORE;
                let share = if is_ahead { SHARE_WHEN_AHEAD } else { SHARE_WHEN_BEHIND };
                (round >= LONG_ROUND && self.rule_win.is_none() && !by_path).then_some(share * round)
            }
            Method::Fortress => (self.query.moves.is_none() && !by_path).then_some(round),
        }
    }

    fn run_method(&mut self, method: Method, nodes: u64, round: u64) {
        match method {
            Method::Threats(width) => self.deepen(Rule::Ignored, width, nodes),
            Method::Dfpn => self.run_dfpn(Rule::Ignored, nodes, false),
            Method::SmallEnding => self.solve_small_ending(),
            Method::PerpetualCheck => self.search_by_rule(nodes),
            Method::Hints => self.run_hints(nodes, round),
            Method::Fortress => {
                let (path, budget) = (&self.ctx.path, &mut self.ctx.budget);
                self.never |= self.fortress.is_fortress(path.here(), path.winner, budget, nodes);
            }
        }
    }

    /// Depth limit of a narrow search: beyond it the nodes are better spent on the wider ones. Checks have none where the
    /// game knows its threats: a check then has one or two answers, and a long sequence costs few nodes.
    fn depth_limit(&mut self, rule: Rule, width: AttackMoves) -> u8 {
        if P::KNOWS_WINNING_MOVE && width == AttackMoves::Checks {
            return MAX_MOVES;
        }
        match self.track(rule).next.get(width as usize + 1) {
            Some(&wider) => wider.saturating_add(wider / 2).saturating_add(WIDTH_LEAD),
            None => MAX_MOVES,
        }
    }

    /// Deepens a threat search within its nodes of the round.
    fn deepen(&mut self, rule: Rule, width: AttackMoves, nodes: u64) {
        self.allow_nodes(nodes);
        while !self.never {
            let moves = self.track(rule).next[width as usize];
            if moves > self.bound().min(self.depth_limit(rule, width)) {
                return;
            }
            let delayed = moves.saturating_mul(CHECK_DELAY_FACTOR).saturating_add(CHECK_DELAY_FACTOR);
            let most = self.bound().min(delayed);
            let mut search = self.threat_search(rule);
            search.allow_moves(most);
            let Ok(value) = search.prove(moves, width) else { return };
            match value {
                ProofValue::Won(moves) => {
                    self.set_win(rule, moves);
                    self.allow_nodes(nodes);
                }
                ProofValue::WonByRule(_) => {
                    self.extract_rule_win(rule);
                    return self.report_progress(moves, width);
                }
                ProofValue::NotWithin => self.refute(rule, moves, width),
                ProofValue::Never if width == AttackMoves::All => self.never = true,
                // No further win exists with these moves.
                ProofValue::Never => self.track(rule).next[width as usize] = MAX_MOVES + 1,
            }
            self.report_progress(moves, width);
        }
    }

    /// Marks moves as refuted; a refutation of all moves holds for all sets.
    fn refute(&mut self, rule: Rule, moves: u8, width: AttackMoves) {
        let narrowest = if width == AttackMoves::All { AttackMoves::Checks } else { width };
        for next in &mut self.track(rule).next[narrowest as usize..=width as usize] {
            *next = (*next).max(moves + 1);
        }
    }

    /// Runs df-pn for a win of any length, along the hints where it follows them.
    pub(super) fn run_dfpn(&mut self, rule: Rule, nodes: u64, follows_hints: bool) {
        self.allow_nodes(nodes);
        let Track { memory, numbers, .. } = &mut self.tracks[rule as usize];
        let new_table = || DfpnTable::new(self.query.hash / 4);
        // With hints a table of its own: the numbers of the others were set without them.
        let mut of_hints = follows_hints.then(new_table);
        let numbers = of_hints.as_mut().unwrap_or_else(|| numbers.get_or_insert_with(new_table));
        let mut dfpn = DfpnSearch::new(&mut self.ctx, memory, numbers, follows_hints);
        let found = dfpn.search();
        self.proof_numbers = Some(dfpn.proof_numbers());
        let mut depth = self.track(rule).next[AttackMoves::All as usize];
        match found {
            Ok(ProofValue::WonByRule(_)) => self.extract_rule_win(rule),
            Ok(ProofValue::Won(moves)) => {
                if moves <= self.bound() {
                    self.set_win(rule, moves);
                }
                depth = moves;
            }
            _ => {}
        }
        self.report_progress(depth, AttackMoves::All);
    }

    /// Solves a small ending by retrograde analysis: the result, the distance to the win, and all key moves.
    fn solve_small_ending(&mut self) {
        self.allow_nodes(NO_LIMIT);
        let (root, winner) = (self.ctx.path.here().clone(), self.query.winner);
        let Some(ending) = SolvedEnding::solve(&root, winner, &mut self.ctx.budget) else { return };
        let Some(moves) = ending.moves_to_win(&root) else {
            self.never = !ending.may_be_won_by_rule;
            return;
        };
        let strategy = Extraction::new(&self.ctx, POSITIONS_OF_ENDING).run(&mut &ending);
        // There is no shorter win, whether or not the rules leave time for this one.
        let next = self.next_of_all();
        *next = (*next).max(moves);
        if let Some(strategy) = strategy.filter(|strategy| strategy.is_sound(&self.ctx.path))
            && strategy.moves <= self.bound()
        {
            if self.ctx.path.is_attack() {
                self.keys = ending.best_moves(&root).collect();
            }
            self.all_keys = true;
            self.note_time_to_win();
            self.best = Some(strategy.moves);
            self.tree = strategy;
        }
        self.report_progress(moves, AttackMoves::All);
    }

    /// Runs the narrow threat searches and df-pn under the perpetual-check rule.
    fn search_by_rule(&mut self, nodes: u64) {
        self.track(Rule::Applied).next[AttackMoves::All as usize] = *self.next_of_all();
        for width in AttackMoves::NARROW {
            self.deepen(Rule::Applied, width, nodes);
            if !self.may_search_by_rule() {
                return self.end_rule_search();
            }
        }
        self.run_dfpn(Rule::Applied, LONG_DFPN_SHARE * nodes, false);
        self.end_rule_search();
    }

    /// A win by the rule was found: it counts once its whole strategy is extracted.
    fn extract_rule_win(&mut self, rule: Rule) {
        let extraction = Extraction::new(&self.ctx, POSITIONS_BY_RULE);
        if let Some(strategy) = extraction.run(&mut self.threat_search(rule)) {
            self.set_rule_win(strategy);
        }
    }
}
