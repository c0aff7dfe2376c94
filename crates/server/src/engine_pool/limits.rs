//! Search limits for machine moves, and the engine of each level.

use table::{ClockRule, Clocks, EngineSpec, Limits, MatchState, Message, Rulebook};

/// Maximum search time for a move in milliseconds, whatever the specification says.
const MAX_MS: u64 = 120_000;
/// Search time without a clock, for an engine whose specification sets no limit.
const DEFAULT_MS: u64 = 1_500;
/// Parameters that limit an engine by themselves.
const LIMITING_PARAMS: [&str; 4] = ["depth", "sims", "nodes", "time"];

/// Strongest engine of a game.
pub fn default_engine(book: &dyn Rulebook) -> &'static str {
    const BY_STRENGTH: [&str; 5] = ["champion", "alphabeta", "mcts", "greedy", "random"];
    let known = book.engines();
    BY_STRENGTH.into_iter().find(|name| known.contains(name)).or(known.first().copied()).unwrap_or("random")
}

/// Engine of a level, if the game has levels.
pub fn level_engine(book: &dyn Rulebook, level: u8) -> Result<String, Message> {
    if !(1..=8).contains(&level) || !book.engines().contains(&"champion") {
        return Err(Message::new("engine_level").number("level", level));
    }
    Ok(format!("champion:level={level}"))
}

/// Search limits for the machine to move, from its specification and the clock.
pub fn search_limits(engine: &EngineSpec, clock: ClockRule, pulse: MatchState, seed: u64) -> Limits<String> {
    let left = pulse.clocks[pulse.turn.index()].map(|left| u64::try_from(left).unwrap_or(0));
    let measured = LIMITING_PARAMS.iter().any(|measure| engine.get(measure).is_some());
    let (time, clocks) = match (clock, left) {
        // Time management divides the remaining time; the search may use less.
        (ClockRule::Game { increment, .. }, Some(left)) if pulse.running.is_some() => {
            let increment = u64::try_from(increment).unwrap_or(0);
            if measured {
                (Some((left / 20 + increment / 2).clamp(10, MAX_MS)), None)
            } else {
                (None, Some(Clocks { left: left.min(40 * MAX_MS), increment, moves_to_go: None }))
            }
        }
        (ClockRule::Move { .. }, Some(left)) => (Some((left / 3).clamp(10, MAX_MS)), None),
        _ => (Some(if measured { MAX_MS } else { DEFAULT_MS }), None),
    };
    Limits { time, clocks, overhead: 30, seed, ..Limits::default() }
}
