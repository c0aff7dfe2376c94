//! Results of a pairing: trinomial and pentanomial counts, faults, causes.

use table::Side;

use crate::elo::{Estimate, Pentanomial, Trinomial, from_pairs};
use crate::engine_game::Cause;

/// Fault counts of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// Crashes and protocol errors.
    pub crashes: u64,
    /// Illegal moves.
    pub illegal: u64,
    /// Losses on time.
    pub time_losses: u64,
}

impl Faults {
    fn record(&mut self, cause: Cause) {
        match cause {
            Cause::Crash => self.crashes += 1,
            Cause::Illegal => self.illegal += 1,
            Cause::TimeLoss => self.time_losses += 1,
            _ => {}
        }
    }

    /// Total number of faults.
    pub fn total(&self) -> u64 {
        self.crashes + self.illegal + self.time_losses
    }
}

/// Result of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Number of the game in the match.
    pub index: usize,
    /// Number of its pair, which selects the opening.
    pub pair: usize,
    /// True if the pairing's first player had the first move.
    pub a_first: bool,
    /// Winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Cause of the end.
    pub cause: Cause,
}

impl GameResult {
    /// Half points of the pairing's first player: 0, 1 or 2.
    fn points(&self) -> u64 {
        match self.winner {
            None => 1,
            Some(side) => 2 * u64::from((side == Side::First) == self.a_first),
        }
    }
}

/// Results of a pairing so far, from its first player's view.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PairingReport {
    /// Games won, drawn and lost.
    pub games: Trinomial,
    /// Pentanomial counts: complete pairs by their points.
    pub pairs: Pentanomial,
    /// Faults of the first player and the second.
    pub faults: [Faults; 2],
    /// Wins of the first side, draws, wins of the second side: a measure of the balance of the openings.
    pub by_side: [u64; 3],
    /// Causes of the ends, most frequent first.
    pub causes: Vec<(Cause, u64)>,
    /// Games whose pair is incomplete: the number of the pair and the half points.
    half: Vec<(usize, u64)>,
}

impl PairingReport {
    /// Adds a game.
    pub fn add(&mut self, result: &GameResult) {
        let points = result.points();
        match points {
            0 => self.games.losses += 1,
            1 => self.games.draws += 1,
            _ => self.games.wins += 1,
        }
        self.by_side[match result.winner {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        }] += 1;
        if let Some(place) = self.half.iter().position(|(pair, _)| *pair == result.pair) {
            let (_, other) = self.half.swap_remove(place);
            self.pairs[(points + other) as usize] += 1;
        } else {
            self.half.push((result.pair, points));
        }
        if let Some(winner) = result.winner {
            let a_lost = (winner == Side::First) != result.a_first;
            self.faults[usize::from(!a_lost)].record(result.cause);
        }
        match self.causes.iter_mut().find(|(cause, _)| *cause == result.cause) {
            Some((_, count)) => *count += 1,
            None => self.causes.push((result.cause, 1)),
        }
        self.causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    }

    /// Returns the Elo estimate from pairs if there are any, otherwise from games.
    pub fn estimate(&self) -> Option<Estimate> {
        from_pairs(&self.pairs).or_else(|| self.games.estimate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Reason;

    fn result(index: usize, winner: Option<Side>, cause: Cause) -> GameResult {
        GameResult { index, pair: index / 2, a_first: index.is_multiple_of(2), winner, cause }
    }

    #[test]
    fn pairs_are_completed_in_any_order_of_games() {
        let mate = Cause::Rule(Reason::Checkmate);
        let games = [
            result(0, Some(Side::First), mate),
            result(3, None, Cause::Rule(Reason::Repetition)),
            result(1, Some(Side::Second), mate),
            result(4, Some(Side::Second), Cause::Crash),
            result(2, None, Cause::Rule(Reason::Repetition)),
        ];
        let mut report = PairingReport::default();
        games.iter().for_each(|game| report.add(game));
        assert_eq!(report.games, Trinomial { wins: 2, draws: 2, losses: 1 });
        assert_eq!(report.pairs, [0, 0, 1, 0, 1]);
        assert_eq!(report.faults[0].crashes, 1);
        assert_eq!(report.faults[1], Faults::default());
        assert_eq!(report.by_side, [1, 2, 2]);
        assert_eq!(report.causes.len(), 3);
    }
}
