//! Positions to work on: lines, searches for a win that one can watch and stop, and wins played out.

mod begun;
mod defend;
mod jobs;
mod line;
mod pool;
mod review;
mod show;

pub use defend::{Aim, Duel, answer};
pub use jobs::Studies;
pub use line::{line_view, line_view_from, open, start_of};
pub use review::{Reviews, read_line, read_record};
