//! Limits of reading files, and the stop check of a running read.

/// Limits of reading; excess content is left out and reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLimits {
    /// Number of games.
    pub games: usize,
    /// Plies of one line.
    pub plies: usize,
    /// Moves of one game, variations included.
    pub nodes: usize,
    /// Nesting depth of variations.
    pub depth: usize,
    /// Bytes of one comment.
    pub comment: usize,
    /// Bytes of one value of a header.
    pub tag: usize,
}

impl ReadLimits {
    /// Limits for uploads from the network.
    pub const PUBLIC: ReadLimits =
        ReadLimits { games: 64, plies: 600, nodes: 20_000, depth: 32, comment: 4096, tag: 256 };

    /// Limits for files on the user's own machine.
    pub const LOCAL: ReadLimits = ReadLimits {
        games: usize::MAX,
        plies: usize::MAX,
        nodes: 1_000_000,
        depth: 200,
        comment: usize::MAX,
        tag: usize::MAX,
    };
}

/// Stop check, called regularly while reading: returns true to stop.
pub type StopCheck<'a> = &'a dyn Fn() -> bool;

/// Cuts a text to at most this many bytes, between characters; also returns whether something was cut off.
pub(crate) fn cut(text: &str, most: usize) -> (&str, bool) {
    if text.len() <= most {
        return (text, false);
    }
    (&text[..text.floor_char_boundary(most)], true)
}
