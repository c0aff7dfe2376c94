//! The line where generics end: below it every game is its own types, above it all games speak text.
//!
//! [`games::ALL`] is the one list of games. A [`Rulebook`] opens a [`Study`] (a position or a line to work
//! on) and sets up a [`Match`] (a match as its events, seen by each viewer through its own line).
//! Nothing here prints, reads files or knows a protocol.

mod clock;
mod decide;
mod engines;
mod event;
pub mod games;
mod hidden_info;
mod identity;
mod lines;
mod nets;
mod pace;
mod placement;
mod policies;
mod records;
mod review;
mod rulebook;
pub mod seers;
mod solve;
mod stopwatch;
mod study;
mod typed_match;
mod verdict;
mod verify;
mod view;

pub use engines::{
    AnyEngine, EloMark, EngineParam, EngineSpec, Means, MoveVisits, ParamKind, ReportLine, SearchReport,
    Standing, WallClock, engine_params,
};
pub use event::{
    ClockRule, Command, Created, Event, Handicap, Manners, Millis, Offer, Permission, Refusal, Viewer, What,
};
pub use game::{
    GameSpec, Message, Notation, Odds, OptionSpec, Outcome, ParamValue, Picture, PicturePiece, Reason, Score,
    Side, ToMessage,
};
pub use hidden_info::Secret;
pub use identity::position_key;
pub use nets::{lend_net, prefers_network};
pub use pace::pace;
pub use placement::{is_list, read_list, write_list};
pub use record::files::FileFormat;
pub use record::{GameError, GameResult, ReadLimits, StopCheck};
pub use records::{FileRead, ReadAsk, ReadGame, Record, RecordNode, WrittenAs, common_notation, read_file};
pub use review::{
    Judgement, Review, ReviewStep, Reviewed, ReviewedPly, SidePlay, TurnCause, TurningPoint, Weight, retry,
    review,
};
pub use rulebook::{Book, Rulebook};
pub use search::mate::ProofProgress;
pub use search::{Bound, Clock, Clocks, Control, Limits};
pub use solve::{Branches, ProofTree, Solution, SolveAsk, Solved};
pub use study::{Ended, Status, Study};
pub use typed_match::Match;
pub use verdict::{CaseFile, ChaseNote, PlyFile, Stand, why};
pub use verify::{Check, Proof, verify};
pub use view::{PlyView, Pulse, View};
