//! What chance adds to a move: what turned up, and what was captured face down.

use game::Side;
use xiangqi::Role;

/// The reveal of a move as one mind learns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Reveal {
    /// What the mover turned up as; `None` when it did not lie face down, `Role::Unknown` when this mind is not told.
    pub turned: Option<Role>,
    /// What was captured face down; `None` when nothing was, `Role::Unknown` when this mind is not told.
    pub captured: Option<Role>,
}

const _: () = assert!(size_of::<Reveal>() == 2);

impl Reveal {
    /// The reveal of a move in which nothing lay face down.
    pub const NONE: Reveal = Reveal { turned: None, captured: None };
}

/// The reveal of one move as each mind of a match learns it. Held together they are a secret: never printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Reveals {
    /// Red's.
    pub first: Reveal,
    /// Black's.
    pub second: Reveal,
    /// Everybody else's.
    pub public: Reveal,
}

impl Reveals {
    /// The reveal as a side learns it, or the public.
    pub const fn seen_by(self, seat: Option<Side>) -> Reveal {
        match seat {
            Some(Side::First) => self.first,
            Some(Side::Second) => self.second,
            None => self.public,
        }
    }
}
