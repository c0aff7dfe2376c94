//! Monte Carlo tree search simulation: selection, expansion, evaluation, backup.

use std::marker::PhantomData;

use game::{Eval, MoveList, Position, Random, Score};

use super::tree::{ROOT, Tree};
use super::{MctsMode, MctsOptions, leaf, prior, value_of};
use crate::plain::context::SearchContext;
use crate::plain::observer::SearchObserver;
use crate::plain::tactical_info::TacticalInfo;

/// State of a running search.
pub(super) struct Simulation<'a, P: Position, E, S, O: ?Sized> {
    pub context: SearchContext<'a, P, E>,
    pub tree: &'a mut Tree<P>,
    options: MctsOptions,
    random: Random,
    /// Nodes and edges of the current simulation.
    path: Vec<(u32, usize)>,
    observer: &'a mut O,
    tactics: PhantomData<S>,
}

/// First-play urgency: an unvisited move is expected to be worse than its position by this times the square root of
/// the sum of visited priors.
const FPU_REDUCTION: f32 = 0.1;

/// Result of a simulation at its leaf, for the side to move there.
struct LeafResult {
    value: f32,
    /// True if the game is over there.
    is_end: bool,
    /// Plies to a proven mate, for the side that moved last: positive when it wins, 0 where nothing is proven.
    proof: i16,
}

impl<'a, P: Position, E: Eval<P>, S: TacticalInfo<P>, O: SearchObserver<P> + ?Sized>
    Simulation<'a, P, E, S, O>
{
    pub fn new(
        context: SearchContext<'a, P, E>,
        tree: &'a mut Tree<P>,
        options: MctsOptions,
        observer: &'a mut O,
    ) -> Self {
        let random = context.random();
        Simulation { context, tree, options, random, path: Vec::new(), observer, tactics: PhantomData }
    }

    /// Creates the root node with these moves.
    pub fn create_root(&mut self, moves: &[P::Move]) {
        let score = self.evaluate_position();
        let value = value_of(&self.context.eval, score);
        self.tree.create_root(self.context.line.here(), value);
        let priors = self.priors(moves);
        self.observer.expanded(&[], ROOT, &self.context.line, moves, &priors);
        self.tree.expand(ROOT, moves.iter().copied().zip(priors));
    }

    /// Returns true if a win is proven at the root, or all moves are proven lost.
    pub fn is_decided(&self) -> bool {
        let edges = self.tree.edges(ROOT);
        edges.iter().any(|edge| edge.proof > 0) || edges.iter().all(|edge| edge.proof < 0)
    }

    /// Runs one simulation.
    pub fn simulate(&mut self) {
        self.path.clear();
        let mut node = ROOT;
        let found = loop {
            let here = self.tree.node(node);
            if let Some(value) = here.end {
                break LeafResult { value, is_end: true, proof: 0 };
            }
            if !here.expanded && !self.expand(node) {
                break self.evaluate_leaf();
            }
            let Some(index) = self.select(node) else { break self.evaluate_leaf() };
            self.path.push((node, index));
            let mv = self.tree.edges(node)[index].mv;
            let reveal = self.draw(mv);
            self.context.push(mv, reveal);
            if let Some(child) = self.tree.child(node, index, reveal) {
                node = child;
                continue;
            }
            let found = self.evaluate_leaf();
            self.tree.add(node, index, reveal, found.value, found.is_end.then_some(found.value));
            break found;
        };
        self.observer.simulated(&self.path, found.value);
        self.back_up(&found);
    }

    fn draw(&mut self, mv: P::Move) -> P::Reveal {
        let here = self.context.line.here();
        if P::DETERMINISTIC || !here.is_chance_move(mv) {
            return here.unrevealed(mv);
        }
        let reveals = self.context.reveals(mv);
        let ticket = self.random.below(reveals.total() as usize) as u32;
        reveals.draw(ticket).unwrap_or_else(|| here.unrevealed(mv))
    }

    /// Expands a node on its second visit; false if the tree is full or there are no moves.
    fn expand(&mut self, node: u32) -> bool {
        let mut moves = MoveList::new();
        self.context.line.here().legal_moves(&mut moves);
        if moves.is_empty() {
            return false;
        }
        let priors = self.priors(&moves);
        let expanded = self.tree.expand(node, moves.iter().copied().zip(priors.iter().copied()));
        if expanded {
            self.observer.expanded(&self.path, node, &self.context.line, &moves, &priors);
        }
        expanded
    }

    fn priors(&mut self, moves: &[P::Move]) -> Vec<f32> {
        match self.options.mode {
            MctsMode::Puct => prior::priors::<P, E, S>(&mut self.context, moves),
            MctsMode::Classic => vec![1.0 / moves.len().max(1) as f32; moves.len()],
        }
    }

    /// Selects the move to follow from a node.
    fn select(&mut self, node: u32) -> Option<usize> {
        match self.options.mode {
            MctsMode::Classic => self.select_by_ucb1(node),
            MctsMode::Puct => self.select_by_puct(node),
        }
    }

    /// UCB1 (Auer, Cesa-Bianchi, Fischer 2002): every move once, then the highest upper confidence bound.
    fn select_by_ucb1(&mut self, node: u32) -> Option<usize> {
        let edges = self.tree.edges(node);
        let untried = edges.iter().filter(|edge| edge.visits == 0).count();
        if untried > 0 {
            let chosen = self.random.below(untried);
            let mut left = (0..edges.len()).filter(|&index| edges[index].visits == 0);
            return left.nth(chosen);
        }
        let all: u32 = edges.iter().map(|edge| edge.visits).sum();
        let logarithm = libm::logf(all as f32);
        let bound = |index: usize| {
            let edge = &edges[index];
            edge.mean + self.options.exploration * (logarithm / edge.visits as f32).sqrt()
        };
        (0..edges.len()).max_by(|&a, &b| bound(a).total_cmp(&bound(b)))
    }

    fn select_by_puct(&self, node: u32) -> Option<usize> {
        let edges = self.tree.edges(node);
        let (mut all, mut sum, mut tried) = (0, 0.0, 0.0);
        for edge in edges.iter().filter(|edge| edge.visits > 0) {
            all += edge.visits;
            sum += (edge.mean + self.options.minimax * (edge.best - edge.mean)) * edge.visits as f32;
            tried += edge.prior;
        }
        let value = if all == 0 { self.tree.node(node).value } else { sum / all as f32 };
        let untried = value - FPU_REDUCTION * tried.sqrt();
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
            // A proven loss is followed only if all moves are.
            let lost = if edge.proof < 0 { 1e6 } else { 0.0 };
            let score = mean + width * edge.prior / (1 + edge.visits) as f32 - lost;
            if score > most {
                (best, most) = (Some(index), score);
            }
        }
        best
    }

    /// Evaluation of the current position, by mode.
    fn evaluate_position(&mut self) -> Score {
        match self.options.mode {
            MctsMode::Classic => leaf::greedy_step::<P, E, S>(&mut self.context, &mut self.random),
            MctsMode::Puct => leaf::quiescence::<P, E, S>(&mut self.context),
        }
    }

    /// Evaluates a position that is not in the tree yet.
    fn evaluate_leaf(&mut self) -> LeafResult {
        if let Some(score) = self.context.end_score().or_else(|| self.repeated()) {
            let value = if score.is_decided() { f32::from(score > Score::DRAW) } else { 0.5 };
            return LeafResult { value, is_end: true, proof: self.proven(score) };
        }
        let score = self.evaluate_position();
        // A mate found by checks alone with all evasions searched is as good as one on the board.
        let proof = self.proven(score);
        LeafResult { value: value_of(&self.context.eval, score), is_end: proof != 0, proof }
    }

    /// Plies that a mate score proves for the side that moved last; nothing is proven in games with chance.
    fn proven(&self, score: Score) -> i16 {
        match score.mate_plies() {
            Some(plies) if P::DETERMINISTIC && self.options.mode == MctsMode::Puct => {
                let from_here = plies.unsigned_abs() as i16 - self.context.ply() as i16;
                if plies > 0 { -(from_here + 1) } else { from_here + 1 }
            }
            _ => 0,
        }
    }

    /// Value of a repetition inside the tree: it is adjudicated at once.
    fn repeated(&self) -> Option<Score> {
        let line = &self.context.line;
        let mut earlier = line.earlier_occurrences();
        let last = earlier.next()?;
        let root = line.ply() - self.context.ply();
        let first = if last >= root { last } else { earlier.next()? };
        Some(self.context.outcome_score(P::judge_cycle(line, first)))
    }

    /// Backup: propagates the result up the path, from each side's view.
    fn back_up(&mut self, found: &LeafResult) {
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
            self.context.pop();
        }
    }

    /// Value of a position for its side to move by the best move tried.
    fn best(&self, node: u32) -> f32 {
        let tried = self.tree.edges(node).iter().filter(|edge| edge.visits > 0);
        tried.map(|edge| edge.best).fold(0.0, f32::max)
    }

    /// Proof of a position after one of its moves was proven: plies for the side that moved into it, or 0.
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
