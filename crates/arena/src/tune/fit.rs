//! The descent: the curve's scale first, then the weights.

use eval::TaperedScore;
use game::Random;

use super::samples::Set;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Times every position is looked at.
    pub epochs: usize,
    /// How far a weight moves in a step, in centipawns.
    pub rate: f32,
    /// How strongly weights are held where they were: what is seen rarely should not run away.
    pub hold: f32,
    /// The order of positions grows from this.
    pub seed: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Fit { epochs: 60, rate: 1.0, hold: 1e-5, seed: 1 }
    }
}

/// How it stands after an epoch: mean squares of the difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Report {
    /// Which epoch; 0 is before the first.
    pub epoch: usize,
    /// Over the positions it learns from.
    pub learnt: f64,
    /// Over the positions held out.
    pub held_out: f64,
    /// Centipawns that make one on the logistic curve.
    pub scale: f64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// How it stood before.
    pub before: Report,
    /// How it stood when the positions held out were foretold best.
    pub after: Report,
    /// The weights of that moment.
    pub weights: Vec<TaperedScore>,
}

/// Positions in a step.
const BATCH: usize = 8192;
/// Adam's own numbers.
const FIRST_MEMORY: f32 = 0.9;
const SECOND_MEMORY: f32 = 0.999;
const TINY: f32 = 1e-8;

/// Weights as they are fitted: all for the middle game, then all for the endgame.
struct Model {
    values: Vec<f32>,
    terms: usize,
    scale: f32,
}

impl Model {
    fn score(&self, set: &Set, index: usize) -> f32 {
        let sample = set.get(index);
        let (mut middle, mut end) = (0.0, 0.0);
        for (&term, &count) in sample.terms.iter().zip(sample.counts) {
            middle += self.values[term as usize] * f32::from(count);
            end += self.values[self.terms + term as usize] * f32::from(count);
        }
        middle * sample.phase + end * (1.0 - sample.phase) + sample.beside
    }

    fn error(&self, set: &Set) -> f64 {
        let sum: f64 = (0..set.len())
            .map(|index| {
                let foretold = logistic(self.score(set, index) / self.scale);
                f64::from(foretold - set.get(index).result).powi(2)
            })
            .sum();
        if set.len() == 0 { 0.0 } else { sum / set.len() as f64 }
    }

    fn report(&self, epoch: usize, sets: &[Set; 2]) -> Report {
        let [learnt, held_out] = [&sets[0], &sets[1]].map(|set| self.error(set));
        // Too few games to hold any out: what was learnt from is all there is.
        let held_out = if sets[1].len() == 0 { learnt } else { held_out };
        Report { epoch, learnt, held_out, scale: f64::from(self.scale) }
    }

    /// Adds a batch's slope to `slope`.
    fn descend(&self, set: &Set, batch: &[usize], slope: &mut [f32]) {
        for &index in batch {
            let sample = set.get(index);
            let foretold = logistic(self.score(set, index) / self.scale);
            let pull = 2.0 * (foretold - sample.result) * foretold * (1.0 - foretold)
                / (self.scale * batch.len() as f32);
            for (&term, &count) in sample.terms.iter().zip(sample.counts) {
                let by_count = pull * f32::from(count);
                slope[term as usize] += by_count * sample.phase;
                slope[self.terms + term as usize] += by_count * (1.0 - sample.phase);
            }
        }
    }

    fn pairs(&self) -> Vec<TaperedScore> {
        let round = |index: usize| self.values[index].round() as i32;
        (0..self.terms).map(|term| TaperedScore::new(round(term), round(self.terms + term))).collect()
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Fits the weights to the first set; the second one decides when it was best.
pub fn fit(weights: &[TaperedScore], sets: &[Set; 2], how: &Fit, report: &mut dyn FnMut(&Report)) -> Fitted {
    let middle = weights.iter().map(|weight| weight.middlegame() as f32);
    let end = weights.iter().map(|weight| weight.endgame() as f32);
    let mut model = Model { values: middle.chain(end).collect(), terms: weights.len(), scale: 0.0 };
    model.scale = best_scale(&mut model, &sets[0]);
    let anchor = model.values.clone();
    let before = model.report(0, sets);
    report(&before);
    let (mut after, mut best) = (before, model.pairs());
    let mut order: Vec<usize> = (0..sets[0].len()).collect();
    let mut random = Random::new(how.seed);
    let (mut first, mut second) = (vec![0.0; anchor.len()], vec![0.0; anchor.len()]);
    let (mut first_left, mut second_left) = (1.0, 1.0);
    for epoch in 1..=how.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        // Smaller steps towards the end settle what larger ones found.
        let rate = how.rate * (1.0 - 0.9 * (epoch - 1) as f32 / how.epochs as f32);
        for batch in order.chunks(BATCH) {
            let mut slope = vec![0.0; anchor.len()];
            model.descend(&sets[0], batch, &mut slope);
            first_left *= FIRST_MEMORY;
            second_left *= SECOND_MEMORY;
            for (index, value) in model.values.iter_mut().enumerate() {
                let slope = slope[index] + 2.0 * how.hold * (*value - anchor[index]) / 1e4;
                first[index] = FIRST_MEMORY * first[index] + (1.0 - FIRST_MEMORY) * slope;
                second[index] = SECOND_MEMORY * second[index] + (1.0 - SECOND_MEMORY) * slope * slope;
                let mean = first[index] / (1.0 - first_left);
                let spread = (second[index] / (1.0 - second_left)).sqrt();
                *value -= rate * mean / (spread + TINY);
            }
        }
        let now = model.report(epoch, sets);
        report(&now);
        if now.held_out < after.held_out {
            after = now;
            best = model.pairs();
        }
    }
    Fitted { before, after, weights: best }
}

/// The scale under which the weights as they are foretell best: a search by thirds, as the error has one valley.
fn best_scale(model: &mut Model, set: &Set) -> f32 {
    let (mut low, mut high) = (20.0f32, 2000.0f32);
    for _ in 0..40 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        model.scale = left;
        let at_left = model.error(set);
        model.scale = right;
        if at_left < model.error(set) { high = right } else { low = left }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games decided by weights one knows: two terms, the second one worth something in the endgame only.
    fn sets(count: usize) -> [Set; 2] {
        let mut random = Random::new(9);
        let mut sets = [Set::default(), Set::default()];
        for index in 0..count {
            let counts = [random.below(7) as i32 - 3, random.below(7) as i32 - 3];
            let phase = random.below(101) as f32 / 100.0;
            let score = 100.0 * counts[0] as f32 + 200.0 * (1.0 - phase) * counts[1] as f32;
            let chance = logistic(score / 150.0);
            let result = if (random.below(10_000) as f32) < chance * 10_000.0 { 1.0 } else { 0.0 };
            sets[usize::from(index % 10 == 0)].push(&counts, phase, 0.0, result);
        }
        sets
    }

    #[test]
    fn weights_are_found_again_from_results() {
        let start = [TaperedScore::new(80, 80), TaperedScore::new(80, 80)];
        let how = Fit { epochs: 150, hold: 0.0, ..Fit::default() };
        let mut heard = 0;
        let fitted = fit(&start, &sets(40_000), &how, &mut |_| heard += 1);
        assert_eq!(heard, 151);
        assert!(fitted.after.held_out < fitted.before.held_out, "{fitted:?}");
        // Only proportions can be found: the scale is fixed before.
        let unit = f64::from(fitted.weights[0].middlegame());
        let near = |found: i32, wanted: f64| (f64::from(found) / unit - wanted).abs() < 0.2;
        let [first, second] = fitted.weights[..] else { panic!("two terms") };
        assert!(
            near(first.endgame(), 1.0) && near(second.endgame(), 2.0) && near(second.middlegame(), 0.0),
            "{fitted:?}"
        );
    }

    #[test]
    fn what_is_never_seen_stays_where_it_was() {
        let start = [TaperedScore::new(80, 80), TaperedScore::new(80, 80), TaperedScore::new(33, -44)];
        let fitted = fit(&start, &sets(2_000), &Fit { epochs: 3, ..Fit::default() }, &mut |_| {});
        assert_eq!(fitted.weights[2], start[2]);
    }

    #[test]
    fn nothing_is_learnt_from_nothing() {
        let start = [TaperedScore::new(5, 6)];
        let fitted = fit(&start, &[Set::default(), Set::default()], &Fit::default(), &mut |_| {});
        assert_eq!(fitted.weights, start);
    }
}
