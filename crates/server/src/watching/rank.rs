//! Order of the games that anybody may watch. Pure.

use std::cmp::Ordering;

use crate::wire::{ClockChoice, LiveGame};

/// Time per move from which a game is too slow to be watched move by move.
const SLOW_MS: i64 = 3_600_000;

/// Standing of a game: whether it moves while one looks, number of players with established ratings, and sum of the ratings.
fn standing(game: &LiveGame) -> (bool, usize, i32) {
    let moves = match game.clock {
        ClockChoice::Off => false,
        ClockChoice::Game { .. } | ClockChoice::Uneven { .. } => true,
        ClockChoice::Move { allowance_ms } => allowance_ms < SLOW_MS,
    };
    let ratings = || game.players.iter().filter_map(|player| player.rating);
    let established = ratings().filter(|rating| !rating.provisional).count();
    (moves, established, ratings().map(|rating| rating.rating).sum())
}

/// Compares two games by interest: the more interesting one is greater.
pub(super) fn compare(one: &LiveGame, other: &LiveGame) -> Ordering {
    let key = |game: &LiveGame| (game.outcome.is_none(), standing(game), game.watchers, game.since);
    key(one).cmp(&key(other)).then_with(|| other.room.cmp(&one.room))
}

/// Featured game of a ranked list. The one until now stays while it is listed, unless one of a higher standing is there.
pub(super) fn featured(ranked: &[&LiveGame], until_now: Option<&str>) -> Option<String> {
    let best = ranked.iter().find(|game| game.outcome.is_none());
    let known = ranked.iter().find(|game| Some(game.room.as_str()) == until_now);
    let stays = known
        .filter(|known| known.outcome.is_some() || best.is_none_or(|best| standing(known) >= standing(best)));
    stays.or(best).map(|game| game.room.clone())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::wire::{LivePlayer, PersonRating, Side};

    /// Casual game with a clock.
    pub fn game(room: &str) -> LiveGame {
        let player = LivePlayer { name: None, handle: None, rating: None };
        LiveGame {
            room: room.to_owned(),
            game: "game".to_owned(),
            players: [player.clone(), player],
            rated: false,
            clock: ClockChoice::Game { initial_ms: 300_000, increment_ms: 0 },
            position: String::new(),
            last_move: None,
            turn: Side::First,
            plies: 0,
            delay: 0,
            left_ms: [None, None],
            running: None,
            since: 0,
            watchers: 0,
            outcome: None,
        }
    }

    fn rated(room: &str, ratings: [i32; 2], provisional: bool) -> LiveGame {
        let player = |rating| LivePlayer {
            name: None,
            handle: None,
            rating: Some(PersonRating { rating, deviation: 60, provisional }),
        };
        LiveGame { players: ratings.map(player), rated: true, ..game(room) }
    }

    #[test]
    fn established_ratings_come_first_and_slow_games_last() {
        let slow = LiveGame {
            clock: ClockChoice::Move { allowance_ms: 86_400_000 },
            ..rated("slow", [2500, 2500], false)
        };
        let watched = LiveGame { watchers: 9, ..game("watched") };
        let mut games = [
            game("casual"),
            slow,
            rated("new", [2400, 2400], true),
            watched,
            rated("strong", [1900, 1800], false),
            rated("weak", [1200, 1300], false),
        ];
        games.sort_by(|one, other| compare(other, one));
        let order: Vec<&str> = games.iter().map(|game| game.room.as_str()).collect();
        assert_eq!(order, ["strong", "weak", "new", "watched", "casual", "slow"]);
    }

    #[test]
    fn the_featured_game_changes_for_a_higher_standing_only() {
        let (casual, watched) = (game("casual"), LiveGame { watchers: 9, ..game("watched") });
        let strong = rated("strong", [1900, 1800], false);
        assert_eq!(featured(&[&watched, &casual], Some("casual")).as_deref(), Some("casual"));
        assert_eq!(featured(&[&watched, &casual], Some("gone")).as_deref(), Some("watched"));
        assert_eq!(featured(&[&strong, &casual], Some("casual")).as_deref(), Some("strong"));
        assert_eq!(featured(&[], Some("gone")), None);
    }
}
