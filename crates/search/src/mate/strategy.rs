//! Strategy extraction: the winner's move in every position he can reach, asked of an oracle. A strategy must be complete
//! and free of cycles, except cycles of checks by the defender; then its source does not matter.

use std::collections::HashMap;

use game::{Line, Move, Side, Tactics};

use super::context::{Budget, Context, after, is_won_by, key_of, lasting_moves, legal_move, legal_moves};
use super::graph::{self, Heights, StrategyNode};
use super::proof_table::{MAX_MOVES, ProofEntry};
use super::repair::{ChoiceNode, StrategyGraph, WinnerMove};
use super::retrograde::SolvedEnding;
use super::threat::{AttackMoves, ProofValue, ThreatSearch};
use super::tree::WinTree;

/// Limits of the search for a lost table entry: nodes, and counted moves of the winner.
const NODES_TO_SEARCH_AGAIN: u64 = 200_000;
const MOVES_TO_SEARCH_AGAIN: u8 = 12;
/// Nodes of a hint search for a position without a recorded win; initial nodes for one whose records form a cycle.
const NODES_PER_HINT: u64 = 50_000;
/// Positions between two checks of the clock.
const POSITIONS_BETWEEN_CHECKS: usize = 64;

/// Source of winning moves. It may be wrong: what is extracted is checked.
pub(super) trait Oracle<P: Tactics> {
    /// Winning move of a position with the winner to move.
    fn winning_move(&mut self, here: &P) -> Option<P::Move>;
}

/// A solved ending.
impl<P: Tactics> Oracle<P> for &SolvedEnding<P> {
    fn winning_move(&mut self, here: &P) -> Option<P::Move> {
        self.best_moves(here).next()
    }
}

/// The proof table, and a new search where an entry was lost.
impl<P: Tactics> Oracle<P> for ThreatSearch<'_, P> {
    fn winning_move(&mut self, here: &P) -> Option<P::Move> {
        self.stored_move(here).or_else(|| self.search_again(here))
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

    /// Hint search of a position.
    fn search(&mut self, here: &P, nodes: u64) {
        let ctx = &mut *self.0.ctx;
        let left = ctx.budget.node_limit.saturating_sub(ctx.budget.nodes);
        let line = Line::new(here.clone(), *ctx.path.line.rules());
        ctx.search_hints(&line, nodes.min(left), ctx.budget.micros_left());
    }

    fn has_nodes_left(&self) -> bool {
        self.0.ctx.budget.nodes < self.0.ctx.budget.node_limit
    }
}

impl<P: Tactics> Oracle<P> for HintOracle<'_, '_, P> {
    fn winning_move(&mut self, here: &P) -> Option<P::Move> {
        self.known_move(here).or_else(|| {
            self.search(here, NODES_PER_HINT);
            self.0.ctx.hints.winning_move(here).filter(|_| self.has_nodes_left())
        })
    }
}

impl<P: Tactics> ThreatSearch<'_, P> {
    /// Searches for a lost table entry, or for another win as good.
    fn search_again(&mut self, here: &P) -> Option<P::Move> {
        let there = self.path().beginning_with(here);
        let path = std::mem::replace(&mut self.ctx.path, there);
        self.ctx.budget.allow_nodes(NODES_TO_SEARCH_AGAIN);
        self.allow_moves(MAX_MOVES);
        'found: for width in AttackMoves::NARROW {
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
        legal_move(here, raw)
    }

    /// Stores a strategy without cycles in the proof table.
    pub fn store_strategy(&mut self, strategy: &WinTree<P>) {
        for (&key, &(mv, height)) in &strategy.answers.map {
            let entry = ProofEntry { win: height, mv: Some(mv.raw()), ..ProofEntry::default() };
            self.memory.table.store(key, entry, 1);
        }
    }
}

/// A strategy under extraction: the positions with the winner to move, in the order in which they are found.
pub(super) struct Extraction<P: Tactics> {
    root: P,
    winner: Side,
    budget: Budget,
    index: HashMap<u64, u32>,
    positions: Vec<P>,
    /// Maximum number of positions.
    most: usize,
}

impl<P: Tactics> Extraction<P> {
    /// Extraction from the current position, with at most this many positions.
    pub fn new(ctx: &Context<P>, most: usize) -> Self {
        let (root, winner, budget) = (ctx.path.here().clone(), ctx.path.winner, ctx.budget.clone());
        Extraction { root, winner, budget, index: HashMap::new(), positions: Vec::new(), most }
    }

    /// Extracts a strategy with the moves of an oracle. `None` where a move is missing, or where a cycle is not one of
    /// the defender's checks.
    pub fn run(mut self, oracle: &mut dyn Oracle<P>) -> Option<WinTree<P>> {
        let first_nodes = self.add_root()?;
        let mut nodes = Vec::new();
        while let Some(here) = self.positions.get(nodes.len()).cloned() {
            if self.is_late(nodes.len()) {
                return None;
            }
            let mv = oracle.winning_move(&here)?;
            let candidate = self.candidate(&here, mv)?;
            nodes.push(ChoiceNode::new(here.in_check(), Some(candidate)));
        }
        self.strategy(&first_nodes, &nodes, &|_| 0)
    }

    /// Extracts a strategy with hints. Where they contradict each other, other moves between recorded positions are
    /// tried (strategy repair).
    pub fn run_hinted(mut self, search: &mut ThreatSearch<'_, P>) -> Option<WinTree<P>> {
        let mut graph = StrategyGraph::new(search.memory.by_rule);
        let mut oracle = HintOracle(search);
        let first_nodes = self.add_root()?;
        loop {
            while let Some(here) = self.positions.get(graph.nodes.len()).cloned() {
                if self.is_late(graph.nodes.len()) {
                    return None;
                }
                let mv = oracle.winning_move(&here);
                let candidate = mv.and_then(|mv| self.candidate(&here, mv));
                graph.add(ChoiceNode::new(here.in_check(), candidate));
            }
            graph.solve();
            if first_nodes.iter().all(|&first| graph.won(first).is_some()) {
                return self.strategy(&first_nodes, &graph.nodes, &|node| graph.won(node).unwrap_or(0));
            }
            let unsolved = graph.unsolved();
            if unsolved.expandable.is_empty() {
                self.search_stuck(&mut oracle, &mut graph, unsolved.stuck?)?;
            }
            for expandable in unsolved.expandable {
                if self.is_exhausted() {
                    return None;
                }
                self.add_moves(&oracle, &mut graph, expandable);
            }
        }
    }

    /// Searches a position again whose records lead nowhere, without the records that confirm each other on a cycle.
    fn search_stuck(
        &self,
        oracle: &mut HintOracle<'_, '_, P>,
        graph: &mut StrategyGraph<P::Move>,
        stuck: u32,
    ) -> Option<()> {
        if self.budget.is_over() || !oracle.has_nodes_left() {
            return None;
        }
        let hints = &mut oracle.0.ctx.hints;
        for unsolved in graph.unsolved_nodes() {
            hints.discard_win(self.positions[unsolved as usize].key());
        }
        // The recorded wins stay, but not the hash tables: their results may depend on the path.
        hints.clear();
        let retries = &mut graph.nodes[stuck as usize].retries;
        oracle.search(&self.positions[stuck as usize], NODES_PER_HINT << *retries);
        *retries += 1;
        // There are new records, and so new moves.
        graph.allow_more_moves();
        Some(())
    }

    /// Adds every move of the winner that leads only to positions that are in the graph or have a known winning move.
    fn add_moves(&mut self, oracle: &HintOracle<'_, '_, P>, graph: &mut StrategyGraph<P::Move>, number: u32) {
        graph.nodes[number as usize].is_complete = true;
        let here = self.positions[number as usize].clone();
        for &mv in &legal_moves(&here) {
            if self.is_exhausted() {
                return;
            }
            if graph.nodes[number as usize].moves.iter().any(|candidate| candidate.mv == mv) {
                continue;
            }
            let is_known = |there: &P| self.number_of(there).is_some() || oracle.known_move(there).is_some();
            if replies(&after(&here, mv)).iter().all(is_known)
                && let Some(candidate) = self.candidate(&here, mv)
            {
                graph.add_move(number, candidate);
            }
        }
    }

    /// Returns true if there is no room or no time for more positions.
    fn is_exhausted(&self) -> bool {
        self.budget.is_over() || self.positions.len() >= self.most
    }

    /// Returns true if the time is over, tested at some positions.
    fn is_late(&self, number: usize) -> bool {
        number.is_multiple_of(POSITIONS_BETWEEN_CHECKS) && self.budget.is_over()
    }

    fn number_of(&self, here: &P) -> Option<u32> {
        self.index.get(&key_of(here, self.winner)).copied()
    }

    /// First positions with the winner to move: the root, or the positions after the defender's moves.
    fn add_root(&mut self) -> Option<Vec<u32>> {
        let root = self.root.clone();
        if root.turn() == self.winner { Some(vec![self.add(root)?]) } else { self.add_replies(&root) }
    }

    /// Index of a position with the winner to move, added if new.
    fn add(&mut self, here: P) -> Option<u32> {
        if let Some(index) = self.number_of(&here) {
            return Some(index);
        }
        let index = self.positions.len() as u32;
        if self.positions.len() >= self.most || here.outcome().is_some() {
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
    ) -> Option<WinTree<P>> {
        // Numbers of the reachable nodes, the first ones first.
        let mut reached: Vec<u32> = Vec::new();
        let mut number_of: HashMap<u32, u32> = HashMap::new();
        let mut reach = |nodes: &[u32], reached: &mut Vec<u32>| -> Vec<u32> {
            let number = |&node: &u32| {
                *number_of.entry(node).or_insert_with(|| {
                    reached.push(node);
                    reached.len() as u32 - 1
                })
            };
            nodes.iter().map(number).collect()
        };
        let first_nodes = reach(first_nodes, &mut reached);
        let (mut graph, mut moves) = (Vec::new(), Vec::new());
        while let Some(&node) = reached.get(graph.len()) {
            let ChoiceNode { in_check, moves: candidates, .. } = &nodes[node as usize];
            let WinnerMove { mv, checks, next } = candidates.get(chosen(node) as usize)?;
            let next = reach(next, &mut reached);
            graph.push(StrategyNode { in_check: *in_check, checks: *checks, next });
            moves.push((key_of(&self.positions[node as usize], self.winner), *mv));
        }
        let Heights { of, has_cycle } = graph::heights(&graph)?;
        let heights: Vec<u8> =
            of.into_iter().map(|height| u8::try_from(height).ok()).collect::<Option<_>>()?;
        let height = first_nodes.iter().map(|&first| heights[first as usize]).max().unwrap_or(0);
        let moves = moves.into_iter().zip(heights).map(|((key, mv), height)| (key, (mv, height))).collect();
        Some(WinTree::complete(height, moves, has_cycle))
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
        let [plain, repaired] = [0, 1].map(|_| Extraction::new(&ctx, 300_000));
        let mut search = ThreatSearch::new(&mut ctx, &mut memory);
        let cyclic = plain.run(&mut HintOracle(&mut search));
        assert!(cyclic.is_none(), "the first legal moves do not win by themselves");
        let strategy = repaired.run_hinted(&mut search).expect("a chariot wins");
        assert!(strategy.is_sound(&ctx.path) && !strategy.by_rule);
    }

    #[test]
    fn no_strategy_is_extracted_where_there_is_no_win() {
        let (mut ctx, mut memory) = (context("3k5/9/9/9/9/9/9/9/4A4/4K4 w"), ProofMemory::new(1, false));
        ctx.hints = Box::new(AlwaysWinning);
        let extraction = Extraction::new(&ctx, 300_000);
        assert!(extraction.run_hinted(&mut ThreatSearch::new(&mut ctx, &mut memory)).is_none());
    }
}
