//! The options a xiangqi game may be played under. None of them changes how pieces move.

/// The arbiter's options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Plies without a capture after which the game is drawn; 0 for no limit.
    pub no_progress: u16,
    /// How many checks of one side count towards that limit; those beyond, and the answers to them, do not.
    pub check_cap: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { no_progress: 120, check_cap: 10 }
    }
}
