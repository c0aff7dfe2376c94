//! Independent verification of a claimed win: every defense is played through with nothing but the rules.

use std::collections::HashMap;
use std::fmt;

use game::{Line, MoveList, Side, Tactics};

use super::graph::{self, StrategyNode};

/// Statistics of a successful replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replay {
    /// Number of the winner's moves on the longest line.
    pub moves: u32,
    /// Positions of the tree with the winner to move.
    pub positions: usize,
    /// Ends of the game reached.
    pub ends: usize,
}

/// Reason why a claimed win is not proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The strategy has no move, or an illegal one, after these moves.
    NoMove(Vec<String>),
    /// The game ended without a win.
    NotWon(Vec<String>),
    /// A position repeats, and the rules do not award the game to the winner for it.
    Repeats(Vec<String>),
    /// The line is longer than claimed.
    TooLong(Vec<String>),
    /// The tree is larger than the limit of the replay.
    TooLarge,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Flaw {}

/// Replays a strategy; `answer` returns the winner's move in the last position of a line. Every reply of the defender
/// is played, and every line must be won within `moves` moves of the winner. A position reached again is replayed
/// again only if it is reached later than before, because a count of moves without progress may then end the game
/// before the win. A repetition is a flaw, unless the rules award the game to the winner because the defender did
/// nothing but check; then every other cycle must be of that kind too. At most `most` positions are visited.
pub fn verify_win<P: Tactics>(
    line: &Line<P>,
    winner: Side,
    moves: u32,
    most: usize,
    answer: &mut dyn FnMut(&Line<P>) -> Option<P::Move>,
) -> Result<Replay, Flaw> {
    let (known, nodes) = (HashMap::new(), Vec::new());
    let mut replayer =
        Replayer { line: line.clone(), winner, moves, most, answer, known, nodes, ends: 0, repetitions: 0 };
    let height = if line.here().turn() == winner {
        replayer.winner_to_move(0)?
    } else {
        replayer.defender_to_move(0, &mut Vec::new())?
    };
    if replayer.repetitions > 0 && graph::heights(&replayer.nodes).is_none() {
        return Err(Flaw::Repeats(Vec::new()));
    }
    Ok(Replay { moves: height, positions: replayer.known.len(), ends: replayer.ends })
}

struct Replayer<'a, P: Tactics> {
    line: Line<P>,
    winner: Side,
    moves: u32,
    most: usize,
    answer: &'a mut dyn FnMut(&Line<P>) -> Option<P::Move>,
    /// Positions with the winner to move: the latest depth they were reached at, and their height (`None` on the path).
    known: HashMap<u64, VisitedPosition>,
    /// The same positions as a graph.
    nodes: Vec<StrategyNode>,
    ends: usize,
    /// Number of repetitions by the defender's checks.
    repetitions: usize,
}

#[derive(Clone, Copy)]
struct VisitedPosition {
    node: u32,
    latest: u32,
    height: Option<u32>,
}

impl<P: Tactics> Replayer<'_, P> {
    fn path(&self) -> Vec<String> {
        self.line.steps().iter().filter_map(|step| step.mv).map(|mv| format!("{mv:?}")).collect()
    }

    /// Number of moves needed, winner to move.
    fn winner_to_move(&mut self, depth: u32) -> Result<u32, Flaw> {
        if self.line.outcome().is_some() || P::is_move_limit_reached(&self.line) {
            return Err(Flaw::NotWon(self.path()));
        }
        if depth >= self.moves {
            return Err(Flaw::TooLong(self.path()));
        }
        let key = self.line.here().key();
        let met = self.known.get(&key).copied();
        match met {
            Some(VisitedPosition { height: Some(height), .. }) if depth + height > self.moves => {
                return Err(Flaw::TooLong(self.path()));
            }
            Some(VisitedPosition { latest, height: Some(height), .. }) if depth <= latest => {
                return Ok(height);
            }
            Some(VisitedPosition { height: None, .. }) if self.is_won_by_perpetual_check() => {
                self.repetitions += 1;
                return Ok(0);
            }
            Some(VisitedPosition { height: None, .. }) => return Err(Flaw::Repeats(self.path())),
            _ => {}
        }
        if self.known.len() >= self.most {
            return Err(Flaw::TooLarge);
        }
        let mv = (self.answer)(&self.line).filter(|&mv| self.line.here().is_legal(mv));
        let Some(mv) = mv else { return Err(Flaw::NoMove(self.path())) };
        if P::KNOWS_WINNING_MOVE && self.ends_with(mv) {
            return Ok(1);
        }
        let node = met.map_or(self.nodes.len() as u32, |met| met.node);
        if met.is_none() {
            let here = self.line.here();
            let (in_check, checks) = (here.in_check(), here.gives_check(mv));
            self.nodes.push(StrategyNode { in_check, checks, next: Vec::new() });
        }
        self.known.insert(key, VisitedPosition { node, latest: depth, height: None });
        let reveal = self.line.here().unrevealed(mv);
        self.line.push(mv, reveal);
        let mut next = Vec::new();
        let height = 1 + self.defender_to_move(depth + 1, &mut next)?;
        self.line.pop();
        self.nodes[node as usize].next = next;
        self.known.insert(key, VisitedPosition { node, latest: depth, height: Some(height) });
        Ok(height)
    }

    /// Returns true if the winner's move ends the game. Where such ends are known without a search, there are many of
    /// them, and they are not kept as positions.
    fn ends_with(&mut self, mv: P::Move) -> bool {
        let reveal = self.line.here().unrevealed(mv);
        self.line.push(mv, reveal);
        let ends = self.line.here().outcome().is_some_and(|end| end.winner == Some(self.winner));
        self.line.pop();
        self.ends += usize::from(ends);
        ends
    }

    /// Returns true if the position repeats, the defender has only checked since, and he loses by it.
    fn is_won_by_perpetual_check(&self) -> bool {
        let Some(first) = self.line.earlier_occurrences().next() else { return false };
        let checked = (first..self.line.ply()).step_by(2).all(|ply| self.line.at(ply).in_check());
        checked && P::judge_cycle(&self.line, first).winner == Some(self.winner)
    }

    /// Number of the winner's moves needed, defender to move.
    fn defender_to_move(&mut self, depth: u32, next: &mut Vec<u32>) -> Result<u32, Flaw> {
        if let Some(outcome) = self.line.outcome() {
            if outcome.winner != Some(self.winner) || self.line.here().outcome().is_none() {
                return Err(Flaw::NotWon(self.path()));
            }
            self.ends += 1;
            return Ok(0);
        }
        if P::is_move_limit_reached(&self.line) {
            return Err(Flaw::NotWon(self.path()));
        }
        let mut replies = MoveList::new();
        self.line.here().legal_moves(&mut replies);
        let mut longest = 0;
        for &mv in &replies {
            let reveal = self.line.here().unrevealed(mv);
            self.line.push(mv, reveal);
            longest = longest.max(self.winner_to_move(depth)?);
            next.extend(self.known.get(&self.line.here().key()).map(|met| met.node));
            self.line.pop();
        }
        Ok(longest)
    }
}
