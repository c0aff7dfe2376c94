//! Strength for people: the champion held back, so that it errs the way people err.
//!
//! A weaker level sees less (fewer nodes) and is less sure (it chooses among moves that look nearly as good, the
//! nearer the likelier). It never plays what looks plainly bad to it: what it blunders, it has not seen.

use game::{Eval, Line, Random, Score, Tactics};

use crate::{Brain, Champion, Control, Limits, Ray, Thought};

/// From 1, a beginner, to 8, all it can. Fractions lie between.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Level(f64);

impl Level {
    /// The weakest.
    pub const LOWEST: f64 = 1.0;
    /// Full strength.
    pub const HIGHEST: f64 = 8.0;

    /// A level; `None` outside 1 to 8.
    pub fn new(number: f64) -> Option<Level> {
        (Level::LOWEST..=Level::HIGHEST).contains(&number).then_some(Level(number))
    }

    fn is_full(self) -> bool {
        self.0 >= Level::HIGHEST
    }

    /// Nodes it may look at: each level sees six times as many as the one below.
    fn nodes(self) -> u64 {
        (40.0 * 6f64.powf(self.0 - 1.0)) as u64
    }

    /// Hundredths by which a move may look worse and still be chosen a third as often.
    fn doubt(self) -> f64 {
        140.0 * (-0.75 * (self.0 - 1.0)).exp()
    }

    /// Hundredths beyond which a move looks plainly bad.
    fn tolerance(self) -> i32 {
        (2.5 * self.doubt()) as i32
    }
}

/// The champion at a level.
pub struct Leveled<E> {
    champion: Champion<E>,
    level: Level,
}

/// Lines compared when choosing with doubt.
const LINES: usize = 8;
/// Below this doubt the best line alone is searched.
const SURE: f64 = 2.0;

impl<E> Leveled<E> {
    /// Holds a champion back.
    pub fn new(champion: Champion<E>, level: Level) -> Self {
        Leveled { champion, level }
    }
}

impl<P: Tactics, E: Eval<P> + Clone> Brain<P> for Leveled<E> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Thought<P>),
    ) -> Thought<P> {
        if self.level.is_full() {
            return self.champion.think(line, limits, control, report);
        }
        let mut held = limits.clone();
        held.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.level.nodes()));
        let doubtful = self.level.doubt() > SURE;
        if doubtful {
            held.lines = limits.lines.max(LINES);
        }
        let mut thought = self.champion.think(line, &held, control, report);
        if doubtful {
            let seed = limits.seed ^ (line.ply() as u64).wrapping_mul(0x9FB2_1C65_1E98_DF25);
            choose(&mut thought.rays, self.level, &mut Random::new(seed));
            thought.rays.truncate(limits.lines.max(1));
        }
        thought
    }

    fn forget(&mut self) {
        Brain::<P>::forget(&mut self.champion);
    }
}

/// Brings one line to the front: the nearer it is to the best, the likelier. Mates are never missed on purpose.
fn choose<P: game::Position>(rays: &mut [Ray<P>], level: Level, random: &mut Random) {
    let Some(best) = rays.first().map(|ray| ray.score) else { return };
    if best.is_decided() {
        return;
    }
    let weight = |score: Score| {
        let behind = best.raw() - score.raw();
        if behind > level.tolerance() { 0.0 } else { (-f64::from(behind) / level.doubt()).exp() }
    };
    let weights: Vec<f64> = rays.iter().map(|ray| weight(ray.score)).collect();
    let total: f64 = weights.iter().sum();
    let mut ticket = total * (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
    let mut chosen = 0;
    for (index, weight) in weights.iter().enumerate() {
        if ticket < *weight {
            chosen = index;
            break;
        }
        ticket -= weight;
    }
    rays[..=chosen].rotate_right(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_lie_between_one_and_eight_and_grow() {
        assert!(Level::new(0.9).is_none() && Level::new(8.1).is_none() && Level::new(f64::NAN).is_none());
        let levels: Vec<Level> = (1..=8).filter_map(|number| Level::new(f64::from(number))).collect();
        assert_eq!(levels.len(), 8);
        for pair in levels.windows(2) {
            assert!(pair[0].nodes() < pair[1].nodes());
            assert!(pair[0].doubt() > pair[1].doubt());
        }
    }
}
