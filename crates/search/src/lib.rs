//! How to choose a move. Names no game, prints nothing, reads time only through [`Clock`].

mod engine;
mod history;
mod info;
mod level;
mod limits;
pub mod mate;
mod pages;
mod params;
mod picker;
pub mod plain;
mod pvs;
mod timing;
mod tt;
mod window;

pub use engine::{Control, Engine};
pub use info::{Bound, PvLine, SearchInfo, Visit};
pub use level::{Level, Leveled};
pub use limits::{Clocks, Limits};
pub use pvs::PvsEngine;
pub use timing::Clock;
pub use tt::TranspositionTable;
pub use window::Window;
