//! Games as text: moves in every notation people write, and the tree of a game with its comments.
//!
//! Nothing here decides what is legal; that is asked of the rules.

mod script;

pub use script::{Coordinates, GameError, Moves, Script};
