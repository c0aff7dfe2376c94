//! Random engine: every legal move is equally likely.

use game::{Line, MoveList, Position, Score};

use crate::{Bound, Control, Engine, Limits, PvLine, SearchInfo};

/// Random engine; deterministic for a seed and ply.
#[derive(Clone, Copy, Default, Debug)]
pub struct RandomMover;

impl<P: Position> Engine<P> for RandomMover {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        _report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        let start = control.micros();
        let mut moves = MoveList::new();
        line.here().legal_moves(&mut moves);
        let open: Vec<P::Move> = moves.iter().copied().filter(|&mv| limits.allows(mv)).collect();
        // The ply is part of the seed, or all moves of a game would use the same numbers.
        let mut random =
            game::Random::new(limits.seed ^ (line.ply() as u64).wrapping_mul(0xA076_1D64_78BD_642F));
        let pv = random.pick(&open).map(|&mv| PvLine {
            moves: vec![mv],
            score: Score::DRAW,
            bound: Bound::Exact,
            chances: [1.0 / 3.0; 3],
        });
        SearchInfo {
            lines: pv.into_iter().collect(),
            nodes: open.len() as u64,
            micros: control.micros().saturating_sub(start),
            ..SearchInfo::default()
        }
    }
}
