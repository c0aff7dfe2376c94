//! Standings: points, tie-breaks in any order, ranks; filters by category.
//!
//! Unplayed rounds are counted as FIDE's tie-break regulations of March 2026 do (article 16).

pub mod rating;
mod tie_break;
mod values;

pub use tie_break::{Code, Preset, TieBreak, UnknownTieBreak};

use crate::model::{Player, Tournament};
use crate::points::Points;
use std::cmp::Ordering;

/// Value of a tie-break in parts of a hundred; `None` if it cannot be computed, which ranks last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TieBreakValue(pub Option<i64>);

impl TieBreakValue {
    /// Text with a number of decimals.
    pub fn text(self, decimals: usize) -> String {
        match (self.0, decimals) {
            (None, _) => "-".to_owned(),
            (Some(value), 0) => (value / 100).to_string(),
            (Some(value), 1) => format!("{}.{}", value / 100, value % 100 / 10),
            (Some(value), _) => format!("{}.{:02}", value / 100, value % 100),
        }
    }
}

/// A row of the standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Start number.
    pub number: u32,
    /// Rank from 1; players who tie in everything share it.
    pub rank: usize,
    /// Points.
    pub points: Points,
    /// Values in the order of the tie-breaks.
    pub values: Vec<TieBreakValue>,
}

/// Standings after `rounds` rounds, best first.
pub fn standings(tournament: &Tournament, rounds: usize, tie_breaks: &[TieBreak]) -> Vec<Standing> {
    let count = tournament.players.len();
    let mut rows: Vec<(usize, Vec<TieBreakValue>)> = (0..count).map(|index| (index, Vec::new())).collect();
    let points: Vec<Points> = (0..count).map(|index| tournament.score_after(index, rounds)).collect();
    // Groups of equal rank so far, refined tie-break by tie-break.
    let mut rank: Vec<usize> = ranks(count, |a, b| points[b].cmp(&points[a]));
    for &tie_break in tie_breaks {
        let values = values::compute(tournament, rounds, tie_break, tie_breaks, &rank);
        let before = rank.clone();
        rank = ranks(count, |a, b| {
            before[a].cmp(&before[b]).then_with(|| compare(values[a], values[b], tie_break))
        });
        for (index, all) in &mut rows {
            all.push(TieBreakValue(values[*index]));
        }
    }
    rows.sort_by_key(|&(index, _)| (rank[index], index));
    rows.into_iter()
        .map(|(index, values)| Standing {
            number: tournament.players[index].number,
            rank: rank[index],
            points: points[index],
            values,
        })
        .collect()
}

fn compare(one: Option<i64>, other: Option<i64>, tie_break: TieBreak) -> Ordering {
    match (one, other) {
        (Some(one), Some(other)) if tie_break.lower_is_better() => one.cmp(&other),
        (Some(one), Some(other)) => other.cmp(&one),
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}

/// Rank from 1 of each of `count` players; equal players share the best rank of their group.
fn ranks(count: usize, compare: impl Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    let mut rank = vec![1; count];
    for position in 1..count {
        let (previous, current) = (order[position - 1], order[position]);
        rank[current] =
            if compare(previous, current) == Ordering::Equal { rank[previous] } else { position + 1 };
    }
    rank
}

/// The standings of some players only, such as a category; ranks count anew among them.
pub fn filtered(
    tournament: &Tournament,
    standings: &[Standing],
    belongs: impl Fn(&Player) -> bool,
) -> Vec<Standing> {
    let mut rows: Vec<Standing> = Vec::new();
    let mut previous = None;
    for row in standings {
        let player = tournament.index_of(row.number).map(|index| &tournament.players[index]);
        if !player.is_some_and(&belongs) {
            continue;
        }
        let rank = match (previous, rows.last()) {
            (Some(before), Some(last)) if before == row.rank => last.rank,
            _ => rows.len() + 1,
        };
        previous = Some(row.rank);
        rows.push(Standing { rank, ..row.clone() });
    }
    rows
}
