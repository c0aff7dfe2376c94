//! The options a jieqi game may be played under.

/// The options. `capture_visibility` and `roaming` change what a move does, so a position keeps its own copy of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// Who is told what a piece captured face down was.
    pub capture_visibility: CaptureVisibility,
    /// Whether advisors and elephants roam once turned up.
    pub roaming: Roaming,
    /// The arbiter's options, as at xiangqi.
    pub arbiter: xiangqi::Rules,
}

/// Who is told what a piece captured face down was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum CaptureVisibility {
    /// The side that captured it.
    #[default]
    Captor,
    /// Everybody.
    All,
    /// Nobody before the game is over.
    Nobody,
}

/// Whether advisors and elephants roam once turned up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Roaming {
    /// They go anywhere.
    #[default]
    Free,
    /// Advisors step onto points of their palace only, elephants onto points of their half only.
    Restricted,
}
