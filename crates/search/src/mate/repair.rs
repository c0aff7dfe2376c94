//! Strategy repair. A win is recorded on one path, where a repetition ends the game; followed from everywhere,
//! recorded moves may form cycles or lead to positions without a record. Then other moves between recorded positions
//! are added to the strategy graph, and it is solved backwards from its ends, for all positions at once.

use super::graph::{AndOrGraph, Kind, components};

/// Maximum number of hint searches of one node, each with twice the nodes of the last.
const MAX_RETRIES: u32 = 10;
/// No node.
const NONE: u32 = u32::MAX;

/// A move of the winner, and the nodes after the defender's replies.
pub(super) struct WinnerMove<M> {
    pub mv: M,
    /// True if it gives check.
    pub checks: bool,
    pub next: Vec<u32>,
}

/// A position with the winner to move, and the moves considered in it.
pub(super) struct ChoiceNode<M> {
    /// True if the defender has just given check.
    pub in_check: bool,
    pub moves: Vec<WinnerMove<M>>,
    /// True if every move that leads to recorded positions is among the moves.
    pub is_complete: bool,
    /// Number of hint searches so far.
    pub retries: u32,
    /// Index of the winning move, once solved.
    won: Option<u32>,
}

impl<M> ChoiceNode<M> {
    pub fn new(in_check: bool, candidate: Option<WinnerMove<M>>) -> Self {
        let moves = candidate.into_iter().collect();
        ChoiceNode { in_check, moves, is_complete: false, retries: 0, won: None }
    }
}

/// Strategy graph: positions with the winner to move, their moves, and the winning move of each solved position. An OR
/// node for each position, an AND node for each move.
pub(super) struct StrategyGraph<M> {
    pub nodes: Vec<ChoiceNode<M>>,
    graph: AndOrGraph,
    /// Graph node of each position.
    or_nodes: Vec<u32>,
    /// Graph node of each position's moves.
    and_nodes: Vec<Vec<u32>>,
    /// True if a defender with nothing but checks has lost.
    by_rule: bool,
}

/// Work list for the unsolved nodes.
#[derive(Default)]
pub(super) struct Unsolved {
    /// Nodes on a cycle or without moves that can get more moves; if there are none, nodes that lead to such.
    pub expandable: Vec<u32>,
    /// A node on a cycle or without moves to search again: the one with the fewest hint searches, deepest first.
    pub stuck: Option<u32>,
}

impl<M> StrategyGraph<M> {
    pub fn new(by_rule: bool) -> Self {
        let (nodes, graph) = (Vec::new(), AndOrGraph::default());
        StrategyGraph { nodes, graph, or_nodes: Vec::new(), and_nodes: Vec::new(), by_rule }
    }

    pub fn add(&mut self, mut node: ChoiceNode<M>) {
        let (number, moves) = (self.nodes.len() as u32, std::mem::take(&mut node.moves));
        self.nodes.push(node);
        self.and_nodes.push(Vec::new());
        moves.into_iter().for_each(|candidate| self.add_move(number, candidate));
    }

    /// Adds a move; it may lead to positions that are added later.
    pub fn add_move(&mut self, number: u32, candidate: WinnerMove<M>) {
        let and_node = self.graph.add(Kind::And(candidate.next.len() as u16));
        for &next in &candidate.next {
            let next = self.or_node(next);
            self.graph.connect(and_node, next);
        }
        let or_node = self.or_node(number);
        self.graph.connect(or_node, and_node);
        self.and_nodes[number as usize].push(and_node);
        self.nodes[number as usize].moves.push(candidate);
    }

    fn or_node(&mut self, number: u32) -> u32 {
        while self.or_nodes.len() <= number as usize {
            self.or_nodes.push(self.graph.add(Kind::Or));
        }
        self.or_nodes[number as usize]
    }

    /// Index of the winning move of a node.
    pub fn won(&self, number: u32) -> Option<u32> {
        self.nodes[number as usize].won
    }

    /// Unsolved nodes.
    pub fn unsolved_nodes(&self) -> impl Iterator<Item = u32> {
        (0..self.nodes.len() as u32).filter(|&number| self.won(number).is_none())
    }

    /// Allows all unsolved nodes to get more moves.
    pub fn allow_more_moves(&mut self) {
        self.nodes.iter_mut().filter(|node| node.won.is_none()).for_each(|node| node.is_complete = false);
    }

    /// Solves the graph.
    pub fn solve(&mut self) {
        self.propagate();
        while self.by_rule && self.solve_perpetual_checks() {
            self.propagate();
        }
    }

    /// Solves what follows, and chooses the winning moves while all solved nodes lead to nodes solved before: heights
    /// fall from each node to the next.
    fn propagate(&mut self) {
        self.graph.solve();
        for ((node, and_nodes), &or_node) in self.nodes.iter_mut().zip(&self.and_nodes).zip(&self.or_nodes) {
            if let (None, Some(height)) = (node.won, self.graph.height(or_node)) {
                let wins =
                    |&move_node: &u32| self.graph.height(move_node).is_some_and(|below| below < height);
                node.won = and_nodes.iter().position(wins).map(|index| index as u32);
            }
        }
    }

    /// Solves by the perpetual-check rule: the largest set of nodes in which the defender does nothing but check,
    /// unless he loses otherwise, and the winner does not check. Returns true if there are any.
    fn solve_perpetual_checks(&mut self) -> bool {
        // Solved in this graph are the nodes that leave the set: those without a check, and those from which every
        // quiet move lets the defender leave.
        let mut leaving = AndOrGraph::default();
        let unsolved: Vec<u32> = self.unsolved_nodes().collect();
        let mut node_of = vec![NONE; self.nodes.len()];
        for &number in &unsolved {
            let ChoiceNode { in_check, moves, .. } = &self.nodes[number as usize];
            let quiet = moves.iter().filter(|candidate| *in_check && !candidate.checks).count();
            node_of[number as usize] = leaving.add(Kind::And(quiet as u16));
        }
        let mut quiet_moves = Vec::new();
        for &number in unsolved.iter().filter(|&&number| self.nodes[number as usize].in_check) {
            for (index, candidate) in (0..).zip(&self.nodes[number as usize].moves) {
                if !candidate.checks {
                    let mv = leaving.add(Kind::Or);
                    leaving.connect(node_of[number as usize], mv);
                    let next = candidate.next.iter().map(|&next| node_of[next as usize]);
                    next.filter(|&next| next != NONE).for_each(|next| leaving.connect(mv, next));
                    quiet_moves.push((number, index, mv));
                }
            }
        }
        leaving.solve();
        let mut found = false;
        for (number, index, mv) in quiet_moves {
            if self.won(number).is_none() && !leaving.is_solved(mv) {
                self.nodes[number as usize].won = Some(index);
                let or_node = self.or_node(number);
                self.graph.settle(or_node, 0);
                found = true;
            }
        }
        found
    }

    /// Reasons why nodes are unsolved.
    pub fn unsolved(&self) -> Unsolved {
        // Renumbered: most nodes are solved at once, and a repair looks at the rest many times.
        let numbers: Vec<u32> = self.unsolved_nodes().collect();
        let mut index_of = vec![NONE; self.nodes.len()];
        (0..).zip(&numbers).for_each(|(index, &number)| index_of[number as usize] = index);
        let node = |index: u32| &self.nodes[numbers[index as usize] as usize];
        let successors = |index: u32| {
            let next = node(index).moves.iter().flat_map(|candidate| &candidate.next);
            next.map(|&next| index_of[next as usize]).filter(|&next| next != NONE)
        };
        let (mut unsolved, mut above, mut least) = (Unsolved::default(), Vec::new(), MAX_RETRIES);
        for members in components(numbers.len(), successors) {
            let cycle = members.len() > 1 || successors(members[0]).any(|next| next == members[0]);
            for member in members {
                let (node, number) = (node(member), numbers[member as usize]);
                let is_stuck = cycle || node.moves.is_empty();
                if is_stuck && node.retries < least {
                    (unsolved.stuck, least) = (Some(number), node.retries);
                }
                if is_stuck && !node.is_complete {
                    unsolved.expandable.push(number);
                } else if !node.is_complete
                    && successors(member).any(|next| self.nodes[numbers[next as usize] as usize].is_complete)
                {
                    above.push(number);
                }
            }
        }
        if unsolved.expandable.is_empty() {
            unsolved.expandable = above;
        }
        unsolved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(mv: char, checks: bool, next: &[u32]) -> WinnerMove<char> {
        WinnerMove { mv, checks, next: next.to_vec() }
    }

    fn graph(nodes: Vec<(bool, Option<WinnerMove<char>>)>) -> StrategyGraph<char> {
        graph_with(true, nodes)
    }

    fn graph_with(by_rule: bool, nodes: Vec<(bool, Option<WinnerMove<char>>)>) -> StrategyGraph<char> {
        let mut graph = StrategyGraph::new(by_rule);
        nodes.into_iter().for_each(|(in_check, candidate)| graph.add(ChoiceNode::new(in_check, candidate)));
        graph.solve();
        graph
    }

    #[test]
    fn another_move_breaks_a_cycle() {
        // From 0 either to the end or to 1, where the recorded move leads back.
        let mut graph = graph(vec![
            (false, Some(candidate('a', false, &[1, 2]))),
            (false, Some(candidate('b', false, &[0]))),
            (false, Some(candidate('c', true, &[]))),
        ]);
        assert_eq!([0, 1, 2].map(|node| graph.won(node)), [None, None, Some(0)]);
        let unsolved = graph.unsolved();
        assert_eq!((unsolved.expandable.len(), unsolved.stuck.is_some()), (2, true));
        graph.add_move(1, candidate('d', true, &[2]));
        graph.solve();
        assert_eq!([0, 1, 2].map(|node| graph.won(node)), [Some(0), Some(1), Some(0)]);
        assert!(graph.unsolved().expandable.is_empty() && graph.unsolved().stuck.is_none());
    }

    #[test]
    fn a_defender_with_nothing_but_checks_has_lost() {
        let nothing_else = || {
            vec![
                (false, Some(candidate('a', true, &[1]))),
                (true, Some(candidate('b', false, &[2]))),
                (true, Some(candidate('c', false, &[1, 3]))),
                (false, Some(candidate('d', true, &[]))),
            ]
        };
        let by_the_rule = graph(nothing_else());
        assert!((0..4).all(|node| by_the_rule.won(node).is_some()));
        let without_the_rule = graph_with(false, nothing_else());
        assert_eq!(
            [0, 1, 2, 3].map(|node| without_the_rule.won(node).is_some()),
            [false, false, false, true]
        );
        let quiet_once = graph(vec![
            (true, Some(candidate('a', false, &[1]))),
            (false, Some(candidate('b', false, &[0]))),
        ]);
        assert!((0..2).all(|node| quiet_once.won(node).is_none()));
        let both_check = graph(vec![(true, Some(candidate('a', true, &[0])))]);
        assert_eq!(both_check.won(0), None);
    }

    #[test]
    fn predecessors_of_a_complete_unsolved_node_are_expanded_next() {
        let mut graph = graph(vec![
            (false, Some(candidate('a', false, &[1]))),
            (false, Some(candidate('b', false, &[2]))),
            (false, None),
        ]);
        for expected in [2, 1, 0] {
            let unsolved = graph.unsolved();
            assert_eq!((unsolved.expandable, unsolved.stuck), (vec![expected], Some(2)));
            graph.nodes[expected as usize].is_complete = true;
        }
        assert!(graph.unsolved().expandable.is_empty());
        graph.allow_more_moves();
        assert_eq!(graph.unsolved().expandable, [2]);
        graph.nodes[2].retries = MAX_RETRIES;
        assert_eq!(graph.unsolved().stuck, None);
    }
}
