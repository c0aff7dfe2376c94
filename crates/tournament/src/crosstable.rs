//! Crosstable: every player's rounds in the order of the standings.

use crate::model::{Colour, Entry, Tournament};
use crate::points::Points;
use crate::standings::Standing;

/// One round of a player in the crosstable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Place of the opponent in the table, from 1; `None` without opponent.
    pub opponent_place: Option<usize>,
    /// Colour.
    pub colour: Option<Colour>,
    /// The entry itself.
    pub entry: Entry,
    /// Points of the round.
    pub points: Points,
}

/// A row of the crosstable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Place in the table, from 1.
    pub place: usize,
    /// Start number.
    pub number: u32,
    /// Rounds in order.
    pub cells: Vec<Cell>,
    /// Points.
    pub points: Points,
}

/// Makes the crosstable in the order of the standings.
pub fn crosstable(tournament: &Tournament, standings: &[Standing]) -> Vec<Row> {
    let place = |number: u32| standings.iter().position(|row| row.number == number).map(|index| index + 1);
    standings
        .iter()
        .enumerate()
        .filter_map(|(index, standing)| {
            let player = &tournament.players[tournament.index_of(standing.number)?];
            let cells = player.entries.iter().map(|&entry| Cell {
                opponent_place: entry.opponent().and_then(place),
                colour: entry.colour(),
                entry,
                points: tournament.points.of(entry),
            });
            Some(Row {
                place: index + 1,
                number: standing.number,
                cells: cells.collect(),
                points: standing.points,
            })
        })
        .collect()
}
