//! Per-side views of a match: Red's line, Black's and the public's. Each is updated with its own reveal, so that a
//! line never contains information its viewer may not have.

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
    /// Creates the lines of a match that begins here.
    pub fn new(root: &Position, rules: Rules) -> Self {
        let line = |perspective| Line::new(root.clone().seen_by(perspective), rules);
        Views {
            first: line(Perspective::Player(Side::First)),
            second: line(Perspective::Player(Side::Second)),
            public: line(Perspective::Public),
        }
    }

    /// Plays a move on every line, each with its viewer's reveal. Contract: the move is legal.
    pub fn push(&mut self, deal: &Deal, mv: Move) {
        let reveals = deal.reveals(self.public.here(), mv);
        self.first.push(mv, reveals.first);
        self.second.push(mv, reveals.second);
        self.public.push(mv, reveals.public);
    }

    /// Takes the last move back if it revealed nothing; otherwise players could peek. Returns false if nothing was
    /// taken back.
    pub fn pop(&mut self) -> bool {
        let revealed_nothing =
            self.public.steps().last().is_some_and(|step| step.reveal == Some(Reveal::NONE));
        revealed_nothing && self.first.pop() && self.second.pop() && self.public.pop()
    }

    /// Line of a side, or of the public.
    pub fn seen_by(&self, seat: Option<Side>) -> &Line<Position> {
        match seat {
            Some(Side::First) => &self.first,
            Some(Side::Second) => &self.second,
            None => &self.public,
        }
    }
}
