//! Evaluation of cờ caro by patterns: worth of the empty squares for each side, and who completes a line first.

use caro::{Board, Kind};
use game::{Eval, PieceValues, Position as _, Score, Side};

use crate::breakdown::{Breakdown, EvalTerm, Ledger, RemovePiece};
use crate::wdl::WdlModel;

/// Scores of the strongest threat of the side to move, in centipawns. Whoever comes first wins the race.
const FIVE: i32 = 2900;
const DOUBLE_FOUR: i32 = 2500;
const FOUR_THREE: i32 = 1400;
const DOUBLE_THREE: i32 = 350;
/// The same for the opponent, who has to wait for a move.
const RIVAL_DOUBLE_FOUR: i32 = 160;
const RIVAL_FOUR_THREE: i32 = 120;
const RIVAL_DOUBLE_THREE: i32 = 60;
/// Limit of the score of positions without a threat that decides.
const QUIET_LIMIT: i32 = 1200;

/// Weights of the patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternWeights {
    /// Share of the own patterns, in percent.
    pub attack: i32,
    /// Share of the opponent's patterns, in percent.
    pub defense: i32,
    /// Worth of the move in centipawns.
    pub tempo: i32,
}

impl Default for PatternWeights {
    fn default() -> Self {
        PatternWeights { attack: 100, defense: 100, tempo: 25 }
    }
}

/// Evaluation by patterns. The position itself keeps them up to date.
#[derive(Clone)]
pub struct PatternEval {
    values: PieceValues,
    weights: PatternWeights,
}

impl Default for PatternEval {
    fn default() -> Self {
        Self::custom(PatternWeights::default())
    }
}

impl PatternEval {
    /// Evaluation with weights of the user.
    pub fn custom(weights: PatternWeights) -> Self {
        PatternEval { values: PieceValues([100; 32]), weights }
    }

    fn centipawns(&self, here: &Board) -> i32 {
        let (threats, us) = (here.threat_map(), here.turn());
        let them = us.other();
        let own = |kind| threats.has(us, kind);
        if own(Kind::Five) {
            return FIVE;
        }
        match threats.count(them, Kind::Five) {
            0 => {}
            1 => return self.quiet(here, us, them) - RIVAL_DOUBLE_FOUR,
            _ => return -DOUBLE_FOUR,
        }
        if own(Kind::DoubleFour) {
            return DOUBLE_FOUR;
        }
        let mut score = self.quiet(here, us, them);
        if own(Kind::FourThree) {
            // A four that the opponent answers by a four of his own is no win.
            let safe = !threats.has(them, Kind::Four);
            return if safe { FOUR_THREE } else { score.max(0) + FOUR_THREE / 3 };
        }
        if threats.has(them, Kind::DoubleFour) {
            score -= RIVAL_DOUBLE_FOUR;
        } else if own(Kind::DoubleThree) && !threats.has(them, Kind::Four) {
            score += DOUBLE_THREE;
        }
        if threats.has(them, Kind::FourThree) {
            score -= RIVAL_FOUR_THREE;
        } else if threats.has(them, Kind::DoubleThree) {
            score -= RIVAL_DOUBLE_THREE;
        }
        score
    }

    fn quiet(&self, here: &Board, us: Side, them: Side) -> i32 {
        let [own, other] = self.patterns(here, us, them);
        (own - other + self.weights.tempo).clamp(-QUIET_LIMIT, QUIET_LIMIT)
    }

    /// Weighted patterns of the side to move and of the opponent.
    fn patterns(&self, here: &Board, us: Side, them: Side) -> [i32; 2] {
        let threats = here.threat_map();
        [threats.value(us) * self.weights.attack / 100, threats.value(them) * self.weights.defense / 100]
    }
}

impl Eval<Board> for PatternEval {
    type Step = ();

    fn reset(&mut self, _: &Board) {}

    fn push(&mut self, (): ()) {}

    fn pop(&mut self) {}

    fn score(&mut self, here: &Board) -> Score {
        Score::cp(self.centipawns(here))
    }

    fn piece_values(&self) -> &PieceValues {
        &self.values
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        WdlModel { scale: 300.0, draw_margin: 0.1 }.probabilities(score)
    }
}

impl Breakdown<Board> for PatternEval {
    fn terms(&mut self, here: &Board) -> Vec<EvalTerm> {
        let us = here.turn();
        let sign = if us == Side::First { 1 } else { -1 };
        let [own, other] = self.patterns(here, us, us.other());
        let name = |side| if side == Side::First { "patterns_first" } else { "patterns_second" };
        let mut ledger = Ledger::default();
        ledger.add(name(us), sign * own);
        ledger.add(name(us.other()), -sign * other);
        ledger.add("tempo", sign * self.weights.tempo);
        ledger.reach("limit", sign * self.quiet(here, us, us.other()));
        ledger.reach("threats", sign * self.centipawns(here));
        ledger.terms
    }
}

impl RemovePiece for Board {
    fn without_piece(&self, square: usize) -> Option<Self> {
        self.without_stone(square)
    }
}

#[cfg(test)]
mod tests {
    use caro::{Caro, Rules};
    use game::Game as _;

    use super::*;

    fn score(text: &str) -> i32 {
        let here = Caro::read_position(text, &Rules::default()).expect(text).position;
        PatternEval::default().score(&here).raw()
    }

    #[test]
    fn stronger_threats_score_higher_for_the_side_to_move() {
        let four = score("15/15/15/15/15/15/15/4SSSS7/15/15/15/15/15/15/15 w");
        let open_three = score("15/15/15/15/15/15/15/4SSS8/15/15/15/15/15/15/15 w");
        let two = score("15/15/15/15/15/15/15/4SS9/15/15/15/15/15/15/15 w");
        let one = score("15/15/15/15/15/15/15/4S10/15/15/15/15/15/15/15 w");
        assert!(
            four > open_three && open_three > two && two > one && one > 0,
            "{four} {open_three} {two} {one}"
        );
    }

    #[test]
    fn sides_are_scored_alike() {
        let board = "15/15/15/15/15/6s8/6Ss7/6SS7/5s9/15/15/15/15/15/15";
        let swapped = "15/15/15/15/15/6S8/6sS7/6ss7/5S9/15/15/15/15/15/15";
        assert_eq!(score(&format!("{board} w")), score(&format!("{swapped} b")));
    }
}
