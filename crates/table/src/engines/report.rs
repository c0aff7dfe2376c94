//! A thought in text: moves as coordinates, ready for a protocol, a page or a person.

use game::{Game, Line, Position, Score};
use search::{Bound, SearchInfo};

/// What a mind thinks of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchReport {
    /// The best lines, best first.
    pub lines: Vec<ReportLine>,
    /// How deep it looked, in plies.
    pub depth: u32,
    /// The deepest line it followed.
    pub deepest: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Branches cut off.
    pub cutoffs: u64,
    /// Positions answered from the table.
    pub table_hits: u64,
    /// How full the table is, in thousandths.
    pub table_full: u32,
    /// How far the best move's worth may turn out from what is expected of it, in centipawns: the deviation over its
    /// reveals, where somebody worked it out.
    pub spread: Option<i32>,
    /// Time spent, in microseconds.
    pub micros: u64,
    /// For a search by visits: each root move's share.
    pub visits: Vec<MoveVisits>,
}

/// One line of play with its score, from the side to move's view.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportLine {
    /// The moves in coordinates, the first to be played now.
    pub moves: Vec<String>,
    /// Its worth.
    pub score: Score,
    /// Whether the worth is exact or only a bound.
    pub bound: Bound,
    /// The chances to win, draw and lose.
    pub chances: [f32; 3],
}

/// How often a move was tried by a search that counts visits.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveVisits {
    /// The move in coordinates.
    pub mv: String,
    /// How often it was tried.
    pub count: u64,
    /// Its mean value, from 0 (lost) to 1 (won).
    pub value: f32,
    /// How likely it seemed before it was tried.
    pub prior: f32,
}

impl SearchReport {
    /// The move to play, unless there is none.
    pub fn best(&self) -> Option<&str> {
        Some(self.lines.first()?.moves.first()?.as_str())
    }

    /// The answer expected to it.
    pub fn reply(&self) -> Option<&str> {
        Some(self.lines.first()?.moves.get(1)?.as_str())
    }

    pub(crate) fn of<G: Game>(line: &Line<G::Position>, info: &SearchInfo<G::Position>) -> Self {
        let here = line.here();
        let lines = info
            .lines
            .iter()
            .map(|pv| ReportLine {
                moves: write_line::<G>(here, &pv.moves),
                score: pv.score,
                bound: pv.bound,
                chances: pv.chances,
            })
            .collect();
        let visits = info
            .visits
            .iter()
            .map(|visit| MoveVisits {
                mv: G::write_move(here, visit.mv, here.unrevealed(visit.mv)),
                count: visit.count,
                value: visit.value,
                prior: visit.prior,
            })
            .collect();
        SearchReport {
            lines,
            spread: None,
            depth: info.depth,
            deepest: info.seldepth,
            nodes: info.nodes,
            cutoffs: info.cutoffs,
            table_hits: info.tt_hits,
            table_full: info.hashfull,
            micros: info.micros,
            visits,
        }
    }
}

/// Writes a line as far as it is legal: a table may have given a wrong tail.
fn write_line<G: Game>(here: &G::Position, moves: &[<G::Position as Position>::Move]) -> Vec<String> {
    let mut here = here.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !here.is_legal(mv) {
            break;
        }
        let reveal = here.unrevealed(mv);
        texts.push(G::write_move(&here, mv, reveal));
        here.play(mv, reveal, &mut ());
    }
    texts
}
