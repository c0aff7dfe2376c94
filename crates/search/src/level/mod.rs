//! Strength for people: players who err the way people err, from a beginner to all the champion can.
//!
//! The lower levels glance ([`glance`]): they look a move or two ahead, follow the exchanges, and have blind spots
//! ([`sight`]). The upper ones are the champion with a number of nodes. All but the highest are unsure, the upper
//! ones in the opening only: they choose among moves that look nearly as good, the nearer the likelier ([`choice`]).
//! None plays what looks plainly bad to it: what it blunders, it has not seen.

mod choice;
mod oversight;
mod shallow;
mod style;

use game::{Eval, Line, Random, Tactics};

use crate::{Control, Engine, Limits, PvsEngine, SearchInfo};
use shallow::shallow_search;
use style::Manner;

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

    /// Its number.
    pub fn number(self) -> f64 {
        self.0
    }

    /// Whether it holds nothing back.
    pub fn is_full(self) -> bool {
        self.0 >= Level::HIGHEST
    }

    /// How it plays its next move. Between two levels it plays now like the one, now like the other.
    fn manner(self, random: &mut Random, certain: bool) -> Manner {
        let whole = self.0.floor();
        let above = unit(random) < self.0 - whole;
        Manner::of(whole as usize + usize::from(above), certain)
    }
}

/// A number from 0 to just below 1.
fn unit(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// A player of a level: the same position, path and seed give the same move, whatever was played before.
pub struct LeveledEngine<E> {
    eval: E,
    level: Level,
    /// Thinks for the levels that search, within their nodes.
    held: PvsEngine<E>,
    /// Thinks for the highest level, with all the means there are.
    full: PvsEngine<E>,
}

/// Megabytes a level that counts its nodes can fill.
const HELD_TABLE: usize = 8;
/// Lines compared when the champion chooses with doubt.
const LINES: usize = 3;
/// It doubts in the first plies only, so that no two games are alike: later that would cost it its depth.
const OPENING: usize = 20;

impl<E: Clone> LeveledEngine<E> {
    /// A player of this level; the means are for the highest alone.
    pub fn new(eval: E, level: Level, megabytes: usize, threads: usize) -> Self {
        let needs_all = level.0 > Level::HIGHEST - 1.0;
        LeveledEngine {
            held: PvsEngine::new(eval.clone(), megabytes.min(HELD_TABLE), 1),
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
        // A generator's first number is near for near seeds.
        random.bits();
        let mut info = match self.level.manner(&mut random, P::DETERMINISTIC) {
            Manner::Full => return self.full.think(line, limits, control, report),
            Manner::Search { nodes, doubt } => {
                self.held.clear();
                let doubt = if line.ply() < OPENING { doubt } else { 0 };
                let lines = limits.lines.max(if doubt > 0 { LINES } else { 1 });
                let nodes = Some(limits.nodes.unwrap_or(nodes).min(nodes));
                let held = Limits { nodes, lines, ..limits.clone() };
                let mut info = self.held.think(line, &held, control, report);
                choice::choose(&mut info.lines, doubt, &mut random);
                info
            }
            Manner::Glance(eye) => {
                let mut info = shallow_search(line, self.eval.clone(), &eye, random.bits(), limits, control);
                choice::choose(&mut info.lines, eye.doubt, &mut random);
                report(&info);
                info
            }
        };
        info.lines.truncate(limits.lines.max(1));
        info
    }

    fn new_game(&mut self) {
        Engine::<P>::new_game(&mut self.held);
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
    fn between_two_levels_one_plays_like_the_one_or_the_other_in_proportion() {
        let level = Level::new(2.25).expect("a level");
        let mut random = Random::new(1);
        let manners: Vec<Manner> = (0..1000).map(|_| level.manner(&mut random, true)).collect();
        let above = manners.iter().filter(|&&manner| manner == Manner::of(3, true)).count();
        assert!((200..300).contains(&above), "{above}");
        assert!(manners.iter().all(|&manner| manner == Manner::of(2, true) || manner == Manner::of(3, true)));
    }
}
