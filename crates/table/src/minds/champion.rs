//! The brains of games that have an evaluation of their own.

use std::marker::PhantomData;

use game::{Eval, Game, Line, Message, Position};
use search::{Brain, Champion, Control, Level, Leveled, Limits, Thought};

use super::textbook::{self, Known};
use super::{BrainSpec, Means, Minds};

/// The brains of a game whose positions know tactics and for which there is an opinion.
pub struct WithChampion<G, E>(PhantomData<fn() -> (G, E)>);

impl<G, E> Minds for WithChampion<G, E>
where
    G: Game<Position: Known>,
    E: Eval<G::Position> + Clone + Default + 'static,
{
    type Game = G;

    const NAMES: &'static [&'static str] = &["champion", "random", "greedy", "minimax", "alphabeta", "mcts"];

    fn make(spec: &BrainSpec, means: Means) -> Result<Box<dyn Brain<G::Position>>, Message> {
        match spec.name.as_str() {
            "champion" => {
                spec.allow(&["level", "depth", "nodes", "time"])?;
                let champion = Champion::new(E::default(), means.hash, means.threads);
                let brain: Box<dyn Brain<G::Position>> = match spec.parse::<f64>("level")? {
                    None => Box::new(champion),
                    Some(number) => {
                        let level = Level::new(number)
                            .ok_or_else(|| Message::new("brain_level").text("level", number.to_string()))?;
                        Box::new(Leveled::new(champion, level))
                    }
                };
                Ok(Box::new(Capped {
                    brain,
                    depth: spec.parse("depth")?,
                    nodes: spec.parse("nodes")?,
                    time: spec.parse("time")?,
                }))
            }
            name if textbook::NAMES.contains(&name) => textbook::with_full::<_, E>(spec, means),
            _ => Err(spec.unknown(Self::NAMES)),
        }
    }
}

/// A brain that keeps to its own limits besides those of each search.
pub(super) struct Capped<P: Position> {
    pub brain: Box<dyn Brain<P>>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Milliseconds a move.
    pub time: Option<u64>,
}

impl<P: Position> Brain<P> for Capped<P> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Thought<P>),
    ) -> Thought<P> {
        let capped = Limits {
            depth: least(self.depth, limits.depth),
            nodes: least(self.nodes, limits.nodes),
            time: least(self.time, limits.time),
            ..limits.clone()
        };
        self.brain.think(line, &capped, control, report)
    }

    fn forget(&mut self) {
        self.brain.forget();
    }
}

fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
