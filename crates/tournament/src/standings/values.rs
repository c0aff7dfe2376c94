//! Computation of one tie-break for all players.

use super::rating;
use super::{Code, TieBreak, ranks, standings};
use crate::model::{Bye, Colour, Entry, Outcome, Tournament};
use crate::points::Points;

struct Table<'a> {
    tournament: &'a Tournament,
    rounds: usize,
    scores: Vec<Points>,
}

/// A round's contribution to a sum of opponents' scores.
#[derive(Debug, Clone, Copy)]
struct Contribution {
    /// Voluntarily unplayed.
    voluntary: bool,
    score: i64,
    value: i64,
}

/// Values in parts of a hundred, by player index. `rank` is the ranking by what comes before in the list.
pub fn compute(
    tournament: &Tournament,
    rounds: usize,
    tie_break: TieBreak,
    all: &[TieBreak],
    rank: &[usize],
) -> Vec<Option<i64>> {
    let scores = (0..tournament.players.len()).map(|index| tournament.score_after(index, rounds)).collect();
    let table = Table { tournament, rounds, scores };
    let each = |value: &dyn Fn(usize) -> Option<i64>| (0..tournament.players.len()).map(value).collect();
    let count = |counts: &dyn Fn(Entry) -> bool| {
        let number = |index: usize| {
            let matching = table.entries(index).filter(|&entry| counts(entry)).count();
            i64::try_from(matching).ok().map(|number| number * 100)
        };
        each(&number)
    };
    let win = tournament.points.win;
    let is_win = |entry: Entry| tournament.points.of(entry) == win;
    let second = |entry: Entry| entry.is_played() && entry.colour() == Some(Colour::Black);
    match tie_break.code {
        Code::Points => each(&|index| Some(i64::from(table.scores[index].0) * 10)),
        Code::Buchholz | Code::ForeBuchholz | Code::SonnebornBerger => {
            table.opponents_sums(tie_break).into_iter().map(Some).collect()
        }
        Code::AverageBuchholz => {
            let sums = table.opponents_sums(TieBreak::new(Code::Buchholz));
            each(&|index| table.average_of_opponents(index, |opponent| Some(sums[opponent])))
        }
        Code::Progressive => each(&|index| {
            let mut sum = Points::ZERO;
            let mut total = 0;
            for (round, entry) in table.entries(index).enumerate() {
                sum += tournament.points.of(entry);
                if round >= tie_break.cut_low {
                    total += i64::from(sum.0) * 10;
                }
            }
            Some(total)
        }),
        Code::Koya => each(&|index| Some(table.koya(index, tie_break.limit))),
        Code::DirectEncounter => table.direct_encounter(rank, tie_break.predetermined),
        Code::Wins => count(&is_win),
        Code::GamesWon => count(&|entry| matches!(entry, Entry::Game { outcome: Outcome::Win, .. })),
        Code::GamesSecond => count(&second),
        Code::WonSecond => {
            count(&|entry| second(entry) && matches!(entry, Entry::Game { outcome: Outcome::Win, .. }))
        }
        Code::RoundsElected => {
            count(&|entry| entry.is_played() || entry == Entry::Bye(Bye::PairingAllocated) || is_win(entry))
        }
        Code::AverageRating => each(&|index| {
            let mut ratings = table.opponents_ratings(index).1;
            ratings.sort_unstable();
            let low = tie_break.cut_low.min(ratings.len());
            let high = tie_break.cut_high.min(ratings.len() - low);
            rating::average(&ratings[low..ratings.len() - high]).map(|value| value * 100)
        }),
        Code::Performance => each(&|index| table.performance(index).map(|value| value * 100)),
        Code::PerfectPerformance => each(&|index| {
            let (halves, ratings) = table.opponents_ratings(index);
            rating::perfect_performance(halves, &ratings).map(|value| value * 100)
        }),
        Code::AveragePerformance => each(&|index| {
            let average = table
                .average_of_opponents(index, |opponent| table.performance(opponent).map(|value| value * 100));
            average.map(|value| (value + 50).div_euclid(100) * 100)
        }),
        Code::StartNumber => each(&|index| Some(i64::from(tournament.players[index].number) * 100)),
        Code::Rating => each(&|index| Some(i64::from(tournament.players[index].rating) * 100)),
        Code::OpponentsScore => {
            let lowest = table.scores.iter().copied().min().unwrap_or_default();
            each(&|index| Some(table.opponents_score(index, lowest)))
        }
        Code::Fouls => each(&|index| Some(i64::from(tournament.players[index].fouls) * 100)),
        Code::RoundBack => {
            if rounds < 2 {
                return vec![Some(100); tournament.players.len()];
            }
            let before = standings(tournament, rounds - 1, all);
            each(&|index| {
                let number = tournament.players[index].number;
                let row = before.iter().find(|row| row.number == number)?;
                i64::try_from(row.rank).ok().map(|rank| rank * 100)
            })
        }
    }
}

impl Table<'_> {
    fn entries(&self, index: usize) -> impl Iterator<Item = Entry> {
        let entries = &self.tournament.players[index].entries;
        (0..self.rounds).map(|round| entries.get(round).copied().unwrap_or(Entry::Bye(Bye::ZeroPoint)))
    }

    fn opponent(&self, entry: Entry) -> Option<usize> {
        entry.opponent().and_then(|number| self.tournament.index_of(number))
    }

    /// Article 16.2: unplayed by the player's own will: absent, half-point bye, lost by forfeit.
    fn is_voluntary(&self, entry: Entry) -> bool {
        match entry {
            Entry::Game { .. } | Entry::Bye(Bye::PairingAllocated | Bye::FullPoint) => false,
            Entry::Forfeit { won, .. } => !won,
            Entry::Pending { .. } | Entry::Bye(Bye::HalfPoint | Bye::ZeroPoint) => true,
        }
    }

    /// Score of a player as an opponent (article 16.3): absences after the last round present count as draws. The second
    /// value is the own score. In fore mode the last game counts as drawn.
    fn adjusted_scores(&self, index: usize, fore: bool) -> (Points, Points) {
        let points = &self.tournament.points;
        let entries: Vec<Entry> = self.entries(index).collect();
        let paired_last = entries.last().is_some_and(|entry| entry.took_part());
        let present = if fore && paired_last {
            entries.len()
        } else {
            entries.iter().rposition(|&entry| !self.is_voluntary(entry)).map_or(0, |round| round + 1)
        };
        let mut adjusted = Points::ZERO;
        for (round, &entry) in entries.iter().enumerate() {
            let counts = round < present || entry.opponent().is_some();
            adjusted += if counts { points.of(entry) } else { points.draw };
        }
        let mut own = self.scores[index];
        if fore
            && let Some(&last) = entries.last()
            && last.opponent().is_some()
        {
            let change = points.draw - points.of(last);
            adjusted += change;
            own += change;
        }
        (adjusted, own)
    }

    /// Buchholz, fore Buchholz and Sonneborn-Berger with cuts (articles 8, 9, 14 and 16).
    fn opponents_sums(&self, tie_break: TieBreak) -> Vec<i64> {
        let fore = tie_break.code == Code::ForeBuchholz;
        let points = &self.tournament.points;
        let adjusted: Vec<(Points, Points)> =
            (0..self.scores.len()).map(|index| self.adjusted_scores(index, fore)).collect();
        let rounds = i32::try_from(self.rounds).unwrap_or(0);
        let sum = |index: usize| {
            let mut parts: Vec<Contribution> = Vec::new();
            for (round, entry) in self.entries(index).enumerate() {
                let opponent = self.opponent(entry);
                let played =
                    entry.is_played() || tie_break.predetermined || (fore && round + 1 == self.rounds);
                let own = adjusted[index].1;
                let (score, voluntary) = match opponent {
                    Some(opponent) if played => (adjusted[opponent].0, false),
                    Some(opponent) => (own.min(adjusted[opponent].0), self.is_voluntary(entry)),
                    None if tie_break.predetermined => continue,
                    None => (own.min(Points(points.draw.0 * rounds)), self.is_voluntary(entry)),
                };
                let score = i64::from(score.0);
                let value = if tie_break.code == Code::SonnebornBerger {
                    score * i64::from(points.of(entry).0)
                } else {
                    score * 10
                };
                parts.push(Contribution { voluntary, score, value });
            }
            for _ in 0..tie_break.cut_low {
                cut_lowest(&mut parts);
            }
            for _ in 0..tie_break.cut_high {
                let highest = (0..parts.len()).max_by_key(|&at| (parts[at].score, parts[at].value));
                if let Some(at) = highest {
                    parts.remove(at);
                }
            }
            parts.iter().map(|part| part.value).sum()
        };
        (0..self.scores.len()).map(sum).collect()
    }

    fn average_of_opponents(&self, index: usize, value: impl Fn(usize) -> Option<i64>) -> Option<i64> {
        let values: Vec<i64> = self
            .entries(index)
            .filter(|entry| entry.is_played())
            .filter_map(|entry| self.opponent(entry))
            .filter_map(value)
            .collect();
        rating::average(&values)
    }

    fn koya(&self, index: usize, limit: u32) -> i64 {
        let win = i64::from(self.tournament.points.win.0);
        let possible = win * i64::try_from(self.rounds).unwrap_or(0);
        let strong =
            |opponent: usize| i64::from(self.scores[opponent].0) * 100 >= possible * i64::from(limit);
        self.entries(index)
            .filter(|&entry| self.opponent(entry).is_some_and(strong))
            .map(|entry| i64::from(self.tournament.points.of(entry).0) * 10)
            .sum()
    }

    /// Score in half points and ratings of the rated opponents met over the board.
    fn opponents_ratings(&self, index: usize) -> (i64, Vec<i64>) {
        let mut halves = 0;
        let mut ratings = Vec::new();
        for entry in self.entries(index) {
            if let (Entry::Game { outcome, .. }, Some(opponent)) = (entry, self.opponent(entry)) {
                let rating = self.tournament.players[opponent].rating;
                if rating > 0 {
                    ratings.push(i64::from(rating));
                    halves += match outcome {
                        Outcome::Win => 2,
                        Outcome::Draw => 1,
                        Outcome::Loss => 0,
                    };
                }
            }
        }
        (halves, ratings)
    }

    fn performance(&self, index: usize) -> Option<i64> {
        let (halves, ratings) = self.opponents_ratings(index);
        rating::performance(halves, &ratings)
    }

    /// Opponents' score of xiangqi: final points of all opponents, the lowest score of the field for a bye.
    fn opponents_score(&self, index: usize, lowest: Points) -> i64 {
        self.entries(index)
            .map(|entry| match (self.opponent(entry), entry) {
                (Some(opponent), _) => i64::from(self.scores[opponent].0) * 10,
                (None, Entry::Bye(Bye::PairingAllocated | Bye::FullPoint)) => i64::from(lowest.0) * 10,
                (None, _) => 0,
            })
            .sum()
    }

    /// Article 6: games among the tied. Places are given as long as nobody below could catch up by games not played;
    /// groups that stay tied are examined again among themselves.
    fn direct_encounter(&self, rank: &[usize], predetermined: bool) -> Vec<Option<i64>> {
        let count = self.scores.len();
        let mut place = rank.to_vec();
        loop {
            let mut next = place.clone();
            for group in groups(&place) {
                for (position, player) in self.encounter_order(&group, predetermined) {
                    next[player] = place[group[0]] + position;
                }
            }
            if next == place {
                break;
            }
            place = next;
        }
        let mut values = vec![Some(0); count];
        for group in groups(rank) {
            let first = group.iter().map(|&player| place[player]).min().unwrap_or(1);
            if group.iter().any(|&player| place[player] != first) {
                for &player in &group {
                    values[player] = i64::try_from(place[player] - first + 1).ok().map(|value| value * 100);
                }
            }
        }
        values
    }

    /// Offsets from the first place of a group for its players; all zero if the games decide nothing.
    fn encounter_order(&self, group: &[usize], predetermined: bool) -> Vec<(usize, usize)> {
        let win = i64::from(self.tournament.points.win.0);
        // Score and possible score, averaged over repeated games (in sixtieths to stay whole).
        let mut results: Vec<(i64, i64, usize)> = Vec::new();
        let mut all_met = true;
        for &player in group {
            let (mut score, mut met) = (0, 0);
            for &opponent in group {
                let number = self.tournament.players[opponent].number;
                let games: Vec<i64> = self
                    .entries(player)
                    .filter(|entry| entry.opponent() == Some(number) && (entry.is_played() || predetermined))
                    .map(|entry| i64::from(self.tournament.points.of(entry).0))
                    .collect();
                if let Some(average) = i64::try_from(games.len()).ok().filter(|&count| count > 0) {
                    met += 1;
                    score += games.iter().sum::<i64>() * 60 / average;
                }
            }
            let missing = group.len() - 1 - met;
            all_met &= missing == 0;
            results.push((score, score + i64::try_from(missing).unwrap_or(0) * win * 60, player));
        }
        results.sort_by_key(|&(score, possible, player)| (-score, -possible, player));
        let mut offsets = vec![(0, results[0].2)];
        let mut offset = 0;
        let mut open = false;
        for position in 1..results.len() {
            let best_below = results[position..].iter().map(|&(_, possible, _)| possible).max().unwrap_or(0);
            let above = results[position - 1].0;
            if all_met {
                if results[position].0 != above {
                    offset = position;
                }
            } else if !open && above > best_below {
                offset = position;
            } else {
                open = true;
            }
            offsets.push((offset, results[position].2));
        }
        offsets
    }
}

/// Article 14 with 16.5: the lowest value is left out, a voluntarily unplayed round first unless another is lower.
fn cut_lowest(parts: &mut Vec<Contribution>) {
    let key = |part: &Contribution| (part.score, part.value);
    let lowest = (0..parts.len()).min_by_key(|&at| key(&parts[at]));
    let exceptional = (0..parts.len()).min_by_key(|&at| (!parts[at].voluntary, key(&parts[at])));
    if let (Some(lowest), Some(exceptional)) = (lowest, exceptional) {
        let at = if parts[lowest].value > parts[exceptional].value { lowest } else { exceptional };
        parts.remove(at);
    }
}

fn groups(rank: &[usize]) -> Vec<Vec<usize>> {
    let order = ranks(rank.len(), |a, b| rank[a].cmp(&rank[b]));
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); rank.len() + 1];
    for (player, &place) in order.iter().enumerate() {
        groups[place].push(player);
    }
    groups.retain(|group| !group.is_empty());
    groups
}
