//! Type-erased interface to all games: below this crate every game has its own types, above it all games use text.
//!
//! [`games::ALL`] is the list of games. A [`Rulebook`] opens a [`Study`] (a position or a line to work on) and
//! creates a [`Match`] (event-sourced, with a separate view for each viewer). Nothing here prints, reads files or
//! knows a protocol.
//!
//! - `games`: the registration of each game, and their list
//! - `erased`: type erasure of rules, lines and records
//! - `play`: the match
//! - `engines`: engines by specification, levels, networks
//! - `lab`: recorded searches of the textbook algorithms
//! - `solve`, `review`: the solver's interface, and the review of a game

mod engines;
mod erased;
pub mod games;
pub mod lab;
mod play;
mod review;
mod solve;

pub use engines::{
    AnyEngine, Champion, EloMark, EngineParam, EngineResources, EngineSpec, EvalBreakdown, EvalWeight, HceOf,
    LevelRating, LoadedNetwork, MoveVisits, ParamKind, PieceWorth, ReportLine, SearchReport, WallClock,
    engine_params, load_network, move_delay,
};
pub use erased::{
    ChaseReport, EarlyEnd, FileRead, PieceOnSquare, ReadGame, ReadOptions, Record, RecordFormat, RecordNode,
    RepetitionPly, RepetitionReport, Rulebook, Status, Study, TypedRulebook, common_notation,
    explain_outcome, is_list, position_key, read_file, read_list, write_list,
};
pub use eval::EvalTerm;
pub use game::{
    Color, GameSpec, Message, Notation, Odds, OptionSpec, Outcome, ParamValue, Picture, PicturePiece, Reason,
    Score, Side, ToMessage,
};
pub use games::deal_aware;
pub use play::{
    Assistance, ClockRule, Command, Created, DealCheck, DealRecord, Event, EventKind, Handicap, Match,
    MatchState, Millis, Offer, Permission, Permissions, PlyTime, PlyView, Refusal, Secret, View, Viewer,
    verify_deal,
};
pub use record::files::FileFormat;
pub use record::{GameError, GameResult, ReadLimits, StopCheck};
pub use review::{
    Judgment, PositionValue, Review, ReviewStep, Reviewed, ReviewedPly, SidePlay, TurnCause, TurningPoint,
    retry, review,
};
pub use search::mate::ProofProgress;
pub use search::plain::{
    Growth, GrowthEdge, IterationTally, NO_NODE, NodeKind, NodeRow, Pass, Recording, Tally,
    effective_branching,
};
pub use search::{Bound, Clock, Clocks, Control, Goal, Limits, ParamSpec, Params};
pub use solve::{ProofBranches, ProofTree, Solution, SolveRequest, Solved};
