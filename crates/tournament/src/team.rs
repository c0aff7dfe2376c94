//! Team results from individual ones: by ranks, by points, or by matches on boards.

use crate::model::Tournament;
use crate::points::Points;
use crate::standings::Standing;

/// Ways to rank teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeamRule {
    /// Sum of the ranks of the best players, lower is better; then the best single rank. Smaller teams are not ranked.
    BestRanks(usize),
    /// Sum of the points of the best players; then the sum of their ranks, lower first.
    BestPoints(usize),
}

/// Result of a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamStanding {
    /// Name.
    pub team: String,
    /// Rank from 1; `None` for a team with too few players. Teams that tie in everything share it.
    pub rank: Option<usize>,
    /// Sum of ranks of the players that count.
    pub rank_sum: usize,
    /// Sum of their points.
    pub points: Points,
    /// Best single rank.
    pub best_rank: usize,
    /// Start numbers of the players that count, best first.
    pub players: Vec<u32>,
}

/// Ranks the teams. `standings` may be filtered to a category, with ranks among its players.
pub fn team_standings(tournament: &Tournament, standings: &[Standing], rule: TeamRule) -> Vec<TeamStanding> {
    let counted = match rule {
        TeamRule::BestRanks(count) | TeamRule::BestPoints(count) => count,
    };
    let mut teams: Vec<TeamStanding> = Vec::new();
    for row in standings {
        let Some(index) = tournament.index_of(row.number) else { continue };
        let name = &tournament.players[index].team;
        if name.is_empty() {
            continue;
        }
        let position = teams.iter().position(|team| team.team == *name).unwrap_or_else(|| {
            teams.push(TeamStanding {
                team: name.clone(),
                rank: None,
                rank_sum: 0,
                points: Points::ZERO,
                best_rank: row.rank,
                players: Vec::new(),
            });
            teams.len() - 1
        });
        let team = &mut teams[position];
        if team.players.len() < counted {
            team.players.push(row.number);
            team.rank_sum += row.rank;
            team.points += row.points;
        }
    }
    let key = |team: &TeamStanding| match rule {
        TeamRule::BestRanks(_) => {
            (team.players.len() < counted, i64::try_from(team.rank_sum).unwrap_or(i64::MAX), team.best_rank)
        }
        TeamRule::BestPoints(_) => (team.players.len() < counted, -i64::from(team.points.0), team.rank_sum),
    };
    teams.sort_by_key(key);
    for position in 0..teams.len() {
        if teams[position].players.len() < counted {
            continue;
        }
        let shared = position > 0 && key(&teams[position - 1]) == key(&teams[position]);
        teams[position].rank = if shared { teams[position - 1].rank } else { Some(position + 1) };
    }
    teams
}

/// Points of a team match on several boards: match points and game points are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchPoints {
    /// 2 for a won match, 1 for a drawn one.
    pub match_points: u32,
    /// Sum of the boards.
    pub game_points: Points,
}

/// Result of one match from the points of both sides on each board.
pub fn match_points(boards: &[(Points, Points)]) -> (MatchPoints, MatchPoints) {
    let mine: Points = boards.iter().map(|board| board.0).sum();
    let theirs: Points = boards.iter().map(|board| board.1).sum();
    let (first, second) = match mine.cmp(&theirs) {
        std::cmp::Ordering::Greater => (2, 0),
        std::cmp::Ordering::Equal => (1, 1),
        std::cmp::Ordering::Less => (0, 2),
    };
    (
        MatchPoints { match_points: first, game_points: mine },
        MatchPoints { match_points: second, game_points: theirs },
    )
}

/// The two players who play the final: the best two of the standings, without a tie for the second place.
pub fn finalists(standings: &[Standing]) -> Result<(u32, u32), Vec<u32>> {
    match standings {
        [first, second, rest @ ..] if rest.first().is_none_or(|third| third.rank > second.rank) => {
            Ok((first.number, second.number))
        }
        [_, second, ..] => {
            Err(standings.iter().filter(|row| row.rank <= second.rank).map(|row| row.number).collect())
        }
        _ => Err(standings.iter().map(|row| row.number).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Player;

    fn row(number: u32, rank: usize, points: i32) -> Standing {
        Standing { number, rank, points: Points(points), values: Vec::new() }
    }

    fn example() -> (Tournament, Vec<Standing>) {
        let teams = ["A", "B", "B", "A", "C", "A", "D", "D", ""];
        let players = teams.iter().enumerate().map(|(index, team)| Player {
            number: u32::try_from(index).unwrap_or(0) + 1,
            team: (*team).to_owned(),
            ..Player::default()
        });
        let tournament = Tournament { players: players.collect(), ..Tournament::default() };
        let rows = (1..=9u32).map(|number| row(number, number as usize, 100 - 10 * number.cast_signed()));
        (tournament, rows.collect())
    }

    #[test]
    fn teams_rank_by_the_sum_of_their_best_ranks() {
        let (tournament, rows) = example();
        let teams = team_standings(&tournament, &rows, TeamRule::BestRanks(2));
        let short: Vec<_> =
            teams.iter().map(|team| (team.team.as_str(), team.rank, team.rank_sum, team.best_rank)).collect();
        // A (1 + 4) and B (2 + 3) have the same sum: the best single rank decides. C has one player only.
        assert_eq!(
            short,
            [("A", Some(1), 5, 1), ("B", Some(2), 5, 2), ("D", Some(3), 15, 7), ("C", None, 5, 5)]
        );
        assert_eq!(teams[0].players, [1, 4]);
    }

    #[test]
    fn teams_rank_by_points() {
        let (tournament, rows) = example();
        let teams = team_standings(&tournament, &rows, TeamRule::BestPoints(2));
        assert_eq!(teams[0].points, Points(150));
        assert_eq!(teams[1].points, Points(150));
        assert_eq!((teams[0].rank, teams[1].rank), (Some(1), Some(1)));
    }

    #[test]
    fn match_points_and_game_points_are_kept_apart() {
        let (mine, theirs) =
            match_points(&[(Points(10), Points(0)), (Points(5), Points(5)), (Points(5), Points(5))]);
        assert_eq!((mine.match_points, mine.game_points), (2, Points(20)));
        assert_eq!((theirs.match_points, theirs.game_points), (0, Points(10)));
    }

    #[test]
    fn a_tie_for_the_second_place_leaves_the_final_open() {
        assert_eq!(finalists(&[row(4, 1, 80), row(7, 2, 70), row(1, 3, 70)]), Ok((4, 7)));
        assert_eq!(finalists(&[row(4, 1, 80), row(7, 2, 70), row(1, 2, 70)]), Err(vec![4, 7, 1]));
    }
}
