//! Cycles in strategies: strongly connected components, whether each cycle loses for the defender by the
//! perpetual-check rule, and the maximum length of a strategy.

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
