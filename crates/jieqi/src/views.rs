//! A match as its three minds see it: Red's line, Black's, the public's. Each is pushed with its own fate, so that
//! whoever is handed a line is handed nothing it may not know.

use game::{Line, Side};
use xiangqi::Move;

use crate::{Deal, Mind, Position, Rules};

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
        let line = |mind| Line::new(root.clone().seen_by(mind), rules);
        Views {
            first: line(Mind::Player(Side::First)),
            second: line(Mind::Player(Side::Second)),
            public: line(Mind::Public),
        }
    }

    /// Plays a move on every line, each with the fate its mind learns. Contract: the move is legal.
    pub fn push(&mut self, deal: &Deal, mv: Move) {
        let fates = deal.fates(self.public.here(), mv);
        self.first.push(mv, fates.first);
        self.second.push(mv, fates.second);
        self.public.push(mv, fates.public);
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
