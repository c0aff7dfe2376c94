//! What a position promises: asked of a engine, or told by the end of the game.

use game::{Message, Outcome, Score, Side};

use crate::engines::{AnyEngine, SearchReport};
use crate::study::Study;
use crate::{Control, Limits};

/// What a position is worth, from the first side's view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionValue {
    /// Its score; `None` where the game is over.
    pub score: Option<Score>,
    /// The first side's share of the point, 0 to 1.
    pub chance: f32,
}

impl PositionValue {
    /// A side's share of the point.
    pub fn share(&self, side: Side) -> f32 {
        if side == Side::First { self.chance } else { 1.0 - self.chance }
    }

    /// Moves to a mate, positive where the first side mates; `None` where none is seen.
    pub fn mate(&self) -> Option<i32> {
        let plies = self.score?.mate_plies()?;
        let moves = (plies.abs() + 1) / 2;
        Some(if plies < 0 { -moves } else { moves })
    }

    /// Centipawns of a soldier or pawn, where no end is seen.
    pub fn centipawns(&self) -> Option<i32> {
        self.score.filter(|score| score.mate_plies().is_none()).map(Score::raw)
    }
}

/// What a position promises the side to move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Promise {
    pub turn: Side,
    /// Its share of the point, 0 to 1.
    pub share: f32,
    pub score: Option<Score>,
    /// The best line; none where the game is over.
    pub line: Vec<String>,
    pub depth: u32,
}

impl Promise {
    pub fn weight(&self) -> PositionValue {
        let first = self.turn == Side::First;
        PositionValue {
            score: self.score.map(|score| if first { score } else { -score }),
            chance: if first { self.share } else { 1.0 - self.share },
        }
    }
}

/// What a position promises in which the game is over.
pub(super) fn promise_of(outcome: &Outcome, turn: Side) -> Promise {
    let share = match outcome.winner {
        None => 0.5,
        Some(winner) => f32::from(u8::from(winner == turn)),
    };
    Promise { turn, share, score: None, line: Vec::new(), depth: 0 }
}

/// What a engine says the position promises. `None` where it was stopped.
pub(super) fn promise(
    engine: &mut dyn AnyEngine,
    study: &dyn Study,
    limits: &Limits<String>,
    control: &Control,
) -> Result<Option<Promise>, Message> {
    if control.is_stopped() {
        return Ok(None);
    }
    let analysis: SearchReport = engine.think(study, limits, control, &mut |_| {})?;
    if control.is_stopped() {
        return Ok(None);
    }
    let turn = study.status().turn;
    let depth = analysis.depth;
    Ok(Some(match analysis.lines.into_iter().next() {
        Some(line) => {
            let [win, draw, _] = line.chances;
            let share = (win + draw / 2.0).clamp(0.0, 1.0);
            Promise { turn, share, score: Some(line.score), line: line.moves, depth }
        }
        // A engine without an opinion: nobody is better.
        None => Promise { turn, share: 0.5, score: None, line: Vec::new(), depth },
    }))
}
