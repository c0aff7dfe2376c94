//! FEN of jieqi positions in four dialects, distinguished by their form.

mod error;
mod read;
mod write;

pub use error::{FenError, FenWarning};
pub use read::read;
pub use write::write;

/// Start position in the default dialect.
pub const START: &str =
    "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1";

/// A FEN dialect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// Default dialect: `X` and `x` lie face down, the hidden pool follows the side to move.
    Pikafish,
    /// Like Pikafish, with the pieces known to have been captured face down after the pool.
    JieqiBox,
    /// Face-down pieces under their nominal letters with `~`, no pool.
    Pychess,
    /// `X` and `x`, and the pieces known to be captured in brackets after the board.
    Bracket,
}

impl Dialect {
    /// Dialect names, the default first.
    pub const NAMES: [&'static str; 4] = ["pikafish", "jieqibox", "pychess", "bracket"];

    /// Returns the dialect of this name; an unknown name means the default.
    pub fn named(name: &str) -> Dialect {
        match name {
            "jieqibox" => Dialect::JieqiBox,
            "pychess" => Dialect::Pychess,
            "bracket" => Dialect::Bracket,
            _ => Dialect::Pikafish,
        }
    }
}
