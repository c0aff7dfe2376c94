//! Solver: state of a query while its methods take turns ([`portfolio`]), and the claims it ends with.

mod hint_search;
mod portfolio;

use game::{Line, Tactics};

use crate::Control;
use crate::mate::context::{Budget, Context, Path};
use crate::mate::dfpn::DfpnTable;
use crate::mate::fortress::FortressSearch;
use crate::mate::proof_table::MAX_MOVES;
use crate::mate::threat::{AttackMoves, ProofMemory, ProofValue, ThreatSearch};
use crate::mate::tree::WinTree;
use crate::mate::{Answer, Finding, Flaw, Hints, ProofProgress, Query, WinProof};

/// A tree of up to this many positions is expanded as soon as a win is found: it often turns out shorter.
const POSITIONS_EXPANDED_AT_ONCE: usize = 20_000;
/// A tree of up to this many positions is replayed by the rules before a win is claimed.
const POSITIONS_REPLAYED: usize = 100_000;
/// Maximum size of the strategy of a win by the perpetual-check rule; a larger one is not claimed.
const POSITIONS_BY_RULE: usize = 300_000;
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
    let budget = Budget::new(control, query.time.map(|millis| start + millis * 1000));
    let ctx = Context::new(Path::new(line, query.winner), budget, hints);
    let mut solver = Solver::new(ctx, query, start, report);
    if let Some(outcome) = line.outcome() {
        let is_won = outcome.winner == Some(query.winner);
        let finding = if is_won { solver.win(0, 0, true, false) } else { Finding::NoWin { within: None } };
        return Answer { finding, nodes: 0, micros: control.micros() - start, micros_to_win: None };
    }
    solver.run();
    if solver.ctx.path.move_count_draw_met && !solver.holds_on_every_path() {
        // The result may rest on table entries of other paths: search again with entries keyed by path.
        let Solver { mut ctx, report, .. } = solver;
        ctx.path.by_path = true;
        solver = Solver::new(ctx, query, start, report);
        solver.run();
    }
    solver.into_answer()
}

/// State of one solver run.
struct Solver<'a, P: Tactics> {
    ctx: Context<P>,
    query: &'a Query,
    report: &'a mut dyn FnMut(&ProofProgress),
    start: u64,
    /// Searches without the perpetual-check rule, and with it. Kept apart, because they answer different questions.
    tracks: [Track<P::Move>; 2],
    fortress: FortressSearch,
    /// Tree of the best win.
    tree: WinTree<P>,
    /// Number of moves of the shortest win.
    best: Option<u8>,
    /// Number of moves of a win that rests on the perpetual-check rule, while there is no other.
    rule_win: Option<u8>,
    micros_to_win: Option<u64>,
    /// True if there is no win in any number of moves.
    never: bool,
    keys: Vec<P::Move>,
    all_keys: bool,
    /// Proof and disproof number of the root.
    proof_numbers: Option<(u32, u32)>,
    /// Score of the last hint search for the winner, in centipawns.
    hint_score: i32,
    /// With a win by the rule in hand, the search ends at this number of nodes.
    rule_win_node_limit: u64,
}

/// Role of the perpetual-check rule in a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Ignored,
    Applied,
}

/// Memory and depths of the searches that answer one question.
struct Track<M> {
    memory: ProofMemory<M>,
    /// Next number of moves to search, by the winner's moves considered.
    next: [u8; AttackMoves::DEEPENED.len()],
    /// Created late: an easy query is answered before this costs any memory.
    numbers: Option<DfpnTable>,
}

impl<M> Track<M> {
    fn new(megabytes: usize, by_rule: bool) -> Self {
        Track { memory: ProofMemory::new(megabytes, by_rule), next: [1; _], numbers: None }
    }
}

impl<'a, P: Tactics> Solver<'a, P> {
    fn new(ctx: Context<P>, query: &'a Query, start: u64, report: &'a mut dyn FnMut(&ProofProgress)) -> Self {
        Solver {
            ctx,
            query,
            report,
            start,
            tracks: [false, true].map(|by_rule| Track::new(query.hash, by_rule)),
            fortress: FortressSearch::default(),
            tree: WinTree::new(0),
            best: None,
            rule_win: None,
            micros_to_win: None,
            never: false,
            keys: Vec::new(),
            all_keys: false,
            proof_numbers: None,
            hint_score: hint_search::AHEAD_SCORE,
            rule_win_node_limit: NO_LIMIT,
        }
    }

    fn track(&mut self, rule: Rule) -> &mut Track<P::Move> {
        &mut self.tracks[rule as usize]
    }

    fn threat_search(&mut self, rule: Rule) -> ThreatSearch<'_, P> {
        ThreatSearch::new(&mut self.ctx, &mut self.tracks[rule as usize].memory)
    }

    /// Next number of moves to search with all moves.
    fn next_of_all(&mut self) -> &mut u8 {
        &mut self.track(Rule::Ignored).next[AttackMoves::All as usize]
    }

    /// Wins in this many moves or fewer are refuted.
    fn refuted(&self) -> u8 {
        self.tracks[Rule::Ignored as usize].next[AttackMoves::All as usize] - 1
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
        self.ctx.budget.is_over() || self.ctx.budget.nodes >= most
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
            && !self.ctx.path.by_path
    }

    /// Allows the next method this many nodes.
    fn allow_nodes(&mut self, more: u64) {
        self.ctx.budget.allow_nodes(more);
        let most = self.query.nodes.unwrap_or(NO_LIMIT);
        self.ctx.budget.node_limit = self.ctx.budget.node_limit.min(most);
    }

    fn note_time_to_win(&mut self) {
        self.micros_to_win.get_or_insert(self.ctx.budget.control.micros() - self.start);
    }

    /// A win in this many moves was found. Its tree often turns out shorter.
    fn set_win(&mut self, rule: Rule, moves: u8) {
        self.note_time_to_win();
        self.tree = WinTree::new(moves);
        let mut search = ThreatSearch::new(&mut self.ctx, &mut self.tracks[rule as usize].memory);
        self.tree.expand_tree(&mut search, POSITIONS_EXPANDED_AT_ONCE);
        self.best = Some(self.tree.moves);
    }

    /// Ends a search with the rule. If it found a win without the rule, the entries of that win are in its table.
    fn end_rule_search(&mut self) {
        if self.best.is_some() {
            let [ignored, applied] = &mut self.tracks;
            std::mem::swap(&mut ignored.memory.table, &mut applied.memory.table);
        }
    }

    /// A win by the rule counts once its whole strategy is extracted.
    fn set_rule_win(&mut self, strategy: WinTree<P>) {
        self.note_time_to_win();
        self.rule_win = Some(strategy.moves);
        if self.best.is_none() {
            self.tree = strategy;
            self.tree.by_rule = true;
        }
        let nodes = self.ctx.budget.nodes;
        self.rule_win_node_limit =
            nodes.saturating_mul(NODE_FACTOR_WITHOUT_RULE).saturating_add(NODES_WITHOUT_RULE);
    }

    fn report_progress(&mut self, depth: u8, width: AttackMoves) {
        let progress = ProofProgress {
            refuted: u32::from(self.refuted()),
            won: self.best.or(self.rule_win).map(u32::from),
            depth: u32::from(depth),
            width: width as u32,
            proof_numbers: self.proof_numbers,
            nodes: self.ctx.budget.nodes,
            micros: self.ctx.budget.control.micros().saturating_sub(self.start),
        };
        (self.report)(&progress);
    }

    /// Finds every key move: the first moves that win in the fewest moves found.
    fn find_keys(&mut self, best: u8) {
        if !self.ctx.path.is_attack() {
            self.all_keys = true;
            return;
        }
        self.allow_nodes(NO_LIMIT);
        let mut open = Vec::new();
        // Narrow searches find most key moves at once; a search of all moves decides the rest while the budget lasts.
        for &mv in &crate::mate::context::legal_moves(self.ctx.path.here()) {
            match self.wins_with(mv, best - 1, AttackMoves::CountedChecks) {
                Some(true) => self.keys.push(mv),
                Some(false) => open.push(mv),
                None => return,
            }
        }
        self.all_keys = true;
        for mv in open {
            match self.wins_with(mv, best - 1, AttackMoves::All) {
                Some(true) => self.keys.push(mv),
                Some(false) => {}
                None => self.all_keys = false,
            }
        }
    }

    fn wins_with(&mut self, mv: P::Move, moves: u8, width: AttackMoves) -> Option<bool> {
        self.ctx.path.push(mv);
        let answer = self.threat_search(Rule::Ignored).prove(moves, width);
        self.ctx.path.pop();
        answer.ok().map(|value| matches!(value, ProofValue::Won(_)))
    }

    /// Returns true if the win found holds although a count of moves without progress ended lines of the search: its
    /// replay checks the count along every path. The minimum number of moves is unknown then.
    fn holds_on_every_path(&mut self) -> bool {
        self.ctx.budget.is_closed = true;
        let holds = (self.best.is_some() || self.rule_win.is_some()) && self.verify_tree().is_ok();
        self.ctx.budget.is_closed = holds;
        *self.next_of_all() = 1;
        holds
    }

    /// Replays the tree of the win found by the rules; returns its number of moves.
    fn verify_tree(&mut self) -> Result<u32, Flaw> {
        let most = if self.best.is_some() { POSITIONS_REPLAYED } else { POSITIONS_BY_RULE };
        let mut search = ThreatSearch::new(&mut self.ctx, &mut self.tracks[Rule::Ignored as usize].memory);
        self.tree.verify(&mut search, most).map(|replay| replay.moves)
    }

    fn into_answer(self) -> Answer<P> {
        let (nodes, start, refuted) = (self.ctx.budget.nodes, self.start, u32::from(self.refuted()));
        let (micros_to_win, control) = (self.micros_to_win, self.ctx.budget.control.clone());
        let finding = match (self.best.or(self.rule_win), self.query.moves) {
            (Some(moves), _) => self.claim(u32::from(moves), refuted),
            (None, _) if self.never => Finding::NoWin { within: None },
            (None, Some(asked)) if refuted >= asked => Finding::NoWin { within: Some(asked) },
            (None, _) => Finding::Unknown { refuted },
        };
        Answer { finding, nodes, micros: control.micros().saturating_sub(start), micros_to_win }
    }

    /// Claims a win, replayed by the rules unless its tree is large; a win by the perpetual-check rule must be. If the
    /// replay finds a flaw, nothing is claimed.
    fn claim(mut self, moves: u32, refuted: u32) -> Finding<P> {
        self.ctx.budget.is_closed = true;
        let by_rule = self.best.is_none();
        match self.verify_tree() {
            // The minimum number of moves of a win by the rule is unknown.
            Ok(_) if by_rule => self.win(moves, moves.min(1), true, true),
            Ok(moves) => self.win(moves, (refuted + 1).min(moves), true, false),
            Err(Flaw::TooLarge) if !by_rule => self.win(moves, (refuted + 1).min(moves), false, false),
            Err(_) if by_rule => Finding::Unknown { refuted },
            Err(_) => Finding::Unknown { refuted: refuted.min(moves - 1) },
        }
    }

    /// A win, with the proof that is left when the memory of the search is dropped.
    fn win(mut self, moves: u32, at_least: u32, verified: bool, by_rule: bool) -> Finding<P> {
        let mut keys = self.keys;
        let mut search = ThreatSearch::new(&mut self.ctx, &mut self.tracks[Rule::Ignored as usize].memory);
        if keys.is_empty() && moves > 0 && search.path().is_attack() {
            keys.extend(self.tree.winning_move(&mut search, self.tree.moves).map(|(mv, _)| mv));
        }
        let (proof, all_keys) =
            (Box::new(WinProof::new(&mut search, self.tree)), self.all_keys || moves == 0);
        Finding::Win { moves, at_least, proof, keys, all_keys, verified, by_rule }
    }
}
