//! State shared by all methods of a query: the line from the root, the budget, and what they have learned.

use std::num::NonZeroU16;

use game::{Line, Move as _, MoveList, Side, Tactics};

use super::retrograde::SolvedEnding;
use super::threat::MoveOrdering;
use super::{HintReport, Hints};
use crate::{Control, Goal, Limits};

/// Nodes between two checks of the clock.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// The node limit or the time was exhausted before the result was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BudgetExhausted;

/// Result of a search within a budget.
pub(super) type Budgeted<T> = Result<T, BudgetExhausted>;

/// Nodes and time of a query.
#[derive(Clone)]
pub(super) struct Budget {
    pub control: Control,
    pub nodes: u64,
    /// The current method stops at this number of nodes.
    pub node_limit: u64,
    /// The query ends at this moment, in microseconds of the control's clock.
    pub deadline: Option<u64>,
    /// True once the search is over: lookups in its results are bounded by nodes only.
    pub is_closed: bool,
}

impl Budget {
    pub fn new(control: &Control, deadline: Option<u64>) -> Self {
        Budget { control: control.clone(), nodes: 0, node_limit: u64::MAX, deadline, is_closed: false }
    }

    /// Returns true if the search was stopped or its time is over, whatever the node limit.
    pub fn is_over(&self) -> bool {
        !self.is_closed && self.is_out_of_time()
    }

    /// Returns true if the search was stopped or its time is over, even when closed.
    pub fn is_out_of_time(&self) -> bool {
        self.control.is_stopped() || self.micros_left() == Some(0)
    }

    /// Time left in microseconds, where it is limited.
    pub fn micros_left(&self) -> Option<u64> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.control.micros()))
    }

    /// Returns true if the deadline passed longer ago than this.
    pub fn is_late_by(&self, micros: u64) -> bool {
        self.deadline.is_some_and(|deadline| self.control.micros() > deadline + micros)
    }

    /// Sets the node limit to this many more nodes.
    pub fn allow_nodes(&mut self, more: u64) {
        self.node_limit = self.nodes.saturating_add(more);
    }

    pub fn count_node(&mut self) -> Budgeted<()> {
        self.nodes += 1;
        let check_clock = self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS);
        if self.nodes >= self.node_limit || (check_clock && self.is_over()) {
            Err(BudgetExhausted)
        } else {
            Ok(())
        }
    }
}

/// Line of positions from the root of a query, and those that no proof may pass through.
pub(super) struct Path<P: Tactics> {
    pub line: Line<P>,
    pub winner: Side,
    /// Ply of the root.
    pub root: usize,
    /// True if table entries belong to paths, not positions.
    pub by_path: bool,
    /// True if a draw by the count of moves without progress was met.
    pub move_count_draw_met: bool,
    /// Positions that occurred twice before the search began.
    repeated: Vec<u64>,
}

impl<P: Tactics> Path<P> {
    pub fn new(line: &Line<P>, winner: Side) -> Self {
        let (root, repeated) = (line.ply(), repeated_positions(line));
        Path { line: line.clone(), winner, root, by_path: false, move_count_draw_met: false, repeated }
    }

    /// Current position.
    pub fn here(&self) -> &P {
        self.line.here()
    }

    /// Returns true if the winner is to move.
    pub fn is_attack(&self) -> bool {
        self.here().turn() == self.winner
    }

    /// Returns true if the winner moves first.
    pub fn winner_moves_first(&self) -> bool {
        self.line.at(self.root).turn() == self.winner
    }

    pub fn push(&mut self, mv: P::Move) {
        let reveal = self.here().unrevealed(mv);
        self.line.push(mv, reveal);
    }

    pub fn pop(&mut self) {
        self.line.pop();
    }

    /// Takes moves back until this ply.
    pub fn rewind(&mut self, ply: usize) {
        while self.line.ply() > ply {
            self.line.pop();
        }
    }

    /// Table key of the current position.
    pub fn key(&self) -> u64 {
        self.key_of(&self.line)
    }

    /// Table key of the last position of a line.
    pub fn key_of(&self, line: &Line<P>) -> u64 {
        let key = key_of(line.here(), self.winner);
        if !self.by_path {
            return key;
        }
        line.keys().iter().fold(key, |mix, key| mix.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ key)
    }

    /// Table key of the position after a move, where it is known without playing the move.
    pub fn key_after(&self, mv: P::Move) -> Option<u64> {
        Some(self.here().key_after(mv).filter(|_| !self.by_path)? ^ salt(self.winner))
    }

    /// Number of the winner's moves since the root.
    pub fn moves_made(&self) -> u8 {
        let plies = self.line.ply() - self.root;
        let made = if self.winner_moves_first() { plies.div_ceil(2) } else { plies / 2 };
        u8::try_from(made).unwrap_or(u8::MAX)
    }

    /// Positions no proof may pass through: drawn by the move count, or occurring for the third time.
    pub fn is_excluded(&mut self) -> bool {
        if P::is_move_limit_reached(&self.line) {
            self.move_count_draw_met = true;
            return true;
        }
        !self.repeated.is_empty() && self.repeated.contains(&self.here().key())
    }

    /// Path that begins with this position, with the same exclusions.
    pub fn beginning_with(&self, here: &P) -> Self {
        let line = Line::new(here.clone(), *self.line.rules());
        Path { repeated: self.repeated.clone(), ..Path::new(&line, self.winner) }
    }
}

/// State shared by all methods of a query.
pub(super) struct Context<P: Tactics> {
    pub path: Path<P>,
    pub budget: Budget,
    pub ordering: MoveOrdering<P::Move>,
    pub hints: Hints<P>,
    /// Small endings solved by retrograde analysis.
    pub endings: Vec<SolvedEnding<P>>,
}

impl<P: Tactics> Context<P> {
    pub fn new(path: Path<P>, budget: Budget, hints: Hints<P>) -> Self {
        Context { path, budget, ordering: MoveOrdering::new::<P>(), hints, endings: Vec::new() }
    }

    /// Hint search of the last position of a line, with these nodes and microseconds.
    pub fn search_hints(&mut self, line: &Line<P>, nodes: u64, micros: Option<u64>) -> HintReport<P::Move> {
        let (nodes, time, goal) =
            (Some(nodes.max(1)), micros.map(|micros| micros / 1000), Goal::Win { within: None });
        let limits = Limits { nodes, time, goal, overhead: 0, ..Limits::default() };
        let report = self.hints.search(line, &limits, &self.budget.control);
        self.budget.nodes += report.nodes;
        report
    }

    /// Evaluation of the current position for the winner.
    pub fn eval_here(&mut self) -> i32 {
        let own = self.hints.evaluate(self.path.line.here());
        if self.path.is_attack() { own } else { -own }
    }
}

/// Table key of a position without its path: results for the two sides are kept apart.
pub(super) fn key_of<P: Tactics>(here: &P, winner: Side) -> u64 {
    here.key() ^ salt(winner)
}

fn salt(winner: Side) -> u64 {
    if winner == Side::First { 0 } else { 0x6A09_E667_F3BC_C909 }
}

/// Position after a move.
pub(super) fn after<P: Tactics>(here: &P, mv: P::Move) -> P {
    let mut after = here.clone();
    after.play(mv, here.unrevealed(mv), &mut ());
    after
}

/// Move of a table entry, where it is legal.
pub(super) fn legal_move<P: Tactics>(here: &P, raw: Option<NonZeroU16>) -> Option<P::Move> {
    P::Move::from_raw(raw?).filter(|&mv| here.is_legal(mv))
}

pub(super) fn legal_moves<P: Tactics>(here: &P) -> MoveList<P::Move> {
    let mut list = MoveList::new();
    here.legal_moves(&mut list);
    list
}

/// Legal moves that do not lose at once, as far as the game knows: its evasions in check. A move left out is answered by
/// [`Tactics::winning_move`].
pub(super) fn lasting_moves<P: Tactics>(here: &P) -> MoveList<P::Move> {
    let mut list = MoveList::new();
    if P::KNOWS_WINNING_MOVE && here.in_check() {
        here.evasions(&mut list);
    } else {
        here.legal_moves(&mut list);
    }
    list
}

/// Replies of the defender to search, and the number of moves within which every other reply loses, as far as the game
/// knows. No reply is left out that does not lose within `moves`.
pub(super) fn replies<P: Tactics>(here: &P, moves: u8) -> (MoveList<P::Move>, u8) {
    let mut list = MoveList::new();
    if P::KNOWS_WINNING_MOVE
        && !here.in_check()
        && let Some(rest) = here.threat_replies(&mut list)
        && rest <= moves
    {
        return (list, rest);
    }
    let list = lasting_moves(here);
    let rest = u8::from(list.len() < here.count_legal());
    (list, rest)
}

/// Returns true if the game is over here and won by this side.
pub(super) fn is_won_by<P: Tactics>(here: &P, winner: Side) -> bool {
    here.outcome().is_some_and(|end| end.winner == Some(winner))
}

/// Positions that occurred twice already and can repeat: a third occurrence would be adjudicated.
fn repeated_positions<P: Tactics>(line: &Line<P>) -> Vec<u64> {
    let last = line.ply();
    let reach = line.steps().iter().rev().take_while(|step| !step.irreversible).count();
    let recent = &line.keys()[last - reach..];
    let here = line.here().key();
    let twice = |key: &u64| recent.iter().filter(|&other| other == key).count() >= 2;
    recent.iter().copied().filter(|key| *key != here && twice(key)).collect()
}
