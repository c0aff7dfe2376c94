//! Strategy extraction: the winner's move in every position he can reach, taken from proof-table entries or from hints.
//! A strategy must be complete and free of cycles, except cycles of checks by the defender; then its source does not
//! matter.

use std::collections::HashMap;

use game::{Line, Move, MoveList, Side, Tactics};

use super::cycles::{self, StrategyNode};
use super::proof_table::{FULL, MAX_MOVES, ProofEntry};
use super::prover::{ProofValue, Prover};
use super::repair::{GraphNode, StrategyGraph, WinnerMove};
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

impl<P: Tactics> Prover<P> {
    /// Extracts a strategy from the proof table, with at most `most` positions.
    pub fn extract_proven(&mut self, most: usize) -> Option<Strategy<P::Move>> {
        self.extract(most, |prover, here| prover.stored_move(here).or_else(|| prover.search_again(here)))
    }

    /// Extracts a strategy with hints. Recorded wins come first: each brings the end nearer by the same measure, while
    /// table entries between them could lead back. Where they contradict each other, other moves between recorded
    /// positions are tried (strategy repair).
    pub fn extract_hinted(&mut self, most: usize) -> Option<Strategy<P::Move>> {
        let mut extraction = Extraction::new(self, most);
        let first_nodes = extraction.add_root(self.line.here().clone())?;
        let mut graph = StrategyGraph::new(self.by_rule);
        loop {
            // Positions are numbered in the order in which they are found and processed.
            while let Some(here) = extraction.positions.get(graph.nodes.len()).cloned() {
                if graph.nodes.len().is_multiple_of(POSITIONS_BETWEEN_CHECKS) && self.is_over() {
                    return None;
                }
                let mv = self.known_move(&here).or_else(|| self.search_hint(&here));
                let candidate = mv.and_then(|mv| extraction.candidate(&here, mv));
                graph.add(GraphNode::new(here.in_check(), candidate));
            }
            graph.solve();
            if first_nodes.iter().all(|&first| graph.won(first).is_some()) {
                return extraction.strategy(&first_nodes, &graph.nodes, &|node| graph.won(node).unwrap_or(0));
            }
            let unsolved = graph.unsolved();
            if unsolved.expandable.is_empty() {
                let stuck = unsolved.stuck.filter(|_| self.nodes < self.node_limit && !self.is_over())?;
                // Records on a cycle confirm each other: none of them may be used.
                for unsolved_node in graph.unsolved_nodes() {
                    self.hints.discard_win(extraction.positions[unsolved_node as usize].key());
                }
                let retries = &mut graph.nodes[stuck as usize].retries;
                self.search_hint_again(&extraction.positions[stuck as usize], NODES_PER_HINT << *retries);
                *retries += 1;
                // There are new records, and so new moves.
                graph.allow_more_moves();
            }
            for expandable in unsolved.expandable {
                if self.is_over() || extraction.is_full() {
                    return None;
                }
                self.add_moves(&mut extraction, expandable, &mut graph.nodes[expandable as usize]);
            }
        }
    }

    /// Adds every move of the winner that leads only to positions that are in the graph or have a known winning move.
    fn add_moves(&mut self, extraction: &mut Extraction<P>, number: u32, node: &mut GraphNode<P::Move>) {
        node.is_complete = true;
        let here = extraction.positions[number as usize].clone();
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        for &mv in &list {
            if self.is_over() || extraction.is_full() {
                return;
            }
            if node.moves.iter().any(|candidate| candidate.mv == mv) {
                continue;
            }
            let is_known =
                |there: &P| extraction.number_of(there).is_some() || self.known_move(there).is_some();
            if replies(&after(&here, mv)).iter().all(is_known) {
                node.moves.extend(extraction.candidate(&here, mv));
            }
        }
    }

    fn known_move(&self, here: &P) -> Option<P::Move> {
        let known = self.endings.iter().find_map(|ending| ending.best_moves(here).next());
        known.or_else(|| self.hints.winning_move(here)).or_else(|| self.stored_move(here))
    }

    /// Extracts a strategy of at most `most` positions with the moves that `find` returns. `None` where a move is
    /// missing, or where a cycle is not one of the defender's checks.
    pub fn extract(
        &mut self,
        most: usize,
        mut find: impl FnMut(&mut Self, &P) -> Option<P::Move>,
    ) -> Option<Strategy<P::Move>> {
        let mut extraction = Extraction::new(self, most);
        let first_nodes = extraction.add_root(self.line.here().clone())?;
        let mut nodes = Vec::new();
        // Positions are numbered in the order in which they are found and processed.
        while let Some(here) = extraction.positions.get(nodes.len()).cloned() {
            if nodes.len().is_multiple_of(POSITIONS_BETWEEN_CHECKS) && self.is_over() {
                return None;
            }
            let mv = find(self, &here)?;
            let candidate = extraction.candidate(&here, mv)?;
            nodes.push(GraphNode::new(here.in_check(), Some(candidate)));
        }
        extraction.strategy(&first_nodes, &nodes, &|_| 0)
    }

    /// Returns true if the strategy, played through by the rules, wins against every defense.
    pub fn verify_strategy(&self, strategy: &Strategy<P::Move>) -> bool {
        let mut answer = |line: &Line<P>| strategy.moves.get(&self.key_of(line)).map(|&(mv, _)| mv);
        let (moves, most) = (u32::from(strategy.height), 4 * strategy.moves.len());
        verify_win(&self.line, self.winner, moves, most, &mut answer).is_ok()
    }

    /// Stores a strategy without cycles in the proof table.
    pub fn store_strategy(&mut self, strategy: &Strategy<P::Move>) {
        for (&key, &(mv, height)) in &strategy.moves {
            let entry = ProofEntry { win: height, mv: Some(mv.raw()), ..ProofEntry::default() };
            self.table.store(key, entry, 1);
        }
    }

    /// Winning move of a position without a record, by a hint search.
    fn search_hint(&mut self, here: &P) -> Option<P::Move> {
        self.run_hint_search(here, NODES_PER_HINT);
        self.hints.winning_move(here).filter(|_| self.nodes < self.node_limit)
    }

    /// Searches a position again with the recorded wins but with cleared tables, because their results may depend on
    /// the path.
    fn search_hint_again(&mut self, here: &P, nodes: u64) {
        self.hints.clear();
        self.run_hint_search(here, nodes);
    }

    fn run_hint_search(&mut self, here: &P, nodes: u64) {
        let line = Line::new(here.clone(), *self.line.rules());
        let nodes = Some(nodes.min(self.node_limit.saturating_sub(self.nodes)).max(1));
        let time = self.micros_left().map(|left| left / 1000);
        let goal = Goal::Win { within: None };
        let limits = Limits { nodes, time, goal, overhead: 0, ..Limits::default() };
        self.nodes += self.hints.search(&line, &limits, &self.control).nodes;
    }

    /// Searches for a lost table entry, or for another win as good.
    fn search_again(&mut self, here: &P) -> Option<P::Move> {
        let there = Line::new(here.clone(), *self.line.rules());
        let (line, root) = (std::mem::replace(&mut self.line, there), std::mem::replace(&mut self.root, 0));
        let winner_moves_first = std::mem::replace(&mut self.winner_moves_first, true);
        self.node_limit = self.nodes + NODES_TO_SEARCH_AGAIN;
        self.allow_moves(MAX_MOVES);
        'found: for width in 0..FULL {
            for moves in 1..=MOVES_TO_SEARCH_AGAIN {
                match self.prove(moves, width) {
                    Ok(ProofValue::NotWithin) => {}
                    Ok(ProofValue::Never) => break,
                    Ok(_) | Err(_) => break 'found,
                }
            }
        }
        (self.line, self.root, self.winner_moves_first) = (line, root, winner_moves_first);
        self.stored_move(here)
    }

    /// Stored winning move. A win without the rule takes precedence, because it never leads back to one by the rule.
    fn stored_move(&self, here: &P) -> Option<P::Move> {
        let entry: ProofEntry = self.table.probe(here.key() ^ self.salt);
        let raw = if entry.win != 0 { entry.mv } else { entry.rule_move.filter(|_| entry.rank != 0) };
        P::Move::from_raw(raw?).filter(|&mv| here.is_legal(mv))
    }
}

/// A strategy under extraction.
struct Extraction<P: Tactics> {
    winner: Side,
    salt: u64,
    index: HashMap<u64, u32>,
    positions: Vec<P>,
    most: usize,
}

impl<P: Tactics> Extraction<P> {
    fn new(prover: &Prover<P>, most: usize) -> Self {
        let (winner, salt) = (prover.winner, prover.salt);
        Extraction { winner, salt, index: HashMap::new(), positions: Vec::new(), most }
    }

    fn is_full(&self) -> bool {
        self.positions.len() >= self.most
    }

    fn number_of(&self, here: &P) -> Option<u32> {
        self.index.get(&(here.key() ^ self.salt)).copied()
    }

    /// First positions with the winner to move: the root, or the positions after the defender's moves.
    fn add_root(&mut self, root: P) -> Option<Vec<u32>> {
        if root.turn() == self.winner { Some(vec![self.add(root)?]) } else { self.add_replies(&root) }
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
        self.index.insert(here.key() ^ self.salt, index);
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
            let won = after.outcome().is_some_and(|end| end.winner == Some(self.winner));
            return won.then(Vec::new);
        }
        replies.into_iter().map(|here| self.add(here)).collect()
    }

    /// Strategy of the chosen moves, restricted to reachable nodes.
    fn strategy(
        &self,
        first_nodes: &[u32],
        nodes: &[GraphNode<P::Move>],
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
            moves.insert(self.positions[node as usize].key() ^ self.salt, (*mv, 0));
        }
        let heights = cycles::heights(&reachable)?;
        let height_of = |index: u32| u8::try_from(heights.of[index as usize]).ok();
        for (index, &node) in (0..).zip(&visited) {
            moves.get_mut(&(self.positions[node as usize].key() ^ self.salt))?.1 = height_of(index)?;
        }
        let height = first_nodes.into_iter().map(height_of).try_fold(0, |most, one| Some(one?.max(most)))?;
        Some(Strategy { moves, height, has_cycle: heights.has_cycle })
    }
}

/// Position after a move.
fn after<P: Tactics>(here: &P, mv: P::Move) -> P {
    let mut after = here.clone();
    after.play(mv, here.unrevealed(mv), &mut ());
    after
}

/// Positions after each legal move.
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

    /// Claims every position to be won by its first legal move.
    struct AlwaysWinning;

    impl HintSource<xiangqi::Position> for AlwaysWinning {
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
    fn records_that_form_a_cycle_are_repaired_where_there_is_a_win() {
        let mut prover = prover("3k5/9/9/9/9/9/9/9/R8/4K4 w");
        prover.hints = Box::new(AlwaysWinning);
        let cyclic = prover.extract(300_000, |prover, here| prover.known_move(here));
        assert!(cyclic.is_none(), "the first legal moves do not win by themselves");
        let strategy = prover.extract_hinted(300_000).expect("a chariot wins");
        assert!(prover.verify_strategy(&strategy) && !strategy.has_cycle);
    }

    #[test]
    fn no_strategy_is_extracted_where_there_is_no_win() {
        let mut prover = prover("3k5/9/9/9/9/9/9/9/4A4/4K4 w");
        prover.hints = Box::new(AlwaysWinning);
        assert!(prover.extract_hinted(300_000).is_none());
    }
}
