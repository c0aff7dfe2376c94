//! Helpers of the textbook tests: a clock that does not depend on the machine, and ways to run an engine.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{Game, Line, Position, RulesOf};
use search::plain::{AlphaBeta, AlphaBetaOptions, Minimax, TacticalInfo};
use search::{Clock, Control, Engine, Limits, SearchInfo};

/// A clock that advances by a microsecond whenever it is read.
#[derive(Default)]
pub struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn micros(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

pub fn control() -> Control {
    Control::new(Arc::new(Ticks::default()))
}

/// A line of default rules that begins at this position.
pub fn line<G: Game>(text: &str) -> Line<G::Position> {
    let rules = RulesOf::<G>::default();
    Line::new(G::read_position(text, &rules).expect(text).position, rules)
}

pub fn ask<P: Position>(
    engine: &mut dyn Engine<P>,
    line: &Line<P>,
    limits: &Limits<P::Move>,
) -> SearchInfo<P> {
    engine.think(line, limits, &control(), &mut |_| {})
}

/// Minimax to this depth.
pub fn minimax<P: Position, E: game::Eval<P> + Clone>(eval: E, line: &Line<P>, depth: u32) -> SearchInfo<P> {
    ask(&mut Minimax::new(eval, depth), line, &Limits::default())
}

/// Alpha-beta with these refinements to this depth.
pub fn alphabeta<P: Position, E: game::Eval<P> + Clone, S: TacticalInfo<P>>(
    eval: E,
    line: &Line<P>,
    depth: u32,
    options: AlphaBetaOptions,
) -> SearchInfo<P> {
    let options = AlphaBetaOptions { depth: Some(depth), ..options };
    ask(&mut AlphaBeta::<P, E, S>::new(eval, options), line, &Limits::default())
}

/// All combinations of ordering, table, pv and deepening.
pub fn every_combination() -> impl Iterator<Item = AlphaBetaOptions> {
    (0..16).map(|bits| AlphaBetaOptions {
        ordering: bits & 1 != 0,
        table: bits & 2 != 0,
        pv: bits & 4 != 0,
        deepening: bits & 8 != 0,
        ..AlphaBetaOptions::BARE
    })
}

/// Xiangqi middlegames and endings with few enough moves for a full search.
pub const XIANGQI: [&str; 6] = [
    "4k4/4a4/4b4/9/2p3P2/9/9/4B4/4A4/3K5 w - - 0 1",
    "3k5/9/4b4/p8/4N4/2P6/8c/9/4A4/4K4 w - - 0 1",
    "2bak4/4a4/4b4/5R3/9/6r2/9/4B4/4A4/2BAK4 b - - 0 1",
    "3ak4/9/4b4/5C3/9/P4n3/9/4B4/9/3AK4 w - - 0 1",
    "4ka3/4a4/9/9/2n3p2/9/4P4/4C4/9/4K4 b - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
];

/// The same for chess.
pub const CHESS: [&str; 3] = [
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    "2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - - 0 1",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
];
