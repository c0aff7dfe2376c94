//! The line where generics end: below it every game is its own types, above it all games speak text.
//!
//! [`games::ALL`] is the one list of games. A [`Rulebook`] opens a [`Study`] (a position or a line to work on).
//! Nothing here prints, reads files or knows a protocol.

pub mod games;
mod identity;
mod rulebook;
mod study;
mod verdict;

pub use game::{Message, Notation, OptionSpec, Outcome, Picture, Reason, Side, Spec, Token, Value};
pub use record::GameError;
pub use rulebook::{Book, Rulebook};
pub use study::{Ended, Status, Study};
pub use verdict::{CaseFile, ChaseNote, PlyFile, Stand, why};
