//! Fortress search: proves that there is no win, without a move limit, by a set of positions the defender never leaves.
//!
//! The defender is safe if there is a set of positions that contains the root, in which no position is lost for him,
//! and to which he can keep: after each move of the winner some reply leads back into the set. Such a set is built
//! greedily: from each position all moves of the winner and one reply to each, another reply when that one fails. A
//! node of the graph is solved when the defender loses there.
//!
//! The perpetual-check rule may forbid endless checks, so a reply that checks without a capture is never relied on.

use std::collections::HashMap;

use game::{KeyMap, Side, Tactics};

use super::context::{Budget, after, legal_moves};
use super::graph::{AndOrGraph, Kind};

/// Maximum number of positions with the defender to move.
const MAX_POSITIONS: usize = 400_000;

/// Fortress search over several attempts with growing limits.
#[derive(Default)]
pub(super) struct FortressSearch {
    largest_tried: u64,
}

impl FortressSearch {
    /// Returns true if a fortress of limited size is found. Each call starts over with a larger limit.
    pub fn is_fortress<P: Tactics>(
        &mut self,
        root: &P,
        winner: Side,
        budget: &mut Budget,
        nodes: u64,
    ) -> bool {
        // A position costs as much here as a node of the search does for all of its moves.
        let limit = (nodes / 16).min(MAX_POSITIONS as u64);
        if limit <= self.largest_tried || limit < 64 {
            return false;
        }
        self.largest_tried = limit;
        let set = FortressSet {
            winner,
            limit: limit as usize,
            graph: AndOrGraph::default(),
            positions: Vec::new(),
            index: KeyMap::default(),
            replied_by: HashMap::new(),
            queue: Vec::new(),
        };
        set.build(root, budget).unwrap_or(false)
    }
}

/// A position with the defender to move.
struct DefenderNode<P: Tactics> {
    node: u32,
    here: P,
    /// Replies not tried yet, the next one last.
    replies: Vec<P::Move>,
}

/// The set under construction.
struct FortressSet<P: Tactics> {
    winner: Side,
    limit: usize,
    graph: AndOrGraph,
    positions: Vec<DefenderNode<P>>,
    /// Nodes of the positions, by key.
    index: KeyMap<u32>,
    /// Positions with the replies that lead to the nodes with the winner to move: node, position.
    replied_by: HashMap<u32, u32>,
    /// Positions that need a reply.
    queue: Vec<u32>,
}

impl<P: Tactics> FortressSet<P> {
    /// Builds the set; returns true if it is closed and contains the root, `None` if it exceeds the limit.
    fn build(mut self, root: &P, budget: &mut Budget) -> Option<bool> {
        let root =
            if root.turn() == self.winner { self.add_winner_moves(root)? } else { self.add(root.clone())? };
        while !self.graph.is_solved(root) {
            self.retry_refuted();
            let Some(position) = self.queue.pop() else { return Some(!self.graph.is_solved(root)) };
            budget.nodes += 1;
            if budget.nodes.is_multiple_of(1024) && budget.is_over() {
                return None;
            }
            self.reply(position)?;
        }
        Some(false)
    }

    /// Queues the positions whose reply has turned out to lose.
    fn retry_refuted(&mut self) {
        for solved in self.graph.solve() {
            if let Some(&position) = self.replied_by.get(&solved) {
                self.queue.push(position);
            }
        }
    }

    /// Tries the next reply of a position.
    fn reply(&mut self, position: u32) -> Option<()> {
        let DefenderNode { node, here, replies } = &mut self.positions[position as usize];
        let node = *node;
        if self.graph.is_solved(node) {
            return Some(());
        }
        let Some(mv) = replies.pop() else { return Some(()) };
        let after = after(here, mv);
        let reply = self.add_winner_moves(&after)?;
        self.replied_by.insert(reply, position);
        self.graph.connect(node, reply);
        Some(())
    }

    /// Adds a node with the winner to move, and every position after his moves.
    fn add_winner_moves(&mut self, here: &P) -> Option<u32> {
        let node = self.graph.add(Kind::Or);
        if here.outcome().is_some() {
            return Some(node);
        }
        for &mv in &legal_moves(here) {
            let position = self.add(after(here, mv))?;
            self.graph.connect(node, position);
            if self.graph.is_solved(node) {
                break;
            }
        }
        Some(node)
    }

    /// Node of a position with the defender to move, added if new.
    fn add(&mut self, here: P) -> Option<u32> {
        let key = here.key();
        if let Some(&node) = self.index.get(&key) {
            return Some(node);
        }
        if self.positions.len() >= self.limit {
            return None;
        }
        let position = self.positions.len() as u32;
        let mut replies = Vec::new();
        let kind = match here.outcome() {
            Some(outcome) if outcome.winner == Some(self.winner) => Kind::And(0),
            Some(_) => Kind::Or,
            None => {
                let relied_on = |mv: &P::Move| here.is_capture(*mv) || !here.gives_check(*mv);
                replies.extend(legal_moves(&here).iter().copied().filter(relied_on));
                // Captures first: fewer attackers mean a smaller set.
                replies.sort_by_key(|&mv| !here.is_capture(mv));
                replies.reverse();
                self.queue.push(position);
                Kind::And(replies.len() as u16)
            }
        };
        let node = self.graph.add(kind);
        self.index.insert(key, node);
        self.positions.push(DefenderNode { node, here, replies });
        Some(node)
    }
}
