//! The three lines of a match: one for each side and the public one.
//!
//! Each line receives only its own reveals, and a viewer is handed exactly one line. Knowledge of another viewer is
//! not in it and cannot leak.

use game::{Game, Line, MoveOf, Position, RulesOf, Side};

use crate::event::Viewer;
use crate::hidden_info::HiddenInfo;

type PositionOf<D> = <<D as HiddenInfo>::Game as Game>::Position;

/// One line per viewer of a match.
pub(crate) struct Lines<D: HiddenInfo> {
    /// Lines of the two sides; `None` in a game without hidden pieces, where everybody sees the public line.
    sides: Option<Box<[Line<PositionOf<D>>; 2]>>,
    public: Line<PositionOf<D>>,
}

impl<D: HiddenInfo> Lines<D> {
    /// Lines of a new match.
    pub fn new(hidden_info: &D, root: &PositionOf<D>, rules: RulesOf<D::Game>) -> Self {
        let line = |viewer| Line::new(hidden_info.root(root, viewer), rules);
        let sides = D::SCHEME.map(|_| Box::new(Side::BOTH.map(|side| line(Viewer::Seat(side)))));
        Lines { sides, public: line(Viewer::Public) }
    }

    /// Line of this viewer.
    pub fn seen_by(&self, viewer: Viewer) -> &Line<PositionOf<D>> {
        match (viewer, &self.sides) {
            (Viewer::Seat(side), Some(sides)) => &sides[side.index()],
            _ => &self.public,
        }
    }

    /// Public line. Rules are judged on it.
    pub fn public(&self) -> &Line<PositionOf<D>> {
        &self.public
    }

    /// Side to move.
    pub fn turn(&self) -> Side {
        self.public.here().turn()
    }

    /// Plays a legal move on every line, each with its own reveal.
    pub fn push(&mut self, hidden_info: &D, mv: MoveOf<D::Game>) {
        let reveals = hidden_info.reveals(self.public.here(), mv);
        if let Some(sides) = &mut self.sides {
            let [first, second] = &mut **sides;
            first.push(mv, reveals.first);
            second.push(mv, reveals.second);
        }
        self.public.push(mv, reveals.public);
    }

    /// Gives the turn away on every line. Returns false and changes nothing if that is not allowed.
    pub fn push_pass(&mut self) -> bool {
        let Some(passes) = self.all().map(|line| D::pass(line.here())).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let sides = self.sides.iter_mut().flat_map(|sides| sides.iter_mut());
        for (line, here) in std::iter::once(&mut self.public).chain(sides).zip(passes) {
            line.push_pass(here);
        }
        true
    }

    /// Returns true if the turn can be given away.
    pub fn can_pass(&self) -> bool {
        self.all().all(|line| D::pass(line.here()).is_some())
    }

    /// Takes back the last ply on every line.
    pub fn pop(&mut self) -> bool {
        if let Some(sides) = &mut self.sides {
            for line in sides.iter_mut() {
                line.pop();
            }
        }
        self.public.pop()
    }

    /// The public line and then those of the sides.
    fn all(&self) -> impl Iterator<Item = &Line<PositionOf<D>>> {
        std::iter::once(&self.public).chain(self.sides.iter().flat_map(|sides| sides.iter()))
    }

    /// Returns true if one of the last `plies` plies revealed a hidden piece to anyone.
    pub fn revealed_something(&self, hidden_info: &D, plies: usize) -> bool {
        let line = &self.public;
        let first = line.ply().saturating_sub(plies);
        let reveals = |(ply, step): (usize, &game::Step<PositionOf<D>>)| {
            step.mv.is_some_and(|mv| hidden_info.reveals_hidden(line.at(ply), mv))
        };
        line.steps().iter().enumerate().skip(first).any(reveals)
    }
}
