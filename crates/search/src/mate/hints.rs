//! Engine hints: moves and wins suggested to the solver by a game-playing engine. A hint never proves anything.

use game::{Eval, Line, Position, Score, Tactics};

use super::context::legal_move;
use crate::pvs::PvsEngine;
use crate::{Control, Engine as _, Limits};

/// Result of a hint search.
pub struct HintReport<M> {
    /// Score for the side to move.
    pub score: Score,
    /// Principal variation.
    pub line: Vec<M>,
    /// Nodes spent.
    pub nodes: u64,
}

/// Source of hints to the solver.
pub trait HintSource<P: Position>: Send {
    /// Static evaluation for the side to move, in centipawns.
    fn evaluate(&mut self, here: &P) -> i32;

    /// Searches the last position of a line. A source with an evaluation only does not search.
    fn search(&mut self, _: &Line<P>, _: &Limits<P::Move>, _: &Control) -> HintReport<P::Move> {
        HintReport { score: Score::DRAW, line: Vec::new(), nodes: 0 }
    }

    /// Adds a proven win: the side to move in the position of this key wins in this many of its own moves.
    fn add_proven_win(&mut self, _: u64, _: u8) {}

    /// Discards the recorded win of the position of this key: it was followed and did not win.
    fn discard_win(&mut self, _: u64) {}

    /// Clears search results, except recorded wins.
    fn clear(&mut self) {}

    /// Recorded winning move of the side to move.
    fn winning_move(&self, _: &P) -> Option<P::Move> {
        None
    }
}

/// Boxed hint source.
pub type Hints<P> = Box<dyn HintSource<P>>;

/// No hints.
impl<P: Position> HintSource<P> for () {
    fn evaluate(&mut self, _: &P) -> i32 {
        0
    }
}

/// Hints from an evaluation function alone.
impl<P: Position, F: FnMut(&P) -> i32 + Send> HintSource<P> for F {
    fn evaluate(&mut self, here: &P) -> i32 {
        self(here)
    }
}

/// Hints from the PVS engine: its evaluation, and its search with recorded wins.
pub struct EngineHints<E> {
    eval: E,
    megabytes: usize,
    /// Created on first use: most queries are answered without it.
    engine: Option<PvsEngine<E>>,
}

impl<E: Clone> EngineHints<E> {
    /// Hints from this evaluation, with a transposition table of this many megabytes.
    pub fn new(eval: E, megabytes: usize) -> Self {
        EngineHints { eval, megabytes, engine: None }
    }

    fn engine(&mut self) -> &mut PvsEngine<E> {
        let new_engine = || PvsEngine::new(self.eval.clone(), self.megabytes, 1).recording_wins();
        self.engine.get_or_insert_with(new_engine)
    }
}

impl<P: Tactics, E: Eval<P> + Clone> HintSource<P> for EngineHints<E> {
    fn evaluate(&mut self, here: &P) -> i32 {
        self.eval.reset(here);
        self.eval.score(here).raw()
    }

    fn search(&mut self, line: &Line<P>, limits: &Limits<P::Move>, control: &Control) -> HintReport<P::Move> {
        // Searches alternate the zugzwang guard: without it zugzwang wins are missed, with it other wins take longer.
        let engine = self.engine();
        engine.toggle_zugzwang_guard();
        let info = engine.think(line, limits, control, &mut |_| {});
        let (score, line) =
            info.lines.into_iter().next().map_or((Score::DRAW, Vec::new()), |pv| (pv.score, pv.moves));
        HintReport { score, line, nodes: info.nodes }
    }

    fn add_proven_win(&mut self, key: u64, moves: u8) {
        self.engine().add_proven_win(key, Score::mate_in(2 * usize::from(moves) - 1));
    }

    fn discard_win(&mut self, key: u64) {
        self.engine().discard_win(key);
    }

    fn clear(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    fn winning_move(&self, here: &P) -> Option<P::Move> {
        legal_move(here, self.engine.as_ref()?.recorded_win(here.key()))
    }
}
