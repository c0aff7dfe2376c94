//! Monte Carlo tree search (MCTS) with UCB1 or PUCT selection.

mod leaf;
mod prior;
mod simulation;
mod tree;

use std::marker::PhantomData;

use game::{Eval, Line, Position, Score};

use super::context::SearchContext;
use super::observed::{ObservedSearch, observed_engine};
use super::observer::SearchObserver;
use super::tactical_info::TacticalInfo;
use crate::{Bound, Control, Limits, PvLine, RootMoveStats, SearchInfo};
use simulation::Simulation;
use tree::{ROOT, Tree};

/// Selection and evaluation mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MctsMode {
    /// UCB1 selection; a greedy move and a static evaluation as the playout.
    Classic,
    /// PUCT selection with priors (Rosin 2011; Silver et al. 2017), quiescence search at leaves, and mates proven up
    /// the tree (MCTS-Solver, Winands et al. 2008).
    Puct,
}

/// Options of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// Simulations per move; as many as the limits allow for `None`.
    pub simulations: Option<u64>,
    /// Exploration constant of UCB1 or PUCT.
    pub exploration: f32,
    /// Weight of the minimax value against the mean in PUCT (implicit minimax backups, Lanctot et al. 2014), from 0
    /// to 1.
    pub minimax: f32,
    /// Mode.
    pub mode: MctsMode,
    /// True to keep the subtree of the moves played for the next search.
    pub reuse: bool,
    /// Maximum size of the tree in megabytes.
    pub megabytes: usize,
}

impl MctsOptions {
    /// Default options of a mode.
    pub const fn usual(mode: MctsMode) -> Self {
        let exploration = match mode {
            MctsMode::Classic => std::f32::consts::SQRT_2,
            MctsMode::Puct => 1.0,
        };
        MctsOptions { simulations: None, exploration, minimax: 0.3, mode, reuse: true, megabytes: 16 }
    }
}

/// Monte Carlo tree search engine.
pub struct Mcts<P: Position, E, S> {
    eval: E,
    options: MctsOptions,
    tree: Tree<P>,
    last: Option<Last<P>>,
    tactics: PhantomData<S>,
}

/// Search that the tree belongs to.
struct Last<P: Position> {
    keys: Vec<u64>,
    rules: P::Rules,
    /// True if only some root moves were searched.
    narrow: bool,
}

impl<P: Position, E, S> Mcts<P, E, S> {
    /// Engine with this evaluation.
    pub fn new(eval: E, options: MctsOptions) -> Self {
        Mcts { eval, options, tree: Tree::new(options.megabytes), last: None, tactics: PhantomData }
    }

    /// Keeps the subtree of the moves played since the last search; false if nothing can be kept.
    fn keep(&mut self, line: &Line<P>, narrow: bool) -> bool {
        let Some(last) = self.last.take().filter(|_| self.options.reuse && !narrow) else { return false };
        let ply = last.keys.len() - 1;
        let same = line.ply() >= ply && line.keys()[..=ply] == last.keys[..] && *line.rules() == last.rules;
        if !same || (last.narrow && line.ply() == ply) {
            return false;
        }
        let Some(root) = self.tree.follow(line, ply) else { return false };
        // A node that ends the game inside the tree need not end it on the board.
        let node = self.tree.node(root);
        node.expanded && node.end.is_none() && self.tree.reroot(root)
    }
}

observed_engine!([P: Position, E: Eval<P> + Clone, S: TacticalInfo<P>] Mcts<P, E, S>);

impl<P: Position, E: Eval<P> + Clone, S: TacticalInfo<P>> ObservedSearch<P> for Mcts<P, E, S> {
    fn search<O: SearchObserver<P> + ?Sized>(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
        observer: &mut O,
    ) -> SearchInfo<P> {
        let narrow = !limits.only.is_empty() || !limits.banned.is_empty();
        let kept = !self.tree.is_empty() && self.keep(line, narrow);
        let context = SearchContext::new(line, self.eval.clone(), limits, control);
        let moves = context.root_moves();
        if !kept {
            self.tree.clear();
        }
        let mut simulation = Simulation::<P, E, S, O>::new(context, &mut self.tree, self.options, observer);
        if moves.is_empty() {
            return simulation.context.info(Vec::new(), 0);
        }
        if !kept {
            simulation.create_root(&moves);
        }
        let most = self.options.simulations.unwrap_or(u64::MAX);
        let mut done = 0;
        let mut next_report = 256;
        while done < most && !simulation.context.is_stopped() && !simulation.is_decided() {
            simulation.simulate();
            done += 1;
            if done == next_report {
                next_report *= 2;
                report(&simulation.info());
            }
            if done % 256 == 0 && simulation.context.is_enough() {
                break;
            }
        }
        let mut info = simulation.info();
        if info.lines.is_empty() {
            info.lines = simulation.context.fallback(&moves);
        }
        report(&info);
        self.last = Some(Last { keys: line.keys().to_vec(), rules: *line.rules(), narrow });
        info
    }

    fn forget(&mut self) {
        self.tree.clear();
        self.last = None;
    }
}

impl<P: Position, E: Eval<P>, S: TacticalInfo<P>, O: SearchObserver<P> + ?Sized> Simulation<'_, P, E, S, O> {
    /// Current result: the most visited moves first, a proven mate before all.
    fn info(&mut self) -> SearchInfo<P> {
        let edges = self.tree.edges(ROOT);
        let visits = edges
            .iter()
            .map(|edge| RootMoveStats {
                mv: edge.mv,
                count: edge.visits.into(),
                value: edge.mean,
                prior: edge.prior,
            })
            .collect();
        let visited = (0..edges.len()).filter(|&index| edges[index].visits > 0);
        let mut order =
            most_preferred_first(visited.map(|index| (self.preference(ROOT, index), index)).collect());
        order.truncate(self.context.limits.lines.max(1));
        let lines: Vec<PvLine<P>> = order
            .into_iter()
            .map(|index| {
                let edge = &self.tree.edges(ROOT)[index];
                let score = match edge.proof {
                    0 => score_of(&self.context.eval, edge.mean),
                    plies if plies > 0 => Score::mate_in(plies as usize),
                    plies => Score::mated_in(plies.unsigned_abs().into()),
                };
                let chances = self.context.eval.chances(score);
                PvLine { moves: self.best_line(index), score, bound: Bound::Exact, chances }
            })
            .collect();
        let depth = lines.first().map_or(0, |pv| pv.moves.len() as u32);
        let full = self.tree.fullness();
        SearchInfo { visits, hashfull: full, ..self.context.info(lines, depth) }
    }

    /// Rank of a move: a proven win highest, a proven loss lowest, otherwise by visits and then by value.
    fn preference(&self, node: u32, index: usize) -> f64 {
        let edge = &self.tree.edges(node)[index];
        match edge.proof {
            0 => f64::from(edge.visits) + f64::from(edge.mean),
            plies if plies > 0 => 1e12 - f64::from(plies),
            plies => -1e12 - f64::from(plies),
        }
    }

    /// Principal variation after this root move, up to the first chance node.
    fn best_line(&self, index: usize) -> Vec<P::Move> {
        let mut moves = vec![self.tree.edges(ROOT)[index].mv];
        let (mut node, mut index) = (ROOT, index);
        while P::DETERMINISTIC
            && let Some(child) = self.tree.only_child(node, index)
        {
            let edges = self.tree.edges(child);
            let best = (0..edges.len())
                .filter(|&next| edges[next].visits > 0)
                .max_by(|&a, &b| self.preference(child, a).total_cmp(&self.preference(child, b)));
            let Some(best) = best else { break };
            moves.push(edges[best].mv);
            (node, index) = (child, best);
        }
        moves
    }
}

/// Sorts indices by their preference, highest first. It is compiled once for all games.
fn most_preferred_first(mut preferences: Vec<(f64, usize)>) -> Vec<usize> {
    preferences.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    preferences.into_iter().map(|(_, index)| index).collect()
}

/// Value of a score, from 0 (lost) to 1 (won).
fn value_of<P: Position, E: Eval<P>>(eval: &E, score: Score) -> f32 {
    let [win, draw, _] = eval.chances(score);
    win + draw / 2.0
}

/// Score of a value: inverse of the win-probability curve.
fn score_of<P: Position, E: Eval<P>>(eval: &E, value: f32) -> Score {
    let (mut low, mut high) = (-3_000, 3_000);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if value_of::<P, E>(eval, Score::cp(middle)) < value {
            low = middle;
        } else {
            high = middle;
        }
    }
    // A constant evaluation has no inverse: a draw score.
    let is_informative = value_of::<P, E>(eval, Score::cp(3_000)) > value_of::<P, E>(eval, Score::cp(-3_000));
    if is_informative { Score::cp(high) } else { Score::DRAW }
}
