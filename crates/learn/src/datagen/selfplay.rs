//! One self-play game.

use eval::nnue::Features;
use game::{
    Eval, Game, Line, MoveList, Outcome, PieceValues, Position, Random, RevealList, Score, Side, Tactics,
};
use search::{Bound, Control, Engine, Limits, PvsEngine};

use super::DatagenOptions;
use super::inner::SamplingEval;
use crate::record::{Ply, Record};

/// Random plies at the start of a game: at least this many, and fewer than this many more.
const MIN_OPENING_PLIES: usize = 5;
const EXTRA_OPENING_PLIES: usize = 6;
/// Largest loss of material by static exchange evaluation for a random move.
const MAX_OPENING_LOSS: i32 = -60;
/// Openings with a larger score are discarded.
const MAX_OPENING_SCORE: i32 = 250;
/// Adjudication of a win: this score for this many plies in a row.
const WIN_SCORE: i32 = 1000;
const WIN_PLIES: i32 = 4;
/// Adjudication of a draw: scores up to this, from this ply on, for this many plies in a row.
const DRAW_SCORE: i32 = 8;
const DRAW_FROM_PLY: usize = 90;
const DRAW_PLIES: i32 = 12;
/// Longer games are drawn.
const MAX_PLIES: usize = 320;

/// Player of self-play games.
pub struct SelfPlayer<F: Features> {
    engine: PvsEngine<SamplingEval<F>>,
    /// Shares its sample with the engine's evaluation.
    sample: SamplingEval<F>,
    worth: PieceValues,
    limits: Limits<<F::Position as Position>::Move>,
    control: Control,
}

/// Result of a search: the move, and the score of the last completed depth.
pub struct SearchResult<M> {
    /// Best move.
    pub mv: M,
    /// Score for the side to move.
    pub score: Score,
}

impl<F: Features> SelfPlayer<F> {
    /// Makes a player that searches a fixed number of nodes per move.
    pub fn new(eval: SamplingEval<F>, options: &DatagenOptions, control: Control) -> Self {
        let worth = eval.piece_values().clone();
        let engine = PvsEngine::new(eval.clone(), options.hash, 1);
        SelfPlayer { engine, sample: eval, worth, limits: Limits::nodes(options.nodes), control }
    }

    /// Plays a game; returns it with the positions sampled from its searches, or `None` if the opening is too unbalanced.
    pub fn play(&mut self, random: &mut Random) -> Option<(Record, Vec<Record>)> {
        let rules = <F::Position as Position>::Rules::default();
        let mut line = Line::new(F::Game::start(&rules), rules);
        let mut record = Record::default();
        self.play_opening(&mut line, &mut record, random)?;
        self.engine.clear();
        self.sample.take(&self.worth);
        let mut inner = Vec::new();
        let mut result = self.search(&line)?;
        if result.score.raw().abs() > MAX_OPENING_SCORE {
            return None;
        }
        let mut adjudicator = Adjudicator::default();
        loop {
            inner.extend(self.sample.take(&self.worth));
            record.plies.push(push(&mut line, result.mv, result.score, random));
            let ended = line.outcome().or_else(|| F::Position::claimable_draw(&line)).map(winner);
            let score = if line.here().turn() == Side::First { -result.score } else { result.score };
            let decided = ended.or_else(|| adjudicator.adjudicate(score, line.ply()));
            if let Some(winner) = decided {
                record.result = winner.map_or(1, |side| if side == Side::First { 2 } else { 0 });
                let positions = inner.iter().map(|(here, score)| {
                    Record::position(F::Game::write_position(here, ""), *score, record.result)
                });
                let positions = positions.collect();
                return Some((record, positions));
            }
            result = self.search(&line)?;
        }
    }

    /// Plays a few random moves that do not lose material at once.
    fn play_opening(
        &self,
        line: &mut Line<F::Position>,
        record: &mut Record,
        random: &mut Random,
    ) -> Option<()> {
        for _ in 0..MIN_OPENING_PLIES + random.below(EXTRA_OPENING_PLIES) {
            let here = line.here();
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            let safe: Vec<_> =
                moves.iter().copied().filter(|&mv| here.see_ge(mv, MAX_OPENING_LOSS, &self.worth)).collect();
            let mv = *random.pick(&safe)?;
            record.plies.push(push(line, mv, Score::DRAW, random));
            if line.outcome().is_some() {
                return None;
            }
        }
        record.opening = record.plies.len();
        Some(())
    }

    fn search(&mut self, line: &Line<F::Position>) -> Option<SearchResult<<F::Position as Position>::Move>> {
        search(&mut self.engine, line, &self.limits, &self.control)
    }
}

/// Searches a position.
pub fn search<F: Features>(
    engine: &mut PvsEngine<SamplingEval<F>>,
    line: &Line<F::Position>,
    limits: &Limits<<F::Position as Position>::Move>,
    control: &Control,
) -> Option<SearchResult<<F::Position as Position>::Move>> {
    let mut exact = None;
    let info = engine.think(line, limits, control, &mut |info| {
        exact = info.lines.first().filter(|pv| pv.bound == Bound::Exact).map(|pv| pv.score).or(exact);
    });
    Some(SearchResult { mv: info.best()?, score: exact.or(info.score())? })
}

/// Plays a move with a random reveal.
fn push<P: Position>(line: &mut Line<P>, mv: P::Move, score: Score, random: &mut Random) -> Ply {
    if P::DETERMINISTIC {
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

/// Adjudication of games by their scores.
#[derive(Default)]
struct Adjudicator {
    /// Plies in a row with a winning score: positive for the first side.
    winning: i32,
    level: i32,
}

impl Adjudicator {
    /// Returns the result of a game that can be adjudicated: a winner, or a draw. `score` is the first side's.
    fn adjudicate(&mut self, score: Score, ply: usize) -> Option<Option<Side>> {
        let score = score.raw();
        self.winning = match self.winning {
            plies if score >= WIN_SCORE => plies.max(0) + 1,
            plies if score <= -WIN_SCORE => plies.min(0) - 1,
            _ => 0,
        };
        self.level = if score.abs() <= DRAW_SCORE && ply > DRAW_FROM_PLY { self.level + 1 } else { 0 };
        if self.winning.abs() >= WIN_PLIES {
            return Some(Some(if self.winning > 0 { Side::First } else { Side::Second }));
        }
        (self.level >= DRAW_PLIES || ply >= MAX_PLIES).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_lead_is_adjudicated_as_a_win_and_level_scores_as_a_draw() {
        let mut adjudicator = Adjudicator::default();
        let mut ends = |score: i32, plies: usize, from: usize| {
            (0..plies).map(|ply| adjudicator.adjudicate(Score::cp(score), from + ply)).last().flatten()
        };
        assert_eq!(ends(1200, 3, 0), None);
        assert_eq!(ends(-1200, 4, 3), Some(Some(Side::Second)));
        assert_eq!(ends(0, 30, 10), None);
        assert_eq!(ends(0, 12, 200), Some(None));
        assert_eq!(ends(100, 1, 320), Some(None));
    }
}
