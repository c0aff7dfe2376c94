//! Type-erased engines: created from a text specification, searching a study, reporting moves in coordinates.

mod breakdown;
mod evaluated;
mod hidden;
mod ladder;
mod move_delay;
mod networks;
mod params;
mod pvs;
mod report;
mod spec;
mod textbook;
mod weights;

use std::time::Instant;

use eval::nnue::NetworkError;
use game::{Game, Line, Message, Position};
use search::mate::ProofProgress;
use search::plain::{Recorder, Recording};
use search::{Clock, Control, Engine, Limits, Params, SearchInfo};

pub use breakdown::{EvalBreakdown, PieceWorth};
pub use evaluated::{Evaluated, WithEval};
pub use hidden::WithDeterminization;
pub(crate) use ladder::ratings;
pub use ladder::{EloMark, LevelRating};
pub use move_delay::move_delay;
pub use networks::{LoadedNetwork, load_network};
pub use params::{EngineParam, ParamKind, engine_params};
pub use pvs::{Champion, HceOf, WithPvs};
pub use report::{MoveVisits, ReportLine, SearchReport};
pub use spec::{EngineResources, EngineSpec};
pub use textbook::Textbook;
pub use weights::EvalWeight;

use crate::erased::study::Study;
use crate::solve::{Solution, SolveRequest};

/// Factory of the engines of one game, by name.
pub trait EngineFactory: Send + Sync + 'static {
    /// Game these engines play.
    type Game: Game;

    /// Names allowed in an [`EngineSpec`].
    const NAMES: &'static [&'static str];

    /// Levels of the champion with their ratings, lowest first.
    const LEVELS: &'static [LevelRating] = &[];

    /// Search parameters of the champion, if the game has one.
    const PARAMS: Option<Params> = None;

    /// Evaluations that can be taken apart, the strongest first.
    const EVALS: &'static [&'static str] = &[];

    /// Weights of the evaluation `custom`; empty for a game without one.
    fn weights() -> Vec<EvalWeight> {
        Vec::new()
    }

    /// Takes an evaluation of a position apart: one of [`EngineFactory::EVALS`], with its weights as options. The default
    /// is the error of a game without evaluations.
    fn take_apart(
        _here: &<Self::Game as Game>::Position,
        _eval: &EngineSpec,
    ) -> Result<EvalBreakdown, Message> {
        Err(Message::new("lab_eval_none").word("game", format!("game_{}", Self::Game::spec().name)))
    }

    /// Returns true if the champion evaluates by a network unless told otherwise.
    fn uses_network() -> bool {
        false
    }

    /// Parses a network of this game.
    fn read_network(_bytes: &[u8]) -> Result<LoadedNetwork, NetworkError> {
        Err(NetworkError::OtherGame)
    }

    /// Searches for a forced win from the end of the line. The default is the error of a game without a solver.
    fn solve(
        _line: &Line<<Self::Game as Game>::Position>,
        _request: &SolveRequest,
        _control: &Control,
        _report: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Solution, Message> {
        Err(Message::new("solve_unsupported").word("game", format!("game_{}", Self::Game::spec().name)))
    }

    /// Creates an engine. An unknown name, option or value is an error.
    fn make(
        spec: &EngineSpec,
        resources: EngineResources,
    ) -> Result<Box<dyn Engine<<Self::Game as Game>::Position>>, Message>;
}

/// Type-erased engine: searches studies of its own game.
pub trait AnyEngine: Send {
    /// Searches the study's last position. Moves in the limits are coordinates; an illegal one is an error, and so is
    /// a study of another game.
    fn think(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, Message>;

    /// Searches as [`AnyEngine::think`] does and records at most this many nodes. Without a recording for an engine that
    /// cannot be observed.
    fn think_recorded(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
        (_most, _progress): (usize, &mut dyn FnMut(u64)),
        report: &mut dyn FnMut(&SearchReport),
    ) -> Result<(SearchReport, Option<Recording>), Message> {
        Ok((self.think(study, limits, control, report)?, None))
    }

    /// Clears all learned state for a new game.
    fn new_game(&mut self);
}

/// Adapter from a typed engine to [`AnyEngine`].
pub(crate) struct TypedEngine<G: Game> {
    engine: Box<dyn Engine<G::Position>>,
}

impl<G: Game> TypedEngine<G> {
    pub fn new(engine: Box<dyn Engine<G::Position>>) -> Self {
        TypedEngine { engine }
    }

    /// Line of a study of this game.
    fn line(study: &dyn Study) -> Result<&Line<G::Position>, Message> {
        study
            .line()
            .downcast_ref::<Line<G::Position>>()
            .ok_or_else(|| Message::new("engine_other_game").text("game", study.spec().name))
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
            goal: limits.goal,
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
        let line = Self::line(study)?;
        let limits = Self::limits(line, limits)?;
        let info = self.engine.think(line, &limits, control, &mut |info| {
            report(&SearchReport::of::<G>(line, info));
        });
        Ok(SearchReport::of::<G>(line, &info))
    }

    fn think_recorded(
        &mut self,
        study: &dyn Study,
        limits: &Limits<String>,
        control: &Control,
        (most, progress): (usize, &mut dyn FnMut(u64)),
        report: &mut dyn FnMut(&SearchReport),
    ) -> Result<(SearchReport, Option<Recording>), Message> {
        let line = Self::line(study)?;
        let typed = Self::limits(line, limits)?;
        let mut recorder = Recorder::new(most, G::write_move).with_progress(progress);
        let mut typed_report = |info: &SearchInfo<G::Position>| report(&SearchReport::of::<G>(line, info));
        let info = self.engine.think_observed(line, &typed, control, &mut typed_report, &mut recorder);
        match info {
            Some(info) => Ok((SearchReport::of::<G>(line, &info), Some(recorder.finish()))),
            None => Ok((self.think(study, limits, control, report)?, None)),
        }
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }
}

/// Monotonic clock of the machine.
pub struct WallClock(Instant);

impl WallClock {
    /// Clock that starts at zero now.
    pub fn start() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn micros(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}
