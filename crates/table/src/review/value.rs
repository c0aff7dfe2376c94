//! Value of a position: from an engine, or from the outcome of the game.

use game::{Message, Outcome, Score, Side};

use crate::engines::{AnyEngine, SearchReport};
use crate::erased::study::Study;
use crate::{Control, Limits};

/// Value of a position, from the first side's view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionValue {
    /// Score; `None` if the game is over.
    pub score: Option<Score>,
    /// Expected score of the first side, 0 to 1.
    pub chance: f32,
}

impl PositionValue {
    /// Expected score of a side.
    pub fn share(&self, side: Side) -> f32 {
        if side == Side::First { self.chance } else { 1.0 - self.chance }
    }

    /// Moves to mate, positive if the first side mates; `None` without a mate.
    pub fn mate(&self) -> Option<i32> {
        let plies = self.score?.mate_plies()?;
        let moves = (plies.abs() + 1) / 2;
        Some(if plies < 0 { -moves } else { moves })
    }

    /// Score in centipawns, unless it is a mate.
    pub fn centipawns(&self) -> Option<i32> {
        self.score.filter(|score| score.mate_plies().is_none()).map(Score::raw)
    }
}

/// Value of a position for the side to move, with the best line.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SideValue {
    pub turn: Side,
    /// Expected score, 0 to 1.
    pub share: f32,
    pub score: Option<Score>,
    /// Best line; empty if the game is over.
    pub line: Vec<String>,
    pub depth: u32,
}

impl SideValue {
    pub fn position_value(&self) -> PositionValue {
        let first = self.turn == Side::First;
        PositionValue {
            score: self.score.map(|score| if first { score } else { -score }),
            chance: if first { self.share } else { 1.0 - self.share },
        }
    }
}

/// Value of a position whose game is over.
pub(super) fn outcome_value(outcome: &Outcome, turn: Side) -> SideValue {
    let share = match outcome.winner {
        None => 0.5,
        Some(winner) => f32::from(u8::from(winner == turn)),
    };
    SideValue { turn, share, score: None, line: Vec::new(), depth: 0 }
}

/// Value of a position by an engine search. `None` if stopped.
pub(super) fn evaluate(
    engine: &mut dyn AnyEngine,
    study: &dyn Study,
    limits: &Limits<String>,
    control: &Control,
) -> Result<Option<SideValue>, Message> {
    if control.is_stopped() {
        return Ok(None);
    }
    let report: SearchReport = engine.think(study, limits, control, &mut |_| {})?;
    if control.is_stopped() {
        return Ok(None);
    }
    let turn = study.status().turn;
    let depth = report.depth;
    Ok(Some(match report.lines.into_iter().next() {
        Some(line) => {
            let [win, draw, _] = line.chances;
            let share = (win + draw / 2.0).clamp(0.0, 1.0);
            SideValue { turn, share, score: Some(line.score), line: line.moves, depth }
        }
        // An engine without an evaluation: equal chances.
        None => SideValue { turn, share: 0.5, score: None, line: Vec::new(), depth },
    }))
}
