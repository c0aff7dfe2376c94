//! Small endings laid out as a whole: when everything that can come is known, *no win* needs no limit.
//!
//! The defender is safe from the start when there is a set of positions that holds the start, in which no position
//! is lost for him, and which he can keep to: after each of the winner's moves some reply leads back into it. Such a
//! set is looked for greedily: from each position all moves of the winner, one reply each, another reply when that one
//! turns out badly.
//!
//! An arbiter may forbid the defender to check for ever, so a reply that checks without capturing is not relied on.

use std::collections::HashMap;

use game::{MoveList, Tactics};

use super::prover::Prover;

/// Positions with the defender to move at most.
const MOST_POSITIONS: usize = 400_000;

/// What is laid out so far.
#[derive(Default)]
pub(super) struct FortressSearch {
    tried: u64,
}

/// How a position with the defender to move stands.
struct Spot<P: Tactics> {
    here: P,
    replies: Vec<P::Move>,
    /// The reply the defender keeps to now; those before it have failed.
    chosen: usize,
    /// The places from which a reply (by its number) lets the winner come here.
    parents: Vec<Parent>,
    /// The winner may come here with his first move.
    from_root: bool,
    lost: bool,
    open: bool,
}

#[derive(Clone, Copy)]
struct Parent {
    place: u32,
    chosen: usize,
}

impl FortressSearch {
    /// Whether the defender is safe for ever, as far as a layout of so many positions can tell. Each call starts
    /// anew with a larger allowance.
    pub fn is_safe<P: Tactics>(&mut self, prover: &mut Prover<P>, turn: u64) -> bool {
        // Laying out costs as much per position as searching a node does for every move.
        let most = (turn / 16).min(MOST_POSITIONS as u64);
        if most <= self.tried || most < 64 {
            return false;
        }
        self.tried = most;
        Layout::new(prover, most as usize).holds()
    }
}

/// The set under construction.
struct Layout<'a, P: Tactics> {
    prover: &'a mut Prover<P>,
    spots: Vec<Spot<P>>,
    index: HashMap<u64, u32>,
    /// Places whose chosen reply has not been followed yet.
    queue: Vec<u32>,
    most: usize,
}

/// The winner can be stopped nowhere in this set, or it grew too large.
struct Failed;

impl<'a, P: Tactics> Layout<'a, P> {
    fn new(prover: &'a mut Prover<P>, most: usize) -> Self {
        Layout { prover, spots: Vec::new(), index: HashMap::new(), queue: Vec::new(), most }
    }

    fn holds(mut self) -> bool {
        let root = self.prover.line.here().clone();
        let begun = if root.turn() == self.prover.winner {
            // The root is entered as though the defender's reply had led to it.
            self.after_winner_moves(&root, None)
        } else {
            self.enter(root, None).map(|lost| !lost)
        };
        matches!(begun, Ok(true)) && self.follow().is_ok()
    }

    /// Follows every chosen reply until nothing is open; the start is safe then.
    fn follow(&mut self) -> Result<(), Failed> {
        while let Some(place) = self.queue.pop() {
            let spot = &self.spots[place as usize];
            if spot.lost || !spot.open {
                continue;
            }
            self.prover.nodes += 1;
            if self.prover.nodes.is_multiple_of(1024) && self.prover.is_over() {
                return Err(Failed);
            }
            self.choose(place)?;
        }
        Ok(())
    }

    /// Follows the chosen reply of a place, or the next ones should it fail.
    fn choose(&mut self, place: u32) -> Result<(), Failed> {
        loop {
            let spot = &mut self.spots[place as usize];
            spot.open = false;
            let Some(&mv) = spot.replies.get(spot.chosen) else { return self.lose(place) };
            let mut after = spot.here.clone();
            let reveal = after.unrevealed(mv);
            after.play(mv, reveal, &mut ());
            let parent = Parent { place, chosen: spot.chosen };
            if self.after_winner_moves(&after, Some(parent))? {
                return Ok(());
            }
            self.spots[place as usize].chosen += 1;
        }
    }

    /// Enters every position after the winner's moves here. `false`: one of them is lost for the defender.
    fn after_winner_moves(&mut self, here: &P, parent: Option<Parent>) -> Result<bool, Failed> {
        let mut list = MoveList::new();
        here.legal_moves(&mut list);
        if here.outcome().is_some() {
            return Ok(true);
        }
        for &mv in &list {
            let mut after = here.clone();
            after.play(mv, here.unrevealed(mv), &mut ());
            if self.enter(after, parent)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Enters a position with the defender to move; whether it is lost.
    fn enter(&mut self, here: P, parent: Option<Parent>) -> Result<bool, Failed> {
        let key = here.key();
        if let Some(&place) = self.index.get(&key) {
            let spot = &mut self.spots[place as usize];
            spot.parents.extend(parent);
            spot.from_root |= parent.is_none();
            return Ok(spot.lost);
        }
        if self.spots.len() >= self.most {
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
                // What frees the defender of attackers frees him of work too.
                replies.sort_by_key(|&mv| !here.is_capture(mv));
                (false, true)
            }
        };
        let place = self.spots.len() as u32;
        self.index.insert(key, place);
        if open {
            self.queue.push(place);
        }
        let from_root = parent.is_none();
        let parents = parent.into_iter().collect();
        self.spots.push(Spot { here, replies, chosen: 0, parents, from_root, lost, open });
        Ok(lost)
    }

    /// A place has no reply left: every place whose chosen reply allows it must choose anew.
    fn lose(&mut self, place: u32) -> Result<(), Failed> {
        let spot = &mut self.spots[place as usize];
        spot.lost = true;
        if spot.from_root {
            return Err(Failed);
        }
        for parent in std::mem::take(&mut spot.parents) {
            let spot = &mut self.spots[parent.place as usize];
            if !spot.lost && !spot.open && spot.chosen == parent.chosen {
                spot.chosen += 1;
                spot.open = true;
                self.queue.push(parent.place);
            }
        }
        Ok(())
    }
}
