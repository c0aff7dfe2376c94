//! Parameters of each engine, so that a user interface can offer them without knowing the engine.

use crate::erased::rulebook::Rulebook;

/// Parameter of an engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EngineParam {
    /// Name in an [`super::EngineSpec`].
    pub name: &'static str,
    /// Type and range.
    pub kind: ParamKind,
    /// Proposed value; `None` to leave it out.
    pub proposed: Option<&'static str>,
}

/// Type and range of a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParamKind {
    /// Integer with its bounds.
    Integer(u64, u64),
    /// Number with its bounds.
    Number(f64, f64),
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
}

const fn integer(name: &'static str, least: u64, most: u64, proposed: Option<&'static str>) -> EngineParam {
    EngineParam { name, kind: ParamKind::Integer(least, most), proposed }
}

const fn number(name: &'static str, least: f64, most: f64, proposed: Option<&'static str>) -> EngineParam {
    EngineParam { name, kind: ParamKind::Number(least, most), proposed }
}

const fn switch(name: &'static str) -> EngineParam {
    EngineParam { name, kind: ParamKind::Switch, proposed: Some("on") }
}

const EVALS: &[&str] = &["material", "square", "contact", "full"];
/// Largest exploration constant: that of the report this engine grew from, which counted in units of its piece values.
pub(super) const MAX_EXPLORATION: f64 = 12_000.0;
/// Milliseconds per move, up to what a person will wait for.
const TIME: EngineParam = integer("time", 10, 120_000, None);
const NODES: EngineParam = integer("nodes", 100, 1_000_000_000, None);

/// Proposed time per move and depth of minimax where pieces are hidden.
const TIME_WITH_REVEALS: &str = "2000";
const MINIMAX_DEPTH_WITH_REVEALS: &str = "2";

const CHAMPION: &[EngineParam] =
    &[integer("depth", 1, 64, None), NODES, integer("time", 10, 120_000, Some("1000"))];
const MINIMAX: &[EngineParam] = &[integer("depth", 1, 5, Some("3")), evaluation("square"), TIME];
const ALPHABETA: &[EngineParam] = &[
    integer("depth", 1, 8, Some("4")),
    evaluation("square"),
    switch("ordering"),
    switch("table"),
    switch("pv"),
    switch("deepening"),
    integer("beam", 1, 256, None),
    TIME,
];
const MCTS: &[EngineParam] = &[
    integer("sims", 1_000, 1_000_000, Some("20000")),
    TIME,
    number("c", 0.0, MAX_EXPLORATION, None),
    EngineParam { name: "mode", kind: ParamKind::Choice(&["puct", "classic"]), proposed: Some("puct") },
    evaluation("full"),
    switch("reuse"),
];

const fn evaluation(proposed: &'static str) -> EngineParam {
    EngineParam { name: "eval", kind: ParamKind::Choice(EVALS), proposed: Some(proposed) }
}

/// Parameters worth offering for the engine of this name in a game.
///
/// With hidden pieces every reveal multiplies the positions to search, so the search engines get a proposed time too:
/// depth 4 of jieqi takes minutes.
pub fn engine_params(book: &dyn Rulebook, name: &str) -> Vec<EngineParam> {
    let mut params = usual_params(name).to_vec();
    // A game with one evaluation, or none, has nothing to choose from.
    if !book.evals().contains(&"square") {
        params.retain(|param| param.name != "eval");
    }
    if book.scheme().is_some() {
        for param in &mut params {
            param.proposed = match (param.name, param.proposed) {
                ("time", None) => Some(TIME_WITH_REVEALS),
                ("depth", Some(_)) if name == "minimax" => Some(MINIMAX_DEPTH_WITH_REVEALS),
                (_, proposed) => proposed,
            };
        }
    }
    params
}

fn usual_params(name: &str) -> &'static [EngineParam] {
    match name {
        "champion" => CHAMPION,
        "minimax" => MINIMAX,
        "alphabeta" => ALPHABETA,
        "mcts" => MCTS,
        _ => &[],
    }
}
