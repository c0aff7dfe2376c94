//! How to choose a move. Names no game, prints nothing, reads time only through [`Clock`].

mod brain;
mod history;
mod level;
mod limits;
pub mod mate;
mod pages;
mod params;
mod picker;
pub mod plain;
mod pvs;
mod table;
mod thought;
mod timing;
mod window;

pub use brain::{Brain, Control};
pub use level::{Level, Leveled};
pub use limits::{Clocks, Limits};
pub use pvs::Champion;
pub use table::Table;
pub use thought::{Bound, Ray, Thought, Visit};
pub use timing::Clock;
pub use window::Window;
