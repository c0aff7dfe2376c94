//! Tables of a league: results of every engine and of every two of them.

use arena::Schedule;
use arena::elo::{Estimate, Pentanomial, Trinomial, from_pairs};
use table::Side;

use crate::store::LeagueGameRow;
use crate::wire::{LeagueEngineView, LeagueGame, LeaguePair};

/// Causes that are an engine's own fault.
const FAULTS: [&str; 3] = ["crash", "illegal_move", "time_loss"];

/// Winner of a stored game.
pub fn winner(row: &LeagueGameRow) -> Option<Side> {
    match row.winner.as_str() {
        "first" => Some(Side::First),
        "second" => Some(Side::Second),
        _ => None,
    }
}

/// Stored text of a winner.
pub fn winner_text(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::First) => "first",
        Some(Side::Second) => "second",
        None => "draw",
    }
}

/// Result of a game for lists.
pub fn game_of(schedule: &Schedule, row: &LeagueGameRow) -> Option<LeagueGame> {
    let slot = schedule.slot(usize::try_from(row.number).ok()?)?;
    Some(LeagueGame {
        number: u32::try_from(row.number).ok()?,
        first: slot.seats[0] as u32,
        second: slot.seats[1] as u32,
        winner: winner(row).map(Into::into),
        cause: row.cause.clone(),
        plies: u32::try_from(row.plies).unwrap_or_default(),
    })
}

/// Results so far.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    engines: Vec<(Trinomial, u64)>,
    pairs: Vec<PairTally>,
}

#[derive(Clone, Debug, Default)]
struct PairTally {
    games: Trinomial,
    pairs: Pentanomial,
    /// Pairs of games of which one has ended: number and half points of the first engine.
    half: Vec<(usize, usize)>,
}

impl Standings {
    /// Results of a league before its first game.
    pub fn new(schedule: Schedule, engines: usize) -> Self {
        let pairs = vec![PairTally::default(); schedule.pairings.len()];
        Standings { schedule, engines: vec![(Trinomial::default(), 0); engines], pairs }
    }

    /// Adds a finished game; one that the schedule does not have is ignored.
    pub fn add(&mut self, row: &LeagueGameRow) {
        let Some(slot) = usize::try_from(row.number).ok().and_then(|number| self.schedule.slot(number))
        else {
            return;
        };
        let winner = winner(row);
        let is_fault = FAULTS.contains(&row.cause.as_str());
        for side in Side::BOTH {
            let (games, faults) = &mut self.engines[slot.seats[side.index()]];
            count(games, winner.map(|winner| winner == side));
            *faults += u64::from(is_fault && winner == Some(!side));
        }
        let a_first = slot.seats[0] == self.schedule.pairings[slot.pairing].a;
        let a_won = winner.map(|winner| (winner == Side::First) == a_first);
        let pair = &mut self.pairs[slot.pairing];
        count(&mut pair.games, a_won);
        let points = match a_won {
            None => 1,
            Some(won) => 2 * usize::from(won),
        };
        match pair.half.iter().position(|(number, _)| *number == slot.pair) {
            Some(place) => {
                let (_, before) = pair.half.swap_remove(place);
                pair.pairs[before + points] += 1;
            }
            None => pair.half.push((slot.pair, points)),
        }
    }

    /// Rows of the engines.
    pub fn engines(&self, names: &[(String, String)]) -> Vec<LeagueEngineView> {
        let views = self.engines.iter().zip(names).map(|((games, faults), (name, engine))| {
            let (elo, error) = finite(games.estimate());
            LeagueEngineView {
                name: name.clone(),
                engine: engine.clone(),
                wins: games.wins as u32,
                draws: games.draws as u32,
                losses: games.losses as u32,
                faults: *faults as u32,
                elo,
                error,
            }
        });
        views.collect()
    }

    /// Cells of the crosstable.
    pub fn pairs(&self) -> Vec<LeaguePair> {
        let views = self.pairs.iter().zip(&self.schedule.pairings).map(|(tally, pairing)| {
            let (elo, error) = finite(from_pairs(&tally.pairs));
            LeaguePair {
                a: pairing.a as u32,
                b: pairing.b as u32,
                wins: tally.games.wins as u32,
                draws: tally.games.draws as u32,
                losses: tally.games.losses as u32,
                elo,
                error,
            }
        });
        views.collect()
    }
}

fn count(games: &mut Trinomial, won: Option<bool>) {
    match won {
        Some(true) => games.wins += 1,
        None => games.draws += 1,
        Some(false) => games.losses += 1,
    }
}

/// Estimate without infinities, which JSON does not have.
fn finite(estimate: Option<Estimate>) -> (Option<f64>, Option<f64>) {
    let known = |value: f64| value.is_finite().then_some(value);
    estimate.map_or((None, None), |estimate| (known(estimate.elo), known(estimate.error)))
}

#[cfg(test)]
mod tests {
    use arena::round_robin;

    use super::*;

    fn row(number: i64, winner: &str, cause: &str) -> LeagueGameRow {
        LeagueGameRow {
            number,
            winner: winner.to_owned(),
            cause: cause.to_owned(),
            plies: 10,
            setup: None,
            moves: String::new(),
            pgn: String::new(),
        }
    }

    #[test]
    fn games_count_for_both_engines_whatever_their_color() {
        let schedule = Schedule { pairings: round_robin(3), games: 2, seed: 7 };
        let mut standings = Standings::new(schedule.clone(), 3);
        // Engine 0 beats engine 1 with both colors; the second engine crashes once.
        standings.add(&row(0, "first", "checkmate"));
        standings.add(&row(1, "second", "crash"));
        standings.add(&row(2, "draw", "repetition"));
        standings.add(&row(99, "first", "checkmate"));
        let names: Vec<_> = ["a", "b", "c"].map(|name| (name.to_owned(), name.to_owned())).to_vec();
        let engines = standings.engines(&names);
        let of = |engine: usize| {
            let view: &LeagueEngineView = &engines[engine];
            (view.wins, view.draws, view.losses, view.faults)
        };
        let slot = schedule.slot(2).expect("a game");
        assert_eq!(of(0), (2, u32::from(slot.seats.contains(&0)), 0, 0));
        assert_eq!(of(1), (0, u32::from(slot.seats.contains(&1)), 2, 1));
        let pairs = standings.pairs();
        assert_eq!((pairs[0].wins, pairs[0].draws, pairs[0].losses), (2, 0, 0));
        // All points: the difference is infinite, which is not sent.
        assert_eq!((pairs[0].elo, pairs[0].error), (None, None));
        assert_eq!(pairs.iter().map(|pair| pair.draws).sum::<u32>(), 1);
    }
}
