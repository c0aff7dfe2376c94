//! What came of a pairing: points, faults, Elo and the test.

use table::Side;

use crate::bout::Cause;
use crate::elo::{Estimate, Pentanomial, Trinomial, from_pairs};

/// How often a player did what it must not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// Its program died or could not be spoken to.
    pub crashes: u64,
    /// It played what is no legal move.
    pub illegal: u64,
    /// It thought too long.
    pub time_losses: u64,
}

impl Faults {
    fn note(&mut self, cause: Cause) {
        match cause {
            Cause::Crash => self.crashes += 1,
            Cause::Illegal => self.illegal += 1,
            Cause::TimeLoss => self.time_losses += 1,
            _ => {}
        }
    }

    /// All together.
    pub fn total(&self) -> u64 {
        self.crashes + self.illegal + self.time_losses
    }
}

/// The result of one game, as a tally keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Its number in the match.
    pub index: usize,
    /// Which opening.
    pub pair: usize,
    /// Whether the pairing's first player had the first side.
    pub a_first: bool,
    /// Who won.
    pub winner: Option<Side>,
    /// How it ended.
    pub cause: Cause,
}

impl Tally {
    /// Half points of the pairing's first player: 0, 1 or 2.
    fn points(&self) -> u64 {
        match self.winner {
            None => 1,
            Some(side) => 2 * u64::from((side == Side::First) == self.a_first),
        }
    }
}

/// What came of a pairing so far, from its first player's view.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Games won, drawn and lost.
    pub games: Trinomial,
    /// Whole pairs by their points.
    pub pairs: Pentanomial,
    /// Faults of the first player and the second.
    pub faults: [Faults; 2],
    /// Wins of the side that begins, draws, wins of the other: how fair the openings are.
    pub by_side: [u64; 3],
    /// How the games ended, most frequent first.
    pub causes: Vec<(Cause, u64)>,
    /// Games of pairs whose other game is still missing: the opening, and the half points.
    half: Vec<(usize, u64)>,
}

impl Report {
    /// Takes a game in.
    pub fn add(&mut self, tally: &Tally) {
        let points = tally.points();
        match points {
            0 => self.games.losses += 1,
            1 => self.games.draws += 1,
            _ => self.games.wins += 1,
        }
        self.by_side[match tally.winner {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        }] += 1;
        if let Some(place) = self.half.iter().position(|(pair, _)| *pair == tally.pair) {
            let (_, other) = self.half.swap_remove(place);
            self.pairs[(points + other) as usize] += 1;
        } else {
            self.half.push((tally.pair, points));
        }
        if let Some(winner) = tally.winner {
            let a_lost = (winner == Side::First) != tally.a_first;
            self.faults[usize::from(!a_lost)].note(tally.cause);
        }
        match self.causes.iter_mut().find(|(cause, _)| *cause == tally.cause) {
            Some((_, count)) => *count += 1,
            None => self.causes.push((tally.cause, 1)),
        }
        self.causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    }

    /// The estimate from pairs where there are some, else from games.
    pub fn estimate(&self) -> Option<Estimate> {
        from_pairs(&self.pairs).or_else(|| self.games.estimate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Reason;

    fn tally(index: usize, winner: Option<Side>, cause: Cause) -> Tally {
        Tally { index, pair: index / 2, a_first: index.is_multiple_of(2), winner, cause }
    }

    #[test]
    fn pairs_are_joined_whatever_the_order_games_end_in() {
        let mate = Cause::Rule(Reason::Checkmate);
        let games = [
            tally(0, Some(Side::First), mate),
            tally(3, None, Cause::Rule(Reason::Repetition)),
            tally(1, Some(Side::Second), mate),
            tally(4, Some(Side::Second), Cause::Crash),
            tally(2, None, Cause::Rule(Reason::Repetition)),
        ];
        let mut report = Report::default();
        games.iter().for_each(|game| report.add(game));
        assert_eq!(report.games, Trinomial { wins: 2, draws: 2, losses: 1 });
        assert_eq!(report.pairs, [0, 0, 1, 0, 1]);
        assert_eq!(report.faults[0].crashes, 1);
        assert_eq!(report.faults[1], Faults::default());
        assert_eq!(report.by_side, [1, 2, 2]);
        assert_eq!(report.causes.len(), 3);
    }
}
