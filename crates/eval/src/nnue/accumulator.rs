//! NNUE inference with lazily updated accumulators.
//!
//! The accumulator is the hidden layer before its activation: for each side's view, the bias plus the weight rows of
//! all active inputs. A move changes few inputs, so the accumulator of a ply follows from that of the ply before by
//! adding and subtracting a few rows. The work is put off until the position is evaluated: most positions of a search
//! never are.

use std::sync::Arc;

use game::{Eval, Observer, PieceValues, Position as _, Score, Side};

use super::features::{Features, KingLayout, KingView};
use super::kernel::Kernel;
use super::network::Network;
use crate::breakdown::{Breakdown, EvalTerm, Ledger};
use crate::material::Material;

/// Changes of one move, for the network and for the hand-crafted evaluation.
#[derive(Clone, Copy, Default, Debug)]
pub struct NnueStep<S> {
    changes: InputChanges,
    hce: S,
}

/// Pieces put on and taken off squares, and changes of the pools of hidden pieces.
#[derive(Clone, Copy, Default, Debug)]
struct InputChanges {
    /// Square (or [`POOL`] for a hidden piece), piece, and true if it was added.
    changes: [(u8, u8, bool); MAX_CHANGES],
    count: u8,
}

/// Upper bound of the changes of a move: castling moves two pieces, a face-down piece that captures another makes five
/// changes.
const MAX_CHANGES: usize = 8;
/// Square number that stands for the pool of hidden pieces.
const POOL: u8 = 255;

impl InputChanges {
    #[inline]
    fn record(&mut self, square: u8, piece: usize, added: bool) {
        debug_assert!(usize::from(self.count) < MAX_CHANGES, "too many changes for one move");
        if let Some(slot) = self.changes.get_mut(usize::from(self.count)) {
            *slot = (square, piece as u8, added);
            self.count += 1;
        }
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = (u8, usize, bool)> + '_ {
        self.changes[..usize::from(self.count)]
            .iter()
            .map(|&(square, piece, added)| (square, usize::from(piece), added))
    }
}

impl<S: Observer> Observer for NnueStep<S> {
    #[inline]
    fn put(&mut self, square: usize, piece: usize) {
        self.changes.record(square as u8, piece, true);
        self.hce.put(square, piece);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.changes.record(square as u8, piece, false);
        self.hce.lift(square, piece);
    }

    #[inline]
    fn pool(&mut self, piece: usize, delta: i8) {
        for _ in 0..delta.unsigned_abs() {
            self.changes.record(POOL, piece, delta > 0);
        }
        self.hce.pool(piece, delta);
    }
}

/// State of the accumulators at one ply of the path; arrays are by side.
#[derive(Clone, Copy, Default, Debug)]
struct PlyState {
    /// Changes of the move that led here.
    changes: InputChanges,
    /// The side's view of the board.
    view: [KingView; 2],
    /// True if the view changed here: the accumulators of earlier plies are of no use, a full refresh is needed.
    needs_refresh: [bool; 2],
    /// True if the accumulator of this ply is computed.
    computed: [bool; 2],
}

/// Evaluation by a network.
#[derive(Clone)]
pub struct NnueEval<F: Features> {
    network: Arc<Network>,
    kernel: Kernel,
    plies: Vec<PlyState>,
    /// For each ply the first side's accumulator, then the second side's.
    accumulators: Vec<i16>,
    hce: F::Hce,
}

impl<F: Features> NnueEval<F> {
    /// Makes an evaluator of this network.
    pub fn new(network: Arc<Network>) -> Self {
        let accumulators = vec![0; 2 * network.hidden];
        NnueEval {
            network,
            kernel: Kernel::best(),
            plies: vec![PlyState::default()],
            accumulators,
            hce: F::Hce::default(),
        }
    }

    /// The same evaluator without SIMD instructions, for comparison.
    #[must_use]
    pub fn without_simd(mut self) -> Self {
        self.kernel = Kernel::PORTABLE;
        self
    }

    /// Appends the weight rows of the active inputs of a position in a side's view.
    pub fn rows(here: &F::Position, kings: KingLayout, side: Side, out: &mut Vec<usize>) {
        let mut view = KingView::default();
        here.for_each_piece(&mut |square, piece| {
            if F::king_of(piece) == Some(side) {
                view = KingView::new::<F>(kings, side, square);
            }
        });
        here.for_each_piece(&mut |square, piece| {
            out.push(view.row::<F>(F::input(side, view.mirrored, square, piece)));
        });
        F::pools(here, &mut |piece, count| {
            out.extend(std::iter::repeat_n(view.row::<F>(F::pool_input(side, piece)), count));
        });
    }

    /// Returns the network's output for a position in centipawns, computed by a full refresh: no accumulator is used.
    pub fn evaluate_full_refresh(&self, here: &F::Position) -> i32 {
        let [own, other] = [here.turn(), !here.turn()].map(|side| {
            let mut rows = Vec::new();
            Self::rows(here, self.network.kings, side, &mut rows);
            rows
        });
        self.network.evaluate_rows(&own, &other, F::bucket(here))
    }

    /// Returns the network's output for the position at the end of the path in centipawns.
    pub fn evaluate(&mut self, here: &F::Position) -> i32 {
        for view in Side::BOTH {
            self.update_accumulator(view, here);
        }
        let hidden = self.network.hidden;
        let (first, second) =
            self.accumulators[2 * hidden * (self.plies.len() - 1)..][..2 * hidden].split_at(hidden);
        let (own, other) = if here.turn() == Side::First { (first, second) } else { (second, first) };
        let bucket = F::bucket(here);
        let sum = self.kernel.output(own, other, self.network.output_row(bucket));
        self.network.to_centipawns(sum, bucket)
    }

    /// Computes a side's accumulator of the last ply: from the nearest computed ply, or by a full refresh.
    #[inline]
    fn update_accumulator(&mut self, view: Side, here: &F::Position) {
        let (side, last) = (view.index(), self.plies.len() - 1);
        let mut computed = last;
        while !self.plies[computed].computed[side] {
            if self.plies[computed].needs_refresh[side] || computed == 0 {
                return self.refresh_accumulator(view, here);
            }
            computed -= 1;
        }
        for ply in computed + 1..=last {
            self.apply_changes(view, ply);
        }
    }

    /// Computes a side's accumulator incrementally, from that of the ply before.
    #[inline]
    fn apply_changes(&mut self, view: Side, ply: usize) {
        let side = view.index();
        let state = &mut self.plies[ply];
        state.computed[side] = true;
        let (mut added, mut removed) = ([0; MAX_CHANGES], [0; MAX_CHANGES]);
        let (mut added_count, mut removed_count) = (0, 0);
        for (square, piece, is_added) in state.changes.iter() {
            let king_view = state.view[side];
            let input = if square == POOL {
                F::pool_input(view, piece)
            } else {
                F::input(view, king_view.mirrored, usize::from(square), piece)
            };
            let row = king_view.row::<F>(input);
            if is_added {
                added[added_count] = row;
                added_count += 1;
            } else {
                removed[removed_count] = row;
                removed_count += 1;
            }
        }
        let hidden = self.network.hidden;
        let (before, after) = self.accumulators.split_at_mut(2 * hidden * ply);
        let from = &before[2 * hidden * (ply - 1) + side * hidden..][..hidden];
        let to = &mut after[side * hidden..][..hidden];
        let weights = &self.network.weights;
        self.kernel.update(from, to, weights, &added[..added_count], &removed[..removed_count]);
    }

    /// Computes a side's accumulator of the last ply from all active inputs (full refresh).
    #[cold]
    fn refresh_accumulator(&mut self, view: Side, here: &F::Position) {
        let mut rows = Vec::with_capacity(64);
        Self::rows(here, self.network.kings, view, &mut rows);
        let (hidden, last) = (self.network.hidden, self.plies.len() - 1);
        self.plies[last].computed[view.index()] = true;
        let to = &mut self.accumulators[2 * hidden * last + view.index() * hidden..][..hidden];
        self.kernel.update(&self.network.bias, to, &self.network.weights, &rows, &[]);
    }
}

impl<F: Features> Eval<F::Position> for NnueEval<F> {
    type Step = NnueStep<<F::Hce as Eval<F::Position>>::Step>;

    fn reset(&mut self, here: &F::Position) {
        let mut state = PlyState::default();
        here.for_each_piece(&mut |square, piece| {
            if let Some(side) = F::king_of(piece) {
                state.view[side.index()] = KingView::new::<F>(self.network.kings, side, square);
            }
        });
        self.plies.clear();
        self.plies.push(state);
        self.hce.reset(here);
    }

    #[inline]
    fn push(&mut self, step: Self::Step) {
        let before = self.plies.last().copied().unwrap_or_default();
        let mut state = PlyState { changes: step.changes, view: before.view, ..PlyState::default() };
        for (square, piece, added) in step.changes.iter() {
            if added
                && square != POOL
                && let Some(side) = F::king_of(piece)
            {
                let view = KingView::new::<F>(self.network.kings, side, usize::from(square));
                state.needs_refresh[side.index()] = view != before.view[side.index()];
                state.view[side.index()] = view;
            }
        }
        self.plies.push(state);
        let needed = 2 * self.network.hidden * self.plies.len();
        if self.accumulators.len() < needed {
            self.accumulators.resize(needed, 0);
        }
        if self.network.corrects_hce {
            self.hce.push(step.hce);
        }
    }

    #[inline]
    fn pop(&mut self) {
        self.plies.pop();
        if self.network.corrects_hce {
            self.hce.pop();
        }
    }

    fn score(&mut self, here: &F::Position) -> Score {
        if let Some(known) = F::known_score(here) {
            return Score::cp(known);
        }
        let output = self.evaluate(here);
        let sum = if self.network.corrects_hce {
            output + self.hce.score(here).raw()
        } else {
            F::adjust_score(here, output)
        };
        Score::cp(sum)
    }

    fn piece_values(&self) -> &PieceValues {
        self.hce.piece_values()
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        self.hce.chances(score)
    }
}

impl<F: Features> Breakdown<F::Position> for NnueEval<F> {
    fn terms(&mut self, here: &F::Position) -> Vec<EvalTerm> {
        self.reset(here);
        let sign = if here.turn() == Side::First { 1 } else { -1 };
        let mut ledger = Ledger::default();
        if let Some(known) = F::known_score(here) {
            ledger.add("known_ending", sign * known);
            return ledger.terms;
        }
        let output = self.evaluate(here);
        if self.network.corrects_hce {
            for term in self.hce.terms(here) {
                ledger.add(term.name, term.cp);
            }
            ledger.add("network", sign * output);
        } else {
            ledger.add("network", sign * output);
            ledger.reach("fifty_moves", sign * F::adjust_score(here, output));
        }
        ledger.terms
    }
}
