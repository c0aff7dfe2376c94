//! The Lab: recorded searches of the textbook algorithms, their size estimated beforehand, and their compact encoding.

mod encode;
mod estimate;

use game::Message;
use search::plain::Recording;
use search::{Control, Limits};

pub use encode::encode;
pub(crate) use estimate::estimate_tree;
pub use estimate::{TreeEstimate, estimate_nodes};

use crate::engines::{AnyEngine, SearchReport};
use crate::erased::study::Study;

/// Recorded search.
#[derive(Clone, PartialEq, Debug)]
pub struct LabRun {
    /// Report of the search: the same as without a recording.
    pub report: SearchReport,
    /// Report after each depth, for searches with iterative deepening; otherwise one.
    pub iterations: Vec<SearchReport>,
    /// Recording; `None` for an engine that cannot be observed.
    pub recording: Option<Recording>,
}

/// Searches a study's last position with an engine and records at most this many nodes. The number of positions searched goes
/// to `progress` from time to time.
pub fn record_search(
    engine: &mut dyn AnyEngine,
    study: &dyn Study,
    limits: &Limits<String>,
    most: usize,
    control: &Control,
    progress: &mut dyn FnMut(u64),
) -> Result<LabRun, Message> {
    let mut iterations: Vec<SearchReport> = Vec::new();
    let (report, recording) =
        engine.think_recorded(study, limits, control, (most, progress), &mut |report| {
            if iterations.last().is_none_or(|last| last.depth != report.depth) {
                iterations.push(report.clone());
            }
        })?;
    Ok(LabRun { report, iterations, recording })
}

/// Last rung of the ladder of gains, for games that have it: a search and an evaluation of its own, so with another score.
pub const CHAMPION: &str = "champion";

/// The ladder of gains: the same search with one refinement after another, from minimax to all of them.
pub const RUNGS: [(&str, &str); 6] = [
    ("minimax", "minimax:"),
    ("alphabeta", "alphabeta:ordering=off,table=off,pv=off,deepening=off"),
    ("ordering", "alphabeta:table=off,pv=off,deepening=off"),
    ("table", "alphabeta:pv=off,deepening=off"),
    ("pv", "alphabeta:deepening=off"),
    ("deepening", "alphabeta:"),
];
