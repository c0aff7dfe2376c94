//! The engines of games that have an evaluation of their own.

use std::marker::PhantomData;
use std::sync::Arc;

use eval::nnue::{Features, HasFeatures, Network, NnueEval, registry};
use game::{Eval, Game, Line, Message, Position};
use search::mate::{EngineHints, Hints};
use search::{Control, Engine, Level, LeveledEngine, Limits, PvsEngine, SearchInfo};

use super::ladder::{self, Ladder, LevelRating};
use super::textbook::{self, Known};
use super::{EngineFactory, EngineResources, EngineSpec};

/// The size of the table by which the solver's hints thinks.
const MEGABYTES_TO_ADVISE: usize = 32;

/// The engines of a game whose positions know tactics, for which there is an opinion, and whose levels are measured.
pub struct WithPvs<G, E, L>(Marker<G, E, L>);

/// Holds no value of these types.
type Marker<G, E, L> = PhantomData<fn() -> (G, E, L)>;

impl<G, E, L> EngineFactory for WithPvs<G, E, L>
where
    G: Game<Position: Known>,
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

    fn hints() -> Hints<G::Position> {
        // By hand, not by the network: a fifth more positions a second, and some long wins are announced sooner.
        Box::new(EngineHints::new(E::default(), MEGABYTES_TO_ADVISE))
    }

    fn make(spec: &EngineSpec, resources: EngineResources) -> Result<Box<dyn Engine<G::Position>>, Message> {
        match spec.name.as_str() {
            "champion" => {
                spec.allow(&["level", "elo", "depth", "nodes", "time", "eval", "net"])?;
                // The highest level is the champion itself, and goes by what it goes by.
                let level = asked_level(spec, Self::LEVELS)?.filter(|level| !level.is_full());
                let network = asked_network::<E::Features>(spec, level.is_some())?;
                let (hash, threads) = (resources.hash, resources.threads);
                let engine: Box<dyn Engine<G::Position>> = match (level, network) {
                    // What levels are worth was measured with the opinion written by hand.
                    (Some(level), _) => Box::new(LeveledEngine::new(E::default(), level, hash, threads)),
                    (None, Some(network)) => Box::new(PvsEngine::new(network, hash, threads)),
                    (None, None) => Box::new(PvsEngine::new(E::default(), hash, threads)),
                };
                Ok(Box::new(Capped {
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

/// The house's own network, where the champion goes by it unless told otherwise.
fn preferred_net<F: Features>() -> Option<Arc<Network>> {
    registry::built_in::<F>().filter(|_| registry::is_preferred::<F>())
}

/// The network a description asks for; `None` where the opinion written by hand is to be gone by.
fn asked_network<F: Features>(spec: &EngineSpec, leveled: bool) -> Result<Option<NnueEval<F>>, Message> {
    let net = match (spec.get("eval"), spec.get("net")) {
        (Some("classic"), _) => None,
        (Some("network") | None, Some(name)) => {
            let missing = || Message::new("engine_net_unknown").text("name", name);
            Some(registry::registered::<F>(name).ok_or_else(missing)?)
        }
        (Some("network"), None) => {
            Some(registry::built_in::<F>().ok_or_else(|| Message::new("engine_network_none"))?)
        }
        (None, None) => preferred_net::<F>().filter(|_| !leveled),
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

/// The level a description asks for, by its number or by its strength.
fn asked_level(spec: &EngineSpec, ratings: &[LevelRating]) -> Result<Option<Level>, Message> {
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

/// A engine that keeps to its own limits besides those of each search.
pub(super) struct Capped<P: Position> {
    pub engine: Box<dyn Engine<P>>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Milliseconds a move.
    pub time: Option<u64>,
}

impl<P: Position> Engine<P> for Capped<P> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        let capped = Limits {
            depth: least(self.depth, limits.depth),
            nodes: least(self.nodes, limits.nodes),
            time: least(self.time, limits.time),
            ..limits.clone()
        };
        self.engine.think(line, &capped, control, report)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }
}

fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
