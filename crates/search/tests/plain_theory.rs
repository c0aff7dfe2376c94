//! Node counts of alpha-beta against theory (Knuth and Moore 1975), on artificial trees.

mod plain_common;

use std::num::NonZeroU16;

use game::{
    Eval, Line, Move, MoveList, Observer, Outcome, PieceValues, Position, Random, RevealList, Score, Side,
};
use plain_common::{alphabeta, every_combination, minimax};
use search::Engine;
use search::plain::{AlphaBeta, AlphaBetaOptions, Recorder, WithoutTactics};

/// A move of the tree: first, second, third ...
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Branch(NonZeroU16);

impl Move for Branch {
    const FILLER: Self = Branch(NonZeroU16::MIN);
    /// Branches of a node.
    type Buffer = [Self; 64];

    fn raw(self) -> NonZeroU16 {
        self.0
    }

    fn from_raw(raw: NonZeroU16) -> Option<Self> {
        (usize::from(raw.get()) <= WIDTH).then_some(Branch(raw))
    }

    fn from(self) -> usize {
        0
    }

    fn to(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

/// Number of moves of every position.
const WIDTH: usize = 5;

/// A position of an infinite uniform tree, identified by its path.
#[derive(Clone)]
struct Uniform {
    key: u64,
    depth: usize,
    /// Loss of the side to move by every move but the first on the path, summed with signs.
    balance: i32,
}

impl Position for Uniform {
    type Move = Branch;
    type Reveal = ();
    type Rules = ();
    const DETERMINISTIC: bool = true;
    const SQUARES: usize = WIDTH;
    const PIECES: usize = 1;

    fn turn(&self) -> Side {
        Side::BOTH[self.depth % 2]
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, out: &mut MoveList<Branch>) {
        (1..=WIDTH as u16).filter_map(NonZeroU16::new).for_each(|raw| out.push(Branch(raw)));
    }

    fn reveals(&self, _: Branch, out: &mut RevealList<()>) {
        out.push((), 1);
    }

    fn unrevealed(&self, _: Branch) {}

    fn play(&mut self, mv: Branch, (): (), _: &mut impl Observer) {
        self.balance = -(self.balance - mv.to() as i32);
        self.key = Random::new(self.key ^ u64::from(mv.raw().get())).bits();
        self.depth += 1;
    }
}

/// Evaluation: ordered, with the first move always best; or a random number per position.
#[derive(Clone)]
struct Numbers {
    ordered: bool,
    values: PieceValues,
}

impl Eval<Uniform> for Numbers {
    type Step = ();

    fn reset(&mut self, _: &Uniform) {}

    fn push(&mut self, (): ()) {}

    fn pop(&mut self) {}

    fn score(&mut self, here: &Uniform) -> Score {
        Score::cp(if self.ordered { here.balance } else { (here.key % 2001) as i32 - 1000 })
    }

    fn piece_values(&self) -> &PieceValues {
        &self.values
    }

    fn chances(&self, _: Score) -> [f32; 3] {
        [1.0 / 3.0; 3]
    }
}

fn numbers(ordered: bool) -> Numbers {
    Numbers { ordered, values: PieceValues([0; 32]) }
}

fn tree(key: u64) -> Line<Uniform> {
    Line::new(Uniform { key, depth: 0, balance: 0 }, ())
}

/// Positions of the minimal tree without the root, summed over the plies.
fn minimal_tree(depth: u32) -> u64 {
    let width = WIDTH as u64;
    (1..=depth).map(|ply| width.pow(ply.div_ceil(2)) + width.pow(ply / 2) - 1).sum()
}

/// Positions of the whole tree without the root.
fn whole_tree(depth: u32) -> u64 {
    (1..=depth).map(|ply| (WIDTH as u64).pow(ply)).sum()
}

#[test]
fn minimax_visits_every_position() {
    for depth in 1..=5 {
        assert_eq!(minimax(numbers(false), &tree(7), depth).nodes, whole_tree(depth));
    }
}

#[test]
fn alpha_beta_visits_at_least_the_minimal_tree_and_less_than_the_whole() {
    for key in 0..20 {
        for depth in 2..=6 {
            let line = tree(key);
            let bare =
                alphabeta::<_, _, WithoutTactics>(numbers(false), &line, depth, AlphaBetaOptions::BARE);
            assert!(
                (minimal_tree(depth)..whole_tree(depth)).contains(&bare.nodes),
                "key {key} depth {depth}"
            );
            assert!(bare.cutoffs > 0);
        }
    }
}

#[test]
fn alpha_beta_visits_exactly_the_minimal_tree_with_perfect_ordering() {
    for depth in 1..=6 {
        let line = tree(3);
        let best = minimax(numbers(true), &line, depth).best().expect("a move");
        assert_eq!(best.to(), 0);
        let (mut found, mut seed) = (None, 0);
        while found.is_none() {
            found = first_tried(&line, depth, seed);
            seed += 1;
        }
        assert_eq!(found, Some(minimal_tree(depth)), "depth {depth}");
    }
}

/// Nodes of plain alpha-beta under a seed that shuffles the best root move to the front; `None` under any other.
fn first_tried(line: &Line<Uniform>, depth: u32, seed: u64) -> Option<u64> {
    let options = AlphaBetaOptions { depth: Some(depth), ..AlphaBetaOptions::BARE };
    let mut engine = AlphaBeta::<_, _, WithoutTactics>::new(numbers(true), options);
    // Stopped after one node, it returns the move it began with.
    let one = search::Limits { seed, nodes: Some(1), ..Default::default() };
    let first = plain_common::ask(&mut engine, line, &one).best()?;
    let whole = search::Limits { seed, ..Default::default() };
    (first.to() == 0).then(|| plain_common::ask(&mut engine, line, &whole).nodes)
}

#[test]
fn on_random_trees_every_combination_agrees_with_minimax() {
    for key in 0..12 {
        let exact = minimax(numbers(false), &tree(key), 5).score();
        for options in every_combination() {
            let found = alphabeta::<_, _, WithoutTactics>(numbers(false), &tree(key), 5, options).score();
            assert_eq!(found, exact, "key {key} {options:?}");
        }
    }
}

#[test]
fn a_recorded_search_of_the_ordered_tree_has_knuth_and_moores_number_of_leaves() {
    for depth in 1..=6_u32 {
        let options = AlphaBetaOptions { depth: Some(depth), ..AlphaBetaOptions::BARE };
        let line = tree(3);
        let first_best = (0..).find(|&seed| first_tried(&line, depth, seed).is_some());
        let limits = search::Limits { seed: first_best.expect("a seed"), ..Default::default() };
        let mut recorder = Recorder::new(usize::MAX, |_, mv: Branch, ()| mv.to().to_string());
        let mut engine = AlphaBeta::<_, _, WithoutTactics>::new(numbers(true), options);
        let seen =
            engine.think_observed(&line, &limits, &plain_common::control(), &mut |_| {}, &mut recorder);
        assert_eq!(seen.map(|info| info.nodes), Some(minimal_tree(depth)));
        let recording = recorder.finish();
        let width = WIDTH as u64;
        let leaves = width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1;
        assert_eq!(recording.total().evaluated, leaves, "depth {depth}");
        // Every cut is by the first move, and the value is that of minimax.
        assert_eq!(recording.total().cutoffs, recording.total().first_cutoffs);
        assert_eq!(recording.nodes[0].value, 0);
    }
}
