//! Evaluation of cờ caro by patterns: worth of the empty squares for each side, and who completes a line first.

use caro::{Board, Kind};
use game::{Eval, PieceValues, Position as _, Score, Side};

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
/// Worth of the move.
const TEMPO: i32 = 25;
/// Limit of the score of positions without a threat that decides.
const QUIET_LIMIT: i32 = 1200;

/// Evaluation by patterns. The position itself keeps them up to date.
#[derive(Clone)]
pub struct PatternEval {
    values: PieceValues,
}

impl Default for PatternEval {
    fn default() -> Self {
        PatternEval { values: PieceValues([100; 32]) }
    }
}

impl PatternEval {
    fn centipawns(here: &Board) -> i32 {
        let (threats, us) = (here.threat_map(), here.turn());
        let them = us.other();
        let own = |kind| threats.has(us, kind);
        if own(Kind::Five) {
            return FIVE;
        }
        match threats.count(them, Kind::Five) {
            0 => {}
            1 => return Self::quiet(here, us, them) - RIVAL_DOUBLE_FOUR,
            _ => return -DOUBLE_FOUR,
        }
        if own(Kind::DoubleFour) {
            return DOUBLE_FOUR;
        }
        let mut score = Self::quiet(here, us, them);
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

    fn quiet(here: &Board, us: Side, them: Side) -> i32 {
        let threats = here.threat_map();
        let score = threats.value(us) - threats.value(them) + TEMPO;
        score.clamp(-QUIET_LIMIT, QUIET_LIMIT)
    }
}

impl Eval<Board> for PatternEval {
    type Step = ();

    fn reset(&mut self, _: &Board) {}

    fn push(&mut self, (): ()) {}

    fn pop(&mut self) {}

    fn score(&mut self, here: &Board) -> Score {
        Score::cp(Self::centipawns(here))
    }

    fn piece_values(&self) -> &PieceValues {
        &self.values
    }

    fn chances(&self, score: Score) -> [f32; 3] {
        WdlModel { scale: 300.0, draw_margin: 0.1 }.probabilities(score)
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
