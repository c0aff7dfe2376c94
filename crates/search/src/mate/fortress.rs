//! Fortress search: proves that there is no win, without a move limit, by a set of positions the defender never leaves.
//!
//! The defender is safe if there is a set of positions that contains the root, in which no position is lost for him,
//! and to which he can keep: after each move of the winner some reply leads back into the set. Such a set is built
//! greedily: from each position all moves of the winner and one reply to each, another reply when that one fails.
//!
//! The perpetual-check rule may forbid endless checks, so a reply that checks without a capture is never relied on.

use std::collections::HashMap;

use game::{MoveList, Tactics};

use super::prover::Prover;

/// Maximum number of positions with the defender to move.
const MAX_POSITIONS: usize = 400_000;

/// Fortress search over several attempts with growing limits.
#[derive(Default)]
pub(super) struct FortressSearch {
    largest_tried: u64,
}

/// A position with the defender to move.
struct DefenderNode<P: Tactics> {
    here: P,
    replies: Vec<P::Move>,
    /// Index of the current reply; those before it have failed.
    reply: usize,
    /// Nodes whose reply of this index lets the winner reach this position.
    parents: Vec<Parent>,
    /// True if the winner's first move can lead here.
    from_root: bool,
    lost: bool,
    open: bool,
}

#[derive(Clone, Copy)]
struct Parent {
    index: u32,
    reply: usize,
}

impl FortressSearch {
    /// Returns true if a fortress of limited size is found. Each call starts over with a larger limit.
    pub fn is_fortress<P: Tactics>(&mut self, prover: &mut Prover<P>, nodes: u64) -> bool {
        // A position costs as much here as a node of the search does for all of its moves.
        let limit = (nodes / 16).min(MAX_POSITIONS as u64);
        if limit <= self.largest_tried || limit < 64 {
            return false;
        }
        self.largest_tried = limit;
        FortressSet::new(prover, limit as usize).build()
    }
}

/// The set under construction.
struct FortressSet<'a, P: Tactics> {
    prover: &'a mut Prover<P>,
    nodes: Vec<DefenderNode<P>>,
    index: HashMap<u64, u32>,
    /// Nodes whose current reply has not been expanded yet.
    queue: Vec<u32>,
    limit: usize,
}

/// There is no fortress, or it exceeds the limit.
struct Failed;

impl<'a, P: Tactics> FortressSet<'a, P> {
    fn new(prover: &'a mut Prover<P>, limit: usize) -> Self {
        FortressSet { prover, nodes: Vec::new(), index: HashMap::new(), queue: Vec::new(), limit }
    }

    /// Builds the set; returns true if it is closed and contains the root.
    fn build(mut self) -> bool {
        let root = self.prover.line.here().clone();
        let begun = if root.turn() == self.prover.winner {
            // The root is treated as if a reply of the defender had led to it.
            self.add_winner_moves(&root, None)
        } else {
            self.add(root, None).map(|lost| !lost)
        };
        matches!(begun, Ok(true)) && self.process_queue().is_ok()
    }

    /// Expands the current replies until none is open; then the set is closed.
    fn process_queue(&mut self) -> Result<(), Failed> {
        while let Some(index) = self.queue.pop() {
            let node = &self.nodes[index as usize];
            if node.lost || !node.open {
                continue;
            }
            self.prover.nodes += 1;
            if self.prover.nodes.is_multiple_of(1024) && self.prover.is_over() {
                return Err(Failed);
            }
            self.try_replies(index)?;
        }
        Ok(())
    }

    /// Expands the current reply of a node, or the next ones if it fails.
    fn try_replies(&mut self, index: u32) -> Result<(), Failed> {
        loop {
            let node = &mut self.nodes[index as usize];
            node.open = false;
            let Some(&mv) = node.replies.get(node.reply) else { return self.mark_lost(index) };
            let mut after = node.here.clone();
            let reveal = after.unrevealed(mv);
            after.play(mv, reveal, &mut ());
            let parent = Parent { index, reply: node.reply };
            if self.add_winner_moves(&after, Some(parent))? {
                return Ok(());
            }
            self.nodes[index as usize].reply += 1;
        }
    }

    /// Adds every position after the winner's moves; false if one of them is lost for the defender.
    fn add_winner_moves(&mut self, here: &P, parent: Option<Parent>) -> Result<bool, Failed> {
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        if here.outcome().is_some() {
            return Ok(true);
        }
        for &mv in &list {
            let mut after = here.clone();
            after.play(mv, here.unrevealed(mv), &mut ());
            if self.add(after, parent)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a position with the defender to move; returns true if it is lost.
    fn add(&mut self, here: P, parent: Option<Parent>) -> Result<bool, Failed> {
        let key = here.key();
        if let Some(&index) = self.index.get(&key) {
            let node = &mut self.nodes[index as usize];
            node.parents.extend(parent);
            node.from_root |= parent.is_none();
            return Ok(node.lost);
        }
        if self.nodes.len() >= self.limit {
            return Err(Failed);
        }
        let mut replies = Vec::new();
        let (lost, open) = match here.outcome() {
            Some(outcome) => (outcome.winner == Some(self.prover.winner), false),
            None => {
                let mut list = MoveList::new();
                here.legal_moves(&mut list);
                let quiet = |mv: &P::Move| here.is_capture(*mv) || !here.gives_check(*mv);
                replies.extend(list.iter().copied().filter(quiet));
                // Captures first: fewer attackers mean a smaller set.
                replies.sort_by_key(|&mv| !here.is_capture(mv));
                (false, true)
            }
        };
        let index = self.nodes.len() as u32;
        self.index.insert(key, index);
        if open {
            self.queue.push(index);
        }
        let from_root = parent.is_none();
        let parents = parent.into_iter().collect();
        self.nodes.push(DefenderNode { here, replies, reply: 0, parents, from_root, lost, open });
        Ok(lost)
    }

    /// Marks a node without replies as lost: every node whose current reply allows it must try its next one.
    fn mark_lost(&mut self, index: u32) -> Result<(), Failed> {
        let node = &mut self.nodes[index as usize];
        node.lost = true;
        if node.from_root {
            return Err(Failed);
        }
        for parent in std::mem::take(&mut node.parents) {
            let node = &mut self.nodes[parent.index as usize];
            if !node.lost && !node.open && node.reply == parent.reply {
                node.reply += 1;
                node.open = true;
                self.queue.push(parent.index);
            }
        }
        Ok(())
    }
}
