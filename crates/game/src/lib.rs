//! Interfaces of a board game: position, move, line, outcome, observer and evaluation.
//!
//! This crate contains no game, no input or output, and has no dependencies. A game implements [`Position`] (its
//! rules) and [`Game`] (its name and text); all other crates use only these interfaces.

mod eval;
mod key_map;
pub mod laws;
mod line;
mod list;
mod message;
mod outcome;
mod perft;
mod picture;
mod position;
mod random;
mod repetition;
mod score;
mod side;
mod spec;
mod tactics;

pub use eval::{Eval, PieceValues};
pub use key_map::{IdentityHasher, KeyMap, KeySet};
pub use line::{Line, Step};
pub use list::{MoveBuffer, MoveList, RevealList};
pub use message::{Message, ParamValue, ToMessage};
pub use outcome::{GameReason, Outcome, Reason};
pub use perft::{divide, perft};
pub use picture::{Picture, PicturePiece};
pub use position::{HiddenPosition, Move, Observer, Position};
pub use random::Random;
pub use repetition::{Chase, Conduct, CyclePly, PieceAt, RepetitionCase};
pub use score::Score;
pub use side::{Color, Side};
pub use spec::{
    Game, GameSpec, MoveOf, Notation, Odds, OptionSpec, Options, ParsedPosition, RevealOf, RulesOf,
    has_piece_besides,
};
pub use tactics::{PieceClass, SmallEnding, Tactics};
