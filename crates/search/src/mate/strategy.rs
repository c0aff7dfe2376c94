//! Strategy extraction: the winner's move in every position he can reach, asked of an oracle. A strategy must be complete
//! and free of cycles, except cycles of checks by the defender; then its source does not matter.

use std::collections::HashMap;

use game::{Line, Move, Side, Tactics};

use super::context::{Budget, Context, Path, after, is_won_by, key_of, lasting_moves, legal_moves};
use super::graph::{self, StrategyNode};
use super::proof_table::{MAX_MOVES, ProofEntry};
use super::repair::{ChoiceNode, StrategyGraph, WinnerMove};
use super::retrograde::SolvedEnding;
use super::threat::{AttackMoves, ProofValue, ThreatSearch};
use super::verify_win;
use crate::{Goal, Limits};

/// Limits of the search for a lost table entry: nodes, and counted moves of the winner.
const NODES_TO_SEARCH_AGAIN: u64 = 200_000;
const MOVES_TO_SEARCH_AGAIN: u8 = 12;
/// Nodes of a hint search for a position without a recorded win; initial nodes for one whose records form a cycle.
const NODES_PER_HINT: u64 = 50_000;
/// Positions between two checks of the clock.
const POSITIONS_BETWEEN_CHECKS: usize = 64;

/// Winning move of every position the winner can reach, and the maximum number of moves it takes.
pub(super) struct Strategy<M> {
    pub moves: HashMap<u64, (M, u8)>,
    pub height: u8,
    /// True if the defender can repeat by checks, so that the win rests on the perpetual-check rule.
    pub has_cycle: bool,
}

impl<M: Move> Strategy<M> {
    /// Returns true if the strategy, played through by the rules, wins against every defense.
    pub fn is_sound<P: Tactics<Move = M>>(&self, path: &Path<P>) -> bool {
        let mut answer = |line: &Line<P>| {
            let known = self.moves.get(&path.key_of(line)).map(|&(mv, _)| mv);
            known.or_else(|| line.here().winning_move())
        };
        let (moves, most) = (u32::from(self.height), 4 * self.moves.len());
        verify_win(&path.line, path.winner, moves, most, &mut answer).is_ok()
    }
}

/// Source of winning moves. It may be wrong: what is extracted is checked.
pub(super) trait Oracle<P: Tactics> {
    /// Winning move of a position with the winner to move.
    fn winning_move(&mut self, here: &P) -> Option<P::Move>;

    /// Returns true if the budget is exhausted.
    fn is_over(&self) -> bool;
}

/// A solved ending, and the budget.
impl<P: Tactics> Oracle<P> for (&SolvedEnding<P>, &Budget) {
    fn winning_move(&mut self, here: &P) -> Option<P::Move> {
        self.0.best_moves(here).next()
    }

    fn is_over(&self) -> bool {
        self.1.is_over()
    }
}

/// The proof table, and a new search where an entry was lost.
impl<P: Tactics> Oracle<P> for ThreatSearch<'_, P> {
    fn winning_move(&mut self, here: &P) -> Option<P::Move> {
        self.stored_move(here).or_else(|| self.search_again(here))
    }

    fn is_over(&self) -> bool {
        self.ctx.budget.is_over()
    }
}

/// Engine hints, with what is solved. Recorded wins come first: each brings the end nearer by the same measure, while
/// table entries between them could lead back.
struct HintOracle<'a, 'b, P: Tactics>(&'a mut ThreatSearch<'b, P>);

impl<P: Tactics> HintOracle<'_, '_, P> {
    /// Winning move that is known without a search.
    fn known_move(&self, here: &P) -> Option<P::Move> {
        let Context { endings, hints, .. } = &*self.0.ctx;
        let known = endings.iter().find_map(|ending| ending.best_moves(here).next());
        known.or_else(|| hints.winning_move(here)).or_else(|| self.0.stored_move(here))
    }
}

impl<P: Tactics> Oracle<P> for HintOracle<'_, '_, P> {
    fn winning_move(&mut self, here: &P) -> Option<P::Move> {
        self.known_move(here).or_else(|| self.0.ctx.search_hint(here))
    }

    fn is_over(&self) -> bool {
        self.0.ctx.budget.is_over()
    }
}

/// Extracts a strategy of at most `most` positions with the moves of an oracle. `None` where a move is missing, or where
/// a cycle is not one of the defender's checks.
pub(super) fn extract<P: Tactics>(
    root: &P,
    winner: Side,
    most: usize,
    oracle: &mut dyn Oracle<P>,
) -> Option<Strategy<P::Move>> {
    let mut extraction = Extraction::new(winner, most);
    let first_nodes = extraction.add_root(root)?;
    let mut nodes = Vec::new();
    // Positions are numbered in the order in which they are found and processed.
    while let Some(here) = extraction.positions.get(nodes.len()).cloned() {
        if nodes.len().is_multiple_of(POSITIONS_BETWEEN_CHECKS) && oracle.is_over() {
            return None;
        }
        let mv = oracle.winning_move(&here)?;
        let candidate = extraction.candidate(&here, mv)?;
        nodes.push(ChoiceNode::new(here.in_check(), Some(candidate)));
    }
    extraction.strategy(&first_nodes, &nodes, &|_| 0)
}

/// Extracts a strategy with hints. Where they contradict each other, other moves between recorded positions are tried
/// (strategy repair).
pub(super) fn extract_hinted<P: Tactics>(
    search: &mut ThreatSearch<'_, P>,
    most: usize,
) -> Option<Strategy<P::Move>> {
    let (root, winner, by_rule) = (search.path().here().clone(), search.path().winner, search.memory.by_rule);
    let mut oracle = HintOracle(search);
    let mut extraction = Extraction::new(winner, most);
    let first_nodes = extraction.add_root(&root)?;
    let mut graph = StrategyGraph::new(by_rule);
    loop {
        while let Some(here) = extraction.positions.get(graph.nodes.len()).cloned() {
            if graph.nodes.len().is_multiple_of(POSITIONS_BETWEEN_CHECKS) && oracle.is_over() {
                return None;
            }
            let mv = oracle.winning_move(&here);
            let candidate = mv.and_then(|mv| extraction.candidate(&here, mv));
            graph.add(ChoiceNode::new(here.in_check(), candidate));
        }
        graph.solve();
        if first_nodes.iter().all(|&first| graph.won(first).is_some()) {
            return extraction.strategy(&first_nodes, &graph.nodes, &|node| graph.won(node).unwrap_or(0));
        }
        let unsolved = graph.unsolved();
        if unsolved.expandable.is_empty() {
            let ctx = &mut *oracle.0.ctx;
            let in_budget = ctx.budget.nodes < ctx.budget.node_limit && !ctx.budget.is_over();
            let stuck = unsolved.stuck.filter(|_| in_budget)?;
            // Records on a cycle confirm each other: none of them may be used.
            for unsolved_node in graph.unsolved_nodes() {
                ctx.hints.discard_win(extraction.positions[unsolved_node as usize].key());
            }
            let retries = &mut graph.nodes[stuck as usize].retries;
            // The recorded wins stay, but not the hash tables: their results may depend on the path.
            ctx.hints.clear();
            ctx.run_hint_search(&extraction.positions[stuck as usize], NODES_PER_HINT << *retries);
            *retries += 1;
            // There are new records, and so new moves.
            graph.allow_more_moves();
        }
        for expandable in unsolved.expandable {
            if oracle.is_over() || extraction.is_full() {
                return None;
            }
            add_moves(&oracle, &mut extraction, &mut graph, expandable);
        }
    }
}

/// Adds every move of the winner that leads only to positions that are in the graph or have a known winning move.
fn add_moves<P: Tactics>(
    oracle: &HintOracle<'_, '_, P>,
    extraction: &mut Extraction<P>,
    graph: &mut StrategyGraph<P::Move>,
    number: u32,
) {
    graph.nodes[number as usize].is_complete = true;
    let here = extraction.positions[number as usize].clone();
    for &mv in &legal_moves(&here) {
        if oracle.is_over() || extraction.is_full() {
            return;
        }
        if graph.nodes[number as usize].moves.iter().any(|candidate| candidate.mv == mv) {
            continue;
        }
        let is_known =
            |there: &P| extraction.number_of(there).is_some() || oracle.known_move(there).is_some();
        if replies(&after(&here, mv)).iter().all(is_known)
            && let Some(candidate) = extraction.candidate(&here, mv)
        {
            graph.add_move(number, candidate);
        }
    }
}

impl<P: Tactics> Context<P> {
    /// Winning move of a position without a record, by a hint search.
    fn search_hint(&mut self, here: &P) -> Option<P::Move> {
        self.run_hint_search(here, NODES_PER_HINT);
        self.hints.winning_move(here).filter(|_| self.budget.nodes < self.budget.node_limit)
    }

    fn run_hint_search(&mut self, here: &P, nodes: u64) {
        let line = Line::new(here.clone(), *self.path.line.rules());
        let left = self.budget.node_limit.saturating_sub(self.budget.nodes);
        let time = self.budget.micros_left().map(|left| left / 1000);
        let goal = Goal::Win { within: None };
        let limits =
            Limits { nodes: Some(nodes.min(left).max(1)), time, goal, overhead: 0, ..Limits::default() };
        self.budget.nodes += self.hints.search(&line, &limits, &self.budget.control).nodes;
    }
}

impl<P: Tactics> ThreatSearch<'_, P> {
    /// Searches for a lost table entry, or for another win as good.
    fn search_again(&mut self, here: &P) -> Option<P::Move> {
        let there = self.path().beginning_with(here);
        let path = std::mem::replace(&mut self.ctx.path, there);
        self.ctx.budget.allow_nodes(NODES_TO_SEARCH_AGAIN);
        self.allow_moves(MAX_MOVES);
        let narrow = AttackMoves::DEEPENED.iter().filter(|&&width| width != AttackMoves::All);
        'found: for &width in narrow {
            for moves in 1..=MOVES_TO_SEARCH_AGAIN {
                match self.prove(moves, width) {
                    Ok(ProofValue::NotWithin) => {}
                    Ok(ProofValue::Never) => break,
                    Ok(_) | Err(_) => break 'found,
                }
            }
        }
        self.ctx.path = path;
        self.stored_move(here)
    }

    /// Stored winning move. A win without the rule takes precedence, because it never leads back to one by the rule.
    fn stored_move(&self, here: &P) -> Option<P::Move> {
        let entry: ProofEntry = self.memory.table.probe(key_of(here, self.path().winner));
        let raw = if entry.win != 0 { entry.mv } else { entry.rule_move.filter(|_| entry.rank != 0) };
        P::Move::from_raw(raw?).filter(|&mv| here.is_legal(mv))
    }

    /// Stores a strategy without cycles in the proof table.
    pub fn store_strategy(&mut self, strategy: &Strategy<P::Move>) {
        for (&key, &(mv, height)) in &strategy.moves {
            let entry = ProofEntry { win: height, mv: Some(mv.raw()), ..ProofEntry::default() };
            self.memory.table.store(key, entry, 1);
        }
    }
}

/// A strategy under extraction.
struct Extraction<P: Tactics> {
    winner: Side,
    index: HashMap<u64, u32>,
    positions: Vec<P>,
    most: usize,
}

impl<P: Tactics> Extraction<P> {
    fn new(winner: Side, most: usize) -> Self {
        Extraction { winner, index: HashMap::new(), positions: Vec::new(), most }
    }

    fn is_full(&self) -> bool {
        self.positions.len() >= self.most
    }

    fn number_of(&self, here: &P) -> Option<u32> {
        self.index.get(&key_of(here, self.winner)).copied()
    }

    /// First positions with the winner to move: the root, or the positions after the defender's moves.
    fn add_root(&mut self, root: &P) -> Option<Vec<u32>> {
        if root.turn() == self.winner { Some(vec![self.add(root.clone())?]) } else { self.add_replies(root) }
    }

    /// Index of a position with the winner to move, added if new.
    fn add(&mut self, here: P) -> Option<u32> {
        if let Some(index) = self.number_of(&here) {
            return Some(index);
        }
        let index = self.positions.len() as u32;
        if self.is_full() || here.outcome().is_some() {
            return None;
        }
        self.index.insert(key_of(&here, self.winner), index);
        self.positions.push(here);
        Some(index)
    }

    /// Adds the positions after a move of the winner; `None` where the defender escapes.
    fn candidate(&mut self, here: &P, mv: P::Move) -> Option<WinnerMove<P::Move>> {
        let after = after(here, mv);
        Some(WinnerMove { mv, checks: after.in_check(), next: self.add_replies(&after)? })
    }

    fn add_replies(&mut self, after: &P) -> Option<Vec<u32>> {
        let replies = replies(after);
        if replies.is_empty() {
            return is_won_by(after, self.winner).then(Vec::new);
        }
        replies.into_iter().map(|here| self.add(here)).collect()
    }

    /// Strategy of the chosen moves, restricted to reachable nodes.
    fn strategy(
        &self,
        first_nodes: &[u32],
        nodes: &[ChoiceNode<P::Move>],
        chosen: &dyn Fn(u32) -> u32,
    ) -> Option<Strategy<P::Move>> {
        let move_of = |node: u32| nodes[node as usize].moves.get(chosen(node) as usize);
        // Index of each reachable node.
        let mut index_of: HashMap<u32, u32> = HashMap::new();
        let mut visited: Vec<u32> = Vec::new();
        let mut visit = |node: u32, visited: &mut Vec<u32>| {
            *index_of.entry(node).or_insert_with(|| {
                visited.push(node);
                visited.len() as u32 - 1
            })
        };
        let first_nodes: Vec<u32> = first_nodes.iter().map(|&first| visit(first, &mut visited)).collect();
        let (mut reachable, mut moves) = (Vec::new(), HashMap::new());
        while let Some(&node) = visited.get(reachable.len()) {
            let WinnerMove { mv, checks, next } = move_of(node)?;
            let next = next.iter().map(|&next| visit(next, &mut visited)).collect();
            reachable.push(StrategyNode { in_check: nodes[node as usize].in_check, checks: *checks, next });
            moves.insert(key_of(&self.positions[node as usize], self.winner), (*mv, 0));
        }
        let heights = graph::heights(&reachable)?;
        let height_of = |index: u32| u8::try_from(heights.of[index as usize]).ok();
        for (index, &node) in (0..).zip(&visited) {
            moves.get_mut(&key_of(&self.positions[node as usize], self.winner))?.1 = height_of(index)?;
        }
        let height = first_nodes.into_iter().map(height_of).try_fold(0, |most, one| Some(one?.max(most)))?;
        Some(Strategy { moves, height, has_cycle: heights.has_cycle })
    }
}

/// Positions after each legal move that does not lose at once.
fn replies<P: Tactics>(here: &P) -> Vec<P> {
    lasting_moves(here).iter().map(|&mv| after(here, mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mate::HintSource;
    use crate::mate::retrograde::tests::context;
    use crate::mate::threat::ProofMemory;

    /// Claims every position to be won by its first legal move.
    struct AlwaysWinning;

    impl HintSource<xiangqi::Position> for AlwaysWinning {
        fn evaluate(&mut self, _: &xiangqi::Position) -> i32 {
            0
        }

        fn winning_move(&self, here: &xiangqi::Position) -> Option<xiangqi::Move> {
            legal_moves(here).first().copied()
        }
    }

    #[test]
    fn records_that_form_a_cycle_are_repaired_where_there_is_a_win() {
        let (mut ctx, mut memory) = (context("3k5/9/9/9/9/9/9/9/R8/4K4 w"), ProofMemory::new(1, false));
        ctx.hints = Box::new(AlwaysWinning);
        let root = ctx.path.here().clone();
        let mut search = ThreatSearch::new(&mut ctx, &mut memory);
        let cyclic = extract(&root, Side::First, 300_000, &mut HintOracle(&mut search));
        assert!(cyclic.is_none(), "the first legal moves do not win by themselves");
        let strategy = extract_hinted(&mut search, 300_000).expect("a chariot wins");
        assert!(strategy.is_sound(&ctx.path) && !strategy.has_cycle);
    }

    #[test]
    fn no_strategy_is_extracted_where_there_is_no_win() {
        let (mut ctx, mut memory) = (context("3k5/9/9/9/9/9/9/9/4A4/4K4 w"), ProofMemory::new(1, false));
        ctx.hints = Box::new(AlwaysWinning);
        assert!(extract_hinted(&mut ThreatSearch::new(&mut ctx, &mut memory), 300_000).is_none());
    }
}
