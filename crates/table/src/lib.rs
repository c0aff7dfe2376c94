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
mod nets;
mod pace;
mod placement;
mod records;
mod review;
mod rulebook;
pub mod seers;
mod solve;
mod stopwatch;
mod study;
mod verdict;
mod verify;
mod view;

pub use contest::Table;
pub use dealer::Secret;
pub use event::{
    ClockRule, Command, Created, Event, Handicap, Manners, Millis, Offer, Permission, Refusal, Viewer, What,
};
pub use game::{
    Message, Notation, Odds, OptionSpec, Outcome, Picture, Reason, Score, Side, Speak, Spec, Token, Value,
};
pub use identity::position_key;
pub use minds::{
    BrainParam, BrainSpec, EloMark, Means, Mind, MoveVisits, Opinion, OpinionLine, ParamKind, Standing,
    WallClock, brain_params,
};
pub use nets::{lend_net, prefers_network};
pub use pace::pace;
pub use placement::{is_list, read_list, write_list};
pub use record::files::Form;
pub use record::{Bounds, Ending, GameError, Stop};
pub use records::{FileRead, ReadAsk, ReadGame, Record, RecordNode, WrittenAs, common_notation, read_file};
pub use review::{
    Judgement, Review, ReviewStep, Reviewed, ReviewedPly, SidePlay, TurnCause, TurningPoint, Weight, retry,
    review,
};
pub use rulebook::{Book, Rulebook};
pub use search::mate::Progress;
pub use search::{Bound, Clock, Clocks, Control, Limits};
pub use solve::{Branches, ProofTree, Solution, SolveAsk, Solved};
pub use study::{Ended, Status, Study};
pub use verdict::{CaseFile, ChaseNote, PlyFile, Stand, why};
pub use verify::{Check, Proof, verify};
pub use view::{PlyView, Pulse, View};
