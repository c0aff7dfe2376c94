//! Search limits for machine moves, and the engine of each level.

use table::{ClockRule, Clocks, EngineSpec, Limits, MatchState, Message, Rulebook};

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

/// Search limits for the machine to move, from its specification and the clock, at most `most` milliseconds.
pub fn search_limits(
    engine: &EngineSpec,
    clock: ClockRule,
    pulse: MatchState,
    seed: u64,
    most: u64,
) -> Limits<String> {
    let most = most.max(10);
    let left = pulse.clocks[pulse.turn.index()].map(|left| u64::try_from(left).unwrap_or(0));
    let measured = LIMITING_PARAMS.iter().any(|measure| engine.get(measure).is_some());
    let (time, clocks) = match (clock, left) {
        // Time management divides the remaining time; the search may use less.
        (ClockRule::Game { .. } | ClockRule::Uneven { .. }, Some(left)) if pulse.running.is_some() => {
            let increment = match clock {
                ClockRule::Game { increment, .. } => increment,
                ClockRule::Uneven { increment, .. } => increment[pulse.turn.index()],
                ClockRule::Off | ClockRule::Move { .. } => 0,
            };
            let increment = u64::try_from(increment).unwrap_or(0);
            if measured {
                (Some((left / 20 + increment / 2).clamp(10, most)), None)
            } else {
                // Three times an even share of 32 moves with the increment is the most that the search uses.
                let clocks = Clocks {
                    left: left.min(8 * most),
                    increment: increment.min(most / 9),
                    moves_to_go: None,
                };
                (None, Some(clocks))
            }
        }
        (ClockRule::Move { .. }, Some(left)) => (Some((left / 3).clamp(10, most)), None),
        _ => (Some(if measured { most } else { DEFAULT_MS.min(most) }), None),
    };
    Limits { time, clocks, overhead: 30, seed, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use table::{Command, Created, Permissions, games};

    use super::*;

    /// Longest time in which a search with these limits may move, in milliseconds.
    fn longest(limits: &Limits<String>) -> u64 {
        match (limits.time, limits.clocks) {
            (Some(time), _) => time,
            // As in the time management of the search: three times an even share, with the increment.
            (None, Some(clocks)) => 3 * (clocks.left / 32 + clocks.increment * 3 / 4),
            (None, None) => u64::MAX,
        }
    }

    #[test]
    fn no_visitor_makes_a_machine_think_longer_than_the_limit() {
        let book = games::by_name("xiangqi").expect("a game");
        let day = 24 * 3_600_000;
        for clock in [
            ClockRule::Off,
            ClockRule::Game { initial: day, increment: 3_600_000 },
            ClockRule::Move { allowance: day },
        ] {
            let created = Created {
                game: "xiangqi".to_owned(),
                options: Vec::new(),
                setup: None,
                handicap: None,
                seats: ["person".to_owned(), "person".to_owned()],
                clock,
                permissions: Permissions::FREE,
                deal: None,
            };
            let mut played = book.new_match(&created, None).expect("a match");
            // The clocks run after the first moves.
            for mv in ["h2e2", "h9g7", "h0g2"] {
                let turn = played.state(0).turn;
                let events = played.decide(turn, &Command::Play(mv.to_owned()), 0).expect("legal");
                events.iter().for_each(|event| played.apply(event));
            }
            for engine in ["champion:time=120000", "champion", "champion:level=8", "alphabeta:depth=64"] {
                let spec: EngineSpec = engine.parse().expect("an engine");
                let limits = search_limits(&spec, clock, played.state(0), 1, 10_000);
                let longest = longest(&limits);
                assert!(longest <= 12_000, "{engine} with {clock:?}: {longest} ms");
            }
        }
    }
}
