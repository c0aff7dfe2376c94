//! Evaluations taken apart: terms whose sum is the score, and the worth of each piece where it stands.

use game::{Eval, Position, Side};

use crate::TaperedScore;
use crate::xiangqi::terms::Sink;

/// Part of an evaluation in centipawns, positive where it favors the first side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalTerm {
    /// Name; users see the catalogue's entry `eval_term_` followed by it.
    pub name: &'static str,
    /// Centipawns.
    pub cp: i32,
}

/// An evaluation that can say what it consists of.
pub trait Breakdown<P: Position>: Eval<P> {
    /// Returns the terms of a position, those that are zero left out. Their sum is the score from the first side's view.
    fn terms(&mut self, here: &P) -> Vec<EvalTerm>;
}

/// A position of which single pieces can be taken off, to see what they are worth.
pub trait RemovePiece: Position {
    /// Returns the position without the piece on a square; `None` for an empty square or a piece that cannot be missing.
    fn without_piece(&self, square: usize) -> Option<Self>;
}

impl RemovePiece for xiangqi::Position {
    fn without_piece(&self, square: usize) -> Option<Self> {
        self.without_piece(xiangqi::Square::new(square)?)
    }
}

impl RemovePiece for jieqi::Position {
    fn without_piece(&self, square: usize) -> Option<Self> {
        self.without_piece(xiangqi::Square::new(square)?)
    }
}

impl RemovePiece for chess::Position {
    fn without_piece(&self, square: usize) -> Option<Self> {
        self.without_piece(chess::cozy_chess::Square::try_index(square)?)
    }
}

/// Returns the worth of the piece on a square for the first side: the score with it minus the score without it.
pub fn piece_worth<P: RemovePiece>(eval: &mut impl Eval<P>, here: &P, square: usize) -> Option<i32> {
    let without = here.without_piece(square)?;
    Some(first_score(eval, here) - first_score(eval, &without))
}

/// Score from the first side's view.
fn first_score<P: Position>(eval: &mut impl Eval<P>, here: &P) -> i32 {
    eval.reset(here);
    let own = eval.score(here).raw();
    if here.turn() == Side::First { own } else { -own }
}

/// Terms under construction. Each is the difference of two running totals, so that rounding cannot make the sum differ.
#[derive(Default)]
pub(crate) struct Ledger {
    pub terms: Vec<EvalTerm>,
    total: i32,
}

impl Ledger {
    /// Appends the term that leads to this total.
    pub fn reach(&mut self, name: &'static str, total: i32) {
        self.add(name, total - self.total);
    }

    /// Appends a term.
    pub fn add(&mut self, name: &'static str, cp: i32) {
        self.total += cp;
        if cp != 0 {
            self.terms.push(EvalTerm { name, cp });
        }
    }

    /// Appends the terms of a linear evaluation, interpolated by the phase; returns their sum.
    pub fn taper(&mut self, groups: &[(&'static str, TaperedScore)], phase: i32, full: i32) -> TaperedScore {
        let mut sum = TaperedScore::ZERO;
        for &(name, score) in groups {
            sum += score;
            self.reach(name, sum.taper(phase, full));
        }
        sum
    }

    /// Total so far.
    pub fn total(&self) -> i32 {
        self.total
    }
}

/// Sink that sums the weighted counts by the group of their term, in the order of first use.
pub(crate) struct Groups<'a> {
    weights: &'a [TaperedScore],
    group: fn(usize) -> &'static str,
    pub sums: Vec<(&'static str, TaperedScore)>,
}

impl<'a> Groups<'a> {
    pub fn new(weights: &'a [TaperedScore], group: fn(usize) -> &'static str) -> Self {
        Groups { weights, group, sums: Vec::new() }
    }

    fn sum(&mut self, name: &'static str) -> &mut TaperedScore {
        let place = match self.sums.iter().position(|(known, _)| *known == name) {
            Some(place) => place,
            None => {
                self.sums.push((name, TaperedScore::ZERO));
                self.sums.len() - 1
            }
        };
        &mut self.sums[place].1
    }

    /// Splits material off the piece-square values: they contain both.
    pub fn split_material(&mut self, material: i32) {
        let material = TaperedScore::new(material, material);
        *self.sum("squares") -= material;
        self.sums.insert(0, ("material", material));
    }
}

impl Sink for Groups<'_> {
    fn add(&mut self, term: usize, count: i32) {
        let weighted = self.weights[term] * count;
        *self.sum((self.group)(term)) += weighted;
    }
}
