//! AND/OR graph of positions, solved backwards from its ends; cycles and heights of strategies.
//!
//! One solver serves three searches. Retrograde analysis asks which positions are won; strategy repair, for which
//! recorded positions the winner has an answer to everything; the fortress search and the perpetual-check rule ask
//! which positions the defender has to leave.

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Solved if one successor is; never, without successors.
    Or,
    /// Solved if all successors are, this many; at once, without successors.
    And(u16),
}

/// Height of an unsolved node.
const UNSOLVED: u16 = u16::MAX;
/// End of an edge list.
const NO_EDGE: u32 = u32::MAX;
/// Flag of a marked edge, in its origin.
const MARK: u32 = 1 << 31;

/// AND/OR graph. Nodes and edges may be added between two solutions; what is solved stays solved.
#[derive(Default)]
pub(super) struct AndOrGraph {
    nodes: Vec<GraphNode>,
    edges: Vec<Edge>,
    /// Solved nodes in the order in which they were solved.
    solved: Vec<u32>,
    /// Number of solved nodes whose predecessors are up to date.
    propagated: usize,
    ignores_marked: bool,
}

struct GraphNode {
    is_or: bool,
    /// True if the predecessors know that this node is solved.
    is_propagated: bool,
    /// Number of successors still to be solved.
    open: u16,
    /// Number of OR nodes on the longest line to an end; [`UNSOLVED`] until solved.
    height: u16,
    /// Largest height among the solved successors.
    longest: u16,
    /// First and last edge that leads here.
    first: u32,
    last: u32,
}

/// An edge in the list of the node that it leads to.
struct Edge {
    from: u32,
    next: u32,
}

impl AndOrGraph {
    /// Adds a node, for now without edges.
    pub fn add(&mut self, kind: Kind) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(GraphNode {
            is_or: true,
            is_propagated: false,
            open: 1,
            height: UNSOLVED,
            longest: 0,
            first: NO_EDGE,
            last: NO_EDGE,
        });
        self.set_kind(node, kind);
        node
    }

    /// Sets the kind of a node that has no successors yet.
    pub fn set_kind(&mut self, node: u32, kind: Kind) {
        let changed = &mut self.nodes[node as usize];
        (changed.is_or, changed.open) = match kind {
            Kind::Or => (true, 1),
            Kind::And(successors) => (false, successors),
        };
        if changed.open == 0 {
            self.settle(node, 0);
        }
    }

    /// Adds an edge.
    pub fn connect(&mut self, from: u32, to: u32) {
        self.connect_marked(from, to, false);
    }

    /// Adds an edge, marked or not.
    pub fn connect_marked(&mut self, from: u32, to: u32, marked: bool) {
        let target = &mut self.nodes[to as usize];
        if target.is_propagated {
            let height = target.height;
            return self.successor_solved(from, height);
        }
        let edge = self.edges.len() as u32;
        if target.last == NO_EDGE {
            target.first = edge;
        } else {
            self.edges[target.last as usize].next = edge;
        }
        target.last = edge;
        self.edges.push(Edge { from: if marked { from | MARK } else { from }, next: NO_EDGE });
    }

    pub fn is_solved(&self, node: u32) -> bool {
        self.nodes[node as usize].height != UNSOLVED
    }

    pub fn is_or(&self, node: u32) -> bool {
        self.nodes[node as usize].is_or
    }

    /// Height of a solved node.
    pub fn height(&self, node: u32) -> Option<u16> {
        Some(self.nodes[node as usize].height).filter(|&height| height != UNSOLVED)
    }

    /// Solves all that follows from the solved nodes. First in, first out: in a graph that was complete before, heights
    /// are the fewest OR nodes to an end. Returns the nodes solved since the last call.
    pub fn solve(&mut self) -> Vec<u32> {
        let begin = self.propagated;
        while let Some(&node) = self.solved.get(self.propagated) {
            self.propagated += 1;
            let solved = &mut self.nodes[node as usize];
            solved.is_propagated = true;
            let (height, mut next) = (solved.height, solved.first);
            while let Some(&Edge { from, next: after }) = self.edges.get(next as usize) {
                next = after;
                if from & MARK == 0 || !self.ignores_marked {
                    self.successor_solved(from & !MARK, height);
                }
            }
        }
        self.solved[begin..].to_vec()
    }

    /// Solves the graph once more without its marked edges, which begin at AND nodes. Only for a graph that was complete
    /// before it was first solved.
    pub fn solve_without_marked(&mut self) {
        let mut successors = vec![0_u16; self.nodes.len()];
        for edge in self.edges.iter().filter(|edge| edge.from & MARK == 0) {
            successors[edge.from as usize] += 1;
        }
        self.solved.clear();
        (self.propagated, self.ignores_marked) = (0, true);
        for (index, successors) in (0..).zip(successors) {
            let node = &mut self.nodes[index as usize];
            (node.height, node.longest, node.is_propagated) = (UNSOLVED, 0, false);
            self.set_kind(index, if self.is_or(index) { Kind::Or } else { Kind::And(successors) });
        }
        self.solve();
    }

    /// Solves a node for a reason outside the graph.
    pub fn settle(&mut self, node: u32, height: u16) {
        let settled = &mut self.nodes[node as usize];
        if settled.height == UNSOLVED {
            settled.height = height;
            self.solved.push(node);
        }
    }

    fn successor_solved(&mut self, node: u32, height: u16) {
        let waiting = &mut self.nodes[node as usize];
        if waiting.height != UNSOLVED {
            return;
        }
        waiting.open -= 1;
        waiting.longest = waiting.longest.max(height);
        if waiting.open == 0 {
            let height = (waiting.longest + u16::from(waiting.is_or)).min(UNSOLVED - 1);
            self.settle(node, height);
        }
    }
}

/// A position of a strategy, winner to move.
pub(super) struct StrategyNode {
    /// True if the defender has just given check.
    pub in_check: bool,
    /// True if the winner's move gives check.
    pub checks: bool,
    /// Positions after the defender's replies.
    pub next: Vec<u32>,
}

/// Maximum lengths of a strategy.
pub(super) struct Heights {
    /// Maximum number of the winner's moves by node, where a repetition ends the line.
    pub of: Vec<u32>,
    /// True if the defender can repeat a position.
    pub has_cycle: bool,
}

/// Maximum length by node. `None` if some cycle does not consist of checks by the defender alone: such a cycle proves
/// nothing.
pub(super) fn heights(nodes: &[StrategyNode]) -> Option<Heights> {
    let mut heights = vec![0_u32; nodes.len()];
    let mut has_cycle = false;
    let mut component = vec![u32::MAX; nodes.len()];
    let successors = |node: u32| nodes[node as usize].next.iter().copied();
    for (number, members) in components(nodes.len(), successors).into_iter().enumerate() {
        for &member in &members {
            component[member as usize] = number as u32;
        }
        let inside = |node: u32| component[node as usize] == number as u32;
        let is_cycle = members.len() > 1 || nodes[members[0] as usize].next.iter().any(|&next| inside(next));
        if is_cycle && !only_defender_checks(nodes, &members, &inside) {
            return None;
        }
        has_cycle |= is_cycle;
        let exits = members.iter().flat_map(|&member| &nodes[member as usize].next);
        let further = exits.filter(|&&next| !inside(next)).map(|&next| heights[next as usize]).max();
        let height = further.unwrap_or(0).saturating_add(members.len() as u32);
        for &member in &members {
            heights[member as usize] = height;
        }
    }
    Some(Heights { of: heights, has_cycle })
}

/// Returns true if on every cycle among these nodes the defender always checks and the winner does not.
fn only_defender_checks(nodes: &[StrategyNode], members: &[u32], inside: &dyn Fn(u32) -> bool) -> bool {
    let node = |member: u32| &nodes[member as usize];
    // Remove nodes where the winner checks too, each once it leads to no other such node; a rest is a cycle of
    // them.
    let mut both: Vec<u32> = members.iter().copied().filter(|&member| node(member).checks).collect();
    let mut left = usize::MAX;
    while both.len() < left {
        left = both.len();
        let still = both.clone();
        both.retain(|&member| node(member).next.iter().any(|&next| inside(next) && still.contains(&next)));
    }
    both.is_empty() && members.iter().all(|&member| node(member).in_check)
}

/// Strongly connected components (Tarjan 1972) of a graph, without recursion because strategies are deep. Every
/// component comes after all components it leads to.
pub(super) fn components<I: Iterator<Item = u32>>(
    count: usize,
    successors: impl Fn(u32) -> I,
) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let (mut order, mut low) = (vec![UNSEEN; count], vec![0_u32; count]);
    let mut on_stack = vec![false; count];
    let (mut stack, mut found) = (Vec::new(), Vec::new());
    let mut path: Vec<(u32, I)> = Vec::new();
    let mut entered = 0;
    for start in 0..count as u32 {
        if order[start as usize] != UNSEEN {
            continue;
        }
        let mut enters = Some(start);
        loop {
            if let Some(node) = enters.take() {
                (order[node as usize], low[node as usize]) = (entered, entered);
                entered += 1;
                stack.push(node);
                on_stack[node as usize] = true;
                path.push((node, successors(node)));
            }
            let Some((node, next)) = path.last_mut() else { break };
            let here = *node as usize;
            if let Some(child) = next.next() {
                match order[child as usize] {
                    UNSEEN => enters = Some(child),
                    seen if on_stack[child as usize] => low[here] = low[here].min(seen),
                    _ => {}
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[here]);
            }
            if low[here] == order[here] {
                let from = stack.iter().rposition(|&member| member as usize == here).unwrap_or(0);
                let members = stack.split_off(from);
                members.iter().for_each(|&member| on_stack[member as usize] = false);
                found.push(members);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of positions in which the winner and the defender move in turn.
    fn graph(kinds: &[Kind], edges: &[(u32, u32)]) -> AndOrGraph {
        let mut graph = AndOrGraph::default();
        for &kind in kinds {
            graph.add(kind);
        }
        edges.iter().for_each(|&(from, to)| graph.connect(from, to));
        graph
    }

    #[test]
    fn a_node_is_solved_by_one_or_by_all_of_its_successors() {
        let kinds = [Kind::Or, Kind::And(2), Kind::Or, Kind::Or, Kind::And(0)];
        let mut graph = graph(&kinds, &[(0, 1), (1, 2), (1, 3), (2, 4)]);
        assert_eq!(graph.solve(), [4, 2]);
        // A node may get another successor later, solved already or not.
        let longer = graph.add(Kind::And(1));
        graph.connect(3, longer);
        assert!(graph.solve().is_empty());
        graph.connect(longer, 2);
        assert_eq!(graph.solve(), [longer, 3, 1, 0]);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|node| graph.height(node)),
            [Some(3), Some(2), Some(1), Some(2), Some(0)]
        );
    }

    #[test]
    fn a_cycle_solves_nothing_and_an_or_node_without_successors_is_never_solved() {
        let mut graph = graph(&[Kind::Or, Kind::And(1), Kind::Or], &[(0, 1), (1, 0)]);
        assert!(graph.solve().is_empty());
        graph.settle(0, 5);
        assert_eq!(graph.solve(), [0, 1]);
        assert!(!graph.is_solved(2));
    }

    #[test]
    fn marked_edges_can_be_left_out() {
        let mut graph = AndOrGraph::default();
        let [root, draw, end] = [Kind::And(2), Kind::Or, Kind::And(0)].map(|kind| graph.add(kind));
        let win = graph.add(Kind::Or);
        graph.connect_marked(root, draw, true);
        graph.connect(root, win);
        graph.connect(win, end);
        graph.solve();
        assert!(!graph.is_solved(root));
        graph.solve_without_marked();
        assert_eq!((graph.height(root), graph.is_solved(draw)), (Some(1), false));
    }

    fn node(in_check: bool, checks: bool, next: &[u32]) -> StrategyNode {
        StrategyNode { in_check, checks, next: next.to_vec() }
    }

    /// Heights, and true if the strategy has a cycle.
    fn lengths(nodes: &[StrategyNode]) -> Option<(Vec<u32>, bool)> {
        heights(nodes).map(|heights| (heights.of, heights.has_cycle))
    }

    #[test]
    fn the_height_of_a_tree_is_its_longest_line() {
        let nodes = [
            node(false, true, &[1, 2]),
            node(false, true, &[3]),
            node(false, false, &[]),
            node(false, true, &[2]),
        ];
        assert_eq!(lengths(&nodes), Some((vec![4, 3, 1, 2], false)));
    }

    #[test]
    fn a_cycle_of_checks_counts_each_of_its_nodes_once() {
        let nodes = [
            node(false, true, &[1]),
            node(true, false, &[2, 3]),
            node(true, false, &[1]),
            node(false, true, &[]),
        ];
        assert_eq!(lengths(&nodes), Some((vec![4, 3, 3, 1], true)));
    }

    #[test]
    fn other_cycles_prove_nothing() {
        let quiet = [node(true, false, &[1]), node(false, false, &[0])];
        assert_eq!(lengths(&quiet), None, "a defender who is quiet once may repeat");
        let alone = [node(false, false, &[0])];
        assert_eq!(lengths(&alone), None);
        let both = [node(true, true, &[1]), node(true, true, &[0])];
        assert_eq!(lengths(&both), None, "mutual perpetual check is a draw");
        let once = [node(true, true, &[1]), node(true, false, &[0])];
        assert_eq!(lengths(&once), Some((vec![2, 2], true)));
        let inner = [node(true, true, &[1]), node(true, true, &[0, 2]), node(true, false, &[0])];
        assert_eq!(lengths(&inner), None, "a cycle of checks by both sides inside another");
    }

    #[test]
    fn a_deep_strategy_does_not_overflow_the_stack() {
        let many = 300_000;
        let mut nodes: Vec<StrategyNode> = (1..many).map(|next| node(false, false, &[next])).collect();
        nodes.push(node(false, false, &[]));
        assert_eq!(lengths(&nodes).map(|(heights, _)| heights[0]), Some(many));
    }
}
