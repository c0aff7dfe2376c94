//! A match as its three minds see it: Red's line, Black's, the public's. Each is pushed with its own reveal, so that
//! whoever is handed a line is handed nothing it may not know.

use game::{Line, Side};
use xiangqi::Move;

use crate::{Deal, Perspective, Position, Reveal, Rules};

/// The three lines of one match.
#[derive(Clone)]
pub struct Views {
    first: Line<Position>,
    second: Line<Position>,
    public: Line<Position>,
}

impl Views {
    /// The lines of a match that begins here.
    pub fn new(root: &Position, rules: Rules) -> Self {
        let line = |perspective| Line::new(root.clone().seen_by(perspective), rules);
        Views {
            first: line(Perspective::Player(Side::First)),
            second: line(Perspective::Player(Side::Second)),
            public: line(Perspective::Public),
        }
    }

    /// Plays a move on every line, each with the reveal its mind learns. Contract: the move is legal.
    pub fn push(&mut self, deal: &Deal, mv: Move) {
        let reveals = deal.reveals(self.public.here(), mv);
        self.first.push(mv, reveals.first);
        self.second.push(mv, reveals.second);
        self.public.push(mv, reveals.public);
    }

    /// Takes the last move back where nothing turned up in it and nothing face down was captured: beyond that, taking
    /// back would be peeking. `false` where nothing was taken back.
    pub fn pop(&mut self) -> bool {
        let told_nothing = self.public.steps().last().is_some_and(|step| step.reveal == Some(Reveal::NONE));
        told_nothing && self.first.pop() && self.second.pop() && self.public.pop()
    }

    /// What a side may know, or the public.
    pub fn seen_by(&self, seat: Option<Side>) -> &Line<Position> {
        match seat {
            Some(Side::First) => &self.first,
            Some(Side::Second) => &self.second,
            None => &self.public,
        }
    }
}
