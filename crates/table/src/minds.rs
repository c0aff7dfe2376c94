//! Brains without their types: made by a line of text, thinking about a study, answering in coordinates.

mod champion;
mod ladder;
mod params;
mod spec;
mod textbook;
mod thought;
mod veiled;

use std::time::Instant;

use game::{Game, Line, Message, Position};
use search::mate::Advice;
use search::{Brain, Clock, Control, Limits};

pub use champion::WithChampion;
pub use ladder::{ChessLadder, EloMark, JieqiLadder, Standing, XiangqiLadder};
pub use params::{BrainParam, ParamKind, brain_params};
pub use spec::{BrainSpec, Means};
pub use textbook::Textbook;
pub use thought::{MoveVisits, Opinion, OpinionLine};
pub use veiled::WithGuesses;

use crate::study::Study;

/// The brains of a game, made by name.
pub trait Minds: Send + Sync + 'static {
    /// The game they play.
    type Game: Game;

    /// The names a [`BrainSpec`] may have.
    const NAMES: &'static [&'static str];

    /// The levels a champion can be asked for, lowest first, with what they are worth.
    const LEVELS: &'static [Standing] = &[];

    /// Who tells the solver where a win is likely, so that it looks there first. Nobody, where nobody knows.
    fn adviser() -> Advice<<Self::Game as Game>::Position> {
        Box::new(())
    }

    /// Makes a brain; an unknown name, option or value says so.
    fn make(
        spec: &BrainSpec,
        means: Means,
    ) -> Result<Box<dyn Brain<<Self::Game as Game>::Position>>, Message>;
}

/// A brain behind one door: it thinks about studies of its own game.
pub trait Mind: Send {
    /// Thinks about the study's last position. Moves in the limits are coordinates; one that is not legal there is
    /// refused. A study of another game is refused too.
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
        report: &mut dyn FnMut(&Opinion),
    ) -> Result<Opinion, Message>;

    /// A new game begins: forgets what was learnt.
    fn forget(&mut self);
}

/// A mind of a game's own brain.
pub(crate) struct Thinker<G: Game> {
    brain: Box<dyn Brain<G::Position>>,
}

impl<G: Game> Thinker<G> {
    pub fn new(brain: Box<dyn Brain<G::Position>>) -> Self {
        Thinker { brain }
    }

    fn limits(
        line: &Line<G::Position>,
        limits: &Limits<String>,
    ) -> Result<Limits<<G::Position as Position>::Move>, Message> {
        let read = |texts: &[String]| {
            texts
                .iter()
                .map(|text| G::read_move(line.here(), text).map(|(mv, _)| mv))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            time: limits.time,
            clocks: limits.clocks,
            mate: limits.mate,
            overhead: limits.overhead,
            only: read(&limits.only)?,
            banned: read(&limits.banned)?,
            lines: limits.lines,
            seed: limits.seed,
        })
    }
}

impl<G: Game> Mind for Thinker<G> {
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
        report: &mut dyn FnMut(&Opinion),
    ) -> Result<Opinion, Message> {
        let line = study
            .line()
            .downcast_ref::<Line<G::Position>>()
            .ok_or_else(|| Message::new("brain_other_game").text("game", study.spec().name))?;
        let limits = Self::limits(line, limits)?;
        let thought = self.brain.think(line, &limits, control, &mut |thought| {
            report(&Opinion::of::<G>(line, thought));
        });
        Ok(Opinion::of::<G>(line, &thought))
    }

    fn forget(&mut self) {
        self.brain.forget();
    }
}

/// The machine's clock.
pub struct WallClock(Instant);

impl WallClock {
    /// Starts at zero.
    pub fn start() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn micros(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}
