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
    first: Line<PositionOf<D>>,
    second: Line<PositionOf<D>>,
    public: Line<PositionOf<D>>,
}

impl<D: HiddenInfo> Lines<D> {
    /// Lines of a new match.
    pub fn new(hidden_info: &D, root: &PositionOf<D>, rules: RulesOf<D::Game>) -> Self {
        let line = |viewer| Line::new(hidden_info.root(root, viewer), rules);
        Lines {
            first: line(Viewer::Seat(Side::First)),
            second: line(Viewer::Seat(Side::Second)),
            public: line(Viewer::Public),
        }
    }

    /// Line of this viewer.
    pub fn seen_by(&self, viewer: Viewer) -> &Line<PositionOf<D>> {
        match viewer {
            Viewer::Seat(Side::First) => &self.first,
            Viewer::Seat(Side::Second) => &self.second,
            Viewer::Public => &self.public,
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
        self.first.push(mv, reveals.first);
        self.second.push(mv, reveals.second);
        self.public.push(mv, reveals.public);
    }

    /// Gives the turn away on every line. Returns false and changes nothing if that is not allowed.
    pub fn push_pass(&mut self) -> bool {
        let passes = [&self.first, &self.second, &self.public].map(|line| D::pass(line.here()));
        let [Some(first), Some(second), Some(public)] = passes else { return false };
        self.first.push_pass(first);
        self.second.push_pass(second);
        self.public.push_pass(public);
        true
    }

    /// Returns true if the turn can be given away.
    pub fn can_pass(&self) -> bool {
        [&self.first, &self.second, &self.public].into_iter().all(|line| D::pass(line.here()).is_some())
    }

    /// Takes back the last ply on every line.
    pub fn pop(&mut self) -> bool {
        self.first.pop();
        self.second.pop();
        self.public.pop()
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
