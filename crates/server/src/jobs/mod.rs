//! Background jobs on positions and games: lines, solver searches, defense play, reviews.

mod defense;
mod line;
mod registry;
mod review;
mod solve;
mod solve_view;
mod thread_pool;

pub use defense::{DefenseGoal, DefensePosition, reply};
pub use line::{line_view, line_view_from, open, start_of};
pub use review::{ReviewJobs, read_line, read_record};
pub use solve::SolveJobs;
