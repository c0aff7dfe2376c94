//! Rule options of xiangqi. None of them changes how pieces move.

/// Options of the arbiter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Plies without a capture after which the game is drawn; 0 for no limit.
    pub no_progress: u16,
    /// Number of checks of one side that count towards that limit; further checks and the replies to them do not.
    pub check_cap: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { no_progress: 120, check_cap: 10 }
    }
}
