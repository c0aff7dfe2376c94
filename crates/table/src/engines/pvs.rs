//! Engine factory of games that have their own evaluation: the champion and the textbook engines.

use std::marker::PhantomData;

use eval::nnue::{BuiltInNetwork, Features, NetworkError, NnueEval};
use eval::{Linear, SimpleEval};
use game::{Line, Message, Position};
use search::mate::{EngineHints, ProofProgress};
use search::plain::SearchObserver;
use search::{Control, Engine, Level, LeveledEngine, Limits, Params, PvsEngine, SearchInfo};

use super::breakdown::{EvalBreakdown, take_apart};
use super::ladder::{self, LevelRating};
use super::networks::LoadedNetwork;
use super::textbook::{self, EvalTables};
use super::weights::{self, EvalWeight};
use super::{EngineFactory, EngineResources, EngineSpec};
use crate::solve::{self, Solution, SolveRequest};

/// Transposition table size of the solver's engine hints, in megabytes.
pub(super) const HINTS_HASH_MB: usize = 32;

/// Strongest engine of a game: its evaluation, network, levels and search parameters.
pub trait Champion: Send + Sync + 'static {
    /// Features of its network. They name the game and its hand-crafted evaluation too.
    type Features: Features<Position: EvalTables, Hce: Linear>;

    /// Ratings of its levels, lowest first.
    const RATINGS: [LevelRating; 8];

    /// Search parameters of the highest level, the champion itself. The levels below keep the common ones, so that
    /// tuning does not shift them.
    const PARAMS: Params = Params::DEFAULT;

    /// Network it ships with, which beats the hand-crafted evaluation at equal time.
    fn network() -> Option<&'static BuiltInNetwork> {
        None
    }
}

/// Hand-crafted evaluation of a champion.
pub type HceOf<C> = <<C as Champion>::Features as Features>::Hce;
/// Positions of a champion's game.
pub type PositionOf<C> = <<C as Champion>::Features as Features>::Position;

/// Engines and solver of a game with a champion.
pub struct WithPvs<C>(PhantomData<fn() -> C>);

impl<C: Champion> EngineFactory for WithPvs<C> {
    type Game = <C::Features as Features>::Game;

    const NAMES: &'static [&'static str] = &["champion", "random", "greedy", "minimax", "alphabeta", "mcts"];

    const LEVELS: &'static [LevelRating] = &C::RATINGS;

    const PARAMS: Option<Params> = Some(C::PARAMS);

    const EVALS: &'static [&'static str] = &["network", "full", "contact", "square", "material", "custom"];

    fn weights() -> Vec<EvalWeight> {
        weights::of_tables::<PositionOf<C>>()
    }

    fn take_apart(here: &PositionOf<C>, eval: &EngineSpec) -> Result<EvalBreakdown, Message> {
        if eval.name != weights::CUSTOM {
            eval.allow(&[])?;
        }
        let apart = |simple: &mut SimpleEval<_>| take_apart::<Self::Game>(&eval.name, simple, here);
        Ok(match eval.name.as_str() {
            "network" => {
                let network = C::network().and_then(BuiltInNetwork::get::<C::Features>);
                let network = network.ok_or_else(|| Message::new("engine_network_none"))?;
                let alone = !network.corrects_hce;
                let mut network = NnueEval::<C::Features>::new(network);
                EvalBreakdown { alone, ..take_apart::<Self::Game>(&eval.name, &mut network, here) }
            }
            "full" => take_apart::<Self::Game>(&eval.name, &mut HceOf::<C>::default(), here),
            "contact" => apart(&mut SimpleEval::contact()),
            "square" => apart(&mut SimpleEval::square()),
            "material" => apart(&mut SimpleEval::material()),
            weights::CUSTOM => apart(&mut textbook::custom(eval)?),
            other => return Err(textbook::invalid_value("eval", other, Self::EVALS)),
        })
    }

    fn uses_network() -> bool {
        C::network().is_some()
    }

    fn read_network(bytes: &[u8]) -> Result<LoadedNetwork, NetworkError> {
        LoadedNetwork::read::<C::Features>(bytes)
    }

    fn solve(
        line: &Line<PositionOf<C>>,
        request: &SolveRequest,
        control: &Control,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Solution, Message> {
        // The hand-crafted evaluation rather than the network: 20% more nodes per second, and some long wins are
        // found sooner.
        let hints = Box::new(EngineHints::new(HceOf::<C>::default(), HINTS_HASH_MB));
        solve::solve::<Self::Game>(line, request, control, hints, report)
    }

    fn make(
        spec: &EngineSpec,
        resources: EngineResources,
    ) -> Result<Box<dyn Engine<PositionOf<C>>>, Message> {
        match spec.name.as_str() {
            "champion" => {
                let mut names = vec!["level", "elo", "depth", "nodes", "time", "eval", "net"];
                names.extend(Params::ALL.iter().map(|param| param.name));
                spec.allow(&names)?;
                // The highest level is the champion itself, with its default evaluation.
                let level = requested_level(spec, Self::LEVELS)?.filter(|level| !level.is_full());
                let network = requested_network::<C>(spec, level.is_some())?;
                let params = requested_params(spec, C::PARAMS, level.is_some())?;
                let (hash, threads) = (resources.hash, resources.threads);
                let engine: Box<dyn Engine<PositionOf<C>>> = match (level, network) {
                    // Level ratings were measured with the hand-written evaluation.
                    (Some(level), _) => {
                        Box::new(LeveledEngine::new(HceOf::<C>::default(), level, hash, threads))
                    }
                    (None, Some(network)) => {
                        Box::new(PvsEngine::new(network, hash, threads).with_params(params))
                    }
                    (None, None) => {
                        Box::new(PvsEngine::new(HceOf::<C>::default(), hash, threads).with_params(params))
                    }
                };
                Ok(Box::new(LimitedEngine {
                    engine,
                    depth: spec.parse("depth")?,
                    nodes: spec.parse("nodes")?,
                    time: spec.parse("time")?,
                }))
            }
            name if textbook::NAMES.contains(&name) => textbook::with_full::<_, HceOf<C>>(spec, resources),
            _ => Err(spec.unknown(Self::NAMES)),
        }
    }
}

/// Search parameters of a specification: those of the game, and the ones given by name.
pub(super) fn requested_params(
    spec: &EngineSpec,
    mut params: Params,
    leveled: bool,
) -> Result<Params, Message> {
    for param in Params::ALL {
        let Some(value) = spec.parse::<i32>(param.name)? else { continue };
        if leveled {
            return Err(Message::new("engine_level_param").text("name", param.name));
        }
        if !(param.least..=param.most).contains(&value) {
            return Err(Message::new("engine_option_range")
                .text("name", param.name)
                .number("value", value)
                .number("least", param.least)
                .number("most", param.most));
        }
        params.set(param.name, value);
    }
    Ok(params)
}

/// Network of a specification; `None` for the hand-written evaluation.
fn requested_network<C: Champion>(
    spec: &EngineSpec,
    leveled: bool,
) -> Result<Option<NnueEval<C::Features>>, Message> {
    let built_in = || C::network().and_then(BuiltInNetwork::get::<C::Features>);
    let net = match (spec.get("eval"), spec.get("net")) {
        (Some("classic"), _) => None,
        (Some("network") | None, Some(name)) => {
            let missing = || Message::new("engine_net_unknown").text("name", name);
            let loaded = spec.network.as_ref().and_then(LoadedNetwork::of::<C::Features>);
            Some(loaded.ok_or_else(missing)?)
        }
        (Some("network"), None) => Some(built_in().ok_or_else(|| Message::new("engine_network_none"))?),
        (None, None) if leveled => None,
        (None, None) => built_in(),
        (Some(other), _) => {
            return Err(Message::new("engine_option_value")
                .text("name", "eval")
                .text("value", other)
                .text("known", "network, classic"));
        }
    };
    if leveled && net.is_some() {
        return Err(Message::new("engine_level_network"));
    }
    Ok(net.map(NnueEval::new))
}

/// Level of a specification, by number or by Elo.
pub(super) fn requested_level(spec: &EngineSpec, ratings: &[LevelRating]) -> Result<Option<Level>, Message> {
    match (spec.parse::<f64>("level")?, spec.parse::<i32>("elo")?) {
        (Some(_), Some(_)) => Err(Message::new("engine_level_twice")),
        (Some(number), None) => match Level::new(number) {
            None => Err(Message::new("engine_level").text("level", number.to_string())),
            level => Ok(level),
        },
        (None, Some(elo)) => match ladder::level_of(ratings, elo) {
            None => {
                let end = |rating: Option<&LevelRating>| rating.map_or(0, |rating| rating.elo);
                Err(Message::new("engine_option_range")
                    .text("name", "elo")
                    .number("value", elo)
                    .number("least", end(ratings.first()))
                    .number("most", end(ratings.last())))
            }
            level => Ok(level),
        },
        (None, None) => Ok(None),
    }
}

/// Engine with limits of its own in addition to those of each search.
pub(super) struct LimitedEngine<P: Position> {
    pub engine: Box<dyn Engine<P>>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Milliseconds per move.
    pub time: Option<u64>,
}

impl<P: Position> LimitedEngine<P> {
    fn within(&self, limits: &Limits<P::Move>) -> Limits<P::Move> {
        Limits {
            depth: min_some(self.depth, limits.depth),
            nodes: min_some(self.nodes, limits.nodes),
            time: min_some(self.time, limits.time),
            ..limits.clone()
        }
    }
}

impl<P: Position> Engine<P> for LimitedEngine<P> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        self.engine.think(line, &self.within(limits), control, report)
    }

    fn think_observed(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
        observer: &mut dyn SearchObserver<P>,
    ) -> Option<SearchInfo<P>> {
        self.engine.think_observed(line, &self.within(limits), control, report, observer)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }
}

fn min_some<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
