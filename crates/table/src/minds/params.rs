//! What can be chosen about each brain: a page or a terminal can offer it without knowing the brain.

/// A parameter of a brain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BrainParam {
    /// Its name in a [`super::BrainSpec`].
    pub name: &'static str,
    /// What it may be.
    pub kind: ParamKind,
    /// What to propose; `None`: leave it out.
    pub proposed: Option<&'static str>,
}

/// What a parameter may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParamKind {
    /// A whole number from .. to.
    Integer(u64, u64),
    /// Any number from .. to.
    Number(f64, f64),
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
}

const fn integer(name: &'static str, least: u64, most: u64, proposed: Option<&'static str>) -> BrainParam {
    BrainParam { name, kind: ParamKind::Integer(least, most), proposed }
}

const fn number(name: &'static str, least: f64, most: f64, proposed: Option<&'static str>) -> BrainParam {
    BrainParam { name, kind: ParamKind::Number(least, most), proposed }
}

const fn switch(name: &'static str) -> BrainParam {
    BrainParam { name, kind: ParamKind::Switch, proposed: Some("on") }
}

const OPINIONS: &[&str] = &["material", "square", "contact", "full"];
/// Milliseconds for a move that a person will wait for.
const TIME: BrainParam = integer("time", 10, 120_000, None);
const NODES: BrainParam = integer("nodes", 100, 1_000_000_000, None);

const CHAMPION: &[BrainParam] =
    &[integer("depth", 1, 64, None), NODES, integer("time", 10, 120_000, Some("1000"))];
const MINIMAX: &[BrainParam] = &[integer("depth", 1, 5, Some("3")), opinion("square"), TIME];
const ALPHABETA: &[BrainParam] = &[
    integer("depth", 1, 8, Some("4")),
    opinion("square"),
    switch("ordering"),
    switch("table"),
    switch("pv"),
    switch("deepening"),
    integer("beam", 1, 256, None),
    TIME,
];
const MCTS: &[BrainParam] = &[
    integer("sims", 1_000, 1_000_000, Some("20000")),
    TIME,
    number("c", 0.0, 10.0, None),
    BrainParam { name: "mode", kind: ParamKind::Choice(&["puct", "classic"]), proposed: Some("puct") },
    opinion("full"),
    switch("reuse"),
];

const fn opinion(proposed: &'static str) -> BrainParam {
    BrainParam { name: "eval", kind: ParamKind::Choice(OPINIONS), proposed: Some(proposed) }
}

/// The parameters worth offering for a brain of this name.
pub fn brain_params(name: &str) -> &'static [BrainParam] {
    match name {
        "champion" => CHAMPION,
        "minimax" => MINIMAX,
        "alphabeta" => ALPHABETA,
        "mcts" => MCTS,
        _ => &[],
    }
}
