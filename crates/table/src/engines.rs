//! Engines without their types: made by a line of text, thinking about a study, answering in coordinates.

mod hidden;
mod ladder;
mod params;
mod pvs;
mod report;
mod spec;
mod textbook;

use std::time::Instant;

use game::{Game, Line, Message, Position};
use search::mate::Hints;
use search::{Clock, Control, Engine, Limits};

pub use hidden::WithDeterminization;
pub use ladder::{ChessLadder, EloMark, JieqiLadder, LevelRating, XiangqiLadder};
pub use params::{EngineParam, ParamKind, engine_params};
pub use pvs::WithPvs;
pub use report::{MoveVisits, ReportLine, SearchReport};
pub use spec::{EngineResources, EngineSpec};
pub use textbook::Textbook;

use crate::study::Study;

/// The engines of a game, made by name.
pub trait EngineFactory: Send + Sync + 'static {
    /// The game they play.
    type Game: Game;

    /// The names a [`EngineSpec`] may have.
    const NAMES: &'static [&'static str];

    /// The levels a champion can be asked for, lowest first, with what they are worth.
    const LEVELS: &'static [LevelRating] = &[];

    /// Who tells the solver where a win is likely, so that it looks there first. Nobody, where nobody knows.
    fn hints() -> Hints<<Self::Game as Game>::Position> {
        Box::new(())
    }

    /// Makes a engine; an unknown name, option or value says so.
    fn make(
        spec: &EngineSpec,
        resources: EngineResources,
    ) -> Result<Box<dyn Engine<<Self::Game as Game>::Position>>, Message>;
}

/// A engine behind one door: it thinks about studies of its own game.
pub trait AnyEngine: Send {
    /// Thinks about the study's last position. Moves in the limits are coordinates; one that is not legal there is
    /// refused. A study of another game is refused too.
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Message>;

    /// A new game begins: forgets what was learnt.
    fn forget(&mut self);
}

/// A mind of a game's own engine.
pub(crate) struct TypedEngine<G: Game> {
    engine: Box<dyn Engine<G::Position>>,
}

impl<G: Game> TypedEngine<G> {
    pub fn new(engine: Box<dyn Engine<G::Position>>) -> Self {
        TypedEngine { engine }
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

impl<G: Game> AnyEngine for TypedEngine<G> {
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Message> {
        let line = study
            .line()
            .downcast_ref::<Line<G::Position>>()
            .ok_or_else(|| Message::new("engine_other_game").text("game", study.spec().name))?;
        let limits = Self::limits(line, limits)?;
        let info = self.engine.think(line, &limits, control, &mut |info| {
            report(&SearchReport::of::<G>(line, info));
        });
        Ok(SearchReport::of::<G>(line, &info))
    }

    fn forget(&mut self) {
        self.engine.new_game();
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
