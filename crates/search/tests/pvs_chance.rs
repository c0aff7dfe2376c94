//! PVS engine with chance nodes: expected values over reveals, mates in every outcome, and limits.

use std::sync::Arc;

use eval::jieqi::Hce;
use game::{Game, Line, Score};
use jieqi::{Jieqi, Move, Position};
use search::{Clock, Control, Engine, Limits, PvsEngine, SearchInfo};

/// A clock that advances by a microsecond whenever it is read: tests do not depend on the machine's speed.
#[derive(Default)]
struct Ticks(std::sync::atomic::AtomicU64);

impl Clock for Ticks {
    fn micros(&self) -> u64 {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
    }
}

fn think(mut engine: PvsEngine<Hce>, fen: &str, limits: &Limits<Move>) -> SearchInfo<Position> {
    let rules = Jieqi::rules(&[]).expect("default rules");
    let line = Line::new(Jieqi::read_position(fen, &rules).expect(fen).position, rules);
    engine.think(&line, limits, &Control::new(Arc::new(Ticks::default())), &mut |_| {})
}

fn engine() -> PvsEngine<Hce> {
    PvsEngine::new(Hce::new(), 4, 1)
}

fn score(fen: &str, limits: &Limits<Move>) -> Score {
    think(engine(), fen, limits).score().expect("a line")
}

fn late_positions() -> impl Iterator<Item = &'static str> {
    include_str!("../../../testdata/jieqi/late.epd").lines().filter(|line| !line.starts_with('#'))
}

fn win_chance(score: Score) -> f32 {
    let [win, draw, _] = game::Eval::<Position>::chances(&Hce::new(), score);
    win + draw / 2.0
}

#[test]
fn a_hidden_piece_is_worth_its_expected_value() {
    let with = |pool: &str| score(&format!("3k5/9/9/9/9/9/9/9/9/X3K4 w {pool} 0 1"), &Limits::depth(5));
    let [chariot, either, soldier] = [with("R1"), with("R1P1"), with("P1")];
    assert!(chariot > either && either > soldier, "{chariot:?} {either:?} {soldier:?}");
}

#[test]
fn a_mate_in_every_outcome_is_a_mate() {
    // The face-down piece becomes the cannon's screen, whatever it is revealed as; no other move mates.
    let info = think(engine(), "4k4/9/9/9/3R5/9/9/9/9/3XCK3 w N1P1 0 1", &Limits::depth(4));
    assert_eq!(info.best(), Move::parse("d0e1"), "{info:?}");
    assert_eq!(info.score().and_then(Score::mate_plies), Some(1), "{info:?}");
}

#[test]
fn the_pruned_search_is_close_to_the_exhaustive_one() {
    let mut off = 0.0;
    let positions: Vec<&str> = late_positions().step_by(20).collect();
    for fen in &positions {
        let limits = Limits::depth(3);
        let whole = think(engine().exhaustive(), fen, &limits).score().expect("a line");
        off += (win_chance(score(fen, &limits)) - win_chance(whole)).abs();
    }
    let mean = off / positions.len() as f32;
    assert!(positions.len() == 10 && mean < 0.08, "{mean} off on the average");
}

#[test]
fn the_search_is_deterministic_and_keeps_its_node_limit() {
    for fen in [jieqi::fen::START, late_positions().next().expect("a position")] {
        let limits = Limits::nodes(3_000);
        let (one, other) = (think(engine(), fen, &limits), think(engine(), fen, &limits));
        assert_eq!((one.best(), one.score(), one.nodes), (other.best(), other.score(), other.nodes));
        assert!(one.nodes <= 3_100, "{} nodes", one.nodes);
    }
}
