//! How much of a file is read at most, and who may say that it is enough.

/// The most that is taken of a file; what lies beyond is left out, and said to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLimits {
    /// Games.
    pub games: usize,
    /// Plies of one line.
    pub plies: usize,
    /// Moves of one game, variations included.
    pub nodes: usize,
    /// Variations inside variations.
    pub depth: usize,
    /// Bytes of one comment.
    pub comment: usize,
    /// Bytes of one value of a header.
    pub tag: usize,
}

impl ReadLimits {
    /// What strangers may send.
    pub const PUBLIC: ReadLimits =
        ReadLimits { games: 64, plies: 600, nodes: 20_000, depth: 32, comment: 4096, tag: 256 };

    /// What a person's own machine may read: everything that makes sense.
    pub const LOCAL: ReadLimits = ReadLimits {
        games: usize::MAX,
        plies: usize::MAX,
        nodes: 1_000_000,
        depth: 200,
        comment: usize::MAX,
        tag: usize::MAX,
    };
}

/// Asked again and again while something is read: whether to stop.
pub type StopCheck<'a> = &'a dyn Fn() -> bool;

/// A text cut to so many bytes, between characters; whether something was cut off.
pub(crate) fn cut(text: &str, most: usize) -> (&str, bool) {
    if text.len() <= most {
        return (text, false);
    }
    (&text[..text.floor_char_boundary(most)], true)
}
