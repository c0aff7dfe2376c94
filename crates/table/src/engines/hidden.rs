//! The engines of a game whose pieces are hidden: its own, and two to measure them by.

use std::marker::PhantomData;

use game::{Eval, Game, HiddenPosition, Message, Tactics};
use search::mate::Hints;
use search::plain::Determinized;
use search::{Engine, PvsEngine};

use super::ladder::LevelRating;
use super::pvs::Capped;
use super::{EngineFactory, EngineResources, EngineSpec};

/// These engines, and for measuring, not offered to people: `determinized:samples=8` guesses the deal and votes,
/// `exhaustive` leaves out nothing that may turn up.
pub struct WithDeterminization<M, E>(Marker<M, E>);

/// Holds no value of these types.
type Marker<M, E> = PhantomData<fn() -> (M, E)>;

/// Deals imagined for a move where nothing is said.
const SAMPLES: u32 = 8;

impl<M, E> EngineFactory for WithDeterminization<M, E>
where
    M: EngineFactory<Game: Game<Position: Tactics + HiddenPosition<Determinized: Tactics>>>,
    E: Eval<<<M::Game as Game>::Position as HiddenPosition>::Determinized>
        + Eval<<M::Game as Game>::Position>
        + Clone
        + Default
        + 'static,
{
    type Game = M::Game;

    const NAMES: &'static [&'static str] = M::NAMES;

    const LEVELS: &'static [LevelRating] = M::LEVELS;

    fn hints() -> Hints<<Self::Game as Game>::Position> {
        M::hints()
    }

    fn make(
        spec: &EngineSpec,
        resources: EngineResources,
    ) -> Result<Box<dyn Engine<<Self::Game as Game>::Position>>, Message> {
        let (engine, depth): (Box<dyn Engine<_>>, _) = match spec.name.as_str() {
            "determinized" => {
                spec.allow(&["samples", "nodes", "time"])?;
                let samples = spec.parse("samples")?.unwrap_or(SAMPLES).clamp(1, 1000);
                (Box::new(Determinized::new(E::default(), samples, resources.hash, resources.threads)), None)
            }
            "exhaustive" => {
                spec.allow(&["depth", "nodes", "time"])?;
                let champion = PvsEngine::new(E::default(), resources.hash, resources.threads).exhaustive();
                (Box::new(champion), spec.parse("depth")?)
            }
            _ => return M::make(spec, resources),
        };
        Ok(Box::new(Capped { engine, depth, nodes: spec.parse("nodes")?, time: spec.parse("time")? }))
    }
}
