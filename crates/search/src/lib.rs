//! Game-independent search: the principal variation search engine ([`PvsEngine`]), playing levels ([`LeveledEngine`]),
//! textbook algorithms ([`plain`]) and the solver of forced wins ([`mate`]).
//!
//! The crate names no game, prints nothing and reads time only through [`Clock`].

mod engine;
mod history;
mod huge_pages;
mod info;
mod level;
mod limits;
pub mod mate;
mod params;
mod picker;
pub mod plain;
mod pvs;
mod structure;
mod timing;
mod tt;
mod window;

pub use engine::{Control, Engine};
pub use info::{Bound, PvLine, RootMoveStats, SearchInfo};
pub use level::{Level, LeveledEngine};
pub use limits::{Clocks, Goal, Limits};
pub use params::{ParamSpec, Params};
pub use pvs::PvsEngine;
pub use timing::Clock;
pub use tt::TranspositionTable;
pub use window::Window;
