//! Background jobs on positions and games: lines, solver searches, defense play, reviews, experiments of the Lab.

mod defense;
mod durable;
mod evaluation;
mod lab;
pub mod league;
mod line;
mod registry;
mod review;
mod solve;
mod solve_view;

pub use defense::{DefenseGoal, DefensePosition, reply};
pub use durable::{HasState, JobKind, keep, maintain, release};
pub use evaluation::take_apart;
pub use lab::LabJobs;
pub use league::{LeagueError, Leagues};
pub use line::{line_view, line_view_from, open, open_or_start, start_of};
pub use review::{ReviewJobs, review_source};
pub use solve::SolveJobs;

use crate::scheduler::Refused;

/// Reason why a job does not start.
#[derive(Debug)]
pub enum JobError {
    /// The request is wrong.
    Invalid(game::Message),
    /// The scheduler does not take it now.
    Refused(Refused),
    /// The room to review cannot be read.
    Room(crate::lobby::RoomError),
}

impl From<crate::lobby::RoomError> for JobError {
    fn from(error: crate::lobby::RoomError) -> Self {
        JobError::Room(error)
    }
}

impl From<game::Message> for JobError {
    fn from(message: game::Message) -> Self {
        JobError::Invalid(message)
    }
}

impl From<Refused> for JobError {
    fn from(refused: Refused) -> Self {
        JobError::Refused(refused)
    }
}
