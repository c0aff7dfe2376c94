//! Type-erased interface to all games: below this crate every game has its own types, above it all games use text.
//!
//! [`games::ALL`] is the list of games. A [`Rulebook`] opens a [`Study`] (a position or a line to work on) and
//! creates a [`Match`] (event-sourced, with a separate view for each viewer). Nothing here prints, reads files or
//! knows a protocol.

mod clock;
pub mod deal_aware;
mod decide;
mod engines;
mod event;
mod explain;
pub mod games;
mod hidden_info;
mod identity;
mod lines;
mod move_delay;
mod networks;
mod placement;
mod policies;
mod records;
mod review;
mod rulebook;
mod solve;
mod stopwatch;
mod study;
mod typed_match;
mod verify_deal;
mod view;

pub use engines::{
    AnyEngine, EloMark, EngineParam, EngineResources, EngineSpec, LevelRating, MoveVisits, ParamKind,
    ReportLine, SearchReport, WallClock, engine_params,
};
pub use event::{
    Assistance, ClockRule, Command, Created, Event, EventKind, Handicap, Millis, Offer, Permission,
    Permissions, PlyTime, Refusal, Viewer,
};
pub use explain::{ChaseReport, PieceOnSquare, RepetitionPly, RepetitionReport, explain_outcome};
pub use game::{
    GameSpec, Message, Notation, Odds, OptionSpec, Outcome, ParamValue, Picture, PicturePiece, Reason, Score,
    Side, ToMessage,
};
pub use hidden_info::Secret;
pub use identity::position_key;
pub use move_delay::move_delay;
pub use networks::{load_network, uses_network_by_default};
pub use placement::{is_list, read_list, write_list};
pub use record::files::FileFormat;
pub use record::{GameError, GameResult, ReadLimits, StopCheck};
pub use records::{
    FileRead, ReadGame, ReadOptions, Record, RecordFormat, RecordNode, common_notation, read_file,
};
pub use review::{
    Judgment, PositionValue, Review, ReviewStep, Reviewed, ReviewedPly, SidePlay, TurnCause, TurningPoint,
    retry, review,
};
pub use rulebook::{Rulebook, TypedRulebook};
pub use search::mate::ProofProgress;
pub use search::{Bound, Clock, Clocks, Control, Limits, ParamSpec, Params};
pub use solve::{ProofBranches, ProofTree, Solution, SolveRequest, Solved};
pub use study::{EarlyEnd, Status, Study};
pub use typed_match::Match;
pub use verify_deal::{DealCheck, DealRecord, verify_deal};
pub use view::{MatchState, PlyView, View};
