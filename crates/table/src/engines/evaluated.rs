//! Engine factory of games that have an evaluation and tactics, but no network.

use std::marker::PhantomData;

use eval::{Breakdown, RemovePiece};
use game::{Game, Line, Message, Tactics};
use search::mate::{EngineHints, ProofProgress};
use search::{Control, Engine, LeveledEngine, Params, PvsEngine};

use super::breakdown::{EvalBreakdown, take_apart};
use super::ladder::LevelRating;
use super::pvs::{HINTS_HASH_MB, LimitedEngine, requested_level, requested_params};
use super::weights::{self, EvalWeight, names_of};
use super::{EngineFactory, EngineResources, EngineSpec, textbook};
use crate::solve::{self, Solution, SolveRequest};

/// A game with an evaluation of its own.
pub trait Evaluated: Send + Sync + 'static {
    /// The game.
    type Game: Game<Position: Tactics + RemovePiece>;
    /// Its evaluation.
    type Eval: Breakdown<<Self::Game as Game>::Position> + Clone + Default + Sync + 'static;

    /// Ratings of its levels, lowest first.
    const RATINGS: [LevelRating; 8];

    /// Search parameters of the highest level.
    const PARAMS: Params = Params::DEFAULT;

    /// Weights of the evaluation that a user may set.
    const WEIGHTS: &'static [EvalWeight];

    /// The evaluation with the weights of a specification.
    fn custom(spec: &EngineSpec) -> Result<Self::Eval, Message>;
}

/// Engines and solver of a game with an evaluation.
pub struct WithEval<C>(PhantomData<fn() -> C>);

impl<C: Evaluated> EngineFactory for WithEval<C> {
    type Game = C::Game;

    const NAMES: &'static [&'static str] = &["champion", "random", "greedy", "minimax", "alphabeta", "mcts"];

    const LEVELS: &'static [LevelRating] = &C::RATINGS;

    const PARAMS: Option<Params> = Some(C::PARAMS);

    const EVALS: &'static [&'static str] = &["full", "custom"];

    fn weights() -> Vec<EvalWeight> {
        C::WEIGHTS.to_vec()
    }

    fn take_apart(here: &<C::Game as Game>::Position, eval: &EngineSpec) -> Result<EvalBreakdown, Message> {
        let mut made = match eval.name.as_str() {
            "full" => {
                eval.allow(&[])?;
                C::Eval::default()
            }
            weights::CUSTOM => {
                eval.allow(&names_of(C::WEIGHTS))?;
                C::custom(eval)?
            }
            other => return Err(textbook::invalid_value("eval", other, Self::EVALS)),
        };
        Ok(take_apart::<C::Game>(&eval.name, &mut made, here))
    }

    fn solve(
        line: &Line<<C::Game as Game>::Position>,
        request: &SolveRequest,
        control: &Control,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Solution, Message> {
        let hints = Box::new(EngineHints::new(C::Eval::default(), HINTS_HASH_MB));
        solve::solve::<Self::Game>(line, request, control, hints, report)
    }

    fn make(
        spec: &EngineSpec,
        resources: EngineResources,
    ) -> Result<Box<dyn Engine<<C::Game as Game>::Position>>, Message> {
        match spec.name.as_str() {
            "champion" => {
                let mut names = vec!["level", "elo", "depth", "nodes", "time", "eval"];
                names.extend(Params::ALL.iter().map(|param| param.name));
                spec.allow(&names)?;
                match spec.get("eval") {
                    None | Some("classic") => {}
                    Some("network") => return Err(Message::new("engine_network_none")),
                    Some(other) => return Err(textbook::invalid_value("eval", other, &["classic"])),
                }
                let level = requested_level(spec, Self::LEVELS)?.filter(|level| !level.is_full());
                let params = requested_params(spec, C::PARAMS, level.is_some())?;
                let (eval, EngineResources { hash, threads, .. }) = (C::Eval::default(), resources);
                let engine: Box<dyn Engine<<C::Game as Game>::Position>> = match level {
                    Some(level) => Box::new(LeveledEngine::new(eval, level, hash, threads)),
                    None => Box::new(PvsEngine::new(eval, hash, threads).with_params(params)),
                };
                Ok(Box::new(LimitedEngine {
                    engine,
                    depth: spec.parse("depth")?,
                    nodes: spec.parse("nodes")?,
                    time: spec.parse("time")?,
                }))
            }
            name if textbook::NAMES.contains(&name) => match spec.get("eval") {
                Some(weights::CUSTOM) => {
                    textbook::with_custom(spec, resources, C::custom(spec)?, &names_of(C::WEIGHTS))
                }
                _ => textbook::with_eval::<_, C::Eval>(spec, resources),
            },
            _ => Err(spec.unknown(Self::NAMES)),
        }
    }
}
