//! How long a machine may think, and which engine a level is.

use table::{ClockRule, Clocks, EngineSpec, Limits, MatchState, Message, Rulebook};

/// The longest anybody waits for a move, whatever was asked for.
const LONGEST: u64 = 120_000;
/// For a engine that was given no measure, and no clock runs.
const USUAL: u64 = 1_500;
/// What bounds a engine by itself.
const MEASURES: [&str; 4] = ["depth", "sims", "nodes", "time"];

/// The strongest engine a game has.
pub fn default_engine(book: &dyn Rulebook) -> &'static str {
    const BY_STRENGTH: [&str; 5] = ["champion", "alphabeta", "mcts", "greedy", "random"];
    let known = book.engines();
    BY_STRENGTH.into_iter().find(|name| known.contains(name)).or(known.first().copied()).unwrap_or("random")
}

/// The engine that plays a level, where the game has levels.
pub fn level_engine(book: &dyn Rulebook, level: u8) -> Result<String, Message> {
    if !(1..=8).contains(&level) || !book.engines().contains(&"champion") {
        return Err(Message::new("engine_level").number("level", level));
    }
    Ok(format!("champion:level={level}"))
}

/// What the machine to move may spend on its move here.
pub fn budget(engine: &EngineSpec, clock: ClockRule, pulse: MatchState, seed: u64) -> Limits<String> {
    let left = pulse.clocks[pulse.turn.index()].map(|left| u64::try_from(left).unwrap_or(0));
    let measured = MEASURES.iter().any(|measure| engine.get(measure).is_some());
    let (time, clocks) = match (clock, left) {
        // A share of what is left; the search may not need it all.
        (ClockRule::Game { increment, .. }, Some(left)) if pulse.running.is_some() => {
            let increment = u64::try_from(increment).unwrap_or(0);
            if measured {
                (Some((left / 20 + increment / 2).clamp(10, LONGEST)), None)
            } else {
                (None, Some(Clocks { left: left.min(40 * LONGEST), increment, moves_to_go: None }))
            }
        }
        (ClockRule::Move { .. }, Some(left)) => (Some((left / 3).clamp(10, LONGEST)), None),
        _ => (Some(if measured { LONGEST } else { USUAL }), None),
    };
    Limits { time, clocks, overhead: 30, seed, ..Limits::default() }
}
