//! A proven win as a strategy that can be walked: the winner's move at every position, the defender's replies, and
//! how many moves each still takes. Grown where one looks, never as a whole unless asked.

use std::collections::HashMap;

use game::{MoveList, Position, Side, Tactics};

use super::proof_table::{FULL, WIDTHS};
use super::prover::{Prover, Verdict};
use super::strategy::Strategy;
use super::{Flaw, Replay, verify};

/// Nodes one look at the tree may cost: each question was answered once before, so this is a long stop.
const NODES_PER_LOOK: u64 = 20_000_000;
/// Nodes spent to learn whether a reply holds out longer than another.
const NODES_PER_COMPARISON: u64 = 50_000;
/// Microseconds beyond the time of a question in which a tree is still laid out or replayed.
const GRACE: u64 = 50_000;
/// Positions with the winner to move that are laid out before a tree is shown. A larger tree is laid out as one walks.
const POSITIONS_LAID_OUT: usize = 300_000;

/// A proven win.
pub struct WinProof<P: Tactics> {
    pub(super) prover: Prover<P>,
    root: usize,
    moves: u8,
    /// One move and one bound for each position.
    strategy: HashMap<u64, (P::Move, u8)>,
    /// The bound with which all that follows a position is laid out.
    closed: HashMap<u64, u8>,
    /// Whether the tree is laid out, if it was tried: bounds then fall along every line, so nothing repeats.
    laid_out: Option<bool>,
    /// The strategy rests on the rule against checking for ever. It is complete, and may go round.
    by_rule: bool,
    /// With how many positions that was tried.
    allowed: usize,
    /// The line of the longest resistance, once it was looked for.
    longest: Option<Vec<P::Move>>,
}

/// The tree is larger than allowed, or a part of it cannot be found again within the work allowed.
struct Unfinished;

/// A place in the tree.
pub struct ProofNode<P: Position> {
    /// Whose move it is.
    pub turn: Side,
    /// The winner's moves still needed at most.
    pub moves: u32,
    /// The winner's one move, or every reply of the defender, each with the winner's moves needed after it.
    pub branches: Vec<(P::Move, u32)>,
}

impl<P: Tactics> WinProof<P> {
    /// A proof still to be found.
    pub(super) fn new(prover: Prover<P>) -> Self {
        let root = prover.line.ply();
        WinProof {
            prover,
            root,
            moves: 0,
            strategy: HashMap::new(),
            closed: HashMap::new(),
            laid_out: None,
            by_rule: false,
            allowed: 0,
            longest: None,
        }
    }

    pub(super) fn into_prover(self) -> Prover<P> {
        self.prover
    }

    /// A win in so many moves was found: lays its tree out, if it is small, and says how many it really takes.
    pub(super) fn settle(&mut self, moves: u8, most: usize) -> u8 {
        self.moves = moves;
        self.strategy.clear();
        self.closed.clear();
        self.laid_out = None;
        self.lay_out(most);
        self.moves
    }

    /// Takes over a strategy as it is laid out; one that rests on the rule against checking for ever may go round.
    pub(super) fn hold(&mut self, strategy: Strategy<P::Move>, by_rule: bool) {
        (self.strategy, self.moves) = (strategy.moves, strategy.height);
        (self.laid_out, self.by_rule) = (Some(true), by_rule);
    }

    /// The winner's moves it takes at most.
    pub fn moves(&self) -> u32 {
        u32::from(self.moves)
    }

    /// The side that wins.
    pub fn winner(&self) -> Side {
        self.prover.winner
    }

    /// The winner's first move.
    pub fn first_move(&mut self) -> Option<P::Move> {
        (self.prover.line.here().turn() == self.prover.winner)
            .then(|| self.answer(self.moves))?
            .map(|(mv, _)| mv)
    }

    /// What follows after these moves from the root. `None` where they leave the tree: a move of the winner that is
    /// not the strategy's, or one that is not legal.
    pub fn node(&mut self, path: &[P::Move]) -> Option<ProofNode<P>> {
        self.lay_out(POSITIONS_LAID_OUT);
        let node = self.walk(path).and_then(|moves| self.look(moves));
        self.rewind();
        node
    }

    /// Replays the whole tree with nothing but the rules; `most` positions at most.
    pub fn verify(&mut self, most: usize) -> Result<Replay, Flaw> {
        if !self.lay_out(most) {
            return Err(Flaw::TooLarge);
        }
        let line = self.prover.line.clone();
        let (winner, moves) = (self.prover.winner, self.moves());
        let (mut late, mut walked) = (false, 0_u32);
        let replay = verify(&line, winner, moves, most, &mut |line| {
            walked += 1;
            late = late || (walked.is_multiple_of(64) && self.is_late());
            self.strategy.get(&self.prover.key_of(line)).filter(|_| !late).map(|&(mv, _)| mv)
        });
        if late { Err(Flaw::TooLarge) } else { replay }
    }

    /// Whether the time of the question is up, with a little grace for what a claim needs.
    fn is_late(&self) -> bool {
        self.prover.deadline.is_some_and(|deadline| self.prover.control.micros() > deadline + GRACE)
    }

    /// The question is answered: finds the line to show while its time lasts, and forgets the time.
    pub(super) fn conclude(&mut self) {
        self.longest();
        self.prover.deadline = None;
        // What they told is in the strategy, and they are large.
        self.prover.endings.clear();
    }

    /// Settles the winner's move at every position of the tree; whether that was possible. Where a position is met
    /// again with fewer moves left, the shorter way takes the place of the longer one for all its occurrences.
    fn lay_out(&mut self, most: usize) -> bool {
        if self.laid_out != Some(true) && (self.laid_out.is_none() || most > self.allowed) {
            self.allowed = most;
            self.closed.clear();
            let done = if self.prover.line.here().turn() == self.prover.winner {
                self.close(self.moves, most)
            } else {
                self.close_replies(self.moves, most)
            };
            self.laid_out = Some(done.is_ok());
            self.rewind();
            if done.is_ok() {
                self.measure();
            }
        }
        self.laid_out == Some(true)
    }

    /// Gives every position of the tree the number of moves its longest line really takes.
    fn measure(&mut self) {
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

    fn close(&mut self, bound: u8, most: usize) -> Result<(), Unfinished> {
        let key = self.prover.key();
        let (mv, least) = self.answer(bound).ok_or(Unfinished)?;
        if self.closed.get(&key).is_some_and(|&closed| closed <= least) {
            return Ok(());
        }
        if self.closed.len() >= most || (self.closed.len().is_multiple_of(64) && self.is_late()) {
            return Err(Unfinished);
        }
        self.closed.insert(key, least);
        self.push(mv);
        self.close_replies(least - 1, most)?;
        self.prover.line.pop();
        Ok(())
    }

    fn close_replies(&mut self, bound: u8, most: usize) -> Result<(), Unfinished> {
        let mut replies = MoveList::new();
        self.prover.line.here().legal_moves(&mut replies);
        for &mv in &replies {
            self.push(mv);
            self.close(bound, most)?;
            self.prover.line.pop();
        }
        Ok(())
    }

    /// The line of the longest resistance: at every turn the defender holds out as long as can be told.
    pub fn longest(&mut self) -> Vec<P::Move> {
        if let Some(line) = &self.longest {
            return line.clone();
        }
        let line = if self.by_rule { self.resist_by_rule() } else { self.resist(true) };
        // Comparing replies may shorten ways already gone; what is laid out never repeats.
        let line = if !self.by_rule && self.repeats(&line) && self.lay_out(POSITIONS_LAID_OUT) {
            self.resist(false)
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

    fn resist(&mut self, compare: bool) -> Vec<P::Move> {
        let mut moves = self.moves;
        let mut path = Vec::new();
        while moves > 0 || self.prover.line.here().turn() != self.prover.winner {
            let next = if self.prover.line.here().turn() == self.prover.winner {
                self.answer(moves).map(|(mv, bound)| (mv, bound - 1))
            } else {
                self.stubborn_reply(moves, compare)
            };
            let Some((mv, left)) = next else { break };
            moves = left;
            self.push(mv);
            path.push(mv);
        }
        self.rewind();
        path
    }

    /// The defender checks as long as nothing comes back, and then does what lasts longest. A line he can only go on with by
    /// coming back ends there.
    fn resist_by_rule(&mut self) -> Vec<P::Move> {
        let mut path = Vec::new();
        let mut met = std::collections::HashSet::new();
        while self.prover.line.here().outcome().is_none() {
            let here = self.prover.line.here();
            let mv = if here.turn() == self.prover.winner {
                if !met.insert(self.prover.key()) {
                    break;
                }
                self.answer(self.moves).map(|(mv, _)| mv)
            } else {
                self.longest_reply(&met)
            };
            let Some(mv) = mv else { break };
            self.push(mv);
            path.push(mv);
        }
        self.rewind();
        path
    }

    fn longest_reply(&mut self, met: &std::collections::HashSet<u64>) -> Option<P::Move> {
        let mut replies = MoveList::new();
        self.prover.line.here().legal_moves(&mut replies);
        let lasts = |&mv: &P::Move| {
            self.push(mv);
            let key = self.prover.key();
            self.prover.line.pop();
            (!met.contains(&key), self.strategy.get(&key).map(|&(_, moves)| moves))
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

    /// Plays a path of the tree; the bound where it ends.
    fn walk(&mut self, path: &[P::Move]) -> Option<u8> {
        let mut bound = self.moves;
        for &mv in path {
            if !self.prover.line.here().is_legal(mv) {
                return None;
            }
            if self.prover.line.here().turn() == self.prover.winner {
                let (answer, least) = self.answer(bound)?;
                if answer != mv {
                    return None;
                }
                bound = least - 1;
            }
            self.push(mv);
        }
        Some(bound)
    }

    fn look(&mut self, bound: u8) -> Option<ProofNode<P>> {
        let turn = self.prover.line.here().turn();
        if turn == self.prover.winner {
            let (mv, least) = self.answer(bound)?;
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
            let answer = self.answer(bound);
            self.prover.line.pop();
            branches.push((mv, u32::from(answer?.1)));
        }
        branches.sort_by_key(|&(_, moves)| std::cmp::Reverse(moves));
        let moves = branches.first().map_or(0, |&(_, moves)| moves);
        Some(ProofNode { turn, moves, branches })
    }

    /// The winner's move where the line stands, and how many moves he needs with it, within a bound.
    fn answer(&mut self, bound: u8) -> Option<(P::Move, u8)> {
        let key = self.prover.key();
        if let Some(&(mv, least)) = self.strategy.get(&key)
            && (least <= bound || self.by_rule)
        {
            return Some((mv, least));
        }
        if self.by_rule {
            return None;
        }
        let found = self.prover.remembered_win(bound).or_else(|| self.search(bound))?;
        // A smaller bound may replace a larger one, never the other way round. What follows it is not laid out yet.
        self.strategy.insert(key, found);
        self.laid_out = None;
        Some(found)
    }

    /// What was forgotten is found again, narrow widths and few moves first.
    fn search(&mut self, bound: u8) -> Option<(P::Move, u8)> {
        self.prover.fence = self.prover.nodes + NODES_PER_LOOK;
        self.prover.allow(bound);
        for width in 0..WIDTHS {
            for moves in 1..=bound {
                if let Verdict::Won(_) = self.prover.ask(moves, width).ok()? {
                    return self.prover.remembered_win(bound);
                }
            }
        }
        None
    }

    /// The reply after which the winner needs most moves, with that number.
    fn stubborn_reply(&mut self, bound: u8, compare: bool) -> Option<(P::Move, u8)> {
        let mut replies = MoveList::new();
        self.prover.line.here().legal_moves(&mut replies);
        let mut best = None;
        let first = self.prover.remembered_reply();
        let order = first.into_iter().chain(replies.iter().copied().filter(|&mv| Some(mv) != first));
        for mv in order {
            self.push(mv);
            let enough = if compare { best.map_or(0, |(_, most)| most) } else { bound };
            let least = self.least(bound, enough);
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

    /// The fewest moves the winner needs where the line stands, as far as a little work can tell; nobody asks for
    /// more precision below `enough`.
    fn least(&mut self, bound: u8, enough: u8) -> Option<u8> {
        let (_, mut least) = self.answer(bound)?;
        self.prover.fence = self.prover.nodes + NODES_PER_COMPARISON;
        while least > enough && least > 1 && !self.prover.is_hurried() {
            match self.prover.ask(least - 1, FULL) {
                Ok(Verdict::Won(shorter)) => {
                    least = shorter;
                    self.answer(shorter)?;
                    self.prover.fence = self.prover.nodes + NODES_PER_COMPARISON;
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

    /// A mate in two with a quiet key.
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
    fn a_wrong_move_planted_anywhere_is_caught() {
        let mut proof = proven();
        let replay = proof.verify(1000).expect("a sound tree");
        assert_eq!(replay.moves, 2);
        let sound = proof.strategy.clone();
        let root = proof.prover.key();
        let mut planted = 0;
        let mut list = MoveList::new();
        proof.prover.line.here().legal_moves(&mut list);
        for &wrong in list.iter().filter(|&&mv| mv != sound[&root].0) {
            proof.strategy = sound.clone();
            proof.strategy.insert(root, (wrong, 2));
            assert!(proof.verify(1000).is_err(), "{wrong:?} is no key");
            planted += 1;
        }
        assert!(planted > 5, "{planted}");
        // Deeper in the tree: an answer that is missing, and one that belongs elsewhere.
        for &key in sound.keys().filter(|&&key| key != root) {
            proof.strategy = sound.clone();
            proof.strategy.remove(&key);
            assert!(matches!(proof.verify(1000), Err(Flaw::NoMove(_))));
            proof.strategy.insert(key, (sound[&root].0, 1));
            assert!(proof.verify(1000).is_err());
        }
    }

    #[test]
    fn a_number_that_is_too_small_is_caught() {
        let mut proof = proven();
        proof.moves = 1;
        assert!(matches!(proof.verify(1000), Err(Flaw::TooLong(_))));
    }
}
