//! One simulation after another: select, expand, judge, back up.

use std::marker::PhantomData;

use game::{Eval, MoveList, Position, Random, Score};

use super::tree::{ROOT, Tree};
use super::{MctsMode, MctsOptions, leaf, prior, value_of};
use crate::plain::context::SearchContext;
use crate::plain::tactical_info::TacticalInfo;

/// A search in the making.
pub(super) struct Simulation<'a, P: Position, E, S> {
    pub walk: SearchContext<'a, P, E>,
    pub tree: &'a mut Tree<P>,
    options: MctsOptions,
    random: Random,
    /// The positions and moves of this simulation.
    path: Vec<(u32, usize)>,
    sense: PhantomData<S>,
}

/// A move not yet tried is expected to be worth this much less than its position, the more the better others were.
const UNTRIED: f32 = 0.1;

/// What a simulation found at its end, for the side to move there.
struct Found {
    value: f32,
    /// The game is over there.
    is_end: bool,
    /// Plies to a mate for sure, for the side that moved last: positive when it wins, 0 where nothing is proven.
    proof: i16,
}

impl<'a, P: Position, E: Eval<P>, S: TacticalInfo<P>> Simulation<'a, P, E, S> {
    pub fn new(walk: SearchContext<'a, P, E>, tree: &'a mut Tree<P>, options: MctsOptions) -> Self {
        let random = walk.random();
        Simulation { walk, tree, options, random, path: Vec::new(), sense: PhantomData }
    }

    /// Begins a tree at the root, with these moves.
    pub fn plant(&mut self, moves: &[P::Move]) {
        let score = self.judge();
        let value = value_of(&self.walk.eval, score);
        self.tree.plant(self.walk.line.here(), value);
        let priors = self.priors(moves);
        self.tree.grow(ROOT, moves.iter().copied().zip(priors));
    }

    /// Whether a win is proven at the root, or every move proven lost: nothing is left to find out.
    pub fn is_decided(&self) -> bool {
        let edges = self.tree.edges(ROOT);
        edges.iter().any(|edge| edge.proof > 0) || edges.iter().all(|edge| edge.proof < 0)
    }

    /// One simulation.
    pub fn simulate(&mut self) {
        self.path.clear();
        let mut node = ROOT;
        let found = loop {
            let here = self.tree.node(node);
            if let Some(value) = here.end {
                break Found { value, is_end: true, proof: 0 };
            }
            if !here.grown && !self.grow(node) {
                break self.judge_new();
            }
            let Some(index) = self.select(node) else { break self.judge_new() };
            self.path.push((node, index));
            let mv = self.tree.edges(node)[index].mv;
            let reveal = self.draw(mv);
            self.walk.push(mv, reveal);
            if let Some(child) = self.tree.child(node, index, reveal) {
                node = child;
                continue;
            }
            let found = self.judge_new();
            self.tree.add(node, index, reveal, found.value, found.is_end.then_some(found.value));
            break found;
        };
        self.back_up(&found);
    }

    fn draw(&mut self, mv: P::Move) -> P::Reveal {
        let here = self.walk.line.here();
        if P::DETERMINISTIC || !here.is_chance_move(mv) {
            return here.unrevealed(mv);
        }
        let reveals = self.walk.reveals(mv);
        let ticket = self.random.below(reveals.total() as usize) as u32;
        reveals.draw(ticket).unwrap_or_else(|| here.unrevealed(mv))
    }

    /// Lists the moves of a position met for the second time; `false` where there is no room or no move.
    fn grow(&mut self, node: u32) -> bool {
        let mut moves = MoveList::new();
        self.walk.line.here().legal_moves(&mut moves);
        if moves.is_empty() {
            return false;
        }
        let priors = self.priors(&moves);
        self.tree.grow(node, moves.iter().copied().zip(priors))
    }

    fn priors(&mut self, moves: &[P::Move]) -> Vec<f32> {
        match self.options.mode {
            MctsMode::Puct => prior::priors::<P, E, S>(&mut self.walk, moves),
            MctsMode::Classic => vec![1.0 / moves.len().max(1) as f32; moves.len()],
        }
    }

    /// The move to follow from a position.
    fn select(&mut self, node: u32) -> Option<usize> {
        match self.options.mode {
            MctsMode::Classic => self.select_by_ucb(node),
            MctsMode::Puct => self.select_by_prior(node),
        }
    }

    /// UCB1 (Auer, Cesa-Bianchi, Fischer 2002): every move once, then the best upper bound.
    fn select_by_ucb(&mut self, node: u32) -> Option<usize> {
        let edges = self.tree.edges(node);
        let untried = edges.iter().filter(|edge| edge.visits == 0).count();
        if untried > 0 {
            let chosen = self.random.below(untried);
            let mut left = (0..edges.len()).filter(|&index| edges[index].visits == 0);
            return left.nth(chosen);
        }
        let all: u32 = edges.iter().map(|edge| edge.visits).sum();
        let logarithm = (all as f32).ln();
        let bound = |index: usize| {
            let edge = &edges[index];
            edge.mean + self.options.exploration * (logarithm / edge.visits as f32).sqrt()
        };
        (0..edges.len()).max_by(|&a, &b| bound(a).total_cmp(&bound(b)))
    }

    fn select_by_prior(&self, node: u32) -> Option<usize> {
        let edges = self.tree.edges(node);
        let (mut all, mut sum, mut tried) = (0, 0.0, 0.0);
        for edge in edges.iter().filter(|edge| edge.visits > 0) {
            all += edge.visits;
            sum += (edge.mean + self.options.minimax * (edge.best - edge.mean)) * edge.visits as f32;
            tried += edge.prior;
        }
        let value = if all == 0 { self.tree.node(node).value } else { sum / all as f32 };
        let untried = value - UNTRIED * tried.sqrt();
        let width = self.options.exploration * ((all + 1) as f32).sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (index, edge) in edges.iter().enumerate() {
            if edge.proof > 0 {
                return Some(index);
            }
            let mean = match edge.visits {
                0 => untried,
                _ => edge.mean + self.options.minimax * (edge.best - edge.mean),
            };
            // A lost move is followed only where all are.
            let lost = if edge.proof < 0 { 1e6 } else { 0.0 };
            let promise = mean + width * edge.prior / (1 + edge.visits) as f32 - lost;
            if promise > most {
                (best, most) = (Some(index), promise);
            }
        }
        best
    }

    /// What the opinion says of the position on the board, in the manner of the mode.
    fn judge(&mut self) -> Score {
        match self.options.mode {
            MctsMode::Classic => leaf::greedy_step::<P, E, S>(&mut self.walk, &mut self.random),
            MctsMode::Puct => leaf::settle::<P, E, S>(&mut self.walk),
        }
    }

    /// Judges a position the tree does not hold yet.
    fn judge_new(&mut self) -> Found {
        if let Some(score) = self.walk.ended().or_else(|| self.repeated()) {
            let value = if score.is_decided() { f32::from(score > Score::DRAW) } else { 0.5 };
            return Found { value, is_end: true, proof: self.proven(score) };
        }
        let score = self.judge();
        // A mate found by checks alone, every answer tried, is as good as one on the board.
        let proof = self.proven(score);
        Found { value: value_of(&self.walk.eval, score), is_end: proof != 0, proof }
    }

    /// The plies a mate score proves for the side that moved last; nothing is proven where chance has a word.
    fn proven(&self, score: Score) -> i16 {
        match score.mate_plies() {
            Some(plies) if P::DETERMINISTIC && self.options.mode == MctsMode::Puct => {
                let from_here = plies.unsigned_abs() as i16 - self.walk.ply() as i16;
                if plies > 0 { -(from_here + 1) } else { from_here + 1 }
            }
            _ => 0,
        }
    }

    /// The verdict on a repetition inside the tree: what will be judged in the end is judged at once.
    fn repeated(&self) -> Option<Score> {
        let line = &self.walk.line;
        let mut earlier = line.earlier_occurrences();
        let last = earlier.next()?;
        let root = line.ply() - self.walk.ply();
        let first = if last >= root { last } else { earlier.next()? };
        Some(self.walk.verdict(P::judge_cycle(line, first)))
    }

    /// Carries what was found up the path, each position seeing it from its own side.
    fn back_up(&mut self, found: &Found) {
        let mut value = found.value;
        let mut best = found.value;
        let mut proof = found.proof;
        while let Some((node, index)) = self.path.pop() {
            value = 1.0 - value;
            let edge = self.tree.edge_mut(node, index);
            edge.visits += 1;
            edge.mean += (value - edge.mean) / edge.visits as f32;
            edge.best = if P::DETERMINISTIC { 1.0 - best } else { edge.mean };
            best = self.best(node);
            if proof != 0 {
                self.tree.edge_mut(node, index).proof = proof;
                proof = self.prove(node);
            }
            self.walk.pop();
        }
    }

    /// What a position is worth to its side to move by the best move tried.
    fn best(&self, node: u32) -> f32 {
        let tried = self.tree.edges(node).iter().filter(|edge| edge.visits > 0);
        tried.map(|edge| edge.best).fold(0.0, f32::max)
    }

    /// What is proven of a position after one of its moves was: plies for the side that moved into it, or 0.
    fn prove(&mut self, node: u32) -> i16 {
        let edges = self.tree.edges(node);
        let won = edges.iter().map(|edge| edge.proof).filter(|&proof| proof > 0).min();
        let (value, proof) = match won {
            Some(plies) => (1.0, -(plies.saturating_add(1))),
            None if edges.iter().all(|edge| edge.proof < 0) => {
                let longest = edges.iter().map(|edge| -edge.proof).max().unwrap_or(0);
                (0.0, longest.saturating_add(1))
            }
            None => return 0,
        };
        if node != ROOT {
            self.tree.node_mut(node).end = Some(value);
        }
        proof
    }
}
