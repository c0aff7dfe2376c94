//! The three lines of a match: the first side's, the second side's, the public's.
//!
//! Each is pushed with its own reveal, and whoever is to be shown something is handed one line: what another mind
//! knows is not in it, so it cannot leak.

use game::{Game, Line, MoveOf, Position, RulesOf, Side};

use crate::event::Viewer;
use crate::hidden_info::HiddenInfo;

type PositionOf<D> = <<D as HiddenInfo>::Game as Game>::Position;

/// What each mind knows of one match.
pub(crate) struct Lines<D: HiddenInfo> {
    first: Line<PositionOf<D>>,
    second: Line<PositionOf<D>>,
    public: Line<PositionOf<D>>,
}

impl<D: HiddenInfo> Lines<D> {
    /// The lines of a match that begins here.
    pub fn new(hidden_info: &D, root: &PositionOf<D>, rules: RulesOf<D::Game>) -> Self {
        let line = |viewer| Line::new(hidden_info.root(root, viewer), rules);
        Lines {
            first: line(Viewer::Seat(Side::First)),
            second: line(Viewer::Seat(Side::Second)),
            public: line(Viewer::Public),
        }
    }

    /// The line a viewer may see.
    pub fn seen_by(&self, viewer: Viewer) -> &Line<PositionOf<D>> {
        match viewer {
            Viewer::Seat(Side::First) => &self.first,
            Viewer::Seat(Side::Second) => &self.second,
            Viewer::Public => &self.public,
        }
    }

    /// The line everybody may see: the arbiter judges by it.
    pub fn public(&self) -> &Line<PositionOf<D>> {
        &self.public
    }

    /// Whose move it is.
    pub fn turn(&self) -> Side {
        self.public.here().turn()
    }

    /// Plays a legal move on every line, each with the reveal its mind learns.
    pub fn push(&mut self, hidden_info: &D, mv: MoveOf<D::Game>) {
        let reveals = hidden_info.reveals(self.public.here(), mv);
        self.first.push(mv, reveals.first);
        self.second.push(mv, reveals.second);
        self.public.push(mv, reveals.public);
    }

    /// Gives the turn away on every line; `false`, and nothing changed, where that cannot be.
    pub fn push_pass(&mut self) -> bool {
        let passes = [&self.first, &self.second, &self.public].map(|line| D::pass(line.here()));
        let [Some(first), Some(second), Some(public)] = passes else { return false };
        self.first.push_pass(first);
        self.second.push_pass(second);
        self.public.push_pass(public);
        true
    }

    /// Whether the turn could be given away.
    pub fn can_pass(&self) -> bool {
        [&self.first, &self.second, &self.public].into_iter().all(|line| D::pass(line.here()).is_some())
    }

    /// Takes the last ply back on every line.
    pub fn pop(&mut self) -> bool {
        self.first.pop();
        self.second.pop();
        self.public.pop()
    }

    /// Whether somebody learned something by one of the last so many plies.
    pub fn revealed_something(&self, hidden_info: &D, plies: usize) -> bool {
        let line = &self.public;
        let first = line.ply().saturating_sub(plies);
        let told = |(ply, step): (usize, &game::Step<PositionOf<D>>)| {
            step.mv.is_some_and(|mv| hidden_info.reveals_hidden(line.at(ply), mv))
        };
        line.steps().iter().enumerate().skip(first).any(told)
    }
}
