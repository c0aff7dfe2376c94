//! Textbook engines by name: with the rules alone, or with the evaluations of a game.

use std::marker::PhantomData;
use std::str::FromStr;

use eval::contact::Contact;
use eval::material::Material;
use eval::psqt::PieceSquares;
use eval::{RemovePiece, SimpleEval};
use game::{Eval, Game, Message, Position, Tactics};
use search::Engine;
use search::plain::{
    AlphaBeta, AlphaBetaOptions, Greedy, Mcts, MctsMode, MctsOptions, Minimax, RandomMover, TacticalInfo,
    WithTactics, WithoutTactics, ZeroEval,
};

use super::params::MAX_EXPLORATION;
use super::pvs::LimitedEngine;
use super::weights::{self, names_of};
use super::{EngineFactory, EngineResources, EngineSpec};

/// Textbook algorithms.
pub(super) const NAMES: &[&str] = &["random", "greedy", "minimax", "alphabeta", "mcts"];
/// Default depth of minimax.
const MINIMAX_DEPTH: u32 = 3;
/// Maximum depth in plies, and maximum table size in megabytes.
const DEEPEST: u32 = 64;
const LARGEST: usize = 65_536;

/// Engine, or the error in its specification.
type EngineResult<P> = Result<Box<dyn Engine<P>>, Message>;

/// Engines of a game that has rules only.
pub struct Textbook<G>(PhantomData<fn() -> G>);

impl<G: Game> EngineFactory for Textbook<G> {
    type Game = G;

    const NAMES: &'static [&'static str] = NAMES;

    fn make(spec: &EngineSpec, resources: EngineResources) -> EngineResult<G::Position> {
        match spec.name.as_str() {
            "random" => random(spec),
            "greedy" => greedy::<_, _, WithoutTactics>(spec, ZeroEval::new()),
            _ => match spec.get("eval") {
                None | Some("blank") => {
                    algorithm::<_, _, WithoutTactics>(spec, resources, ZeroEval::new(), &[])
                }
                Some(other) => Err(invalid_value("eval", other, &["blank"])),
            },
        }
    }
}

/// Position with material values, piece-square tables and contact evaluation.
pub trait EvalTables: Tactics + Material + PieceSquares + Contact + RemovePiece {}

impl<P: Tactics + Material + PieceSquares + Contact + RemovePiece> EvalTables for P {}

/// The user's own evaluation, by tables. Options other than weights are an error.
pub(super) fn custom<P: EvalTables>(spec: &EngineSpec) -> Result<SimpleEval<P>, Message> {
    spec.allow(&names_of(&weights::of_tables::<P>()))?;
    Ok(SimpleEval::custom(&weights::read_tables::<P>(spec)?))
}

/// Search engine with the user's own evaluation, whose weights are options of these names.
pub(super) fn with_custom<P: Tactics, E>(
    spec: &EngineSpec,
    resources: EngineResources,
    eval: E,
    weights: &[&str],
) -> EngineResult<P>
where
    E: Eval<P> + Clone + 'static,
{
    algorithm::<_, _, WithTactics>(spec, resources, eval, weights)
}

/// Engines of a game with evaluation tables and a full evaluation `E`.
pub(super) fn with_full<P: EvalTables, E>(spec: &EngineSpec, resources: EngineResources) -> EngineResult<P>
where
    E: Eval<P> + Clone + Default + 'static,
{
    with_tables(spec, resources).unwrap_or_else(|| match spec.get("eval") {
        None | Some("full") => algorithm::<_, _, WithTactics>(spec, resources, E::default(), &[]),
        Some(other) => {
            Err(invalid_value("eval", other, &["material", "square", "contact", "full", weights::CUSTOM]))
        }
    })
}

/// Engines of a game with tactics and one evaluation `E`.
pub(super) fn with_eval<P: Tactics, E>(spec: &EngineSpec, resources: EngineResources) -> EngineResult<P>
where
    E: Eval<P> + Clone + Default + 'static,
{
    match (spec.name.as_str(), spec.get("eval")) {
        ("random", _) => random(spec),
        ("greedy", _) => greedy::<_, _, WithTactics>(spec, E::default()),
        (_, None | Some("full")) => algorithm::<_, _, WithTactics>(spec, resources, E::default(), &[]),
        (_, Some(other)) => Err(invalid_value("eval", other, &["full"])),
    }
}

/// Engines with a table-based evaluation; `None` if another evaluation is requested, or for mcts by default.
fn with_tables<P: EvalTables>(spec: &EngineSpec, resources: EngineResources) -> Option<EngineResult<P>> {
    match spec.name.as_str() {
        "random" => return Some(random(spec)),
        "greedy" => return Some(greedy::<_, _, WithTactics>(spec, SimpleEval::greedy())),
        _ => {}
    }
    let eval = match spec.get("eval") {
        Some("material") => SimpleEval::material(),
        Some("square") => SimpleEval::square(),
        Some("contact") => SimpleEval::contact(),
        Some(weights::CUSTOM) => {
            let names = names_of(&weights::of_tables::<P>());
            let eval = weights::read_tables::<P>(spec).map(|weights| SimpleEval::custom(&weights));
            return Some(eval.and_then(|eval| with_custom(spec, resources, eval, &names)));
        }
        None if spec.name != "mcts" => SimpleEval::square(),
        _ => return None,
    };
    Some(algorithm::<_, _, WithTactics>(spec, resources, eval, &[]))
}

fn random<P: Position>(spec: &EngineSpec) -> EngineResult<P> {
    spec.allow(&[])?;
    Ok(Box::new(RandomMover))
}

fn greedy<P: Position, E: Eval<P> + Clone + 'static, S: TacticalInfo<P>>(
    spec: &EngineSpec,
    eval: E,
) -> EngineResult<P> {
    spec.allow(&[])?;
    Ok(Box::new(Greedy::<E, S>::new(eval)))
}

/// Search algorithms with this evaluation.
fn algorithm<P: Position, E, S: TacticalInfo<P>>(
    spec: &EngineSpec,
    resources: EngineResources,
    eval: E,
    weights: &[&str],
) -> EngineResult<P>
where
    E: Eval<P> + Clone + 'static,
{
    let engine: Box<dyn Engine<P>> = match spec.name.as_str() {
        "minimax" => {
            allow(spec, &["depth", "eval", "nodes", "time"], weights)?;
            Box::new(Minimax::new(eval, depth(spec)?.unwrap_or(MINIMAX_DEPTH)))
        }
        "alphabeta" => Box::new(AlphaBeta::<P, E, S>::new(eval, alphabeta(spec, resources, weights)?)),
        "mcts" => Box::new(Mcts::<P, E, S>::new(eval, mcts(spec, resources, weights)?)),
        _ => return Err(spec.unknown(NAMES)),
    };
    Ok(Box::new(LimitedEngine {
        engine,
        depth: None,
        nodes: spec.parse("nodes")?,
        time: spec.parse("time")?,
    }))
}

/// Returns an error for options that are neither those of an algorithm nor weights of its evaluation.
fn allow(spec: &EngineSpec, names: &[&str], weights: &[&str]) -> Result<(), Message> {
    spec.allow(&[names, weights].concat())
}

fn alphabeta(
    spec: &EngineSpec,
    resources: EngineResources,
    weights: &[&str],
) -> Result<AlphaBetaOptions, Message> {
    let names = ["depth", "eval", "nodes", "time", "ordering", "table", "pv", "deepening", "beam", "hash"];
    allow(spec, &names, weights)?;
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

fn mcts(spec: &EngineSpec, resources: EngineResources, weights: &[&str]) -> Result<MctsOptions, Message> {
    allow(spec, &["sims", "c", "minimax", "mode", "reuse", "hash", "eval", "nodes", "time"], weights)?;
    let mode = match spec.get("mode") {
        None | Some("puct") => MctsMode::Puct,
        Some("classic") => MctsMode::Classic,
        Some(other) => return Err(invalid_value("mode", other, &["classic", "puct"])),
    };
    let usual = MctsOptions::usual(mode);
    Ok(MctsOptions {
        simulations: number(spec, "sims", 1..=1_000_000_000)?,
        exploration: number(spec, "c", 0.0..=MAX_EXPLORATION as f32)?.unwrap_or(usual.exploration),
        minimax: number(spec, "minimax", 0.0..=1.0)?.unwrap_or(usual.minimax),
        mode,
        reuse: switch(spec, "reuse")?,
        megabytes: number(spec, "hash", 1..=LARGEST)?.unwrap_or(resources.hash),
    })
}

fn depth(spec: &EngineSpec) -> Result<Option<u32>, Message> {
    number(spec, "depth", 1..=DEEPEST)
}

/// Number within a range, if given.
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

/// Switch that is on by default.
fn switch(spec: &EngineSpec, name: &'static str) -> Result<bool, Message> {
    match spec.get(name) {
        None | Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(invalid_value(name, other, &["on", "off"])),
    }
}

pub(super) fn invalid_value(name: &str, value: &str, known: &[&str]) -> Message {
    Message::new("engine_option_value")
        .text("name", name)
        .text("value", value)
        .text("known", known.join(", "))
}
