//! Strategy repair. A win is recorded on one path, where a repetition ends the game; followed from everywhere,
//! recorded moves may form cycles or lead to positions without a record. Then other moves between recorded positions
//! are added to the strategy graph, and it is solved backwards from its ends, for all positions at once.

use super::cycles;

/// Maximum number of hint searches of one node, each with twice the nodes of the last.
const MAX_RETRIES: u32 = 10;

/// A move of the winner, and the nodes after the defender's replies.
pub(super) struct WinnerMove<M> {
    pub mv: M,
    /// True if it gives check.
    pub checks: bool,
    pub next: Vec<u32>,
}

/// A position with the winner to move, and the moves considered in it.
pub(super) struct GraphNode<M> {
    /// True if the defender has just given check.
    pub in_check: bool,
    pub moves: Vec<WinnerMove<M>>,
    /// True if every move that leads to recorded positions is among the moves.
    pub is_complete: bool,
    /// Number of hint searches so far.
    pub retries: u32,
}

impl<M> GraphNode<M> {
    pub fn new(in_check: bool, candidate: Option<WinnerMove<M>>) -> Self {
        GraphNode { in_check, moves: candidate.into_iter().collect(), is_complete: false, retries: 0 }
    }
}

/// Strategy graph: nodes, and the index of each node's winning move where it is solved.
pub(super) struct StrategyGraph<M> {
    pub nodes: Vec<GraphNode<M>>,
    won: Vec<Option<u32>>,
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
        StrategyGraph { nodes: Vec::new(), won: Vec::new(), by_rule }
    }

    pub fn add(&mut self, node: GraphNode<M>) {
        self.nodes.push(node);
        self.won.push(None);
    }

    /// Index of the winning move of a node.
    pub fn won(&self, node: u32) -> Option<u32> {
        self.won[node as usize]
    }

    /// Unsolved nodes.
    pub fn unsolved_nodes(&self) -> impl Iterator<Item = u32> {
        (0..self.nodes.len() as u32).filter(|&node| self.won(node).is_none())
    }

    fn unsolved_graph(&self) -> UnsolvedGraph<'_, M> {
        let numbers: Vec<u32> = self.unsolved_nodes().collect();
        let mut index_of = vec![u32::MAX; self.nodes.len()];
        (0..).zip(&numbers).for_each(|(index, &node)| index_of[node as usize] = index);
        UnsolvedGraph { nodes: &self.nodes, numbers, index_of }
    }

    /// Allows all unsolved nodes to get more moves.
    pub fn allow_more_moves(&mut self) {
        for (node, _) in self.nodes.iter_mut().zip(&self.won).filter(|(_, won)| won.is_none()) {
            node.is_complete = false;
        }
    }

    /// Solves the graph.
    pub fn solve(&mut self) {
        let open = self.unsolved_graph();
        let mut pass = BackwardPass::new(&open);
        pass.propagate();
        while self.by_rule && pass.solve_perpetual_checks() {
            pass.propagate();
        }
        let won = pass.won;
        for (node, won) in open.numbers.into_iter().zip(won) {
            self.won[node as usize] = won;
        }
    }

    /// Reasons why nodes are unsolved.
    pub fn unsolved(&self) -> Unsolved {
        let open = self.unsolved_graph();
        let successors = |index: u32| open.moves(index).flat_map(|candidate| open.next(candidate));
        let (mut unsolved, mut above, mut least) = (Unsolved::default(), Vec::new(), MAX_RETRIES);
        for members in cycles::components(open.numbers.len(), successors) {
            let cycle = members.len() > 1 || successors(members[0]).any(|next| next == members[0]);
            for member in members {
                let (node, number) = (open.node(member), open.numbers[member as usize]);
                let is_stuck = cycle || node.moves.is_empty();
                if is_stuck && node.retries < least {
                    (unsolved.stuck, least) = (Some(number), node.retries);
                }
                if is_stuck && !node.is_complete {
                    unsolved.expandable.push(number);
                } else if !node.is_complete && successors(member).any(|next| open.node(next).is_complete) {
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

/// Unsolved part of the graph, renumbered: most nodes are solved at once, and a repair looks at the rest many times.
struct UnsolvedGraph<'a, M> {
    nodes: &'a [GraphNode<M>],
    /// Node numbers in the graph.
    numbers: Vec<u32>,
    /// Index of each node here.
    index_of: Vec<u32>,
}

impl<'a, M> UnsolvedGraph<'a, M> {
    fn node(&self, index: u32) -> &'a GraphNode<M> {
        &self.nodes[self.numbers[index as usize] as usize]
    }

    fn moves(&self, index: u32) -> impl Iterator<Item = &'a WinnerMove<M>> {
        self.node(index).moves.iter()
    }

    /// Unsolved nodes that a move leads to.
    fn next(&self, candidate: &'a WinnerMove<M>) -> impl Iterator<Item = u32> {
        candidate.next.iter().map(|&next| self.index_of[next as usize]).filter(|&index| index != u32::MAX)
    }
}

/// Backward pass over the unsolved nodes.
struct BackwardPass<'a, M> {
    open: &'a UnsolvedGraph<'a, M>,
    won: Vec<Option<u32>>,
    /// Moves that lead to each node: their node and index.
    predecessors: Vec<Vec<(u32, u32)>>,
    /// Number of replies, by node and move, that are not lost for the defender.
    open_replies: Vec<Vec<u32>>,
    /// Solved nodes not propagated yet.
    queue: Vec<u32>,
}

impl<'a, M> BackwardPass<'a, M> {
    fn new(open: &'a UnsolvedGraph<'a, M>) -> Self {
        let count = open.numbers.len();
        let (won, predecessors, open_replies) =
            (vec![None; count], vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut pass = BackwardPass { open, won, predecessors, open_replies, queue: Vec::new() };
        for index in 0..count as u32 {
            for (mv_index, candidate) in (0..).zip(open.moves(index)) {
                let mut open_replies = 0;
                for next in open.next(candidate) {
                    pass.predecessors[next as usize].push((index, mv_index));
                    open_replies += 1;
                }
                pass.open_replies[index as usize].push(open_replies);
                if open_replies == 0 {
                    pass.win(index, mv_index);
                }
            }
        }
        pass
    }

    fn win(&mut self, index: u32, mv_index: u32) {
        if self.won[index as usize].is_none() {
            self.won[index as usize] = Some(mv_index);
            self.queue.push(index);
        }
    }

    /// A node is won if all replies to one of its moves lead to won nodes.
    fn propagate(&mut self) {
        let mut carried = 0;
        while let Some(&index) = self.queue.get(carried) {
            carried += 1;
            for (before, mv_index) in std::mem::take(&mut self.predecessors[index as usize]) {
                let open_replies = &mut self.open_replies[before as usize][mv_index as usize];
                *open_replies -= 1;
                if *open_replies == 0 {
                    self.win(before, mv_index);
                }
            }
        }
        self.queue.clear();
    }

    /// Solves by the perpetual-check rule: the largest set of nodes in which the defender does nothing but check,
    /// unless he loses otherwise, and the winner does not check. Returns true if there are any.
    fn solve_perpetual_checks(&mut self) -> bool {
        let (open, won) = (self.open, &self.won);
        let indices = 0..open.numbers.len() as u32;
        let is_checked = |index: u32| won[index as usize].is_none() && open.node(index).in_check;
        let mut stays: Vec<bool> = indices.clone().map(is_checked).collect();
        let holding_move = |stays: &[bool], index: u32| {
            let held = |next: u32| won[next as usize].is_some() || stays[next as usize];
            (0..)
                .zip(open.moves(index))
                .find(|(_, candidate)| !candidate.checks && open.next(candidate).all(held))
        };
        let mut worklist: Vec<u32> = indices.clone().filter(|&index| stays[index as usize]).collect();
        while let Some(index) = worklist.pop() {
            if stays[index as usize] && holding_move(&stays, index).is_none() {
                stays[index as usize] = false;
                worklist.extend(self.predecessors[index as usize].iter().map(|&(before, _)| before));
            }
        }
        let stayed = indices.filter(|&index| stays[index as usize]);
        let found: Vec<(u32, u32)> =
            stayed.filter_map(|index| Some((index, holding_move(&stays, index)?.0))).collect();
        found.iter().for_each(|&(index, mv_index)| self.win(index, mv_index));
        !found.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(mv: char, checks: bool, next: &[u32]) -> WinnerMove<char> {
        WinnerMove { mv, checks, next: next.to_vec() }
    }

    fn graph(nodes: Vec<(bool, Option<WinnerMove<char>>)>) -> StrategyGraph<char> {
        let mut graph = StrategyGraph::new(true);
        nodes.into_iter().for_each(|(in_check, candidate)| graph.add(GraphNode::new(in_check, candidate)));
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
        graph.nodes[1].moves.push(candidate('d', true, &[2]));
        graph.solve();
        assert_eq!([0, 1, 2].map(|node| graph.won(node)), [Some(0), Some(1), Some(0)]);
        assert!(graph.unsolved().expandable.is_empty() && graph.unsolved().stuck.is_none());
    }

    #[test]
    fn a_defender_with_nothing_but_checks_has_lost() {
        let nothing_else = graph(vec![
            (false, Some(candidate('a', true, &[1]))),
            (true, Some(candidate('b', false, &[2]))),
            (true, Some(candidate('c', false, &[1, 3]))),
            (false, Some(candidate('d', true, &[]))),
        ]);
        assert!((0..4).all(|node| nothing_else.won(node).is_some()));
        let mut without_the_rule = StrategyGraph { by_rule: false, won: vec![None; 4], ..nothing_else };
        without_the_rule.solve();
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
