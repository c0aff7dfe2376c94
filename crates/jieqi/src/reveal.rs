//! Reveals: the role that turned up and the role captured face down in a move.

use game::Side;
use xiangqi::Role;

/// Reveal of a move as one viewer learns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Reveal {
    /// Role the moving piece turned up as; `None` if it did not lie face down, `Role::Unknown` if the viewer does not
    /// learn it.
    pub turned: Option<Role>,
    /// Role captured face down; `None` if nothing was, `Role::Unknown` if the viewer does not learn it.
    pub captured: Option<Role>,
}

const _: () = assert!(size_of::<Reveal>() == 2);

impl Reveal {
    /// Reveal of a move without face-down pieces.
    pub const NONE: Reveal = Reveal { turned: None, captured: None };
}

/// Reveals of one move for each viewer of a match. Together they are secret and must not be printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Reveals {
    /// Red's.
    pub first: Reveal,
    /// Black's.
    pub second: Reveal,
    /// The spectators'.
    pub public: Reveal,
}

impl Reveals {
    /// Reveal for a side, or for the public.
    pub const fn seen_by(self, seat: Option<Side>) -> Reveal {
        match seat {
            Some(Side::First) => self.first,
            Some(Side::Second) => self.second,
            None => self.public,
        }
    }
}
