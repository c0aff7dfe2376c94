//! Games as text: moves in every notation people write, and the tree of a game with its comments.
//!
//! Nothing here decides what is legal; that is asked of the rules.

mod chess;
mod detect;
mod script;
mod xiangqi;

pub use self::chess::{ChessScript, SanError};
pub use self::xiangqi::{Name, PhraseError, Place, XiangqiScript};
pub use detect::{DetectError, detect};
pub use script::{Coordinates, GameError, Moves, Played, Script};
