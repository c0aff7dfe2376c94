//! Search reports as text: moves in coordinates, ready for a protocol, a page or a person.

use game::{Game, Line, Position, Score};
use search::{Bound, SearchInfo};

/// Report of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchReport {
    /// Best lines, best first (MultiPV).
    pub lines: Vec<ReportLine>,
    /// Depth in plies.
    pub depth: u32,
    /// Selective depth.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Beta cutoffs.
    pub cutoffs: u64,
    /// Transposition table hits.
    pub table_hits: u64,
    /// Transposition table occupancy in thousandths.
    pub table_full: u32,
    /// Standard deviation of the best move's value over its chance outcomes, in centipawns, if computed.
    pub spread: Option<i32>,
    /// Time spent, in microseconds.
    pub micros: u64,
    /// For MCTS: visits of each root move.
    pub visits: Vec<MoveVisits>,
}

/// Principal variation with its score, from the side to move's view.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportLine {
    /// Moves in coordinates.
    pub moves: Vec<String>,
    /// Score.
    pub score: Score,
    /// Exact score, or lower or upper bound.
    pub bound: Bound,
    /// Probabilities of win, draw and loss.
    pub chances: [f32; 3],
}

/// MCTS statistics of a root move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveVisits {
    /// Move in coordinates.
    pub mv: String,
    /// Number of visits.
    pub count: u64,
    /// Mean value, from 0 (lost) to 1 (won).
    pub value: f32,
    /// Prior probability.
    pub prior: f32,
}

impl SearchReport {
    /// Best move, if any.
    pub fn best(&self) -> Option<&str> {
        Some(self.lines.first()?.moves.first()?.as_str())
    }

    /// Expected reply to the best move.
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
            seldepth: info.seldepth,
            nodes: info.nodes,
            cutoffs: info.cutoffs,
            table_hits: info.tt_hits,
            table_full: info.hashfull,
            micros: info.micros,
            visits,
        }
    }
}

/// Writes a line as far as it is legal: the tail may come from a hash collision.
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
