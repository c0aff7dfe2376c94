//! Engine factory of games that have their own evaluation: the champion and the textbook engines.

use std::marker::PhantomData;
use std::sync::Arc;

use eval::nnue::{Features, HasFeatures, Network, NnueEval, registry};
use game::{Eval, Game, Line, Message, Position};
use search::mate::{EngineHints, Hints};
use search::{Control, Engine, Level, LeveledEngine, Limits, Params, PvsEngine, SearchInfo};

use super::ladder::{self, Ladder, LevelRating};
use super::textbook::{self, EvalTables};
use super::{EngineFactory, EngineResources, EngineSpec};

/// Transposition table size of the solver's engine hints, in megabytes.
const HINTS_HASH_MB: usize = 32;

/// Engines of a game whose positions implement tactics, with evaluation `E` and level ratings `L`.
pub struct WithPvs<G, E, L>(Marker<G, E, L>);

/// Holds no value of these types.
type Marker<G, E, L> = PhantomData<fn() -> (G, E, L)>;

impl<G, E, L> EngineFactory for WithPvs<G, E, L>
where
    G: Game<Position: EvalTables>,
    E: Eval<G::Position>
        + Clone
        + Default
        + HasFeatures<Features: Features<Position = G::Position>>
        + 'static,
    L: Ladder,
{
    type Game = G;

    const NAMES: &'static [&'static str] = &["champion", "random", "greedy", "minimax", "alphabeta", "mcts"];

    const LEVELS: &'static [LevelRating] = &L::RATINGS;

    const PARAMS: Option<Params> = Some(L::PARAMS);

    fn hints() -> Hints<G::Position> {
        // The hand-written evaluation rather than the network: 20% more nodes per second, and some long wins are
        // found sooner.
        Box::new(EngineHints::new(E::default(), HINTS_HASH_MB))
    }

    fn make(spec: &EngineSpec, resources: EngineResources) -> Result<Box<dyn Engine<G::Position>>, Message> {
        match spec.name.as_str() {
            "champion" => {
                let mut names = vec!["level", "elo", "depth", "nodes", "time", "eval", "net"];
                names.extend(Params::ALL.iter().map(|param| param.name));
                spec.allow(&names)?;
                // The highest level is the champion itself, with its default evaluation.
                let level = requested_level(spec, Self::LEVELS)?.filter(|level| !level.is_full());
                let network = requested_network::<E::Features>(spec, level.is_some())?;
                let params = requested_params(spec, L::PARAMS, level.is_some())?;
                let (hash, threads) = (resources.hash, resources.threads);
                let engine: Box<dyn Engine<G::Position>> = match (level, network) {
                    // Level ratings were measured with the hand-written evaluation.
                    (Some(level), _) => Box::new(LeveledEngine::new(E::default(), level, hash, threads)),
                    (None, Some(network)) => {
                        Box::new(PvsEngine::new(network, hash, threads).with_params(params))
                    }
                    (None, None) => Box::new(PvsEngine::new(E::default(), hash, threads).with_params(params)),
                };
                Ok(Box::new(LimitedEngine {
                    engine,
                    depth: spec.parse("depth")?,
                    nodes: spec.parse("nodes")?,
                    time: spec.parse("time")?,
                }))
            }
            name if textbook::NAMES.contains(&name) => textbook::with_full::<_, E>(spec, resources),
            _ => Err(spec.unknown(Self::NAMES)),
        }
    }
}

/// Search parameters of a specification: those of the game, and the ones given by name.
fn requested_params(spec: &EngineSpec, mut params: Params, leveled: bool) -> Result<Params, Message> {
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

/// Embedded network, if the champion uses it by default.
fn default_network<F: Features>() -> Option<Arc<Network>> {
    registry::built_in::<F>().filter(|_| registry::is_preferred::<F>())
}

/// Network of a specification; `None` for the hand-written evaluation.
fn requested_network<F: Features>(spec: &EngineSpec, leveled: bool) -> Result<Option<NnueEval<F>>, Message> {
    let net = match (spec.get("eval"), spec.get("net")) {
        (Some("classic"), _) => None,
        (Some("network") | None, Some(name)) => {
            let missing = || Message::new("engine_net_unknown").text("name", name);
            Some(registry::registered::<F>(name).ok_or_else(missing)?)
        }
        (Some("network"), None) => {
            Some(registry::built_in::<F>().ok_or_else(|| Message::new("engine_network_none"))?)
        }
        (None, None) => default_network::<F>().filter(|_| !leveled),
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
fn requested_level(spec: &EngineSpec, ratings: &[LevelRating]) -> Result<Option<Level>, Message> {
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

impl<P: Position> Engine<P> for LimitedEngine<P> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        let limits = Limits {
            depth: min_some(self.depth, limits.depth),
            nodes: min_some(self.nodes, limits.nodes),
            time: min_some(self.time, limits.time),
            ..limits.clone()
        };
        self.engine.think(line, &limits, control, report)
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
