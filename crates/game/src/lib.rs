//! The grammar of a board game: what a position, a move, a line and an outcome are.
//!
//! No game lives here, no input or output, no dependency. A game is written against [`Position`] (its rules)
//! and [`Game`] (its name and its text); everything above reads only this grammar.

mod case;
mod eval;
mod keyed;
pub mod laws;
mod line;
mod list;
mod message;
mod outcome;
mod perft;
mod picture;
mod position;
mod random;
mod score;
mod side;
mod spec;
mod tactics;

pub use case::{Case, Chase, Conduct, PieceAt, PlyNote};
pub use eval::{Eval, Worth};
pub use keyed::{AsItIs, KeyMap, KeySet};
pub use line::{Line, Step};
pub use list::{MoveList, RevealList};
pub use message::{Message, Speak, Value};
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use picture::{Picture, Token};
pub use position::{Move, Observer, Position, Veiled};
pub use random::Random;
pub use score::Score;
pub use side::Side;
pub use spec::{Game, MoveOf, Notation, Odds, OptionSpec, Options, Read, RevealOf, RulesOf, Spec};
pub use tactics::{SmallEnding, Tactics};
