//! The textbook's engines, made by name: from a game's rules alone, or with the opinions there are on it.

use std::marker::PhantomData;
use std::str::FromStr;

use eval::SimpleEval;
use eval::contact::Contact;
use eval::material::Material;
use eval::psqt::PieceSquares;
use game::{Eval, Game, Message, Position, Tactics};
use search::Engine;
use search::plain::{
    AlphaBeta, AlphaBetaOptions, Greedy, Mcts, MctsMode, MctsOptions, Minimax, RandomMover, TacticalInfo,
    WithTactics, WithoutTactics, ZeroEval,
};

use super::pvs::Capped;
use super::{EngineFactory, EngineResources, EngineSpec};

/// The algorithms of the textbook.
pub(super) const NAMES: &[&str] = &["random", "greedy", "minimax", "alphabeta", "mcts"];
/// How deep minimax looks where nothing is said.
const MINIMAX_DEPTH: u32 = 3;
/// Plies any of them may be asked for, and megabytes.
const DEEPEST: u32 = 64;
const LARGEST: usize = 65_536;

/// A engine, or what is wrong with its description.
type Made<P> = Result<Box<dyn Engine<P>>, Message>;

/// The engines of a game that gives its rules only.
pub struct Textbook<G>(PhantomData<fn() -> G>);

impl<G: Game> EngineFactory for Textbook<G> {
    type Game = G;

    const NAMES: &'static [&'static str] = NAMES;

    fn make(spec: &EngineSpec, resources: EngineResources) -> Made<G::Position> {
        match spec.name.as_str() {
            "random" => random(spec),
            "greedy" => greedy::<_, _, WithoutTactics>(spec, ZeroEval::new()),
            _ => match spec.get("eval") {
                None | Some("blank") => algorithm::<_, _, WithoutTactics>(spec, resources, ZeroEval::new()),
                Some(other) => Err(wrong("eval", other, &["blank"])),
            },
        }
    }
}

/// A position the textbook has tables for.
pub trait Known: Tactics + Material + PieceSquares + Contact {}

impl<P: Tactics + Material + PieceSquares + Contact> Known for P {}

/// The engines of a game the textbook has tables for and somebody has a full opinion on.
pub(super) fn with_full<P: Known, E>(spec: &EngineSpec, resources: EngineResources) -> Made<P>
where
    E: Eval<P> + Clone + Default + 'static,
{
    by_tables(spec, resources).unwrap_or_else(|| match spec.get("eval") {
        None | Some("full") => algorithm::<_, _, WithTactics>(spec, resources, E::default()),
        Some(other) => Err(wrong("eval", other, &["material", "square", "contact", "full"])),
    })
}

/// The engines that go by values and tables; `None` where another opinion is asked for, or left open to mcts.
fn by_tables<P: Known>(spec: &EngineSpec, resources: EngineResources) -> Option<Made<P>> {
    match spec.name.as_str() {
        "random" => return Some(random(spec)),
        "greedy" => return Some(greedy::<_, _, WithTactics>(spec, SimpleEval::greedy())),
        _ => {}
    }
    let eval = match spec.get("eval") {
        Some("material") => SimpleEval::material(),
        Some("square") => SimpleEval::square(),
        Some("contact") => SimpleEval::contact(),
        None if spec.name != "mcts" => SimpleEval::square(),
        _ => return None,
    };
    Some(algorithm::<_, _, WithTactics>(spec, resources, eval))
}

fn random<P: Position>(spec: &EngineSpec) -> Made<P> {
    spec.allow(&[])?;
    Ok(Box::new(RandomMover))
}

fn greedy<P: Position, E: Eval<P> + Clone + 'static, S: TacticalInfo<P>>(
    spec: &EngineSpec,
    eval: E,
) -> Made<P> {
    spec.allow(&[])?;
    Ok(Box::new(Greedy::<E, S>::new(eval)))
}

/// The algorithms that look ahead, with this opinion.
fn algorithm<P: Position, E, S: TacticalInfo<P>>(
    spec: &EngineSpec,
    resources: EngineResources,
    eval: E,
) -> Made<P>
where
    E: Eval<P> + Clone + 'static,
{
    let engine: Box<dyn Engine<P>> = match spec.name.as_str() {
        "minimax" => {
            spec.allow(&["depth", "eval", "nodes", "time"])?;
            Box::new(Minimax::new(eval, depth(spec)?.unwrap_or(MINIMAX_DEPTH)))
        }
        "alphabeta" => Box::new(AlphaBeta::<P, E, S>::new(eval, alphabeta(spec, resources)?)),
        "mcts" => Box::new(Mcts::<P, E, S>::new(eval, mcts(spec, resources)?)),
        _ => return Err(spec.unknown(NAMES)),
    };
    Ok(Box::new(Capped { engine, depth: None, nodes: spec.parse("nodes")?, time: spec.parse("time")? }))
}

fn alphabeta(spec: &EngineSpec, resources: EngineResources) -> Result<AlphaBetaOptions, Message> {
    spec.allow(&["depth", "eval", "nodes", "time", "ordering", "table", "pv", "deepening", "beam", "hash"])?;
    Ok(AlphaBetaOptions {
        depth: depth(spec)?,
        ordering: switch(spec, "ordering")?,
        table: switch(spec, "table")?,
        pv: switch(spec, "pv")?,
        deepening: switch(spec, "deepening")?,
        beam: number(spec, "beam", 1..=256)?,
        megabytes: number(spec, "hash", 1..=LARGEST)?.unwrap_or(resources.hash),
    })
}

fn mcts(spec: &EngineSpec, resources: EngineResources) -> Result<MctsOptions, Message> {
    spec.allow(&["sims", "c", "minimax", "mode", "reuse", "hash", "eval", "nodes", "time"])?;
    let mode = match spec.get("mode") {
        None | Some("puct") => MctsMode::Puct,
        Some("classic") => MctsMode::Classic,
        Some(other) => return Err(wrong("mode", other, &["classic", "puct"])),
    };
    let usual = MctsOptions::usual(mode);
    Ok(MctsOptions {
        simulations: number(spec, "sims", 1..=1_000_000_000)?,
        exploration: number(spec, "c", 0.0..=100.0)?.unwrap_or(usual.exploration),
        minimax: number(spec, "minimax", 0.0..=1.0)?.unwrap_or(usual.minimax),
        mode,
        reuse: switch(spec, "reuse")?,
        megabytes: number(spec, "hash", 1..=LARGEST)?.unwrap_or(resources.hash),
    })
}

fn depth(spec: &EngineSpec) -> Result<Option<u32>, Message> {
    number(spec, "depth", 1..=DEEPEST)
}

/// A number within a range, where one is given.
fn number<T>(
    spec: &EngineSpec,
    name: &'static str,
    range: std::ops::RangeInclusive<T>,
) -> Result<Option<T>, Message>
where
    T: FromStr + PartialOrd + std::fmt::Display,
{
    match spec.parse::<T>(name)? {
        Some(value) if !range.contains(&value) => Err(Message::new("engine_option_range")
            .text("name", name)
            .text("value", value.to_string())
            .text("least", range.start().to_string())
            .text("most", range.end().to_string())),
        value => Ok(value),
    }
}

/// A refinement that is on unless switched off.
fn switch(spec: &EngineSpec, name: &'static str) -> Result<bool, Message> {
    match spec.get(name) {
        None | Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(wrong(name, other, &["on", "off"])),
    }
}

fn wrong(name: &str, value: &str, known: &[&str]) -> Message {
    Message::new("engine_option_value")
        .text("name", name)
        .text("value", value)
        .text("known", known.join(", "))
}
