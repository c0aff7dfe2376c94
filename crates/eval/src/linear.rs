//! Linear evaluations: sums of term counts times weights, which the tuner fits to games.

use game::{Eval, Tactics};

use crate::TaperedScore;
use crate::xiangqi::terms::Sink;

/// An evaluation that is linear in its weights.
pub trait Linear: Eval<Self::Position> + Default {
    /// The positions it evaluates.
    type Position: Tactics;

    /// Returns the weights, one for each term.
    fn weights() -> &'static [TaperedScore];

    /// Adds the counts of each term, the first side's minus the second's, to `counts`.
    fn count(here: &Self::Position, counts: &mut [i32]);

    /// Returns the game phase, from 0 (endgame weights only) to 1 (middlegame weights only).
    fn phase(here: &Self::Position) -> f32;
}

/// Sink that sums the counts of each term.
struct Counts<'a>(&'a mut [i32]);

impl Sink for Counts<'_> {
    fn add(&mut self, term: usize, count: i32) {
        if let Some(sum) = self.0.get_mut(term) {
            *sum += count;
        }
    }
}

fn phase_share(phase: i32, full: i32) -> f32 {
    phase.clamp(0, full) as f32 / full as f32
}

/// Xiangqi.
mod on_xiangqi {
    use xiangqi::{Position, Square};

    use super::{Counts, Linear, TaperedScore, phase_share};
    use crate::xiangqi::{Hce, MAX_PHASE, WEIGHTS, phase_weight, terms};

    impl Linear for Hce {
        type Position = Position;

        fn weights() -> &'static [TaperedScore] {
            &WEIGHTS
        }

        fn count(here: &Position, counts: &mut [i32]) {
            terms::count_all(here.board(), &mut Counts(counts));
        }

        fn phase(here: &Position) -> f32 {
            let pieces = Square::all().filter_map(|square| here.board().piece_at(square));
            phase_share(pieces.map(|piece| phase_weight(piece.index())).sum(), MAX_PHASE)
        }
    }
}

/// Jieqi.
mod on_jieqi {
    use jieqi::Position;

    use super::{Counts, Linear, TaperedScore, phase_share};
    use crate::jieqi::terms::Seen as _;
    use crate::jieqi::{Hce, MAX_PHASE, WEIGHTS, phase_weight, terms};

    impl Linear for Hce {
        type Position = Position;

        fn weights() -> &'static [TaperedScore] {
            &WEIGHTS
        }

        fn count(here: &Position, counts: &mut [i32]) {
            terms::count_all(here, &mut Counts(counts));
        }

        fn phase(here: &Position) -> f32 {
            let mut phase = 0;
            here.for_each_piece(|_, piece| phase += phase_weight(piece));
            phase_share(phase, MAX_PHASE)
        }
    }
}

/// Chess.
mod on_chess {
    use chess::cozy_chess::Square;
    use chess::{Position, piece_index};

    use super::{Counts, Linear, TaperedScore, phase_share};
    use crate::chess::{Hce, MAX_PHASE, WEIGHTS, phase_weight, terms};

    impl Linear for Hce {
        type Position = Position;

        fn weights() -> &'static [TaperedScore] {
            &WEIGHTS
        }

        fn count(here: &Position, counts: &mut [i32]) {
            terms::count_all(here.board(), &mut Counts(counts));
        }

        fn phase(here: &Position) -> f32 {
            let board = here.board();
            let pieces = Square::ALL.into_iter().filter_map(|square| {
                let (color, piece) = (board.color_on(square)?, board.piece_on(square)?);
                Some(phase_weight(piece_index(color, piece)))
            });
            phase_share(pieces.sum(), MAX_PHASE)
        }
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Position as _, Side};

    use super::*;

    /// Checks that counts times weights equal the evaluation, up to the tempo bonus and rounding.
    fn check<L: Linear>(here: &L::Position) {
        let mut counts = vec![0; L::weights().len()];
        L::count(here, &mut counts);
        let phase = L::phase(here);
        let sum: f32 = counts
            .iter()
            .zip(L::weights())
            .map(|(&count, weight)| {
                count as f32 * (weight.middlegame() as f32 * phase + weight.endgame() as f32 * (1.0 - phase))
            })
            .sum();
        let mut eval = L::default();
        eval.reset(here);
        let own = eval.score(here).raw() as f32;
        let first = if here.turn() == Side::First { own } else { -own };
        assert!((sum - first).abs() <= 20.0, "{sum} is not {first}");
    }

    #[test]
    fn counts_times_weights_equal_the_evaluation() {
        for text in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/9/P1P1P1P1P/1C4N1C/9/RNBAKAB1R b - - 0 6",
            "3ak4/9/4b4/p8/9/6P2/P3P4/4B4/4A4/2R1K4 w - - 0 40",
        ] {
            let read = xiangqi::Xiangqi::read_position(text, &xiangqi::Rules::default()).expect(text);
            check::<crate::xiangqi::Hce>(&read.position);
        }
        for text in [
            jieqi::fen::START,
            "3xkx1xx/9/2a1p2ap/9/9/2r1P4/1R4p2/1CP1n3r/4N4/4K1CB1 b b2p2 0 25",
            "3P5/4kb1P1/9/3a5/1Np1p4/2p6/4X1a1p/2N3b2/4CK3/c8 w r1n1B1c1P1 1 33",
        ] {
            let read = jieqi::Jieqi::read_position(text, &jieqi::Rules::default()).expect(text);
            check::<crate::jieqi::Hce>(&read.position);
        }
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
        ] {
            let read = chess::Chess::read_position(text, &chess::Rules::default()).expect(text);
            check::<crate::chess::Hce>(&read.position);
        }
    }
}
