//! A proven win as a strategy that can be walked: the winner's move at every position, the defender's replies, and
//! how many moves each still takes. Grown where one looks, never as a whole unless asked.

use std::collections::HashMap;

use game::{Line, MoveList, Side, Tactics};

use super::memory::{FULL, WIDTHS};
use super::prover::{Prover, Verdict};
use super::{Flaw, Replay, verify};

/// Nodes one look at the tree may cost: each question was answered once before, so this is a long stop.
const NODES_PER_LOOK: u64 = 20_000_000;
/// Nodes spent to learn whether a reply holds out longer than another.
const NODES_PER_COMPARISON: u64 = 200_000;

/// A proven win.
pub struct Proof<P: Tactics> {
    prover: Prover<P>,
    root: usize,
    moves: u8,
    /// One move and one bound for each position: bounds fall along every line, so nothing repeats.
    strategy: HashMap<u64, (P::Move, u8)>,
}

/// A place in the tree.
pub struct Knot<P: Tactics> {
    /// Whose move it is.
    pub turn: Side,
    /// The winner's moves still needed at most.
    pub moves: u32,
    /// The winner's one move, or every reply of the defender, each with the winner's moves needed after it.
    pub branches: Vec<(P::Move, u32)>,
}

impl<P: Tactics> Proof<P> {
    pub(super) fn new(prover: Prover<P>, moves: u8) -> Self {
        let root = prover.line.ply();
        let mut proof = Proof { prover, root, moves, strategy: HashMap::new() };
        // Looking at a tree is bounded by nodes; the time of the search is over.
        proof.prover.deadline = None;
        proof
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
    pub fn knot(&mut self, path: &[P::Move]) -> Option<Knot<P>> {
        let knot = self.walk(path).and_then(|moves| self.look(moves));
        self.rewind();
        knot
    }

    /// Replays the whole tree with nothing but the rules; `most` positions at most.
    pub fn verify(&mut self, most: usize) -> Result<Replay, Flaw> {
        let line = self.prover.line.clone();
        let (winner, moves) = (self.prover.winner, self.moves());
        let root = line.ply();
        verify(&line, winner, moves, most, &mut |line| self.reply_at(line, root))
    }

    /// The line of the longest resistance: at every turn the defender holds out as long as can be told.
    pub fn longest(&mut self) -> Vec<P::Move> {
        let mut moves = self.moves;
        let mut path = Vec::new();
        while moves > 0 || self.prover.line.here().turn() != self.prover.winner {
            let next = if self.prover.line.here().turn() == self.prover.winner {
                self.answer(moves).map(|(mv, bound)| (mv, bound - 1))
            } else {
                self.stubborn_reply(moves)
            };
            let Some((mv, left)) = next else { break };
            moves = left;
            self.push(mv);
            path.push(mv);
        }
        self.rewind();
        path
    }

    /// The strategy's move where a line of the tree stands.
    fn reply_at(&mut self, line: &Line<P>, root: usize) -> Option<P::Move> {
        let path: Vec<P::Move> = line.steps()[root..].iter().filter_map(|step| step.mv).collect();
        // The tree was walked down to here already: only bounds are looked up on the way.
        let bound = self.walk(&path);
        let answer = bound.and_then(|bound| self.answer(bound));
        self.rewind();
        answer.map(|(mv, _)| mv)
    }

    fn push(&mut self, mv: P::Move) {
        let fate = self.prover.line.here().untold(mv);
        self.prover.line.push(mv, fate);
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

    fn look(&mut self, bound: u8) -> Option<Knot<P>> {
        let turn = self.prover.line.here().turn();
        if turn == self.prover.winner {
            let (mv, least) = self.answer(bound)?;
            return Some(Knot { turn, moves: u32::from(least), branches: vec![(mv, u32::from(least) - 1)] });
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
        Some(Knot { turn, moves, branches })
    }

    /// The winner's move where the line stands, and how many moves he needs with it, within a bound.
    fn answer(&mut self, bound: u8) -> Option<(P::Move, u8)> {
        let key = self.prover.key();
        if let Some(&(mv, least)) = self.strategy.get(&key)
            && least <= bound
        {
            return Some((mv, least));
        }
        let found = self.prover.remembered_win(bound).or_else(|| self.search(bound))?;
        // A smaller bound may replace a larger one, never the other way round.
        self.strategy.insert(key, found);
        Some(found)
    }

    /// What was forgotten is found again, narrow widths and few moves first.
    fn search(&mut self, bound: u8) -> Option<(P::Move, u8)> {
        self.prover.fence = self.prover.nodes + NODES_PER_LOOK;
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
    fn stubborn_reply(&mut self, bound: u8) -> Option<(P::Move, u8)> {
        let mut replies = MoveList::new();
        self.prover.line.here().legal_moves(&mut replies);
        let mut best = None;
        let first = self.prover.remembered_reply();
        let order = first.into_iter().chain(replies.iter().copied().filter(|&mv| Some(mv) != first));
        for mv in order {
            self.push(mv);
            let least = self.least(bound, best.map_or(0, |(_, most)| most));
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
        while least > enough && least > 1 {
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
