//! One game of the champion against itself.

use eval::nnue::Features;
use game::{Eval, Game, Line, MoveList, Outcome, Position, Random, RevealList, Score, Side, Tactics, Worth};
use search::{Bound, Control, Engine, Limits, PvsEngine};

use crate::record::{Ply, Record};

/// Random plies a game begins with: at least so many, and up to so many more.
const OPENING: usize = 5;
const OPENING_MORE: usize = 6;
/// A random move may lose this much by exchange.
const OPENING_LOSS: i32 = -60;
/// An opening is balanced when neither side leads by more.
const BALANCED: i32 = 250;
/// A lead this large for so many plies is as good as won.
const WON: i32 = 1000;
const WON_PLIES: i32 = 4;
/// From this ply on, so many plies at level scores are as good as a draw.
const LEVEL: i32 = 8;
const LEVEL_FROM: usize = 90;
const LEVEL_PLIES: i32 = 12;
/// No game is longer.
const LONGEST: usize = 320;

/// Plays games.
pub struct Player<F: Features, E> {
    champion: PvsEngine<E>,
    worth: Worth,
    limits: Limits<<F::Position as Position>::Move>,
    control: Control,
}

/// What the search said: the move, and the score of the last depth that was searched to its end.
struct Said<M> {
    mv: M,
    score: Score,
}

impl<F: Features, E: Eval<F::Position> + Clone> Player<F, E> {
    /// A player of so many nodes a move.
    pub fn new(champion: PvsEngine<E>, worth: Worth, nodes: u64, control: Control) -> Self {
        Player { champion, worth, limits: Limits::nodes(nodes), control }
    }

    /// Plays a game; `None` where the opening came out too uneven.
    pub fn play(&mut self, random: &mut Random) -> Option<Record> {
        let rules = <F::Position as Position>::Rules::default();
        let mut line = Line::new(F::Game::start(&rules), rules);
        let mut record = Record::default();
        self.open(&mut line, &mut record, random)?;
        self.champion.clear();
        let mut said = self.think(&line)?;
        if said.score.raw().abs() > BALANCED {
            return None;
        }
        let mut watch = Watch::default();
        loop {
            record.plies.push(push(&mut line, said.mv, said.score, random));
            let ended = line.outcome().or_else(|| F::Position::claimable(&line)).map(winner);
            let score = if line.here().turn() == Side::First { -said.score } else { said.score };
            let judged = ended.or_else(|| watch.judge(score, line.ply()));
            if let Some(winner) = judged {
                record.result = winner.map_or(1, |side| if side == Side::First { 2 } else { 0 });
                return Some(record);
            }
            said = self.think(&line)?;
        }
    }

    /// Plays a few random moves that lose nothing at once.
    fn open(&self, line: &mut Line<F::Position>, record: &mut Record, random: &mut Random) -> Option<()> {
        for _ in 0..OPENING + random.below(OPENING_MORE) {
            let here = line.here();
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            let sound: Vec<_> = moves
                .iter()
                .copied()
                .filter(|&mv| here.wins_exchange(mv, OPENING_LOSS, &self.worth))
                .collect();
            let mv = *random.pick(&sound)?;
            record.plies.push(push(line, mv, Score::DRAW, random));
            if line.outcome().is_some() {
                return None;
            }
        }
        record.opening = record.plies.len();
        Some(())
    }

    fn think(&mut self, line: &Line<F::Position>) -> Option<Said<<F::Position as Position>::Move>> {
        let mut exact = None;
        let info = self.champion.think(line, &self.limits, &self.control, &mut |info| {
            exact = info.lines.first().filter(|pv| pv.bound == Bound::Exact).map(|pv| pv.score).or(exact);
        });
        Some(Said { mv: info.best()?, score: exact.or(info.score())? })
    }
}

/// Plays a move and the reveal chance gives it.
fn push<P: Position>(line: &mut Line<P>, mv: P::Move, score: Score, random: &mut Random) -> Ply {
    if P::CERTAIN {
        line.push(mv, line.here().unrevealed(mv));
        return Ply::new::<P>(mv, 0, score);
    }
    let mut reveals = RevealList::new();
    line.here().reveals(mv, &mut reveals);
    let mut ticket = random.below(reveals.total() as usize) as u32;
    let mut number = 0;
    let mut reveal = line.here().unrevealed(mv);
    for (index, (one, weight)) in reveals.iter().enumerate() {
        if ticket < weight {
            (number, reveal) = (index as u8, one);
            break;
        }
        ticket -= weight;
    }
    line.push(mv, reveal);
    Ply::new::<P>(mv, number, score)
}

fn winner(outcome: Outcome) -> Option<Side> {
    outcome.winner
}

/// Watches the scores, to end what is decided.
#[derive(Default)]
struct Watch {
    /// Plies in a row one side was winning: positive for the first.
    winning: i32,
    level: i32,
}

impl Watch {
    /// The winner (or nobody) of a game that need not be played on. `score` is the first side's.
    fn judge(&mut self, score: Score, ply: usize) -> Option<Option<Side>> {
        let score = score.raw();
        self.winning = match self.winning {
            plies if score >= WON => plies.max(0) + 1,
            plies if score <= -WON => plies.min(0) - 1,
            _ => 0,
        };
        self.level = if score.abs() <= LEVEL && ply > LEVEL_FROM { self.level + 1 } else { 0 };
        if self.winning.abs() >= WON_PLIES {
            return Some(Some(if self.winning > 0 { Side::First } else { Side::Second }));
        }
        (self.level >= LEVEL_PLIES || ply >= LONGEST).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_lead_is_a_win_and_a_long_level_a_draw() {
        let mut watch = Watch::default();
        let mut ends = |score: i32, plies: usize, from: usize| {
            (0..plies).map(|ply| watch.judge(Score::cp(score), from + ply)).last().flatten()
        };
        assert_eq!(ends(1200, 3, 0), None);
        assert_eq!(ends(-1200, 4, 3), Some(Some(Side::Second)));
        assert_eq!(ends(0, 30, 10), None);
        assert_eq!(ends(0, 12, 200), Some(None));
        assert_eq!(ends(100, 1, 320), Some(None));
    }
}
