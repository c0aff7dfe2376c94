//! Rule options of jieqi.

/// Rule options. `capture_visibility` and `roaming` change what a move does, so a position keeps its own copy of
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// Viewers who learn the role of a piece captured face down.
    pub capture_visibility: CaptureVisibility,
    /// Movement of turned-up advisors and elephants.
    pub roaming: Roaming,
    /// The arbiter's options, as at xiangqi.
    pub arbiter: xiangqi::Rules,
}

/// Viewers who learn the role of a piece captured face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum CaptureVisibility {
    /// The side that captured it.
    #[default]
    Captor,
    /// Everybody.
    All,
    /// Nobody until the game is over.
    Nobody,
}

/// Movement of turned-up advisors and elephants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Roaming {
    /// They may leave palace and half of the board.
    #[default]
    Free,
    /// Advisors move to points of their palace only, elephants to points of their half only.
    Restricted,
}
