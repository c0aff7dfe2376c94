//! Playing levels: engines that err as people do, from a beginner to full strength.
//!
//! The lower levels run a shallow search ([`shallow`]): one to three plies and the exchanges that follow, with
//! oversights ([`oversight`]). The upper ones are the PVS engine with a node limit. All but the highest choose at
//! random among moves of nearly equal score, the upper ones in the opening only ([`choice`]). No level plays a move
//! that it sees to be bad: blunders come from what it overlooks.

mod choice;
mod oversight;
mod shallow;
mod style;

use game::{Eval, Line, Random, Tactics};

use crate::{Control, Engine, Limits, PvsEngine, SearchInfo};
use shallow::shallow_search;
use style::PlayStyle;

/// Playing level from 1 (beginner) to 8 (full strength); fractions lie between.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Level(f64);

impl Level {
    /// Lowest level.
    pub const LOWEST: f64 = 1.0;
    /// Full strength.
    pub const HIGHEST: f64 = 8.0;

    /// Level of this number; `None` outside 1 to 8.
    pub fn new(number: f64) -> Option<Level> {
        (Level::LOWEST..=Level::HIGHEST).contains(&number).then_some(Level(number))
    }

    /// Number of the level.
    pub fn number(self) -> f64 {
        self.0
    }

    /// Returns true for full strength.
    pub fn is_full(self) -> bool {
        self.0 >= Level::HIGHEST
    }

    /// Play style of the next move. Between two levels, one of them is drawn in proportion.
    fn style(self, random: &mut Random, certain: bool) -> PlayStyle {
        let whole = self.0.floor();
        let above = unit(random) < self.0 - whole;
        PlayStyle::of(whole as usize + usize::from(above), certain)
    }
}

/// A random number in [0, 1).
fn unit(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// Engine of a level: the same position, path and seed give the same move, whatever was searched before.
pub struct LeveledEngine<E> {
    eval: E,
    level: Level,
    /// Engine of the levels with a node limit.
    limited: PvsEngine<E>,
    /// Engine of the highest level.
    full: PvsEngine<E>,
}

/// Megabytes of the transposition table for the levels with a node limit.
const LIMITED_TABLE: usize = 8;
/// Lines compared when a level with a node limit chooses at random.
const CHOICE_LINES: usize = 3;
/// Plies in which it chooses at random, so that games differ; later that would cost depth.
const OPENING_PLIES: usize = 20;

impl<E: Clone> LeveledEngine<E> {
    /// Engine of this level; the table size and the threads are for the highest level only.
    pub fn new(eval: E, level: Level, megabytes: usize, threads: usize) -> Self {
        let needs_all = level.0 > Level::HIGHEST - 1.0;
        LeveledEngine {
            limited: PvsEngine::new(eval.clone(), megabytes.min(LIMITED_TABLE), 1),
            full: PvsEngine::new(eval.clone(), if needs_all { megabytes } else { 1 }, threads),
            eval,
            level,
        }
    }
}

impl<P: Tactics, E: Eval<P> + Clone> Engine<P> for LeveledEngine<E> {
    fn think(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
    ) -> SearchInfo<P> {
        let mut random = Random::new(limits.seed ^ (line.ply() as u64).wrapping_mul(0x9FB2_1C65_1E98_DF25));
        // The generator's first number is similar for similar seeds: discard it.
        random.bits();
        let mut info = match self.level.style(&mut random, P::DETERMINISTIC) {
            PlayStyle::Full => return self.full.think(line, limits, control, report),
            PlayStyle::Search { nodes, temperature } => {
                self.limited.clear();
                let temperature = if line.ply() < OPENING_PLIES { temperature } else { 0 };
                let lines = limits.lines.max(if temperature > 0 { CHOICE_LINES } else { 1 });
                let nodes = Some(limits.nodes.unwrap_or(nodes).min(nodes));
                let limited = Limits { nodes, lines, ..limits.clone() };
                let mut info = self.limited.think(line, &limited, control, report);
                choice::choose(&mut info.lines, temperature, &mut random);
                info
            }
            PlayStyle::Shallow(params) => {
                let mut info =
                    shallow_search(line, self.eval.clone(), &params, random.bits(), limits, control);
                choice::choose(&mut info.lines, params.temperature, &mut random);
                report(&info);
                info
            }
        };
        info.lines.truncate(limits.lines.max(1));
        info
    }

    fn new_game(&mut self) {
        Engine::<P>::new_game(&mut self.limited);
        Engine::<P>::new_game(&mut self.full);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_lie_between_one_and_eight() {
        assert!(Level::new(0.9).is_none() && Level::new(8.1).is_none() && Level::new(f64::NAN).is_none());
        assert!((1..=8).all(|number| Level::new(f64::from(number)).is_some()));
    }

    #[test]
    fn between_two_levels_each_is_played_in_proportion() {
        let level = Level::new(2.25).expect("a level");
        let mut random = Random::new(1);
        let styles: Vec<PlayStyle> = (0..1000).map(|_| level.style(&mut random, true)).collect();
        let above = styles.iter().filter(|&&style| style == PlayStyle::of(3, true)).count();
        assert!((200..300).contains(&above), "{above}");
        assert!(
            styles.iter().all(|&style| style == PlayStyle::of(2, true) || style == PlayStyle::of(3, true))
        );
    }
}
