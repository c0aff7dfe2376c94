//! The match: commands and events, clocks, seats, hidden information, and the view of each viewer.

pub(crate) mod clock;
mod decide;
pub(crate) mod event;
pub(crate) mod hidden_info;
mod lines;
mod stopwatch;
pub(crate) mod typed_match;
pub(crate) mod verify_deal;
pub(crate) mod view;

pub use event::{
    Assistance, ClockRule, Command, Created, Event, EventKind, Handicap, Millis, Offer, Permission,
    Permissions, PlyTime, Refusal, Viewer,
};
pub use hidden_info::Secret;
pub use typed_match::Match;
pub use verify_deal::{DealCheck, DealRecord, verify_deal};
pub use view::{MatchState, PlyView, View};
