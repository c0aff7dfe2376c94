//! Gradient descent by Adam: the sigmoid scale is fitted first, then the weights.

use eval::TaperedScore;
use game::Random;

use super::samples::SampleSet;

/// Options of the tuner (hyperparameters).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitOptions {
    /// Passes over all positions.
    pub epochs: usize,
    /// Learning rate: largest change of a weight in a step, in centipawns.
    pub learning_rate: f32,
    /// L2 regularization toward the initial weights, so that rare terms stay near them.
    pub regularization: f32,
    /// Seed of the order of positions.
    pub seed: u64,
}

impl Default for FitOptions {
    fn default() -> Self {
        FitOptions { epochs: 60, learning_rate: 1.0, regularization: 1e-5, seed: 1 }
    }
}

/// Loss after an epoch: mean squared error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochReport {
    /// Number of the epoch; 0 is before the first.
    pub epoch: usize,
    /// Training loss.
    pub training: f64,
    /// Validation loss.
    pub validation: f64,
    /// Sigmoid scale in centipawns.
    pub scale: f64,
}

/// Result of the tuner.
#[derive(Clone, PartialEq, Debug)]
pub struct FitResult {
    /// Loss before the first epoch.
    pub before: EpochReport,
    /// Loss of the epoch with the lowest validation loss.
    pub after: EpochReport,
    /// Weights of that epoch.
    pub weights: Vec<TaperedScore>,
}

/// Positions in a batch.
const BATCH: usize = 8192;
/// Constants of Adam: decay rates of the moments, and the term that avoids division by zero.
const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Weights being fitted: all middlegame values, then all endgame values.
struct Model {
    values: Vec<f32>,
    terms: usize,
    scale: f32,
}

impl Model {
    fn score(&self, set: &SampleSet, index: usize) -> f32 {
        let sample = set.get(index);
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for (&term, &count) in sample.terms.iter().zip(sample.counts) {
            middlegame += self.values[term as usize] * f32::from(count);
            endgame += self.values[self.terms + term as usize] * f32::from(count);
        }
        middlegame * sample.phase + endgame * (1.0 - sample.phase) + sample.offset
    }

    fn error(&self, set: &SampleSet) -> f64 {
        let sum: f64 = (0..set.len())
            .map(|index| {
                let predicted = logistic(self.score(set, index) / self.scale);
                f64::from(predicted - set.get(index).result).powi(2)
            })
            .sum();
        if set.len() == 0 { 0.0 } else { sum / set.len() as f64 }
    }

    fn report(&self, epoch: usize, sets: &[SampleSet; 2]) -> EpochReport {
        let [training, validation] = [&sets[0], &sets[1]].map(|set| self.error(set));
        // Too few games for a validation set: the training loss is used.
        let validation = if sets[1].len() == 0 { training } else { validation };
        EpochReport { epoch, training, validation, scale: f64::from(self.scale) }
    }

    /// Adds the gradient of the loss over a batch to `gradient`.
    fn add_gradient(&self, set: &SampleSet, batch: &[usize], gradient: &mut [f32]) {
        for &index in batch {
            let sample = set.get(index);
            let predicted = logistic(self.score(set, index) / self.scale);
            let delta = 2.0 * (predicted - sample.result) * predicted * (1.0 - predicted)
                / (self.scale * batch.len() as f32);
            for (&term, &count) in sample.terms.iter().zip(sample.counts) {
                let by_count = delta * f32::from(count);
                gradient[term as usize] += by_count * sample.phase;
                gradient[self.terms + term as usize] += by_count * (1.0 - sample.phase);
            }
        }
    }

    fn rounded_weights(&self) -> Vec<TaperedScore> {
        let round = |index: usize| self.values[index].round() as i32;
        (0..self.terms).map(|term| TaperedScore::new(round(term), round(self.terms + term))).collect()
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// Fits the weights to the training set; the epoch with the lowest validation loss is returned.
pub fn fit(
    weights: &[TaperedScore],
    sets: &[SampleSet; 2],
    options: &FitOptions,
    report: &mut dyn FnMut(&EpochReport),
) -> FitResult {
    let middlegame = weights.iter().map(|weight| weight.middlegame() as f32);
    let endgame = weights.iter().map(|weight| weight.endgame() as f32);
    let mut model = Model { values: middlegame.chain(endgame).collect(), terms: weights.len(), scale: 0.0 };
    model.scale = best_scale(&mut model, &sets[0]);
    let initial = model.values.clone();
    let before = model.report(0, sets);
    report(&before);
    let (mut after, mut best) = (before, model.rounded_weights());
    let mut order: Vec<usize> = (0..sets[0].len()).collect();
    let mut random = Random::new(options.seed);
    let (mut first, mut second) = (vec![0.0; initial.len()], vec![0.0; initial.len()]);
    let (mut first_decay, mut second_decay) = (1.0, 1.0);
    for epoch in 1..=options.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        // The learning rate falls linearly to a tenth.
        let learning_rate = options.learning_rate * (1.0 - 0.9 * (epoch - 1) as f32 / options.epochs as f32);
        for batch in order.chunks(BATCH) {
            let mut gradient = vec![0.0; initial.len()];
            model.add_gradient(&sets[0], batch, &mut gradient);
            first_decay *= BETA1;
            second_decay *= BETA2;
            for (index, value) in model.values.iter_mut().enumerate() {
                let gradient =
                    gradient[index] + 2.0 * options.regularization * (*value - initial[index]) / 1e4;
                first[index] = BETA1 * first[index] + (1.0 - BETA1) * gradient;
                second[index] = BETA2 * second[index] + (1.0 - BETA2) * gradient * gradient;
                let mean = first[index] / (1.0 - first_decay);
                let spread = (second[index] / (1.0 - second_decay)).sqrt();
                *value -= learning_rate * mean / (spread + EPSILON);
            }
        }
        let now = model.report(epoch, sets);
        report(&now);
        if now.validation < after.validation {
            after = now;
            best = model.rounded_weights();
        }
    }
    FitResult { before, after, weights: best }
}

/// Fits the sigmoid scale of the initial weights by ternary search: the error has one minimum.
fn best_scale(model: &mut Model, set: &SampleSet) -> f32 {
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

    /// Samples with results drawn by known weights: two terms, the second one with an endgame value only.
    fn sets(count: usize) -> [SampleSet; 2] {
        let mut random = Random::new(9);
        let mut sets = [SampleSet::default(), SampleSet::default()];
        for index in 0..count {
            let counts = [random.below(7) as i32 - 3, random.below(7) as i32 - 3];
            let phase = random.below(101) as f32 / 100.0;
            let score = 100.0 * counts[0] as f32 + 200.0 * (1.0 - phase) * counts[1] as f32;
            let probability = logistic(score / 150.0);
            let result = if (random.below(10_000) as f32) < probability * 10_000.0 { 1.0 } else { 0.0 };
            sets[usize::from(index % 10 == 0)].push(&counts, phase, 0.0, result);
        }
        sets
    }

    #[test]
    fn known_weights_are_recovered_from_results() {
        let start = [TaperedScore::new(80, 80), TaperedScore::new(80, 80)];
        let options = FitOptions { epochs: 150, regularization: 0.0, ..FitOptions::default() };
        let mut reports = 0;
        let fitted = fit(&start, &sets(40_000), &options, &mut |_| reports += 1);
        assert_eq!(reports, 151);
        assert!(fitted.after.validation < fitted.before.validation, "{fitted:?}");
        // Only proportions are recovered: the scale is fitted before.
        let unit = f64::from(fitted.weights[0].middlegame());
        let near = |found: i32, wanted: f64| (f64::from(found) / unit - wanted).abs() < 0.2;
        let [first, second] = fitted.weights[..] else { panic!("two terms") };
        assert!(
            near(first.endgame(), 1.0) && near(second.endgame(), 2.0) && near(second.middlegame(), 0.0),
            "{fitted:?}"
        );
    }

    #[test]
    fn a_term_that_never_occurs_keeps_its_weight() {
        let start = [TaperedScore::new(80, 80), TaperedScore::new(80, 80), TaperedScore::new(33, -44)];
        let fitted =
            fit(&start, &sets(2_000), &FitOptions { epochs: 3, ..FitOptions::default() }, &mut |_| {});
        assert_eq!(fitted.weights[2], start[2]);
    }

    #[test]
    fn without_samples_the_weights_do_not_change() {
        let start = [TaperedScore::new(5, 6)];
        let fitted =
            fit(&start, &[SampleSet::default(), SampleSet::default()], &FitOptions::default(), &mut |_| {});
        assert_eq!(fitted.weights, start);
    }
}
