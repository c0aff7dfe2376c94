//! The brains of a game whose men are hidden: its own, and two to measure them by.

use std::marker::PhantomData;

use game::{Eval, Game, Message, Tactics, Veiled};
use search::mate::Advice;
use search::plain::Determinized;
use search::{Brain, Champion};

use super::champion::Capped;
use super::ladder::Standing;
use super::{BrainSpec, Means, Minds};

/// These brains, and for measuring, not offered to people: `determinized:samples=8` guesses the deal and votes,
/// `exhaustive` leaves out nothing that may turn up.
pub struct WithGuesses<M, E>(Marker<M, E>);

/// Holds no value of these types.
type Marker<M, E> = PhantomData<fn() -> (M, E)>;

/// Deals imagined for a move where nothing is said.
const SAMPLES: u32 = 8;

impl<M, E> Minds for WithGuesses<M, E>
where
    M: Minds<Game: Game<Position: Tactics + Veiled<Open: Tactics>>>,
    E: Eval<<<M::Game as Game>::Position as Veiled>::Open>
        + Eval<<M::Game as Game>::Position>
        + Clone
        + Default
        + 'static,
{
    type Game = M::Game;

    const NAMES: &'static [&'static str] = M::NAMES;

    const LEVELS: &'static [Standing] = M::LEVELS;

    fn adviser() -> Advice<<Self::Game as Game>::Position> {
        M::adviser()
    }

    fn make(
        spec: &BrainSpec,
        means: Means,
    ) -> Result<Box<dyn Brain<<Self::Game as Game>::Position>>, Message> {
        let (brain, depth): (Box<dyn Brain<_>>, _) = match spec.name.as_str() {
            "determinized" => {
                spec.allow(&["samples", "nodes", "time"])?;
                let samples = spec.parse("samples")?.unwrap_or(SAMPLES).clamp(1, 1000);
                (Box::new(Determinized::new(E::default(), samples, means.hash, means.threads)), None)
            }
            "exhaustive" => {
                spec.allow(&["depth", "nodes", "time"])?;
                let champion = Champion::new(E::default(), means.hash, means.threads).exhaustive();
                (Box::new(champion), spec.parse("depth")?)
            }
            _ => return M::make(spec, means),
        };
        Ok(Box::new(Capped { brain, depth, nodes: spec.parse("nodes")?, time: spec.parse("time")? }))
    }
}
