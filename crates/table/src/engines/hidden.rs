//! Engines of a game with hidden pieces: its own, and two reference engines.

use std::marker::PhantomData;

use game::{Eval, Game, HiddenPosition, Message, Tactics};
use search::mate::Hints;
use search::plain::Determinized;
use search::{Engine, Params, PvsEngine};

use super::ladder::LevelRating;
use super::pvs::LimitedEngine;
use super::{EngineFactory, EngineResources, EngineSpec};

/// The engines of `M`, plus two for measurements that are not offered to users: `determinized:samples=8` samples
/// deals and votes (determinization), `exhaustive` searches every chance outcome.
pub struct WithDeterminization<M, E>(Marker<M, E>);

/// Holds no value of these types.
type Marker<M, E> = PhantomData<fn() -> (M, E)>;

/// Deals sampled per move by default.
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

    const PARAMS: Option<Params> = M::PARAMS;

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
        Ok(Box::new(LimitedEngine { engine, depth, nodes: spec.parse("nodes")?, time: spec.parse("time")? }))
    }
}
