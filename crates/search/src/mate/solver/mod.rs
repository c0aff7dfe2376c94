//! Solver driver: iterative deepening of the threat search over several widths, interleaved with df-pn, retrograde
//! analysis, fortress search and engine hints, until a win is found and no shorter one is left.

mod hint_search;

use game::{Line, MoveList, Tactics};

use crate::Control;
use crate::mate::dfpn::DfpnTable;
use crate::mate::proof_table::{COUNTED_CHECKS, FULL, MAX_MOVES, ProofTable, WIDTHS};
use crate::mate::prover::{ProofValue, Prover};
use crate::mate::retrograde::SolvedEnding;
use crate::mate::strategy::Strategy;
use crate::mate::{Answer, Finding, Flaw, Hints, ProofProgress, Query, WinProof, fortress};

/// Nodes of a width in the first round; each round doubles them.
const FIRST_ROUND: u64 = 1024;
/// From this round size on the win is not a simple one, and most of the work goes to df-pn and the hints.
const LONG_ROUND: u64 = 16 * FIRST_ROUND;
/// Hint score, in centipawns for the winner, from which on the hint search has most of the time.
const AHEAD_SCORE: i32 = 300;
/// A narrow width may be ahead of the next wider one by this many moves, plus half of the wider one's depth.
const WIDTH_LEAD: u8 = 3;
/// A tree of up to this many positions is expanded as soon as a win is found: it often turns out shorter.
const POSITIONS_EXPANDED_AT_ONCE: usize = 20_000;
/// A tree of up to this many positions is replayed by the rules before a win is claimed.
const POSITIONS_REPLAYED: usize = 100_000;
/// Factor by which the defender's checks may lengthen a win beyond its counted moves.
const CHECK_DELAY_FACTOR: u8 = 3;
/// Maximum size of the strategy of a win by the perpetual-check rule; a larger one is not claimed.
const POSITIONS_BY_RULE: usize = 300_000;
/// Maximum size of the strategy of a win found by retrograde analysis.
const POSITIONS_OF_ENDING: usize = 500_000;
/// Once a win by the rule is known, the search for one without it gets this many times the nodes so far, plus a
/// constant.
const NODE_FACTOR_WITHOUT_RULE: u64 = 8;
const NODES_WITHOUT_RULE: u64 = 1 << 20;
const NO_LIMIT: u64 = u64::MAX;

/// Solves a query about the last position of the line.
///
/// Contract: every move has exactly one outcome from here on, as in a game without hidden pieces.
pub fn solve<P: Tactics>(
    line: &Line<P>,
    query: &Query,
    control: &Control,
    hints: Hints<P>,
    report: &mut dyn FnMut(&ProofProgress),
) -> Answer<P> {
    let start = control.micros();
    let mut prover = Prover::new(line, query.winner, query.hash, control, hints);
    prover.deadline = query.time.map(|millis| start + millis * 1000);
    if let Some(outcome) = line.outcome() {
        let finding = if outcome.winner == Some(query.winner) {
            let proof = Box::new(WinProof::new(prover));
            let (keys, all_keys, verified, by_rule) = (Vec::new(), true, true, false);
            Finding::Win { moves: 0, at_least: 0, proof, keys, all_keys, verified, by_rule }
        } else {
            Finding::NoWin { within: None }
        };
        return Answer { finding, nodes: 0, micros: control.micros() - start, micros_to_win: None };
    }
    let mut solver = Solver::new(prover, query, start);
    solver.run(report);
    if solver.proof.prover.move_count_draw_met && !solver.holds_on_every_path() {
        // The result may rest on table entries of other paths: search again with entries keyed by path.
        let nodes = solver.proof.prover.nodes;
        solver = Solver::new(solver.proof.into_prover(), query, start);
        solver.proof.prover.table.clear();
        solver.proof.prover.by_path = true;
        solver.proof.prover.nodes = nodes;
        solver.run(report);
    }
    solver.into_answer()
}

/// State of one solver run.
struct Solver<'a, P: Tactics> {
    proof: WinProof<P>,
    query: &'a Query,
    start: u64,
    /// Next number of moves to search, by width.
    next: [u8; WIDTHS],
    /// Shortest win so far.
    best: Option<u8>,
    micros_to_win: Option<u64>,
    /// True if there is no win in any number of moves.
    never: bool,
    keys: Vec<P::Move>,
    all_keys: bool,
    /// Proof and disproof number of the root.
    proof_numbers: Option<(u32, u32)>,
    /// A win that rests on the perpetual-check rule.
    rule_win: Option<Strategy<P::Move>>,
    /// Score of the last hint search for the winner, in centipawns.
    hint_score: i32,
    /// With a win by the rule in hand, the search ends at this number of nodes.
    rule_win_node_limit: u64,
}

/// Table and depths of the search under the perpetual-check rule. Kept apart, because it answers another question.
struct RuleSearch {
    table: ProofTable,
    next: [u8; WIDTHS],
}

impl<'a, P: Tactics> Solver<'a, P> {
    fn new(prover: Prover<P>, query: &'a Query, start: u64) -> Self {
        Solver {
            proof: WinProof::new(prover),
            query,
            start,
            next: [1; WIDTHS],
            best: None,
            micros_to_win: None,
            never: false,
            keys: Vec::new(),
            all_keys: false,
            proof_numbers: None,
            rule_win: None,
            hint_score: AHEAD_SCORE,
            rule_win_node_limit: NO_LIMIT,
        }
    }

    fn micros(&self) -> u64 {
        self.proof.prover.control.micros().saturating_sub(self.start)
    }

    /// Wins in this many moves or fewer are refuted.
    fn refuted(&self) -> u8 {
        self.next[FULL] - 1
    }

    /// Largest number of moves still worth searching.
    fn bound(&self) -> u8 {
        let asked = self.query.moves.map_or(MAX_MOVES, |moves| u8::try_from(moves).unwrap_or(MAX_MOVES));
        let shorter = self.best.map_or(MAX_MOVES, |best| best - 1);
        asked.min(shorter).min(MAX_MOVES)
    }

    fn is_settled(&self) -> bool {
        self.never || self.refuted() >= self.bound()
    }

    /// Returns true if the nodes or the time are exhausted.
    fn is_over(&self) -> bool {
        let most = self.query.nodes.unwrap_or(NO_LIMIT).min(self.rule_win_node_limit);
        self.proof.prover.is_over() || self.proof.prover.nodes >= most
    }

    fn set_node_limit(&mut self, more: u64) {
        let node_limit = self.proof.prover.nodes.saturating_add(more);
        self.proof.prover.node_limit = self.query.nodes.map_or(node_limit, |nodes| node_limit.min(nodes));
    }

    fn run(&mut self, report: &mut dyn FnMut(&ProofProgress)) {
        let mut round_nodes = FIRST_ROUND;
        let mut fortress = fortress::FortressSearch::default();
        let (mut dfpn_table, mut by_rule) = (None, None);
        while !self.is_settled() && !self.is_over() {
            for width in 0..WIDTHS {
                let share = if width == FULL && self.best.is_none() { round_nodes / 2 } else { round_nodes };
                self.deepen_width(width, share, report);
                if self.is_settled() || self.is_over() {
                    break;
                }
            }
            if self.is_open() {
                // Created late: an easy query is answered before this costs any memory.
                let dfpn_table = dfpn_table.get_or_insert_with(|| DfpnTable::new(self.query.hash / 4));
                let share = if round_nodes < LONG_ROUND { 6 } else { 12 };
                self.run_dfpn(dfpn_table, share * round_nodes, report);
            }
            if round_nodes == LONG_ROUND && self.is_open() && !self.proof.prover.by_path {
                self.solve_small_ending(report);
            }
            // Once is enough while the hint search, which knows the rule too, sees the winner ahead.
            if (round_nodes == LONG_ROUND || round_nodes > LONG_ROUND && self.hint_score < AHEAD_SCORE)
                && self.may_search_by_rule()
            {
                let hash = self.query.hash;
                let new_search = || {
                    (RuleSearch { table: ProofTable::new(hash), next: [1; WIDTHS] }, DfpnTable::new(hash / 4))
                };
                let (by_rule, dfpn_table) = by_rule.get_or_insert_with(new_search);
                self.search_by_rule(by_rule, dfpn_table, round_nodes, report);
            }
            if round_nodes >= LONG_ROUND && self.is_open() && self.rule_win.is_none() {
                self.run_hints(by_rule.as_mut().map(|(by_rule, _)| by_rule), round_nodes, report);
            }
            if self.is_open() {
                self.search_fortress(&mut fortress, round_nodes);
            }
            round_nodes = round_nodes.saturating_mul(2);
        }
        self.proof.prover.node_limit = NO_LIMIT;
        if self.query.keys && self.best.is_some() && !self.all_keys {
            self.find_keys();
        }
        self.report_progress(self.best.unwrap_or(self.next[FULL]), FULL, report);
    }

    /// Returns true if no win without the rule is known and there is budget to look for one.
    fn is_open(&self) -> bool {
        !self.is_settled() && !self.is_over() && self.best.is_none()
    }

    /// Returns true if a win by the perpetual-check rule is still worth looking for.
    fn may_search_by_rule(&self) -> bool {
        // A number of moves cannot be guaranteed where the defender may repeat first.
        self.is_open()
            && self.rule_win.is_none()
            && P::PERPETUAL_CHECK_LOSES
            && self.query.moves.is_none()
            && !self.proof.prover.by_path
    }

    /// Runs the narrow widths and df-pn under the perpetual-check rule.
    fn search_by_rule(
        &mut self,
        rule_search: &mut RuleSearch,
        dfpn_table: &mut DfpnTable,
        round_nodes: u64,
        report: &mut dyn FnMut(&ProofProgress),
    ) {
        rule_search.next[FULL] = self.next[FULL];
        for width in 0..FULL {
            self.with_rule(Some(rule_search), |solver| solver.deepen_width(width, round_nodes, report));
            if !self.may_search_by_rule() {
                return;
            }
        }
        self.with_rule(Some(rule_search), |solver| solver.run_dfpn(dfpn_table, 12 * round_nodes, report));
    }

    /// Runs a search with the table of the perpetual-check rule, if given.
    fn with_rule<T>(&mut self, rule_search: Option<&mut RuleSearch>, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(rule_search) = rule_search else { return work(self) };
        self.swap_state(rule_search);
        self.proof.prover.by_rule = true;
        let done = work(self);
        self.proof.prover.by_rule = false;
        self.swap_state(rule_search);
        if self.best.is_some() {
            // Won without the rule after all: the entries of that win are in this table.
            std::mem::swap(&mut self.proof.prover.table, &mut rule_search.table);
        }
        done
    }

    fn swap_state(&mut self, rule_search: &mut RuleSearch) {
        std::mem::swap(&mut self.proof.prover.table, &mut rule_search.table);
        std::mem::swap(&mut self.next, &mut rule_search.next);
    }

    /// A win by the rule was found: it counts once its whole strategy is extracted.
    fn extract_rule_win(&mut self) {
        if let Some(strategy) = self.proof.prover.extract_proven(POSITIONS_BY_RULE) {
            self.keep_rule_win(strategy);
        }
    }

    fn keep_rule_win(&mut self, strategy: Strategy<P::Move>) {
        self.rule_win = Some(strategy);
        self.micros_to_win.get_or_insert(self.proof.prover.control.micros() - self.start);
        let nodes = self.proof.prover.nodes;
        self.rule_win_node_limit =
            nodes.saturating_mul(NODE_FACTOR_WITHOUT_RULE).saturating_add(NODES_WITHOUT_RULE);
    }

    fn report_progress(&self, depth: u8, width: usize, report: &mut dyn FnMut(&ProofProgress)) {
        report(&ProofProgress {
            refuted: u32::from(self.refuted()),
            won: self.best.or(self.rule_win.as_ref().map(|rule_win| rule_win.height)).map(u32::from),
            depth: u32::from(depth),
            width: width as u32,
            proof_numbers: self.proof_numbers,
            nodes: self.proof.prover.nodes,
            micros: self.micros(),
        });
    }

    /// Depth limit of a narrow width: beyond it the nodes are better spent on the wider ones.
    fn depth_limit(&self, width: usize) -> u8 {
        match self.next.get(width + 1) {
            Some(&wider) => wider.saturating_add(wider / 2).saturating_add(WIDTH_LEAD),
            None => MAX_MOVES,
        }
    }

    /// Deepens one width within its nodes of the round.
    fn deepen_width(&mut self, width: usize, round_nodes: u64, report: &mut dyn FnMut(&ProofProgress)) {
        self.set_node_limit(round_nodes);
        while self.next[width] <= self.bound().min(self.depth_limit(width)) && !self.never {
            let moves = self.next[width];
            let delayed = moves.saturating_mul(CHECK_DELAY_FACTOR).saturating_add(CHECK_DELAY_FACTOR);
            self.proof.prover.allow_moves(self.bound().min(delayed));
            let Ok(value) = self.proof.prover.prove(moves, width) else { return };
            match value {
                ProofValue::Won(moves) => {
                    self.micros_to_win.get_or_insert(self.proof.prover.control.micros() - self.start);
                    self.best = Some(self.proof.set_win(moves, POSITIONS_EXPANDED_AT_ONCE));
                    self.set_node_limit(round_nodes);
                }
                ProofValue::WonByRule(_) => {
                    self.extract_rule_win();
                    return self.report_progress(moves, width, report);
                }
                ProofValue::NotWithin => self.refute(moves, width),
                ProofValue::Never if width == FULL => self.never = true,
                // No further win exists at this width.
                ProofValue::Never => self.next[width] = MAX_MOVES + 1,
            }
            self.report_progress(moves, width, report);
        }
    }

    /// Runs df-pn for a win of any length.
    fn run_dfpn(
        &mut self,
        dfpn_table: &mut DfpnTable,
        round_nodes: u64,
        report: &mut dyn FnMut(&ProofProgress),
    ) {
        self.set_node_limit(round_nodes);
        self.proof.prover.allow_moves(MAX_MOVES);
        let found = self.proof.prover.dfpn_search(dfpn_table);
        self.proof_numbers = Some(self.proof.prover.proof_numbers(dfpn_table));
        let mut depth = self.next[FULL];
        if let Ok(ProofValue::WonByRule(_)) = found {
            self.extract_rule_win();
        }
        if let Ok(ProofValue::Won(moves)) = found {
            if moves <= self.bound() {
                self.micros_to_win.get_or_insert(self.proof.prover.control.micros() - self.start);
                self.best = Some(self.proof.set_win(moves, POSITIONS_EXPANDED_AT_ONCE));
            }
            depth = moves;
        }
        self.report_progress(depth, FULL, report);
    }

    /// Marks moves as refuted; a refutation at full width holds for all widths.
    fn refute(&mut self, moves: u8, width: usize) {
        let narrower = if width == FULL { 0 } else { width };
        for next in &mut self.next[narrower..=width] {
            *next = (*next).max(moves + 1);
        }
    }

    /// Solves a small ending by retrograde analysis: the result, the distance to the win, and all key moves.
    fn solve_small_ending(&mut self, report: &mut dyn FnMut(&ProofProgress)) {
        self.set_node_limit(NO_LIMIT);
        let root = self.proof.prover.line.here().clone();
        let Some(ending) = SolvedEnding::solve(&mut self.proof.prover, &root) else { return };
        let prover = &mut self.proof.prover;
        let Some(moves) = ending.moves_to_win(prover.line.here()) else {
            self.never = !ending.may_be_won_by_rule();
            return;
        };
        let strategy = prover.extract(POSITIONS_OF_ENDING, |_, here| ending.best_moves(here).next());
        let strategy = strategy.filter(|strategy| prover.verify_strategy(strategy));
        // There is no shorter win, whether or not the rules leave time for this one.
        self.next[FULL] = self.next[FULL].max(moves);
        if let Some(strategy) = strategy.filter(|strategy| strategy.height <= self.bound()) {
            let prover = &self.proof.prover;
            if prover.winner_moves_first {
                self.keys = ending.best_moves(prover.line.here()).collect();
            }
            self.all_keys = true;
            self.micros_to_win.get_or_insert(prover.control.micros() - self.start);
            self.best = Some(strategy.height);
            self.proof.adopt_strategy(strategy, false);
        }
        self.report_progress(moves, FULL, report);
    }

    /// Searches for a fortress.
    fn search_fortress(&mut self, fortress: &mut fortress::FortressSearch, round_nodes: u64) {
        if self.query.moves.is_some() || self.proof.prover.by_path {
            return;
        }
        if fortress.is_fortress(&mut self.proof.prover, round_nodes) {
            self.never = true;
        }
    }

    /// Finds every key move: the first moves that win in the fewest moves found.
    fn find_keys(&mut self) {
        let Some(best) = self.best else { return };
        if self.proof.prover.line.here().turn() != self.query.winner {
            self.all_keys = true;
            return;
        }
        self.set_node_limit(NO_LIMIT);
        let mut list = MoveList::new();
        self.proof.prover.line.here().legal_moves(&mut list);
        let mut open = Vec::new();
        // Narrow widths find most key moves at once; the full width decides the rest while the budget lasts.
        for &mv in &list {
            match self.wins_with(mv, best - 1, COUNTED_CHECKS) {
                Some(true) => self.keys.push(mv),
                Some(false) => open.push(mv),
                None => return,
            }
        }
        let mut undecided = false;
        for mv in open {
            match self.wins_with(mv, best - 1, FULL) {
                Some(true) => self.keys.push(mv),
                Some(false) => {}
                None => undecided = true,
            }
        }
        self.all_keys = !undecided;
    }

    fn wins_with(&mut self, mv: P::Move, moves: u8, width: usize) -> Option<bool> {
        let reveal = self.proof.prover.line.here().unrevealed(mv);
        self.proof.prover.line.push(mv, reveal);
        let answer = self.proof.prover.prove(moves, width);
        self.proof.prover.line.pop();
        answer.ok().map(|value| matches!(value, ProofValue::Won(_)))
    }

    /// Returns true if the win found holds although a count of moves without progress ended lines of the search: its
    /// replay checks the count along every path. The minimum number of moves is unknown then.
    fn holds_on_every_path(&mut self) -> bool {
        self.proof.prover.finished = true;
        let holds = match (self.best, &self.rule_win) {
            (Some(_), _) => self.proof.verify(POSITIONS_REPLAYED).is_ok(),
            (None, Some(strategy)) => self.proof.prover.verify_strategy(strategy),
            (None, None) => false,
        };
        self.proof.prover.finished = holds;
        self.next[FULL] = 1;
        holds
    }

    fn into_answer(mut self) -> Answer<P> {
        let (nodes, start, refuted) = (self.proof.prover.nodes, self.start, u32::from(self.refuted()));
        let (micros_to_win, control) = (self.micros_to_win, self.proof.prover.control.clone());
        let rule_win = self.rule_win.take();
        let finding = match self.best {
            Some(moves) => self.claim(moves, refuted),
            None if rule_win.is_some() => self.claim_by_rule(rule_win, refuted),
            None if self.never => Finding::NoWin { within: None },
            None => match self.query.moves {
                Some(asked) if refuted >= asked => Finding::NoWin { within: Some(asked) },
                _ => Finding::Unknown { refuted },
            },
        };
        Answer { finding, nodes, micros: control.micros().saturating_sub(start), micros_to_win }
    }

    /// Claims a win, replayed by the rules unless its tree is large. If the replay finds a flaw, nothing is claimed.
    fn claim(self, moves: u8, refuted: u32) -> Finding<P> {
        let (mut keys, all_keys, mut proof) = (self.keys, self.all_keys, self.proof);
        proof.prover.finished = true;
        let (verified, moves) = match proof.verify(POSITIONS_REPLAYED) {
            Ok(replay) => (true, replay.moves),
            Err(Flaw::TooLarge) => (false, u32::from(moves)),
            Err(_) => return Finding::Unknown { refuted: refuted.min(u32::from(moves) - 1) },
        };
        if keys.is_empty() {
            keys.extend(proof.first_move());
        }
        proof.finish();
        let at_least = (refuted + 1).min(moves);
        Finding::Win { moves, at_least, proof: Box::new(proof), keys, all_keys, verified, by_rule: false }
    }

    /// Claims a win by the perpetual-check rule. Its minimum number of moves is unknown.
    fn claim_by_rule(self, rule_win: Option<Strategy<P::Move>>, refuted: u32) -> Finding<P> {
        let mut proof = self.proof;
        proof.prover.finished = true;
        let unknown = Finding::Unknown { refuted };
        let Some(strategy) = rule_win else { return unknown };
        proof.adopt_strategy(strategy, true);
        if proof.verify(POSITIONS_BY_RULE).is_err() {
            return unknown;
        }
        let (moves, keys) = (proof.moves(), proof.first_move().into_iter().collect());
        proof.finish();
        let (proof, at_least) = (Box::new(proof), moves.min(1));
        Finding::Win { moves, at_least, proof, keys, all_keys: false, verified: true, by_rule: true }
    }
}
