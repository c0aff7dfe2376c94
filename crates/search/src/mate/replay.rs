//! A second opinion on a claimed win: every defence is played through with nothing but the rules.

use std::collections::HashMap;
use std::fmt;

use game::{Line, MoveList, Position, Side};

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
    /// A position comes back: the winner would have to repeat.
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
/// met later than before, for then a count of moves without progress may end the game before the win; one that is
/// met again below itself is a flaw. At most `most` positions are walked.
pub fn verify<P: Position>(
    line: &Line<P>,
    winner: Side,
    moves: u32,
    most: usize,
    answer: &mut dyn FnMut(&Line<P>) -> Option<P::Move>,
) -> Result<Replay, Flaw> {
    let mut walk = Walk { line: line.clone(), winner, moves, most, answer, known: HashMap::new(), ends: 0 };
    let height = if line.here().turn() == winner { walk.attacked(0)? } else { walk.defended(0)? };
    Ok(Replay { moves: height, positions: walk.known.len(), ends: walk.ends })
}

struct Walk<'a, P: Position> {
    line: Line<P>,
    winner: Side,
    moves: u32,
    most: usize,
    answer: &'a mut dyn FnMut(&Line<P>) -> Option<P::Move>,
    /// Each position with the winner to move: how late it was met, and its height; `None` while it is being walked.
    known: HashMap<u64, (u32, Option<u32>)>,
    ends: usize,
}

impl<P: Position> Walk<'_, P> {
    fn path(&self) -> Vec<String> {
        self.line.steps().iter().filter_map(|step| step.mv).map(|mv| format!("{mv:?}")).collect()
    }

    /// Moves of the winner needed where he is to move.
    fn attacked(&mut self, depth: u32) -> Result<u32, Flaw> {
        if self.line.outcome().is_some() || P::is_stale(&self.line) {
            return Err(Flaw::NotWon(self.path()));
        }
        if depth >= self.moves {
            return Err(Flaw::TooLong(self.path()));
        }
        let key = self.line.here().key();
        match self.known.get(&key) {
            Some(&(_, Some(height))) if depth + height > self.moves => {
                return Err(Flaw::TooLong(self.path()));
            }
            Some(&(latest, Some(height))) if depth <= latest => return Ok(height),
            Some((_, None)) => return Err(Flaw::Repeats(self.path())),
            _ => {}
        }
        if self.known.len() >= self.most {
            return Err(Flaw::TooLarge);
        }
        self.known.insert(key, (depth, None));
        let mv = (self.answer)(&self.line).filter(|&mv| self.line.here().is_legal(mv));
        let Some(mv) = mv else { return Err(Flaw::NoMove(self.path())) };
        let fate = self.line.here().untold(mv);
        self.line.push(mv, fate);
        let height = 1 + self.defended(depth + 1)?;
        self.line.pop();
        self.known.insert(key, (depth, Some(height)));
        Ok(height)
    }

    /// Moves of the winner needed where the defender is to move.
    fn defended(&mut self, depth: u32) -> Result<u32, Flaw> {
        if let Some(outcome) = self.line.outcome() {
            if outcome.winner != Some(self.winner) || self.line.here().outcome().is_none() {
                return Err(Flaw::NotWon(self.path()));
            }
            self.ends += 1;
            return Ok(0);
        }
        if P::is_stale(&self.line) {
            return Err(Flaw::NotWon(self.path()));
        }
        let mut replies = MoveList::new();
        self.line.here().legal_moves(&mut replies);
        let mut longest = 0;
        for &mv in &replies {
            let fate = self.line.here().untold(mv);
            self.line.push(mv, fate);
            longest = longest.max(self.attacked(depth)?);
            self.line.pop();
        }
        Ok(longest)
    }
}
