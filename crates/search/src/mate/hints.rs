//! Who says where to look first. Advice is never a reason to claim anything.

use game::{Eval, Line, Move as _, Position, Score, Tactics};

use crate::pvs::PvsEngine;
use crate::{Control, Engine as _, Limits};

/// What thinking about a position came to.
pub struct HintReport<M> {
    /// What it is worth to the side to move.
    pub score: Score,
    /// How the game would go on.
    pub line: Vec<M>,
    /// The nodes that took.
    pub nodes: u64,
}

/// Advice about where a win may lie.
pub trait HintSource<P: Position>: Send {
    /// What a position is worth to the side to move, in centipawns of a soldier.
    fn evaluate(&mut self, here: &P) -> i32;

    /// Thinks about where a line stands. Who only guesses does not think.
    fn search(&mut self, _: &Line<P>, _: &Limits<P::Move>, _: &Control) -> HintReport<P::Move> {
        HintReport { score: Score::DRAW, line: Vec::new(), nodes: 0 }
    }

    /// Hears that the side to move in the position of this key wins in so many moves of its own, whatever happens.
    fn add_proven_win(&mut self, _: u64, _: u8) {}

    /// Takes back its note about the position of this key: it was followed and did not win.
    fn discard_win(&mut self, _: u64) {}

    /// Forgets what it thought, but for the wins it has noted.
    fn clear(&mut self) {}

    /// The move that thinking took to win by force for the side to move.
    fn winning_move(&self, _: &P) -> Option<P::Move> {
        None
    }
}

/// An adviser, whoever it is.
pub type Hints<P> = Box<dyn HintSource<P>>;

/// Nobody knows anything.
impl<P: Position> HintSource<P> for () {
    fn evaluate(&mut self, _: &P) -> i32 {
        0
    }
}

/// A guess alone.
impl<P: Position, F: FnMut(&P) -> i32 + Send> HintSource<P> for F {
    fn evaluate(&mut self, here: &P) -> i32 {
        self(here)
    }
}

/// The champion as an adviser: an opinion for guesses, a search of its own for thinking.
pub struct EngineHints<E> {
    opinion: E,
    megabytes: usize,
    /// Made once there is something to think about: most questions are answered before.
    champion: Option<PvsEngine<E>>,
}

impl<E: Clone> EngineHints<E> {
    /// Guesses and thinks by an opinion, with a table of so many megabytes.
    pub fn new(opinion: E, megabytes: usize) -> Self {
        EngineHints { opinion, megabytes, champion: None }
    }

    fn champion(&mut self) -> &mut PvsEngine<E> {
        let fresh = || PvsEngine::new(self.opinion.clone(), self.megabytes, 1).recording_wins();
        self.champion.get_or_insert_with(fresh)
    }
}

impl<P: Tactics, E: Eval<P> + Clone> HintSource<P> for EngineHints<E> {
    fn evaluate(&mut self, here: &P) -> i32 {
        self.opinion.reset(here);
        self.opinion.score(here).raw()
    }

    fn search(&mut self, line: &Line<P>, limits: &Limits<P::Move>, control: &Control) -> HintReport<P::Move> {
        // Two habits take turns: a win by having to move is overlooked by one, and the other takes longer for the rest.
        let champion = self.champion();
        champion.change_habit();
        let info = champion.think(line, limits, control, &mut |_| {});
        let (score, line) =
            info.lines.into_iter().next().map_or((Score::DRAW, Vec::new()), |pv| (pv.score, pv.moves));
        HintReport { score, line, nodes: info.nodes }
    }

    fn add_proven_win(&mut self, key: u64, moves: u8) {
        self.champion().add_proven_win(key, Score::mate_in(2 * usize::from(moves) - 1));
    }

    fn discard_win(&mut self, key: u64) {
        self.champion().discard_win(key);
    }

    fn clear(&mut self) {
        if let Some(champion) = &mut self.champion {
            champion.clear();
        }
    }

    fn winning_move(&self, here: &P) -> Option<P::Move> {
        let noted = self.champion.as_ref()?.recorded_win(here.key())?;
        P::Move::from_raw(noted).filter(|&mv| here.is_legal(mv))
    }
}
