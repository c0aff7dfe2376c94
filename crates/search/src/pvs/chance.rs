//! Moves whose reveal is open: the mean over what may turn up, in win chance, cut short by what the rest can still change.

use game::{Eval, Position, RevealList, Score, Tactics};

use super::worker::Worker;
use crate::Window;
use crate::params::{
    EXPECT_FEW_KINDS, EXPECT_FEW_PIECES, EXPECT_NEAR, EXPECT_RARE, EXPECT_REDUCTION, EXPECT_SPREAD,
};

/// No evaluation beyond this many centipawns is told apart.
const SPAN: i32 = 4_000;
/// How much of a value is the bare score: among won positions, and among lost ones, chances alone would tell nothing.
const BARE: f32 = 0.05;

/// What scores are worth, from 0 (lost) to 1 (won), and back. Means are taken there: half a chariot more decides little
/// where one is a chariot ahead.
pub(super) struct Curve(Vec<f32>);

impl Curve {
    /// The curve of an opinion's own chances; of a game without chance, nothing.
    pub fn new<P: Position, E: Eval<P>>(eval: &E) -> Self {
        let value = |raw: i32| {
            let [win, draw, _] = eval.chances(Score::cp(raw));
            (1.0 - BARE) * (win + draw / 2.0) + BARE * (0.5 + raw as f32 / (2 * SPAN) as f32)
        };
        Curve(if P::DETERMINISTIC { Vec::new() } else { (-SPAN..=SPAN).map(value).collect() })
    }

    /// What a score is worth.
    pub fn value(&self, score: Score) -> f32 {
        match score.is_decided() {
            true => f32::from(u8::from(score > Score::DRAW)),
            false => self.0[(score.raw().clamp(-SPAN, SPAN) + SPAN) as usize],
        }
    }

    /// The score of a worth: the largest that is worth no more.
    pub fn score(&self, value: f32) -> Score {
        let above = self.0.partition_point(|&known| known <= value);
        Score::cp(above as i32 - 1 - SPAN)
    }
}

/// What one reveal can still add to a mean.
#[derive(Clone, Copy, Default)]
struct Outlook {
    chance: f32,
    least: f32,
    most: f32,
    /// What is expected of it, where anything is known.
    guess: Option<f32>,
}

impl<P: Tactics, E: Eval<P>> Worker<'_, P, E> {
    /// A late move is first asked with less depth, and a scout, whether it is worth a look.
    pub(super) fn expect_late(
        &mut self,
        ply: usize,
        mv: P::Move,
        depths: [i32; 2],
        window: Window,
        first: bool,
    ) -> Score {
        let [shallow, depth] = depths;
        if shallow < depth || !(first || window.is_scout()) {
            let score = self.expect(ply, mv, shallow, window.scout());
            if self.stopped || score <= window.alpha || (shallow == depth && window.is_scout()) {
                return score;
            }
        }
        self.expect(ply, mv, depth, window)
    }

    /// A move whose reveal is open is worth the mean over its reveals (Star1, Ballard 1983): each is searched with the
    /// window in which it still matters, whatever the others bring.
    pub(super) fn expect(&mut self, ply: usize, mv: P::Move, depth: i32, window: Window) -> Score {
        self.frames[ply + 1].pv.clear();
        if depth <= 0 {
            return self.expect_at_once::<false>(ply, mv, window);
        }
        let (outlooks, whole) = self.outlooks(ply, mv);
        let goal = [self.curve.value(window.alpha), self.curve.value(window.beta)];
        // What is known of the mean: at least, at most.
        let sum =
            |bound: fn(&Outlook) -> f32| outlooks.iter().map(|(_, one)| one.chance * bound(one)).sum::<f32>();
        let (mut least, mut most) = (sum(|one| one.least), sum(|one| one.most));
        let (mut worst, mut best) = (Score::INFINITE, -Score::INFINITE);
        for (reveal, outlook) in outlooks {
            // Lost and won games are worth all or nothing: whether one is longer than another is not told there.
            if most <= goal[0] && goal[0] > 0.0 {
                return self.curve.score(most).min(window.alpha);
            }
            if least >= goal[1] && goal[1] > 0.0 && goal[1] < 1.0 {
                return self.curve.score(least).max(window.beta);
            }
            let Outlook { chance, least: low, most: high, .. } = outlook;
            // With the others at their best, this one has to be worth so much; with the others at their worst, so much
            // is enough.
            let floor = (goal[0] - (most - chance * high)) / chance;
            let roof = (goal[1] - (least - chance * low)) / chance;
            let inner = Window {
                alpha: if floor <= 0.0 { Window::FULL.alpha } else { self.curve.score(floor) },
                beta: if roof >= 1.0 { Score::INFINITE } else { self.curve.score(roof) + 1 },
            };
            let rare = i32::from(chance < EXPECT_RARE);
            let less = if whole { 0 } else { EXPECT_REDUCTION + rare };
            self.push(ply, mv, reveal);
            let score = self.around(ply, depth - less, inner, outlook.guess);
            self.pop();
            if self.stopped {
                return Score::DRAW;
            }
            let value = self.curve.value(score);
            least += chance * (value - low);
            most += chance * (value - high);
            (worst, best) = (worst.min(score), best.max(score));
        }
        self.frames[ply + 1].pv.clear();
        // A mate or a loss stays one when no reveal escapes it.
        match (worst.is_decided() && worst > Score::DRAW, best.is_decided() && best < Score::DRAW) {
            (true, _) => worst,
            (_, true) => best,
            _ => self.curve.score(least),
        }
    }

    /// What the reveal on the board is worth in a wide window: first asked near what is expected, then, if it is not there,
    /// where it is.
    fn around(&mut self, ply: usize, depth: i32, window: Window, guess: Option<f32>) -> Score {
        let near = guess.map_or(window, |guess| Window {
            alpha: window.alpha.max(self.curve.score(guess - EXPECT_NEAR)),
            beta: window.beta.min(self.curve.score(guess + EXPECT_NEAR) + 1),
        });
        let near = if near.alpha < near.beta { near } else { window };
        let score = -self.search::<false>(ply + 1, depth, -near, false);
        let rest = if score <= near.alpha && near.alpha > window.alpha {
            Window { beta: near.alpha + 1, ..window }
        } else if score >= near.beta && near.beta < window.beta {
            Window { alpha: near.beta - 1, ..window }
        } else {
            return score;
        };
        if self.stopped {
            return score;
        }
        -self.search::<false>(ply + 1, depth, -rest, false)
    }

    /// What each reveal can bring, the likeliest first, and whether all of them count in full: while many pieces are unseen, a
    /// reveal is taken to be not far from what the evaluation says of it, unless it gives check.
    fn outlooks(&mut self, ply: usize, mv: P::Move) -> (Vec<(P::Reveal, Outlook)>, bool) {
        let mut reveals = RevealList::new();
        self.line.here().chance_outcomes(mv, &mut reveals);
        let few = reveals.len() <= EXPECT_FEW_KINDS && reveals.total() <= EXPECT_FEW_PIECES;
        let whole = few || self.shared.exhaustive;
        let mut outlooks = Vec::with_capacity(reveals.len());
        for (reveal, weight) in reveals.iter() {
            self.push(ply, mv, reveal);
            let here = self.line.here();
            let (mut least, mut most) = (0.0, 1.0);
            let known = self.shared.table.probe(here.key()).map(|entry| -entry.score.from_tt(ply + 1));
            let mut guess = known.map(|score| self.curve.value(score));
            let told = whole && guess.is_some();
            if !told && !here.in_check() {
                let value = self.curve.value(-self.eval.score(here));
                guess = guess.or(Some(value));
                if !whole {
                    (least, most) = ((value - EXPECT_SPREAD).max(0.0), (value + EXPECT_SPREAD).min(1.0));
                }
            }
            self.pop();
            let chance = weight as f32 / reveals.total().max(1) as f32;
            outlooks.push((reveal, Outlook { chance, least, most, guess }));
        }
        outlooks.sort_by(|(_, one), (_, other)| other.chance.total_cmp(&one.chance));
        (outlooks, whole)
    }

    /// At the horizon a piece that turns up stays unknown: it is worth what is to be expected, and can be captured.
    pub(super) fn expect_at_once<const PV: bool>(
        &mut self,
        ply: usize,
        mv: P::Move,
        window: Window,
    ) -> Score {
        let reveal = self.line.here().unrevealed(mv);
        self.push(ply, mv, reveal);
        let score = -self.quiesce::<PV>(ply + 1, -window);
        self.pop();
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Logistic;

    impl Eval<jieqi::Position> for Logistic {
        type Step = ();
        fn reset(&mut self, _: &jieqi::Position) {}
        fn push(&mut self, (): ()) {}
        fn pop(&mut self) {}
        fn score(&mut self, _: &jieqi::Position) -> Score {
            Score::DRAW
        }
        fn piece_values(&self) -> &game::PieceValues {
            const NOTHING: game::PieceValues = game::PieceValues([0; 32]);
            &NOTHING
        }
        fn chances(&self, score: Score) -> [f32; 3] {
            let win = 1.0 / (1.0 + (-score.raw() as f32 / 200.0).exp());
            [win, 0.0, 1.0 - win]
        }
    }

    #[test]
    fn the_curve_is_read_backwards_to_the_centipawn() {
        let curve = Curve::new::<jieqi::Position, _>(&Logistic);
        for raw in (-SPAN..=SPAN).step_by(7) {
            let score = Score::cp(raw);
            assert_eq!(curve.score(curve.value(score)), score);
        }
        assert_eq!((curve.value(Score::mate_in(3)), curve.value(Score::mated_in(3))), (1.0, 0.0));
        assert!((curve.value(Score::DRAW) - 0.5).abs() < 1e-6);
    }
}
