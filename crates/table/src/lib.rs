//! The line where generics end: below it every game is its own types, above it all games speak text.
//!
//! [`games::ALL`] is the one list of games. A [`Rulebook`] opens a [`Study`] (a position or a line to work
//! on) and sets up a [`Table`] (a match as its events, seen by each viewer through its own line).
//! Nothing here prints, reads files or knows a protocol.

mod clock;
mod contest;
mod dealer;
mod decide;
mod doors;
mod event;
pub mod games;
mod identity;
mod lines;
mod minds;
mod rulebook;
mod solve;
mod study;
mod verdict;
mod view;

pub use contest::Table;
pub use dealer::Secret;
pub use event::{
    ClockRule, Command, Created, Event, Manners, Millis, Offer, Permission, Refusal, Viewer, What,
};
pub use game::{
    Message, Notation, OptionSpec, Outcome, Picture, Reason, Score, Side, Speak, Spec, Token, Value,
};
pub use minds::{BrainSpec, Means, Mind, MoveVisits, Opinion, OpinionLine, WallClock};
pub use record::GameError;
pub use rulebook::{Book, Rulebook};
pub use search::mate::Progress;
pub use search::{Bound, Clock, Clocks, Control, Limits};
pub use solve::{Branches, ProofTree, Solution, SolveAsk, Solved};
pub use study::{Ended, Status, Study};
pub use verdict::{CaseFile, ChaseNote, PlyFile, Stand, why};
pub use view::View;
