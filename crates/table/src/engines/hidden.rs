//! Engines of a game with hidden pieces: its own, and two reference engines.

use std::marker::PhantomData;

use eval::nnue::{Features, NetworkError};
use game::{Eval, HiddenPosition, Line, Message, Tactics};
use search::mate::ProofProgress;
use search::plain::Determinized;
use search::{Control, Engine, Params, PvsEngine};

use super::ladder::LevelRating;
use super::networks::LoadedNetwork;
use super::pvs::{Champion, HceOf, LimitedEngine, PositionOf, WithPvs};
use super::{EngineFactory, EngineResources, EngineSpec, EvalBreakdown, EvalWeight};
use crate::solve::{Solution, SolveRequest};

/// The engines of [`WithPvs`], plus two for measurements that are not offered to users: `determinized:samples=8` samples
/// deals and votes (determinization), `exhaustive` searches every chance outcome.
pub struct WithDeterminization<C>(PhantomData<fn() -> C>);

/// Deals sampled per move by default.
const SAMPLES: u32 = 8;

impl<C: Champion> EngineFactory for WithDeterminization<C>
where
    PositionOf<C>: HiddenPosition<Determinized: Tactics>,
    HceOf<C>: Eval<<PositionOf<C> as HiddenPosition>::Determinized>,
{
    type Game = <C::Features as Features>::Game;

    const NAMES: &'static [&'static str] = WithPvs::<C>::NAMES;

    const LEVELS: &'static [LevelRating] = WithPvs::<C>::LEVELS;

    const PARAMS: Option<Params> = WithPvs::<C>::PARAMS;

    const EVALS: &'static [&'static str] = WithPvs::<C>::EVALS;

    fn weights() -> Vec<EvalWeight> {
        WithPvs::<C>::weights()
    }

    fn take_apart(here: &PositionOf<C>, eval: &EngineSpec) -> Result<EvalBreakdown, Message> {
        WithPvs::<C>::take_apart(here, eval)
    }

    fn uses_network() -> bool {
        WithPvs::<C>::uses_network()
    }

    fn read_network(bytes: &[u8]) -> Result<LoadedNetwork, NetworkError> {
        WithPvs::<C>::read_network(bytes)
    }

    fn solve(
        line: &Line<PositionOf<C>>,
        request: &SolveRequest,
        control: &Control,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Solution, Message> {
        WithPvs::<C>::solve(line, request, control, report)
    }

    fn make(
        spec: &EngineSpec,
        resources: EngineResources,
    ) -> Result<Box<dyn Engine<PositionOf<C>>>, Message> {
        let (engine, depth): (Box<dyn Engine<PositionOf<C>>>, _) = match spec.name.as_str() {
            "determinized" => {
                spec.allow(&["samples", "nodes", "time"])?;
                let samples = spec.parse("samples")?.unwrap_or(SAMPLES).clamp(1, 1000);
                (
                    Box::new(Determinized::new(
                        HceOf::<C>::default(),
                        samples,
                        resources.hash,
                        resources.threads,
                    )),
                    None,
                )
            }
            "exhaustive" => {
                spec.allow(&["depth", "nodes", "time"])?;
                let champion =
                    PvsEngine::new(HceOf::<C>::default(), resources.hash, resources.threads).exhaustive();
                (Box::new(champion), spec.parse("depth")?)
            }
            _ => return WithPvs::<C>::make(spec, resources),
        };
        Ok(Box::new(LimitedEngine { engine, depth, nodes: spec.parse("nodes")?, time: spec.parse("time")? }))
    }
}
