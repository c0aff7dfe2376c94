//! Proof tree of a forced win: the winner's move in every position, the defender's replies, and how many moves each
//! still takes. It is expanded on demand, and as a whole only when asked.

use std::collections::HashMap;

use game::{MoveList, Position, Side, Tactics};

use super::proof_table::{FULL, WIDTHS};
use super::prover::{ProofValue, Prover};
use super::strategy::Strategy;
use super::{Flaw, Replay, verify_win};

/// Node limit of one lookup. Each result was found once before, so this is only a safety limit.
const NODES_PER_LOOKUP: u64 = 20_000_000;
/// Node limit for the comparison of two replies.
const NODES_PER_COMPARISON: u64 = 50_000;
/// Microseconds after the deadline in which a tree may still be expanded or replayed.
const GRACE_MICROS: u64 = 50_000;
/// Positions with the winner to move that are expanded before a tree is shown; a larger tree is expanded on demand.
const POSITIONS_EXPANDED: usize = 300_000;

/// Proof of a forced win.
pub struct WinProof<P: Tactics> {
    pub(super) prover: Prover<P>,
    root: usize,
    moves: u8,
    /// Winning move and bound of each position.
    strategy: HashMap<u64, (P::Move, u8)>,
    /// Bound with which the subtree of a position is expanded.
    expanded_bounds: HashMap<u64, u8>,
    /// Result of the last full expansion, if tried. Bounds then fall along every line, so nothing repeats.
    expanded: Option<bool>,
    /// The strategy rests on the perpetual-check rule. It is complete, and may have cycles.
    by_rule: bool,
    /// Position limit of the last expansion.
    position_limit: usize,
    /// Line of longest resistance, once computed.
    longest: Option<Vec<P::Move>>,
}

/// The tree exceeds the position limit, or a part of it cannot be found again within the node limit.
struct Unfinished;

/// Node of a proof tree.
pub struct ProofNode<P: Position> {
    /// Side to move.
    pub turn: Side,
    /// Maximum number of the winner's moves still needed.
    pub moves: u32,
    /// The winner's only move, or every reply of the defender, each with the winner's moves needed after it.
    pub branches: Vec<(P::Move, u32)>,
}

impl<P: Tactics> WinProof<P> {
    /// Proof that is still to be found.
    pub(super) fn new(prover: Prover<P>) -> Self {
        let root = prover.line.ply();
        WinProof {
            prover,
            root,
            moves: 0,
            strategy: HashMap::new(),
            expanded_bounds: HashMap::new(),
            expanded: None,
            by_rule: false,
            position_limit: 0,
            longest: None,
        }
    }

    pub(super) fn into_prover(self) -> Prover<P> {
        self.prover
    }

    /// Sets a win in this many moves: expands its tree if it is small, and returns the number of moves it really takes.
    pub(super) fn set_win(&mut self, moves: u8, most: usize) -> u8 {
        self.moves = moves;
        self.strategy.clear();
        self.expanded_bounds.clear();
        self.expanded = None;
        self.expand_tree(most);
        self.moves
    }

    /// Adopts a complete strategy; one that rests on the perpetual-check rule may have cycles.
    pub(super) fn adopt_strategy(&mut self, strategy: Strategy<P::Move>, by_rule: bool) {
        (self.strategy, self.moves) = (strategy.moves, strategy.height);
        (self.expanded, self.by_rule) = (Some(true), by_rule);
    }

    /// Maximum number of the winner's moves.
    pub fn moves(&self) -> u32 {
        u32::from(self.moves)
    }

    /// Side that wins.
    pub fn winner(&self) -> Side {
        self.prover.winner
    }

    /// First move of the winner.
    pub fn first_move(&mut self) -> Option<P::Move> {
        (self.prover.line.here().turn() == self.prover.winner)
            .then(|| self.winning_move(self.moves))?
            .map(|(mv, _)| mv)
    }

    /// Node after these moves from the root. `None` where they leave the tree: the winner's move is not that of the
    /// strategy, or a move is not legal.
    pub fn node(&mut self, path: &[P::Move]) -> Option<ProofNode<P>> {
        self.expand_tree(POSITIONS_EXPANDED);
        let node = self.follow_path(path).and_then(|moves| self.node_here(moves));
        self.rewind();
        node
    }

    /// Replays the whole tree with nothing but the rules, at most `most` positions.
    pub fn verify(&mut self, most: usize) -> Result<Replay, Flaw> {
        if !self.expand_tree(most) {
            return Err(Flaw::TooLarge);
        }
        let line = self.prover.line.clone();
        let (winner, moves) = (self.prover.winner, self.moves());
        let (mut is_late, mut replayed) = (false, 0_u32);
        let replay = verify_win(&line, winner, moves, most, &mut |line| {
            replayed += 1;
            is_late = is_late || (replayed.is_multiple_of(64) && self.is_past_grace());
            self.strategy.get(&self.prover.key_of(line)).filter(|_| !is_late).map(|&(mv, _)| mv)
        });
        if is_late { Err(Flaw::TooLarge) } else { replay }
    }

    /// Returns true if the deadline and the grace period for a claim are over.
    fn is_past_grace(&self) -> bool {
        self.prover.deadline.is_some_and(|deadline| self.prover.control.micros() > deadline + GRACE_MICROS)
    }

    /// Finds the line to show while time is left, then removes the time limit.
    pub(super) fn finish(&mut self) {
        self.longest();
        self.prover.deadline = None;
        // Their results are in the strategy now, and they are large.
        self.prover.endings.clear();
    }

    /// Fixes the winner's move in every position of the tree; returns true if that was possible. Where a position
    /// occurs again with fewer moves left, the shorter win replaces the longer one everywhere.
    fn expand_tree(&mut self, most: usize) -> bool {
        if self.expanded != Some(true) && (self.expanded.is_none() || most > self.position_limit) {
            self.position_limit = most;
            self.expanded_bounds.clear();
            let done = if self.prover.line.here().turn() == self.prover.winner {
                self.expand(self.moves, most)
            } else {
                self.expand_replies(self.moves, most)
            };
            self.expanded = Some(done.is_ok());
            self.rewind();
            if done.is_ok() {
                self.compute_heights();
            }
        }
        self.expanded == Some(true)
    }

    /// Gives every position of the tree the number of moves of its longest line.
    fn compute_heights(&mut self) {
        let mut heights = HashMap::new();
        let height = if self.prover.line.here().turn() == self.prover.winner {
            self.height(&mut heights)
        } else {
            self.height_of_replies(&mut heights)
        };
        self.rewind();
        if let Some(height) = height {
            self.moves = height;
            for (key, height) in heights {
                self.strategy.entry(key).and_modify(|(_, bound)| *bound = height);
            }
        }
    }

    fn height(&mut self, heights: &mut HashMap<u64, u8>) -> Option<u8> {
        let key = self.prover.key();
        if let Some(&height) = heights.get(&key) {
            return Some(height);
        }
        let &(mv, _) = self.strategy.get(&key)?;
        self.push(mv);
        let height = 1 + self.height_of_replies(heights)?;
        self.prover.line.pop();
        heights.insert(key, height);
        Some(height)
    }

    fn height_of_replies(&mut self, heights: &mut HashMap<u64, u8>) -> Option<u8> {
        let mut replies = MoveList::new();
        self.prover.line.here().legal_moves(&mut replies);
        let mut longest = 0;
        for &mv in &replies {
            self.push(mv);
            longest = longest.max(self.height(heights)?);
            self.prover.line.pop();
        }
        Some(longest)
    }

    fn expand(&mut self, bound: u8, most: usize) -> Result<(), Unfinished> {
        let key = self.prover.key();
        let (mv, least) = self.winning_move(bound).ok_or(Unfinished)?;
        if self.expanded_bounds.get(&key).is_some_and(|&expanded_bounds| expanded_bounds <= least) {
            return Ok(());
        }
        if self.expanded_bounds.len() >= most
            || (self.expanded_bounds.len().is_multiple_of(64) && self.is_past_grace())
        {
            return Err(Unfinished);
        }
        self.expanded_bounds.insert(key, least);
        self.push(mv);
        self.expand_replies(least - 1, most)?;
        self.prover.line.pop();
        Ok(())
    }

    fn expand_replies(&mut self, bound: u8, most: usize) -> Result<(), Unfinished> {
        let mut replies = MoveList::new();
        self.prover.line.here().legal_moves(&mut replies);
        for &mv in &replies {
            self.push(mv);
            self.expand(bound, most)?;
            self.prover.line.pop();
        }
        Ok(())
    }

    /// Line of longest resistance, as far as cheap comparisons of the defender's replies can tell.
    pub fn longest(&mut self) -> Vec<P::Move> {
        if let Some(line) = &self.longest {
            return line.clone();
        }
        let line = if self.by_rule { self.longest_line_by_rule() } else { self.longest_line(true) };
        // Comparing replies may shorten wins already passed; an expanded tree never repeats.
        let line = if !self.by_rule && self.repeats(&line) && self.expand_tree(POSITIONS_EXPANDED) {
            self.longest_line(false)
        } else {
            line
        };
        self.longest = Some(line.clone());
        line
    }

    fn repeats(&mut self, path: &[P::Move]) -> bool {
        path.iter().for_each(|&mv| self.push(mv));
        let keys = &self.prover.line.keys()[self.root..];
        let repeats = keys.iter().enumerate().any(|(index, key)| keys[..index].contains(key));
        self.rewind();
        repeats
    }

    fn longest_line(&mut self, compare: bool) -> Vec<P::Move> {
        let mut moves = self.moves;
        let mut path = Vec::new();
        while moves > 0 || self.prover.line.here().turn() != self.prover.winner {
            let next = if self.prover.line.here().turn() == self.prover.winner {
                self.winning_move(moves).map(|(mv, bound)| (mv, bound - 1))
            } else {
                self.toughest_reply(moves, compare)
            };
            let Some((mv, left)) = next else { break };
            moves = left;
            self.push(mv);
            path.push(mv);
        }
        self.rewind();
        path
    }

    /// Line of longest resistance under the perpetual-check rule: the defender avoids repetition and then chooses the
    /// longest reply. The line ends where he can only repeat.
    fn longest_line_by_rule(&mut self) -> Vec<P::Move> {
        let mut path = Vec::new();
        let mut visited = std::collections::HashSet::new();
        while self.prover.line.here().outcome().is_none() {
            let here = self.prover.line.here();
            let mv = if here.turn() == self.prover.winner {
                if !visited.insert(self.prover.key()) {
                    break;
                }
                self.winning_move(self.moves).map(|(mv, _)| mv)
            } else {
                self.longest_reply(&visited)
            };
            let Some(mv) = mv else { break };
            self.push(mv);
            path.push(mv);
        }
        self.rewind();
        path
    }

    fn longest_reply(&mut self, visited: &std::collections::HashSet<u64>) -> Option<P::Move> {
        let mut replies = MoveList::new();
        self.prover.line.here().legal_moves(&mut replies);
        let lasts = |&mv: &P::Move| {
            self.push(mv);
            let key = self.prover.key();
            self.prover.line.pop();
            (!visited.contains(&key), self.strategy.get(&key).map(|&(_, moves)| moves))
        };
        replies.iter().copied().max_by_key(lasts)
    }

    fn push(&mut self, mv: P::Move) {
        let reveal = self.prover.line.here().unrevealed(mv);
        self.prover.line.push(mv, reveal);
    }

    fn rewind(&mut self) {
        while self.prover.line.ply() > self.root {
            self.prover.line.pop();
        }
    }

    /// Plays a path of the tree; returns the bound at its end.
    fn follow_path(&mut self, path: &[P::Move]) -> Option<u8> {
        let mut bound = self.moves;
        for &mv in path {
            if !self.prover.line.here().is_legal(mv) {
                return None;
            }
            if self.prover.line.here().turn() == self.prover.winner {
                let (answer, least) = self.winning_move(bound)?;
                if answer != mv {
                    return None;
                }
                bound = least - 1;
            }
            self.push(mv);
        }
        Some(bound)
    }

    fn node_here(&mut self, bound: u8) -> Option<ProofNode<P>> {
        let turn = self.prover.line.here().turn();
        if turn == self.prover.winner {
            let (mv, least) = self.winning_move(bound)?;
            return Some(ProofNode {
                turn,
                moves: u32::from(least),
                branches: vec![(mv, u32::from(least) - 1)],
            });
        }
        let mut replies = MoveList::new();
        self.prover.line.here().legal_moves(&mut replies);
        let mut branches = Vec::with_capacity(replies.len());
        for &mv in &replies {
            self.push(mv);
            let answer = self.winning_move(bound);
            self.prover.line.pop();
            branches.push((mv, u32::from(answer?.1)));
        }
        branches.sort_by_key(|&(_, moves)| std::cmp::Reverse(moves));
        let moves = branches.first().map_or(0, |&(_, moves)| moves);
        Some(ProofNode { turn, moves, branches })
    }

    /// Winning move in the current position and its number of moves, within a bound.
    fn winning_move(&mut self, bound: u8) -> Option<(P::Move, u8)> {
        let key = self.prover.key();
        if let Some(&(mv, least)) = self.strategy.get(&key)
            && (least <= bound || self.by_rule)
        {
            return Some((mv, least));
        }
        if self.by_rule {
            return None;
        }
        let found = self.prover.stored_win(bound).or_else(|| self.search(bound))?;
        // A smaller bound may replace a larger one, never the reverse. Its subtree is not expanded yet.
        self.strategy.insert(key, found);
        self.expanded = None;
        Some(found)
    }

    /// Searches a lost table entry again, narrow widths and few moves first.
    fn search(&mut self, bound: u8) -> Option<(P::Move, u8)> {
        self.prover.node_limit = self.prover.nodes + NODES_PER_LOOKUP;
        self.prover.allow_moves(bound);
        for width in 0..WIDTHS {
            for moves in 1..=bound {
                if let ProofValue::Won(_) = self.prover.prove(moves, width).ok()? {
                    return self.prover.stored_win(bound);
                }
            }
        }
        None
    }

    /// Reply after which the winner needs most moves, with that number.
    fn toughest_reply(&mut self, bound: u8, compare: bool) -> Option<(P::Move, u8)> {
        let mut replies = MoveList::new();
        self.prover.line.here().legal_moves(&mut replies);
        let mut best = None;
        let first = self.prover.stored_reply();
        let order = first.into_iter().chain(replies.iter().copied().filter(|&mv| Some(mv) != first));
        for mv in order {
            self.push(mv);
            let enough = if compare { best.map_or(0, |(_, most)| most) } else { bound };
            let least = self.fewest_moves(bound, enough);
            self.prover.line.pop();
            let least = least?;
            if best.is_none_or(|(_, most)| least > most) {
                best = Some((mv, least));
            }
            if least == bound {
                break;
            }
        }
        best
    }

    /// Fewest moves the winner needs in the current position, as far as a small search can tell; values below `enough`
    /// need no precision.
    fn fewest_moves(&mut self, bound: u8, enough: u8) -> Option<u8> {
        let (_, mut least) = self.winning_move(bound)?;
        self.prover.node_limit = self.prover.nodes + NODES_PER_COMPARISON;
        while least > enough && least > 1 && !self.prover.is_out_of_time() {
            match self.prover.prove(least - 1, FULL) {
                Ok(ProofValue::Won(shorter)) => {
                    least = shorter;
                    self.winning_move(shorter)?;
                    self.prover.node_limit = self.prover.nodes + NODES_PER_COMPARISON;
                }
                _ => break,
            }
        }
        Some(least)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::{Game, Line};

    use super::*;
    use crate::mate::{Finding, Query, solve};
    use crate::{Clock, Control};

    struct NoTime;

    impl Clock for NoTime {
        fn micros(&self) -> u64 {
            0
        }
    }

    /// A mate in two with a quiet key move.
    fn proven() -> WinProof<chess::Position> {
        let rules = chess::Chess::rules(&[]).expect("default rules");
        let root =
            chess::Chess::read_position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", &rules).expect("a position");
        let line = Line::new(root.position, rules);
        let control = Control::new(Arc::new(NoTime));
        match solve(&line, &Query::new(Side::First), &control, Box::new(()), &mut |_| {}).finding {
            Finding::Win { proof, .. } => *proof,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_wrong_move_anywhere_in_the_tree_is_rejected() {
        let mut proof = proven();
        let replay = proof.verify(1000).expect("a sound tree");
        assert_eq!(replay.moves, 2);
        let sound = proof.strategy.clone();
        let root = proof.prover.key();
        let mut tried = 0;
        let mut list = MoveList::new();
        proof.prover.line.here().legal_moves(&mut list);
        for &wrong in list.iter().filter(|&&mv| mv != sound[&root].0) {
            proof.strategy = sound.clone();
            proof.strategy.insert(root, (wrong, 2));
            assert!(proof.verify(1000).is_err(), "{wrong:?} is not a key move");
            tried += 1;
        }
        assert!(tried > 5, "{tried}");
        // Deeper in the tree: a missing answer, and one that belongs to another position.
        for &key in sound.keys().filter(|&&key| key != root) {
            proof.strategy = sound.clone();
            proof.strategy.remove(&key);
            assert!(matches!(proof.verify(1000), Err(Flaw::NoMove(_))));
            proof.strategy.insert(key, (sound[&root].0, 1));
            assert!(proof.verify(1000).is_err());
        }
    }

    #[test]
    fn a_claim_of_too_few_moves_is_rejected() {
        let mut proof = proven();
        proof.moves = 1;
        assert!(matches!(proof.verify(1000), Err(Flaw::TooLong(_))));
    }
}
