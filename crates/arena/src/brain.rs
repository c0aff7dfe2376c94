//! A brain of the house at the board.

use std::sync::Arc;

use table::{Clocks, Control, Limits, Mind, Study, WallClock};

use crate::player::{Choice, Fault, Player, Start, Turn};

/// A brain that plays in our own process.
pub struct House {
    mind: Box<dyn Mind>,
    control: Control,
}

impl House {
    /// Seats a mind.
    pub fn new(mind: Box<dyn Mind>) -> Self {
        House { mind, control: Control::new(Arc::new(WallClock::start())) }
    }
}

impl Player for House {
    fn begin(&mut self, _: &Start) -> Result<(), Fault> {
        self.mind.forget();
        Ok(())
    }

    fn choose(&mut self, study: &dyn Study, turn: &Turn) -> Result<Choice, Fault> {
        let clocks = turn.clocks.zip(turn.tempo.clock).map(|([left, _], (_, increment))| Clocks {
            left,
            increment,
            moves_to_go: None,
        });
        let limits = Limits {
            depth: turn.tempo.depth,
            nodes: turn.tempo.nodes,
            time: turn.tempo.movetime,
            clocks,
            seed: turn.seed,
            // Nothing is sent anywhere: the answer is there when the thought is.
            overhead: 1,
            ..Limits::default()
        };
        self.control.rearm(false);
        let opinion = self.mind.think(study, &limits, &self.control, &mut |_| {}).map_err(Fault::Unable)?;
        let mv = opinion.best().ok_or_else(|| Fault::Illegal("-".to_owned()))?.to_owned();
        Ok(Choice {
            mv,
            score: opinion.lines.first().map(|line| line.score),
            depth: opinion.depth,
            nodes: opinion.nodes,
        })
    }
}
