//! A second opinion on a claimed win: every defence is played through with nothing but the rules.

use std::collections::HashMap;
use std::fmt;

use game::{Line, MoveList, Side, Tactics};

use super::cycles::{self, Place};

/// What a replay saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The winner's moves on the longest line.
    pub moves: u32,
    /// Positions with the winner to move that the tree holds.
    pub positions: usize,
    /// Ends of the game that were reached.
    pub ends: usize,
}

/// Why a claimed win is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The strategy has no move, or an illegal one, after these moves.
    NoMove(Vec<String>),
    /// The game ended otherwise than won.
    NotWon(Vec<String>),
    /// A position comes back, and the rules do not give the game to the winner for it.
    Repeats(Vec<String>),
    /// The line is longer than claimed.
    TooLong(Vec<String>),
    /// The tree is larger than the replay was allowed to walk.
    TooLarge,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Flaw {}

/// Replays a strategy: `answer` says the winner's move where the line stands. Every reply of the defender is played;
/// every line must end won within `moves` moves of the winner. A position met again is walked again only if it is
/// met later than before, for then a count of moves without progress may end the game before the win. One that is
/// met again below itself is a flaw, unless the rules give the game to the winner because the defender did nothing but
/// check; then every other way to go round must be of that kind too. At most `most` positions are walked.
pub fn verify<P: Tactics>(
    line: &Line<P>,
    winner: Side,
    moves: u32,
    most: usize,
    answer: &mut dyn FnMut(&Line<P>) -> Option<P::Move>,
) -> Result<Replay, Flaw> {
    let (known, places) = (HashMap::new(), Vec::new());
    let mut walk =
        Walk { line: line.clone(), winner, moves, most, answer, known, places, ends: 0, rounds: 0 };
    let height =
        if line.here().turn() == winner { walk.attacked(0)? } else { walk.defended(0, &mut Vec::new())? };
    if walk.rounds > 0 && cycles::heights(&walk.places).is_none() {
        return Err(Flaw::Repeats(Vec::new()));
    }
    Ok(Replay { moves: height, positions: walk.known.len(), ends: walk.ends })
}

struct Walk<'a, P: Tactics> {
    line: Line<P>,
    winner: Side,
    moves: u32,
    most: usize,
    answer: &'a mut dyn FnMut(&Line<P>) -> Option<P::Move>,
    /// Each position with the winner to move: how late it was met, and its height; `None` while it is being walked.
    known: HashMap<u64, Met>,
    /// The same positions with where they lead.
    places: Vec<Place>,
    ends: usize,
    /// How often a position came back by the defender's checks.
    rounds: usize,
}

#[derive(Clone, Copy)]
struct Met {
    place: u32,
    latest: u32,
    height: Option<u32>,
}

impl<P: Tactics> Walk<'_, P> {
    fn path(&self) -> Vec<String> {
        self.line.steps().iter().filter_map(|step| step.mv).map(|mv| format!("{mv:?}")).collect()
    }

    /// Moves of the winner needed where he is to move.
    fn attacked(&mut self, depth: u32) -> Result<u32, Flaw> {
        if self.line.outcome().is_some() || P::is_move_limit_reached(&self.line) {
            return Err(Flaw::NotWon(self.path()));
        }
        if depth >= self.moves {
            return Err(Flaw::TooLong(self.path()));
        }
        let key = self.line.here().key();
        let met = self.known.get(&key).copied();
        match met {
            Some(Met { height: Some(height), .. }) if depth + height > self.moves => {
                return Err(Flaw::TooLong(self.path()));
            }
            Some(Met { latest, height: Some(height), .. }) if depth <= latest => return Ok(height),
            Some(Met { height: None, .. }) if self.is_won_by_repeating() => {
                self.rounds += 1;
                return Ok(0);
            }
            Some(Met { height: None, .. }) => return Err(Flaw::Repeats(self.path())),
            _ => {}
        }
        if self.known.len() >= self.most {
            return Err(Flaw::TooLarge);
        }
        let mv = (self.answer)(&self.line).filter(|&mv| self.line.here().is_legal(mv));
        let Some(mv) = mv else { return Err(Flaw::NoMove(self.path())) };
        let place = met.map_or(self.places.len() as u32, |met| met.place);
        if met.is_none() {
            let here = self.line.here();
            let (in_check, checks) = (here.in_check(), here.gives_check(mv));
            self.places.push(Place { in_check, checks, next: Vec::new() });
        }
        self.known.insert(key, Met { place, latest: depth, height: None });
        let reveal = self.line.here().unrevealed(mv);
        self.line.push(mv, reveal);
        let mut next = Vec::new();
        let height = 1 + self.defended(depth + 1, &mut next)?;
        self.line.pop();
        self.places[place as usize].next = next;
        self.known.insert(key, Met { place, latest: depth, height: Some(height) });
        Ok(height)
    }

    /// The position on the board stood there before: whether the defender has only checked since then, and loses by it.
    fn is_won_by_repeating(&self) -> bool {
        let Some(first) = self.line.earlier_occurrences().next() else { return false };
        let checked = (first..self.line.ply()).step_by(2).all(|ply| self.line.at(ply).in_check());
        checked && P::judge_cycle(&self.line, first).winner == Some(self.winner)
    }

    /// Moves of the winner needed where the defender is to move.
    fn defended(&mut self, depth: u32, next: &mut Vec<u32>) -> Result<u32, Flaw> {
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
            longest = longest.max(self.attacked(depth)?);
            next.extend(self.known.get(&self.line.here().key()).map(|met| met.place));
            self.line.pop();
        }
        Ok(longest)
    }
}
