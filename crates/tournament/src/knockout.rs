//! Knockout with tie-break games, and groups followed by a knockout.

use crate::dutch::Board;
use crate::model::Outcome;

/// A game of a knockout match: the boards and the result for white.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchGame {
    /// Players.
    pub board: Board,
    /// Result for white.
    pub outcome: Outcome,
}

/// Form of a knockout match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchFormat {
    /// Regular games.
    pub games: usize,
    /// Games of each tie-break stage, played while the score is level.
    pub tie_break_games: usize,
    /// Number of tie-break stages.
    pub tie_break_stages: usize,
    /// A last game decides even when drawn: the second player advances.
    pub decider: bool,
}

impl Default for MatchFormat {
    fn default() -> Self {
        Self { games: 2, tie_break_games: 2, tie_break_stages: 1, decider: true }
    }
}

/// State of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchState {
    /// The next game.
    Next {
        /// Players with their colours.
        board: Board,
        /// Tie-break stage, 0 for the regular games.
        stage: usize,
        /// True for the last game, in which a draw is enough for the second player.
        decider: bool,
    },
    /// Decided.
    Won(u32),
    /// All games played and still level: the organiser decides (lot, seeding).
    Level,
}

/// A match between two seeds; the higher seed begins with white.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Higher seed.
    pub first: u32,
    /// Lower seed.
    pub second: u32,
    /// Games so far.
    pub games: Vec<MatchGame>,
}

impl Match {
    /// Half points of the first player in some games.
    fn halves(&self, games: &[MatchGame]) -> (usize, usize) {
        let mut score = (0, 0);
        for game in games {
            let (white, black) = match game.outcome {
                Outcome::Win => (2, 0),
                Outcome::Draw => (1, 1),
                Outcome::Loss => (0, 2),
            };
            if game.board.white == self.first {
                score = (score.0 + white, score.1 + black);
            } else {
                score = (score.0 + black, score.1 + white);
            }
        }
        score
    }

    /// State of the match: colours alternate within a stage, and each stage begins with the other colours.
    pub fn state(&self, format: &MatchFormat) -> MatchState {
        let mut begin = 0;
        for stage in 0..=format.tie_break_stages {
            let planned = if stage == 0 { format.games } else { format.tie_break_games };
            let end = (begin + planned).min(self.games.len());
            let played = &self.games[begin.min(end)..end];
            let (mine, theirs) = self.halves(played);
            let left = 2 * (planned - played.len());
            if mine > theirs + left {
                return MatchState::Won(self.first);
            }
            if theirs > mine + left {
                return MatchState::Won(self.second);
            }
            if played.len() < planned {
                let first_white = (stage + played.len()).is_multiple_of(2);
                return MatchState::Next { board: self.board(first_white), stage, decider: false };
            }
            begin = end;
        }
        if !format.decider {
            return MatchState::Level;
        }
        // The higher seed chooses by default to move first; a draw sends the second player on.
        match self.games.get(begin) {
            None => MatchState::Next {
                board: self.board(true),
                stage: format.tie_break_stages + 1,
                decider: true,
            },
            Some(game) if game.outcome == Outcome::Win => MatchState::Won(game.board.white),
            Some(game) => MatchState::Won(game.board.black),
        }
    }

    fn board(&self, first_white: bool) -> Board {
        if first_white {
            Board { white: self.first, black: self.second }
        } else {
            Board { white: self.second, black: self.first }
        }
    }
}

/// First round of a knockout for players in seeding order: seed 1 meets the last seed, and the best two can only meet in the
/// final. `None` is a bye, which the best seeds get when the number of players is not a power of two.
pub fn first_round(seeds: &[u32]) -> Vec<(u32, Option<u32>)> {
    if seeds.len() < 2 {
        return seeds.iter().map(|&seed| (seed, None)).collect();
    }
    let size = seeds.len().next_power_of_two();
    let mut order = vec![0];
    while order.len() < size {
        let count = 2 * order.len();
        order = order.iter().flat_map(|&seed| [seed, count - 1 - seed]).collect();
    }
    order
        .chunks_exact(2)
        .map(|pair| (seeds[pair[0].min(pair[1])], seeds.get(pair[0].max(pair[1])).copied()))
        .collect()
}

/// Pairs the winners of neighbouring matches. `rank` gives the seed order: the higher seed is named first.
pub fn next_round(winners: &[u32], rank: impl Fn(u32) -> usize) -> Vec<(u32, Option<u32>)> {
    winners
        .chunks(2)
        .map(|pair| match pair {
            [one, other] if rank(*other) < rank(*one) => (*other, Some(*one)),
            [one, other] => (*one, Some(*other)),
            rest => (rest[0], None),
        })
        .collect()
}

/// Distributes players in seeding order over groups in serpentine order.
pub fn groups(seeds: &[u32], count: usize) -> Vec<Vec<u32>> {
    let mut groups = vec![Vec::new(); count.max(1)];
    for (row, players) in seeds.chunks(count.max(1)).enumerate() {
        for (column, &player) in players.iter().enumerate() {
            let place = if row % 2 == 0 { column } else { count - 1 - column };
            groups[place].push(player);
        }
    }
    groups
}

/// Seeds of the knockout after groups, from the places of each group (best first): all winners, then all seconds, and so
/// on. Each row of places is turned so that players of one group meet as late as possible.
pub fn qualifiers(ranked: &[Vec<u32>], places: usize) -> Vec<u32> {
    let mut rows: Vec<Vec<(usize, u32)>> = (0..places)
        .map(|place| {
            let row = ranked.iter().enumerate();
            row.filter_map(|(group, players)| Some((group, *players.get(place)?))).collect()
        })
        .collect();
    for place in 1..rows.len() {
        let best = (0..rows[place].len()).min_by_key(|&turn| {
            let mut turned = rows.clone();
            turned[place].rotate_left(turn);
            early_meetings(&turned.concat())
        });
        rows[place].rotate_left(best.unwrap_or(0));
    }
    rows.concat().into_iter().map(|(_, player)| player).collect()
}

/// Weighs how early players of one group can meet: a meeting one round earlier counts eight times as much.
fn early_meetings(seeds: &[(usize, u32)]) -> u64 {
    let numbers: Vec<u32> = (0u32..).take(seeds.len()).collect();
    let leaves: Vec<Option<u32>> =
        first_round(&numbers).into_iter().flat_map(|(one, other)| [Some(one), other]).collect();
    let rounds = leaves.len().max(1).ilog2();
    let placed: Vec<(usize, usize)> = leaves
        .iter()
        .enumerate()
        .filter_map(|(leaf, seed)| Some((leaf, seeds.get((*seed)? as usize)?.0)))
        .collect();
    let mut weight = 0u64;
    for (index, &(leaf, group)) in placed.iter().enumerate() {
        for &(other, _) in placed[index + 1..].iter().filter(|(_, theirs)| *theirs == group) {
            let meeting = (leaf ^ other).max(1).ilog2() + 1;
            weight += 1 << (3 * rounds.saturating_sub(meeting).min(12));
        }
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seeds_meet_last_and_get_the_byes() {
        let seeds: Vec<u32> = (1..=8).collect();
        let round: Vec<(u32, Option<u32>)> = vec![(1, Some(8)), (4, Some(5)), (2, Some(7)), (3, Some(6))];
        assert_eq!(first_round(&seeds), round);
        let six: Vec<u32> = (1..=6).collect();
        assert_eq!(first_round(&six), vec![(1, None), (4, Some(5)), (2, None), (3, Some(6))]);
        assert_eq!(next_round(&[5, 1, 2, 6], |seed| seed as usize), vec![(1, Some(5)), (2, Some(6))]);
    }

    fn play(contest: &mut Match, format: &MatchFormat, outcome: Outcome) {
        let MatchState::Next { board, .. } = contest.state(format) else { panic!("the match is over") };
        contest.games.push(MatchGame { board, outcome });
    }

    #[test]
    fn a_level_match_goes_to_tie_break_games_and_a_decider() {
        let format = MatchFormat::default();
        let mut contest = Match { first: 1, second: 2, games: Vec::new() };
        for _ in 0..4 {
            play(&mut contest, &format, Outcome::Draw);
        }
        let MatchState::Next { board, stage, decider } = contest.state(&format) else {
            panic!("a decider follows")
        };
        assert_eq!((board, stage, decider), (Board { white: 1, black: 2 }, 2, true));
        play(&mut contest, &format, Outcome::Draw);
        assert_eq!(contest.state(&format), MatchState::Won(2));
    }

    #[test]
    fn a_match_ends_as_soon_as_it_is_decided() {
        let format = MatchFormat { games: 4, ..MatchFormat::default() };
        let mut contest = Match { first: 1, second: 2, games: Vec::new() };
        play(&mut contest, &format, Outcome::Win);
        play(&mut contest, &format, Outcome::Loss);
        assert!(matches!(contest.state(&format), MatchState::Next { stage: 0, .. }));
        play(&mut contest, &format, Outcome::Win);
        assert_eq!(contest.state(&format), MatchState::Won(1));
    }

    #[test]
    fn without_a_decider_a_level_match_is_left_to_the_organiser() {
        let format = MatchFormat { games: 1, tie_break_games: 1, tie_break_stages: 1, decider: false };
        let mut contest = Match { first: 1, second: 2, games: Vec::new() };
        play(&mut contest, &format, Outcome::Draw);
        let MatchState::Next { board, stage: 1, .. } = contest.state(&format) else {
            panic!("a tie-break game")
        };
        assert_eq!(board.white, 2);
        play(&mut contest, &format, Outcome::Draw);
        assert_eq!(contest.state(&format), MatchState::Level);
    }

    #[test]
    fn groups_are_balanced_and_their_players_meet_late_again() {
        let seeds: Vec<u32> = (1..=8).collect();
        assert_eq!(groups(&seeds, 2), [vec![1, 4, 5, 8], vec![2, 3, 6, 7]]);
        let seeds = qualifiers(&[vec![11, 12], vec![21, 22], vec![31, 32], vec![41, 42]], 2);
        assert_eq!(seeds, [11, 21, 31, 41, 32, 42, 12, 22]);
        // However many groups there are, their players do not meet at once, and two qualifiers meet in the final only.
        for groups in 2..=12u32 {
            for places in 1..=3u32 {
                let ranked: Vec<Vec<u32>> = (1..=groups)
                    .map(|group| (1..=places).map(|place| 100 * group + place).collect())
                    .collect();
                let seeds = qualifiers(&ranked, places as usize);
                assert_eq!(seeds.len(), (groups * places) as usize);
                let round = first_round(&seeds);
                for &(one, other) in &round {
                    assert_ne!(one / 100, other.unwrap_or(0) / 100, "{groups} groups, {places} places");
                }
                if places == 2 && groups.is_power_of_two() {
                    let half = |matches: &[(u32, Option<u32>)]| -> Vec<u32> {
                        let players = matches.iter().flat_map(|&(one, other)| [Some(one), other]);
                        players.flatten().map(|player| player / 100).collect()
                    };
                    let top = half(&round[..round.len() / 2]);
                    assert!((1..=groups).all(|group| top.iter().filter(|&&one| one == group).count() == 1));
                }
            }
        }
    }
}
