//! A network at the board: its hidden sums follow the moves, and are worked out only where somebody asks.

use std::sync::Arc;

use game::{Eval, Observer, Position as _, Score, Side, Worth};

use super::kernel::Kernel;
use super::net::Net;
use super::{Features, own_net};
use crate::material::Pieces;

/// What one move changed, as it was heard: for the network and for the opinion written by hand.
#[derive(Clone, Copy, Default, Debug)]
pub struct Heard<S> {
    changes: Changes,
    classic: S,
}

/// Pieces put and lifted, and hidden pieces counted anew.
#[derive(Clone, Copy, Default, Debug)]
struct Changes {
    /// Where, or [`NOWHERE`] for a hidden piece; which piece; whether it came.
    heard: [(u8, u8, bool); MOST],
    count: u8,
}

/// More than a move changes: castling moves two pieces, a face-down piece that captures another changes five things.
const MOST: usize = 8;
/// The square of pieces that are hidden.
const NOWHERE: u8 = 255;

impl Changes {
    #[inline]
    fn hear(&mut self, square: u8, piece: usize, came: bool) {
        debug_assert!(usize::from(self.count) < MOST, "no move changes so much");
        if let Some(slot) = self.heard.get_mut(usize::from(self.count)) {
            *slot = (square, piece as u8, came);
            self.count += 1;
        }
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = (u8, usize, bool)> + '_ {
        self.heard[..usize::from(self.count)]
            .iter()
            .map(|&(square, piece, came)| (square, usize::from(piece), came))
    }
}

impl<S: Observer> Observer for Heard<S> {
    #[inline]
    fn put(&mut self, square: usize, piece: usize) {
        self.changes.hear(square as u8, piece, true);
        self.classic.put(square, piece);
    }

    #[inline]
    fn lift(&mut self, square: usize, piece: usize) {
        self.changes.hear(square as u8, piece, false);
        self.classic.lift(square, piece);
    }

    #[inline]
    fn pool(&mut self, piece: usize, delta: i8) {
        for _ in 0..delta.unsigned_abs() {
            self.changes.hear(NOWHERE, piece, delta > 0);
        }
        self.classic.pool(piece, delta);
    }
}

/// One ply of the path: what changed, how each side looks at the board, and whose sums are worked out.
#[derive(Clone, Copy, Default, Debug)]
struct Ply {
    changes: Changes,
    mirrored: [bool; 2],
    /// The side's view turned over here: sums of earlier plies are of no use.
    turned: [bool; 2],
    ready: [bool; 2],
}

/// The opinion of a network on a game.
#[derive(Clone)]
pub struct Network<F: Features> {
    net: Arc<Net>,
    kernel: Kernel,
    plies: Vec<Ply>,
    /// For each ply the first side's hidden sums, then the second's.
    sums: Vec<i16>,
    classic: F::Classic,
}

impl<F: Features> Network<F> {
    /// The opinion of this network.
    pub fn new(net: Arc<Net>) -> Self {
        let sums = vec![0; 2 * net.hidden];
        Network {
            net,
            kernel: Kernel::best(),
            plies: vec![Ply::default()],
            sums,
            classic: F::Classic::default(),
        }
    }

    /// The network the program brings along; `None` where there is none for this game.
    pub fn own() -> Option<Self> {
        own_net::<F>().map(Self::new)
    }

    /// The same with the plain code, for comparison.
    #[must_use]
    pub fn plain(mut self) -> Self {
        self.kernel = Kernel::PLAIN;
        self
    }

    /// The inputs of a position as a side sees them.
    pub fn inputs(here: &F::Position, view: Side, out: &mut Vec<usize>) {
        let mut mirrored = false;
        here.each_piece(&mut |square, piece| {
            if F::king_of(piece) == Some(view) {
                mirrored = F::mirrors(square);
            }
        });
        here.each_piece(&mut |square, piece| out.push(F::input(view, mirrored, square, piece)));
        F::pools(here, &mut |piece, count| {
            out.extend(std::iter::repeat_n(F::pool_input(view, piece), count));
        });
    }

    /// What the network alone says of a position, worked out from nothing.
    pub fn afresh(&self, here: &F::Position) -> i32 {
        let [own, other] = [here.turn(), !here.turn()].map(|view| {
            let mut inputs = Vec::new();
            Self::inputs(here, view, &mut inputs);
            inputs
        });
        self.net.answer(&own, &other, F::bucket(here))
    }

    /// What the network alone says of the position on the path.
    pub fn said(&mut self, here: &F::Position) -> i32 {
        for view in Side::BOTH {
            self.ready(view, here);
        }
        let hidden = self.net.hidden;
        let (first, second) = self.sums[2 * hidden * (self.plies.len() - 1)..][..2 * hidden].split_at(hidden);
        let (own, other) = if here.turn() == Side::First { (first, second) } else { (second, first) };
        let bucket = F::bucket(here);
        self.net.centipawns(self.kernel.output(own, other, self.net.out_row(bucket)), bucket)
    }

    /// Works out a side's sums for the last ply.
    #[inline]
    fn ready(&mut self, view: Side, here: &F::Position) {
        let (side, last) = (view.index(), self.plies.len() - 1);
        let mut known = last;
        while !self.plies[known].ready[side] {
            if self.plies[known].turned[side] || known == 0 {
                return self.refresh(view, here);
            }
            known -= 1;
        }
        for ply in known + 1..=last {
            self.follow(view, ply);
        }
    }

    /// Works out a side's sums from those of the ply before.
    #[inline]
    fn follow(&mut self, view: Side, ply: usize) {
        let side = view.index();
        let here = &mut self.plies[ply];
        here.ready[side] = true;
        let (mut added, mut taken) = ([0; MOST], [0; MOST]);
        let (mut adds, mut takes) = (0, 0);
        for (square, piece, came) in here.changes.iter() {
            let input = if square == NOWHERE {
                F::pool_input(view, piece)
            } else {
                F::input(view, here.mirrored[side], usize::from(square), piece)
            };
            if came {
                added[adds] = input;
                adds += 1;
            } else {
                taken[takes] = input;
                takes += 1;
            }
        }
        let hidden = self.net.hidden;
        let (before, after) = self.sums.split_at_mut(2 * hidden * ply);
        let from = &before[2 * hidden * (ply - 1) + side * hidden..][..hidden];
        let to = &mut after[side * hidden..][..hidden];
        self.kernel.update(from, to, &self.net.weights, &added[..adds], &taken[..takes]);
    }

    /// Works out a side's sums for the last ply from nothing.
    #[cold]
    fn refresh(&mut self, view: Side, here: &F::Position) {
        let mut inputs = Vec::with_capacity(64);
        Self::inputs(here, view, &mut inputs);
        let (hidden, last) = (self.net.hidden, self.plies.len() - 1);
        self.plies[last].ready[view.index()] = true;
        let to = &mut self.sums[2 * hidden * last + view.index() * hidden..][..hidden];
        self.kernel.update(&self.net.bias, to, &self.net.weights, &inputs, &[]);
    }
}

impl<F: Features> Eval<F::Position> for Network<F> {
    type Step = Heard<<F::Classic as Eval<F::Position>>::Step>;

    fn reset(&mut self, here: &F::Position) {
        let mut ply = Ply::default();
        here.each_piece(&mut |square, piece| {
            if let Some(side) = F::king_of(piece) {
                ply.mirrored[side.index()] = F::mirrors(square);
            }
        });
        self.plies.clear();
        self.plies.push(ply);
        self.classic.reset(here);
    }

    #[inline]
    fn push(&mut self, step: Self::Step) {
        let before = self.plies.last().copied().unwrap_or_default();
        let mut ply = Ply { changes: step.changes, mirrored: before.mirrored, ..Ply::default() };
        for (square, piece, came) in step.changes.iter() {
            if came
                && square != NOWHERE
                && let Some(side) = F::king_of(piece)
            {
                let mirrored = F::mirrors(usize::from(square));
                ply.turned[side.index()] = mirrored != before.mirrored[side.index()];
                ply.mirrored[side.index()] = mirrored;
            }
        }
        self.plies.push(ply);
        let needed = 2 * self.net.hidden * self.plies.len();
        if self.sums.len() < needed {
            self.sums.resize(needed, 0);
        }
        if self.net.corrects {
            self.classic.push(step.classic);
        }
    }

    #[inline]
    fn pop(&mut self) {
        self.plies.pop();
        if self.net.corrects {
            self.classic.pop();
        }
    }

    fn score(&mut self, here: &F::Position) -> Score {
        if let Some(known) = F::known(here) {
            return Score::cp(known);
        }
        let said = self.said(here);
        let sum =
            if self.net.corrects { said + self.classic.score(here).raw() } else { F::settled(here, said) };
        Score::cp(sum)
    }

    fn worth(&self) -> &Worth {
        self.classic.worth()
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        self.classic.chances(score)
    }
}
