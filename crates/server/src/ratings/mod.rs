//! Ratings of people: one per game and speed, updated with every rated game.
//!
//! Everything here is pure. The store reads two standings, calls [`rate`], and writes them in the transaction that ends the
//! match; the same function computes all ratings again from the log.

mod glicko;

pub use glicko::Rating;
use table::ClockRule;

/// Rating periods per millisecond: about one in five days.
const PERIODS_PER_MS: f64 = 0.21436 / 86_400_000.0;
/// Bounds of the deviation: a rating always moves a little, and nobody is less known than a new player.
const DEVIATION: [f64; 2] = [45.0, 350.0];
/// Bounds of the rating and of the volatility, and the largest change by one game.
const RATING: [f64; 2] = [100.0, 4000.0];
const VOLATILITY: [f64; 2] = [0.01, 0.1];
const MAX_CHANGE: f64 = 700.0;
/// Deviation above which a rating is provisional.
const PROVISIONAL: f64 = 110.0;

/// Estimated time per side below which a game is quick: initial time and forty increments.
const QUICK_MS: i64 = 10 * 60 * 1000;
const TYPICAL_MOVES: i64 = 40;
/// Time per move from which a game is played by correspondence.
const CORRESPONDENCE_MS: i64 = 12 * 3600 * 1000;

/// Plies below which a game is short, and number of plies of an opening.
const SHORT: i64 = 20;
pub const OPENING_PLIES: usize = 10;
/// Games of one kind between the same two players after which further ones do not count, and the times looked at.
const MOST_ALIKE: usize = 3;
const DAY_MS: i64 = 86_400_000;
/// Time before a game in which games of the same two players matter.
pub const FARMING_WINDOW_MS: i64 = 7 * DAY_MS;

/// Speeds: each game has one rating for each.
pub const SPEEDS: [&str; 3] = ["quick", "slow", "correspondence"];

/// Rating pool of a game with this time control, for example `GAME.quick`. Games without a clock, and those with different
/// times for the two sides, have none.
pub fn pool(game: &str, clock: ClockRule) -> Option<String> {
    let speed = match clock {
        ClockRule::Uneven { .. } => return None,
        _ if is_correspondence(clock) => SPEEDS[2],
        _ => SPEEDS[usize::from(!is_quick(estimated_ms(clock)?))],
    };
    Some(format!("{game}.{speed}"))
}

/// Returns true for a game by correspondence.
pub fn is_correspondence(clock: ClockRule) -> bool {
    matches!(clock, ClockRule::Move { allowance } if allowance >= CORRESPONDENCE_MS)
}

/// Estimated time of the side with less of it, for a typical game; `None` without a clock.
pub fn estimated_ms(clock: ClockRule) -> Option<i64> {
    let game = |initial: i64, increment: i64| initial.saturating_add(increment.saturating_mul(TYPICAL_MOVES));
    match clock {
        ClockRule::Off => None,
        ClockRule::Move { allowance } => Some(allowance.saturating_mul(TYPICAL_MOVES)),
        ClockRule::Game { initial, increment } => Some(game(initial, increment)),
        ClockRule::Uneven { initial, increment } => {
            Some(game(initial[0], increment[0]).min(game(initial[1], increment[1])))
        }
    }
}

/// Game of a rating pool.
pub fn game_of(pool: &str) -> &str {
    pool.split_once('.').map_or(pool, |(game, _)| game)
}

/// Returns true for a quick game, by its estimated time per side.
pub fn is_quick(estimated_ms: i64) -> bool {
    estimated_ms < QUICK_MS
}

/// Rating of a player in a pool.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Rating after the last game.
    pub rating: Rating,
    /// Number of rated games.
    pub games: i64,
    /// End of the last one; 0 for none.
    pub rated_at: i64,
}

impl Standing {
    /// Standing before the first rated game.
    pub const NEW: Standing = Standing { rating: Rating::NEW, games: 0, rated_at: 0 };

    /// Rating at a time: the deviation has grown since the last game.
    pub fn at(&self, now: i64) -> Rating {
        let rested = glicko::update(self.rating, self.periods_until(now), &[]);
        Rating { deviation: rested.deviation.clamp(DEVIATION[0], DEVIATION[1]), ..rested }
    }

    fn periods_until(&self, now: i64) -> f64 {
        if self.games == 0 { 0.0 } else { (now - self.rated_at).max(0) as f64 * PERIODS_PER_MS }
    }

    fn after(&self, ended_at: i64, game: glicko::Game) -> Standing {
        let computed = glicko::update(self.rating, self.periods_until(ended_at), &[game]);
        let before = self.rating.rating;
        let changed = computed.rating.clamp(before - MAX_CHANGE, before + MAX_CHANGE);
        let rating = Rating {
            rating: changed.clamp(RATING[0], RATING[1]),
            deviation: computed.deviation.clamp(DEVIATION[0], DEVIATION[1]),
            volatility: computed.volatility.clamp(VOLATILITY[0], VOLATILITY[1]),
        };
        Standing { rating, games: self.games + 1, rated_at: ended_at.max(self.rated_at) }
    }
}

/// Returns true if a rating is not yet known well.
pub fn is_provisional(rating: &Rating) -> bool {
    rating.deviation > PROVISIONAL
}

/// Standings after a game: the first side's, the second side's. `winner` is `first`, `second` or `draw`.
pub fn rate(standings: [Standing; 2], winner: Winner, ended_at: i64, advantage: f64) -> [Standing; 2] {
    let [first, second] = standings;
    let score = match winner {
        Winner::First => 1.0,
        Winner::Draw => 0.5,
        Winner::Second => 0.0,
    };
    let (first_now, second_now) = (first.at(ended_at), second.at(ended_at));
    [
        first.after(ended_at, glicko::Game { opponent: second_now, score, advantage }),
        second
            .after(ended_at, glicko::Game { opponent: first_now, score: 1.0 - score, advantage: -advantage }),
    ]
}

/// Winner of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Nobody.
    Draw,
}

impl Winner {
    /// Reads the stored word of an outcome.
    pub fn of(word: &str) -> Winner {
        match word {
            "first" => Winner::First,
            "second" => Winner::Second,
            _ => Winner::Draw,
        }
    }
}

/// Game between two players, as far as the rule against farming looks at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairGame {
    /// The player who won; `None` for a draw.
    pub winner: Option<String>,
    /// Plies.
    pub plies: i64,
    /// First plies.
    pub opening: String,
    /// End.
    pub ended_at: i64,
}

/// Reason why a game between two players does not count, given their counted games of the last week: points are handed
/// over by short games or by the same game again and again.
pub fn farming(game: &PairGame, before: &[PairGame]) -> Option<&'static str> {
    let winner = game.winner.as_ref()?;
    let same_winner = || before.iter().filter(|past| past.winner.as_ref() == Some(winner));
    let short = same_winner().filter(|past| past.plies < SHORT && past.ended_at > game.ended_at - DAY_MS);
    if game.plies < SHORT && short.count() >= MOST_ALIKE {
        return Some("short_games");
    }
    let same = same_winner().filter(|past| past.opening == game.opening);
    (same.count() >= MOST_ALIKE).then_some("same_opening")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_follow_the_time_for_a_typical_game() {
        let game = |minutes: i64, seconds: i64| ClockRule::Game {
            initial: minutes * 60_000,
            increment: seconds * 1000,
        };
        for (clock, speed) in [
            (game(1, 0), Some("g.quick")),
            (game(5, 3), Some("g.quick")),
            (game(10, 0), Some("g.slow")),
            (game(5, 8), Some("g.slow")),
            (ClockRule::Move { allowance: 10_000 }, Some("g.quick")),
            (ClockRule::Move { allowance: 30_000 }, Some("g.slow")),
            (ClockRule::Move { allowance: DAY_MS }, Some("g.correspondence")),
            (ClockRule::Off, None),
            (ClockRule::Uneven { initial: [1, 2], increment: [0, 0] }, None),
        ] {
            assert_eq!(pool("g", clock).as_deref(), speed, "{clock:?}");
        }
    }

    #[test]
    fn winner_gains_what_a_new_players_loss_is_and_deviation_shrinks() {
        let [won, lost] = rate([Standing::NEW; 2], Winner::First, 1_000, 0.0);
        assert!((won.rating.rating + lost.rating.rating - 3000.0).abs() < 1e-9);
        assert!(won.rating.rating > 1650.0 && won.rating.deviation < 300.0);
        assert!(is_provisional(&won.rating) && won.games == 1);
        // Moving first makes a win worth less.
        let [easier, _] = rate([Standing::NEW; 2], Winner::First, 1_000, 43.0);
        assert!(easier.rating.rating < won.rating.rating);
        let [_, drew] = rate([Standing::NEW; 2], Winner::Draw, 1_000, 43.0);
        assert!(drew.rating.rating > 1500.0, "a draw with the second move is a success");
    }

    /// Standings of players of these strengths after 10,000 games. As in a lobby, everybody meets players of about the same
    /// strength: up to two steps of the ladder away.
    fn simulated(truth: &[f64], advantage: f64, seed: u64) -> Vec<Standing> {
        let mut standings = vec![Standing::NEW; truth.len()];
        let mut state = seed;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut below = |bound: usize| (random() * bound as f64) as usize % bound;
        let pairings: Vec<(usize, usize)> = (0..10_000)
            .map(|_| {
                let one = below(truth.len());
                let near: Vec<usize> =
                    (0..truth.len()).filter(|&other| (1..=2).contains(&one.abs_diff(other))).collect();
                (one, near[below(near.len())])
            })
            .collect();
        for (number, (one, other)) in (0_i64..).zip(pairings) {
            let chance = 1.0 / (1.0 + libm::exp10((truth[other] - truth[one] - advantage) / 400.0));
            let winner = if random() < chance { Winner::First } else { Winner::Second };
            let [a, b] = rate([standings[one], standings[other]], winner, number * 60_000, advantage);
            (standings[one], standings[other]) = (a, b);
        }
        standings
    }

    #[test]
    fn results_drawn_from_the_elo_of_each_ladder_reproduce_its_order() {
        let mut ladders = 0;
        for (seed, book) in (7..).zip(table::games::ALL.iter()) {
            let truth: Vec<f64> = book.levels().iter().map(|level| f64::from(level.elo)).collect();
            if truth.len() < 2 {
                continue;
            }
            ladders += 1;
            let game = book.spec().name;
            let standings = simulated(&truth, book.profile().first_move_advantage, seed);
            let found: Vec<f64> = standings.iter().map(|standing| standing.rating.rating).collect();
            for (level, pair) in standings.windows(2).enumerate() {
                let error = (found[level + 1] - found[level] - truth[level + 1] + truth[level]).abs();
                let deviation = pair[0].rating.deviation.hypot(pair[1].rating.deviation);
                assert!(error < 3.0 * deviation, "{game}, levels {} and {}: {error}", level + 1, level + 2);
            }
            assert!(standings.iter().all(|standing| !is_provisional(&standing.rating)), "{game}");
            // Levels that differ by more than the stated deviations are in order.
            for (one, other) in
                (0..truth.len()).flat_map(|one| (one + 1..truth.len()).map(move |other| (one, other)))
            {
                let deviation = standings[one].rating.deviation + standings[other].rating.deviation;
                if truth[other] - truth[one] > 2.0 * deviation {
                    assert!(found[one] < found[other], "{game}: {found:?}");
                }
            }
        }
        assert!(ladders >= 3, "{ladders} ladders");
    }

    #[test]
    fn handing_over_points_stops_counting() {
        let game = |winner: &str, plies: i64, opening: &str, day: i64| PairGame {
            winner: Some(winner.to_owned()),
            plies,
            opening: opening.to_owned(),
            ended_at: day * DAY_MS,
        };
        let short: Vec<PairGame> = (0..3).map(|number| game("an", 8, &format!("{number}"), 1)).collect();
        assert_eq!(farming(&game("an", 8, "x", 1), &short), Some("short_games"));
        assert_eq!(farming(&game("an", 8, "x", 1), &short[..2]), None);
        assert_eq!(farming(&game("binh", 8, "x", 1), &short), None, "the other one wins");
        assert_eq!(farming(&game("an", 60, "x", 1), &short), None, "a long game");
        assert_eq!(farming(&game("an", 8, "x", 3), &short), None, "another day");
        let same: Vec<PairGame> = (0..3).map(|number| game("an", 40, "h2e2", number)).collect();
        assert_eq!(farming(&game("an", 40, "h2e2", 4), &same), Some("same_opening"));
        assert_eq!(farming(&PairGame { winner: None, ..game("an", 40, "h2e2", 4) }, &same), None);
    }

    #[test]
    fn a_long_rest_makes_a_rating_provisional_again() {
        let mut standing = Standing::NEW;
        for number in 1..60 {
            let winner = if number % 2 == 0 { Winner::First } else { Winner::Second };
            [standing, _] = rate([standing, Standing::NEW], winner, number * 1000, 0.0);
        }
        assert!(!is_provisional(&standing.at(60_000)));
        assert!(is_provisional(&standing.at(60_000 + 4 * 365 * DAY_MS)));
        assert!(standing.at(i64::MAX).deviation <= DEVIATION[1]);
    }
}
