//! A match as its three minds see it: Red's line, Black's, the public's. Each is pushed with its own fate, so that
//! whoever is handed a line is handed nothing it may not know.

use game::{Line, Side};
use xiangqi::Move;

use crate::{Deal, Fate, Mind, Position, Rules};

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

    /// Takes the last move back where nothing turned up in it and nothing face down was captured: beyond that, taking
    /// back would be peeking. `false` where nothing was taken back.
    pub fn pop(&mut self) -> bool {
        let told_nothing = self.public.steps().last().is_some_and(|step| step.fate == Some(Fate::OPEN));
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
